import type { LibraryStatus } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidRemark } from '@shared/words/said';
import { Gauge, X } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../../../bridge/use-answer';
import { isUnderWay, useRebuild } from '../../../state/library/library-care';
import { nameOf } from '../../../state/search-models';
import { Button } from '../../../ui/Button';
import { ErrorNote } from '../../../ui/Notices';
import { profileName } from '../../../ui/names';
import { Choice, SettingGroup } from '../SettingRow';
import { Estimate, RebuildFacts, RebuildProgress } from './RebuildProgress';

export function RebuildGroup({ status }: { readonly status: LibraryStatus }) {
  const { rebuild, start } = useRebuild();
  const { data: limits } = useAnswer('limits.get', {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const answer = useAnswer('library.rebuildEstimate', asked === null ? null : { profile: asked });
  const estimate = answer.current ? answer.data : null;
  const forget = () => setAsked(null);
  const profile = chosen ?? status.profile ?? limits?.values.ingest.profile ?? 'balanced';
  const profiles = Object.keys(limits?.values.ingest.profiles ?? {});
  const busy = isUnderWay(rebuild);

  return (
    <SettingGroup title={t('rebuild.title')} help={t('rebuild.help')}>
      <IndexState status={status} />
      {status.profile && !busy ? (
        <>
          <Choice
            label={t('rebuild.profile')}
            help={t('rebuild.profileHelp')}
            testId="rebuild-profile"
            value={profile}
            options={profiles.map((value) => ({ value, label: profileName(value) }))}
            choose={(value) => {
              setChosen(value);
              forget();
            }}
          />
          <EstimateRequest
            asking={answer.asking}
            ask={() => (asked === profile ? void answer.ask() : setAsked(profile))}
            cancel={forget}
          />
          <ErrorNote error={answer.error} />
          {estimate ? (
            <>
              <RebuildFacts estimate={estimate} />
              <Button
                look="primary"
                className="mt-3"
                data-testid="rebuild-start"
                onClick={() => {
                  forget();
                  setChosen(null);
                  void start({ profile });
                }}
              >
                {t('rebuild.start')}
              </Button>
            </>
          ) : null}
        </>
      ) : null}
      <div className={rebuild ? 'mt-3' : ''}>
        <RebuildProgress />
      </div>
    </SettingGroup>
  );
}

function IndexState({ status }: { readonly status: LibraryStatus }) {
  return (
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
}

function EstimateRequest({ asking, ask, cancel }: { readonly asking: boolean; ask(): void; cancel(): void }) {
  return (
    <div className="my-2 flex flex-wrap items-center gap-2">
      <Button data-testid="rebuild-estimate-ask" icon={Gauge} disabled={asking} onClick={ask}>
        {t('rebuild.estimate')}
      </Button>
      <span aria-live="polite" className="text-muted">
        {asking ? t('rebuild.estimating') : ''}
      </span>
      {asking ? (
        <Button look="ghost" icon={X} onClick={cancel}>
          {t('app.cancel')}
        </Button>
      ) : null}
    </div>
  );
}

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
