import type { ModelSummary } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Check, Download, Gauge, Pause, Play, RefreshCw, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAnswer } from '../../../bridge/use-answer';
import { isBusy, useQueue } from '../../../state/library/ingest-queue';
import { isUnderWay, useRebuild } from '../../../state/library/library-care';
import { usePull } from '../../../state/model-pull';
import { nameOf, useSearchModels } from '../../../state/search-models';
import { useToasts } from '../../../state/toasts';
import { Button, Hint, IconButton } from '../../../ui/Button';
import { ErrorNote } from '../../../ui/Notices';
import { formatBytes } from '../../../ui/quantities';
import { byteProgress, TaskProgress } from '../../../ui/TaskProgress';
import { PanelEnd, RowPanel } from '../SettingRow';
import { ImportButton, MissingModelNote } from './EmbeddingServers';
import { ModelFigures, noteOf } from './ModelFigures';
import { RebuildFacts, RebuildProgress } from './RebuildGroup';
import { Recommendation } from './Recommendation';

interface ModelRowProps {
  readonly model: ModelSummary;
  readonly slowest: number;
  readonly current: ModelSummary | null;
}

export function ModelRow({ model, slowest, current }: ModelRowProps) {
  const { busy, refused, use } = useSearchModels();
  const pulls = usePull((state) => state.model === model.id);
  const [panel, setPanel] = useState<'switch' | 'remove' | null>(null);
  const rebuilding = useRebuild(({ rebuild }) => isUnderWay(rebuild));
  const isRebuilt = useRebuild(({ rebuild }) => rebuild?.model === model.id);
  const name = nameOf(model);
  const offered = isOffered(model);
  const close = () => setPanel(null);

  async function choose(): Promise<void> {
    if (await use(model)) setPanel('switch');
  }

  return (
    <li
      data-testid="search-model"
      data-model={model.id}
      data-installed={model.installed}
      data-active={model.active}
      className="border-b border-hairline py-4 last:border-b-0"
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            <span className="min-w-0 break-words">{name}</span>
            {model.active ? <InUse missing={!model.installed} /> : null}
            {model.recommended ? <RecommendedMark /> : null}
          </p>
          <p className="tabular break-words text-12 text-soft">{noteOf(model)}</p>
        </div>
        <ModelActions model={model} choose={choose} askToRemove={() => setPanel('remove')} />
      </div>
      {model.active && !model.installed ? <MissingModelNote model={model} /> : null}
      <ModelFigures model={model} slowest={slowest} />
      {offered && !rebuilding ? <Recommendation model={model} current={current} /> : null}
      {model.calibrated === false ? <p className="mt-1 text-12 text-caution">{t('searchModels.unmeasured')}</p> : null}
      {model.unmeasured ? <NotMeasured job={model.job} /> : null}
      {model.poolingAssumed ? (
        <p data-testid="pooling-assumed" className="mt-1 text-12 text-caution">
          {t('searchModels.poolingAssumed')}
        </p>
      ) : null}
      {busy?.model === model.id && busy.what === 'measuring' ? <MeasuringRow name={name} /> : null}
      {pulls ? <PullRow name={name} isHere={model.installed} /> : null}
      <ErrorNote error={refused?.model === model.id ? refused.error : null} around="mt-3" />
      {panel === 'remove' ? <RemovePanel model={model} close={close} /> : null}
      {panel === 'switch' ? <SwitchPanel model={model} current={current} close={close} /> : null}
      {isRebuilt ? (
        <div className="mt-3">
          <RebuildProgress />
        </div>
      ) : null}
    </li>
  );
}

function NotMeasured({ job }: Pick<ModelSummary, 'job'>) {
  return (
    <p data-testid="not-measured" className="mt-1 text-12 text-caution">
      {t(job === 'reader' ? 'searchModels.notMeasured.reader' : 'searchModels.notMeasured.other')}
    </p>
  );
}

export const isOffered = ({ recommended, active }: ModelSummary): boolean => recommended === true && !active;

const RecommendedMark = () => (
  <span data-testid="model-recommended" className="rounded-sm bg-raised px-1.5 text-12 font-medium text-soft">
    {t('searchModels.recommended')}
  </span>
);

function MeasuringRow({ name }: { readonly name: string }) {
  const cancel = useSearchModels((state) => state.cancel);
  return (
    <div className="mt-3" data-testid="measuring">
      <TaskProgress
        name={t('searchModels.measuring', { model: name })}
        cancelTestId="measure-cancel"
        cancel={cancel}
        share={null}
        facts={t('searchModels.measuringHelp')}
      />
    </div>
  );
}

export function InUse({ missing = false }: { readonly missing?: boolean }) {
  const look = missing ? 'bg-caution-wash text-caution' : 'bg-accent-wash text-accent';
  const Icon = missing ? TriangleAlert : Check;
  return (
    <span
      data-testid={missing ? 'model-missing' : 'model-in-use'}
      className={`inline-flex items-center gap-1 rounded-sm px-1.5 text-12 font-medium ${look}`}
    >
      <Icon size={12} aria-hidden />
      {missing ? t('searchModels.isMissing') : t('searchModels.inUse')}
    </span>
  );
}

function RemovePanel({ model, close }: { readonly model: ModelSummary; close(): void }) {
  const { remove, busy } = useSearchModels();
  const adding = useQueue(({ jobs }) => isBusy(jobs));
  const name = nameOf(model);
  const { job, active, bytes } = model;
  const size = formatBytes(bytes);

  async function removeNow(): Promise<void> {
    await remove(model);
    close();
    if (useSearchModels.getState().refused?.model === model.id) return;
    const text = t('searchModels.removed', { model: name, size });
    useToasts.getState().show({ text, life: 4000 });
  }

  return (
    <RowPanel title={t('searchModels.removeTitle', { model: name })} testId="remove-panel" close={close}>
      <p className={`mt-1 ${active ? 'text-caution' : 'text-soft'}`} data-testid="what-stops">
        {active && job !== 'chat' ? t(`searchModels.removeStops.${job}`) : t('searchModels.removeUnused')}{' '}
        {active && job === 'embedding' && adding ? `${t('searchModels.removeAdding')} ` : ''}
        {t('searchModels.removeFrees', { size })}
      </p>
      <PanelEnd
        quiet
        yes={t('settings.removeServer')}
        testId="remove-now"
        disabled={busy !== null}
        run={() => void removeNow()}
        no={t('app.keep')}
        noTestId="keep-model"
        close={close}
      />
    </RowPanel>
  );
}

function PullRow({ name, isHere }: { readonly name: string; readonly isHere: boolean }) {
  const { requestId, done, total, perSecond, checked, error, pause, cancel } = usePull();
  if (requestId === null) {
    return (
      <div className="mt-3" aria-live="polite">
        {/* A model that has come in another way lacks nothing. */}
        {error && !isHere ? <ErrorNote error={error} action={<ImportButton testId="import-instead" />} /> : null}
        {!error && checked && isHere ? (
          <p data-testid="pull-done" className="text-12 text-soft">
            {t(`searchModels.checked.${checked}`, { model: name })}
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <div className="mt-3" data-testid="pull-progress">
      <TaskProgress
        name={t('searchModels.pulling', { model: name })}
        cancelTestId="pull-cancel"
        cancel={cancel}
        {...byteProgress(done, total, perSecond)}
      >
        <Button look="ghost" data-testid="pull-pause" icon={Pause} label={t('app.pause')} onClick={pause} />
      </TaskProgress>
    </div>
  );
}

interface ModelActionsProps {
  readonly model: ModelSummary;
  choose(): Promise<void>;
  askToRemove(): void;
}

/** Present actions on a model. A waiting button keeps the focus; a disabled one would lose it. */
function ModelActions({ model, choose, askToRemove }: ModelActionsProps) {
  const { busy, models } = useSearchModels();
  const { requestId, model: pulled, name: pulledName, start } = usePull();
  const name = nameOf(model);
  const { installed, active, store } = model;
  const pulling = requestId !== null;

  if (!installed) {
    const begun = (store?.partialBytes ?? 0) > 0;
    if (store?.from !== 'hub' || (isOffered(model) && !begun)) return null;
    const label = { model: name };
    const waits = pulling && pulled !== model.id;
    return (
      <div className="flex flex-wrap gap-2">
        <Hint text={waits ? t('searchModels.waitsFor', { model: pulledName }) : ''}>
          <Button
            aria-label={begun ? t('searchModels.resumeModel', label) : t('searchModels.downloadModel', label)}
            data-testid={begun ? 'resume-model' : 'download-model'}
            icon={begun ? Play : Download}
            aria-disabled={pulling}
            label={begun ? t('searchModels.resume') : t('searchModels.download')}
            onClick={() => void start(model.id, name)}
          />
        </Hint>
        {begun && !pulling ? <DiscardButton model={model} /> : null}
      </div>
    );
  }
  const measured = models?.find(({ id }) => id === busy?.model);
  const waits =
    busy?.what === 'measuring' && measured ? t('searchModels.waitsForMeasuring', { model: nameOf(measured) }) : '';
  return (
    <div className="flex flex-wrap gap-2">
      {active || isOffered(model) ? null : (
        <Hint text={waits}>
          <Button
            aria-label={t('searchModels.useModel', { model: name })}
            data-testid="use-model"
            aria-disabled={busy !== null}
            label={t('searchModels.use')}
            onClick={() => void choose()}
          />
        </Hint>
      )}
      <MeasureButton model={model} />
      {store?.removable ? (
        <IconButton
          icon={Trash2}
          label={t('searchModels.removeModel', { model: name })}
          data-testid="remove-model"
          aria-disabled={busy !== null || pulling}
          onClick={askToRemove}
        />
      ) : null}
    </div>
  );
}

function DiscardButton({ model }: Pick<ModelActionsProps, 'model'>) {
  const { busy, remove } = useSearchModels();
  return (
    <Button
      look="ghost"
      aria-label={t('searchModels.discardModel', { model: nameOf(model) })}
      data-testid="discard-model"
      aria-disabled={busy !== null}
      label={t('searchModels.discard')}
      onClick={() => void remove(model)}
    />
  );
}

function MeasureButton({ model }: Pick<ModelActionsProps, 'model'>) {
  const { busy, measure } = useSearchModels();
  const measuring = t(model.cost ? 'searchModels.measureAgain' : 'evaluate.start');
  return (
    <Button
      look="ghost"
      aria-label={`${measuring}: ${nameOf(model)}`}
      data-testid="measure-model"
      icon={Gauge}
      aria-disabled={busy !== null}
      label={measuring}
      onClick={() => void measure(model.id)}
    />
  );
}

const Estimating = ({ adding }: { readonly adding: boolean }) => (
  <div className="mt-1" aria-live="polite">
    <p>{t('searchModels.estimating')}</p>
    <progress aria-label={t('searchModels.estimating')} className="mt-1 h-1 w-full accent-accent" />
    <p className="text-12 text-muted">
      {t('searchModels.estimatingHelp')} {t('searchModels.measuringHelp')}
    </p>
    {adding ? (
      <p className="mt-2 text-caution" data-testid="estimate-waits">
        {t('searchModels.estimateWaits')}
      </p>
    ) : null}
  </div>
);

function SwitchPanel({ model, current, close }: Pick<ModelRowProps, 'model' | 'current'> & { close(): void }) {
  const { data: estimate, asking, ...answer } = useAnswer('library.rebuildEstimate', { model: model.id });
  const error = asking ? null : answer.error;
  const adding = useQueue(({ jobs }) => isBusy(jobs));
  const { rebuild, start } = useRebuild();
  const load = useSearchModels((state) => state.load);
  const name = nameOf(model);

  // The measuring that an estimate may begin with belongs in the row's figures.
  useEffect(() => {
    if (estimate) void load();
  }, [estimate, load]);

  async function begin(): Promise<void> {
    await start({ model: model.id });
    close();
  }

  return (
    <RowPanel title={t('searchModels.switchTitle', { model: name })} testId="switch-panel" close={close}>
      {current ? (
        <p className="mt-1 break-words text-soft">{t('searchModels.estimateAnswers', { model: nameOf(current) })}</p>
      ) : null}
      <ErrorNote
        error={error}
        action={
          <Button data-testid="estimate-again" icon={RefreshCw} onClick={() => void answer.ask()}>
            {t('searchModels.estimateAgain')}
          </Button>
        }
        around="mt-2"
      />
      {estimate ? (
        <div className="mt-2" aria-live="polite">
          <RebuildFacts estimate={estimate} />
          {adding ? (
            <p className="mt-2 text-caution" data-testid="still-adding">
              {t('searchModels.stillAdding')}
            </p>
          ) : null}
        </div>
      ) : null}
      {!estimate && !error ? <Estimating adding={adding} /> : null}
      <PanelEnd
        yes={<span className="min-w-0 break-words">{t('searchModels.rebuild', { model: name })}</span>}
        testId="rebuild-now"
        disabled={(!estimate && (!adding || error !== null)) || isUnderWay(rebuild)}
        run={() => void begin()}
        no={t('searchModels.notNow')}
        noTestId="not-now"
        close={close}
      />
    </RowPanel>
  );
}
