import type { LibraryStatus, Rebuild, RebuildEstimate, RequestOf } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { hasTime, saidRemark } from '@shared/words/said';
import { FolderInput, Gauge, Pause, Play, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { host } from '../../../bridge/host';
import { useAnswer } from '../../../bridge/use-answer';
import { isUnderWay, useRebuild } from '../../../state/library/library-care';
import { nameOf, useModelNames } from '../../../state/search-models';
import { Button, Buttons } from '../../../ui/Button';
import { ErrorNote } from '../../../ui/Notices';
import { profileName } from '../../../ui/names';
import { formatBytes, formatCount, formatDuration, formatPercent, formatTimeLeft } from '../../../ui/quantities';
import { Choice, Figures, SettingGroup } from '../SettingRow';

export function RebuildGroup({ status }: { readonly status: LibraryStatus }) {
  const { rebuild, start } = useRebuild();
  const { data: limits } = useAnswer('limits.get', {});
  const [chosen, setChosen] = useState<string | null>(null);
  /** How often an estimate for this profile was asked for. */
  const [asked, setAsked] = useState(0);
  const profile = chosen ?? status.profile ?? limits?.values.ingest.profile ?? 'balanced';

  function choose(value: string | null): void {
    setChosen(value);
    setAsked(0);
  }

  async function begin(): Promise<void> {
    choose(null);
    await start({ profile });
  }

  return (
    <SettingGroup title={t('rebuild.title')} help={t('rebuild.help')}>
      <IndexFacts status={status} />
      {status.profile && !isUnderWay(rebuild) ? (
        <>
          <Choice<string>
            label={t('rebuild.profile')}
            help={t('rebuild.profileHelp')}
            testId="rebuild-profile"
            value={profile}
            options={Object.keys(limits?.values.ingest.profiles ?? {})}
            name={profileName}
            choose={choose}
          />
          <Button
            className="my-2"
            data-testid="rebuild-estimate-ask"
            icon={Gauge}
            label={t('rebuild.estimate')}
            onClick={() => setAsked((times) => times + 1)}
          />
          {asked === 0 ? null : (
            <Estimate asked={{ profile }} dependsOn={String(asked)} cancel={() => setAsked(0)}>
              <Button look="primary" className="mt-3" data-testid="rebuild-start" onClick={() => void begin()}>
                {t('rebuild.start')}
              </Button>
            </Estimate>
          )}
        </>
      ) : null}
      <div className={rebuild ? 'mt-3' : ''}>
        <RebuildProgress />
      </div>
    </SettingGroup>
  );
}

const IndexFacts = ({ status }: { readonly status: LibraryStatus }) => (
  <>
    <p data-testid="index-made-with" className="break-words" title={status.model.id}>
      {status.profile
        ? t('rebuild.madeWith', {
            model: nameOf(status.model),
            profile: profileName(status.profile),
            chunks: status.chunks,
          })
        : t('rebuild.none')}
    </p>
    {status.recuts ? (
      <p data-testid="index-recuts" className="mt-1 text-caution">
        {t('rebuild.recuts')}
      </p>
    ) : null}
    {status.health
      .filter(({ check }) => check === 'vectors')
      .map((line) => (
        <p key={line.code} data-testid="index-waits" className="mt-1 text-caution">
          {saidRemark(line)}
        </p>
      ))}
  </>
);

/** Offers a rebuild if the limits would cut the documents in another way. `limits` is new after each change. */
export function CutAnew({ limits }: { readonly limits: string }) {
  const { rebuild, start } = useRebuild();
  const { data: status } = useAnswer('app.status', {}, `${limits} ${rebuild?.state}`);
  if (!status?.recuts) return null;
  return (
    <div data-testid="limits-recut" className="mt-4 rounded-md border border-hairline px-4 py-3">
      <p className="mb-2 text-caution">{t('rebuild.recuts')}</p>
      {isUnderWay(rebuild) ? (
        <RebuildProgress />
      ) : (
        <>
          <Estimate asked={{}} dependsOn={limits} />
          <Button className="mt-3" data-testid="limits-rebuild" onClick={() => void start({})}>
            {t('rebuild.start')}
          </Button>
        </>
      )}
    </div>
  );
}

const canGoOn: readonly Rebuild['state'][] = ['paused', 'interrupted', 'stopped'];

export function RebuildProgress() {
  const { rebuild, refused, pause, resume, cancel } = useRebuild();
  const modelName = useModelNames();
  if (!rebuild) return refused ? <ErrorNote error={refused} /> : null;
  const { state, error } = rebuild;
  const underWay = isUnderWay(rebuild);
  return (
    <div
      data-testid="rebuild"
      data-state={state}
      data-phase={rebuild.phase}
      className="rounded-md border border-hairline px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 font-medium" aria-live="polite" data-testid="rebuild-state">
          {state === 'running' && rebuild.phase !== 'embedding'
            ? t(`rebuild.${rebuild.phase}`)
            : t(`rebuild.states.${state}`)}
        </p>
        <Buttons
          acts={[
            ['running', 'waiting'].includes(state) && {
              id: 'rebuild-pause',
              icon: Pause,
              label: t('app.pause'),
              run: pause,
            },
            canGoOn.includes(state) && { id: 'rebuild-resume', icon: Play, label: t('rebuild.resume'), run: resume },
            {
              id: 'rebuild-cancel',
              look: 'ghost',
              icon: X,
              label: t(underWay ? 'app.cancel' : 'rebuild.dismiss'),
              run: cancel,
            },
          ]}
        />
      </div>
      {underWay ? (
        <progress
          aria-label={t('rebuild.states.running')}
          className="mt-2 h-1 w-full accent-accent"
          value={rebuild.share}
          max={1}
        />
      ) : null}
      <p className="tabular break-words text-12 text-soft" title={rebuild.model} data-testid="rebuild-facts">
        {factsOf(rebuild, modelName(rebuild.model))}
      </p>
      {underWay ? <StillAnswers state={state} phase={rebuild.phase} /> : null}
      <ErrorNote
        error={error}
        action={rebuild.phase === 'fetching' ? <FromFolder model={rebuild.model} /> : null}
        around="mt-2"
      />
      <ErrorNote error={refused} around="mt-2" />
    </div>
  );
}

const StillAnswers = ({ state, phase }: Pick<Rebuild, 'state' | 'phase'>) => (
  <p className="text-12 text-muted">
    {t('rebuild.oldAnswers')}
    {state === 'waiting' ? ` ${t('rebuild.waits')}` : ''}
    {state === 'stopped' && phase !== 'fetching' ? ` ${t('rebuild.kept')}` : ''}
  </p>
);

/** The other way to get a model and rebuild with it: from a folder. A browser cannot name one. */
export function FromFolder({ model }: { readonly model: string }) {
  const start = useRebuild((state) => state.start);
  if (host().host !== 'desktop') return null;
  async function get(): Promise<void> {
    const [from] = await host().chooseFiles('folder');
    if (from !== undefined) await start({ model, from });
  }
  return (
    <Button data-testid="get-from-folder" icon={FolderInput} onClick={() => void get()}>
      {t('searchModels.offer.fromFolder')}
    </Button>
  );
}

function factsOf(rebuild: Rebuild, model: string): string {
  const { profile, share, msLeft, report } = rebuild;
  if (report) {
    const { chunks, documents, embedded, ms } = report;
    return t('rebuild.done', { chunks, documents, embedded, time: formatDuration(ms) });
  }
  return [
    t('rebuild.of', { model, profile: profileName(profile) }),
    isUnderWay(rebuild) ? formatPercent(share) : '',
    msLeft === null ? '' : t('app.timeLeft', { time: formatTimeLeft(msLeft) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function RebuildFacts({ estimate }: { readonly estimate: RebuildEstimate }) {
  const { chunksNow, chunks, toEmbed, cached, exact, roomBytes, indexBytesAfter } = estimate;
  const guessed = (what: string) => (exact ? what : t('rebuild.about', { what }));
  const facts = [
    ['estimate-to-embed', t('rebuild.toEmbed'), guessed(formatCount(toEmbed))],
    ['estimate-cached', t('rebuild.cached'), guessed(formatCount(cached))],
    ['estimate-time', t('rebuild.time'), timeOf(estimate)],
    ['estimate-room', t('rebuild.room'), t('rebuild.about', { what: formatBytes(roomBytes) })],
    ['estimate-after', t('rebuild.after'), t('rebuild.about', { what: formatBytes(indexBytesAfter) })],
  ] as const;
  return (
    <div data-testid="rebuild-estimate" className="rounded-md bg-raised px-4 py-3">
      <p className="font-medium">
        {guessed(
          chunks === chunksNow
            ? t('rebuild.sameChunks', { to: chunks })
            : t('rebuild.chunks', { from: chunksNow, to: chunks }),
        )}
      </p>
      <div className="mt-2">
        <Figures rows={facts} />
      </div>
      <NoRoom estimate={estimate} />
      <p className="tabular mt-2 text-12 text-muted">{partsOf(estimate).join(' ')}</p>
    </div>
  );
}

export function NoRoom({ estimate: { freeBytes, roomBytes } }: { readonly estimate: RebuildEstimate }) {
  if (freeBytes === null || freeBytes >= roomBytes) return null;
  return (
    <p role="alert" className="mt-2 text-caution" data-testid="estimate-no-room">
      {t('rebuild.noRoom', { free: formatBytes(freeBytes) })}
    </p>
  );
}

interface EstimateProps {
  readonly asked: RequestOf<'library.rebuildEstimate'>;
  readonly dependsOn?: string;
  readonly children?: ReactNode;
  cancel?(): void;
}

export function Estimate({ asked, dependsOn = '', children, cancel }: EstimateProps) {
  const { data, error } = useAnswer('library.rebuildEstimate', asked, dependsOn);
  if (error) return <ErrorNote error={error} />;
  if (!data) {
    return (
      <p className="flex items-center gap-2 text-muted" aria-live="polite">
        {t('rebuild.estimating')}
        {cancel ? <Button look="ghost" icon={X} label={t('app.cancel')} onClick={cancel} /> : null}
      </p>
    );
  }
  return (
    <>
      <RebuildFacts estimate={data} />
      {children}
    </>
  );
}

export function timeOf(estimate: RebuildEstimate): string {
  if (!hasTime(estimate)) return t('rebuild.timeUnknown');
  return t('rebuild.about', { what: formatDuration(estimate.ms) });
}

const partsOf = ({ msPerText, msLoading, opensInThreads, msWriting }: RebuildEstimate): string[] => [
  t('rebuild.timeEach', { ms: formatDuration(msPerText) }),
  t(opensInThreads ? 'rebuild.timeLoadingInThreads' : 'rebuild.timeLoading', { time: formatDuration(msLoading) }),
  msWriting === null ? t('rebuild.writingUntimed') : t('rebuild.timeWriting', { time: formatDuration(msWriting) }),
];
