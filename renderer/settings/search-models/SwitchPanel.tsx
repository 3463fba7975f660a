import type { ModelSummary, RebuildEstimate } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { nameOf } from '../../components/model-name';
import { RebuildFacts } from '../../components/RebuildFacts';
import { host } from '../../state/host';
import { isBusy, useQueue } from '../../state/ingest-queue';
import { newId } from '../../state/new-id';
import { isUnderWay, useRebuild } from '../../state/rebuild';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';
import { RowPanel } from './RowPanel';

interface SwitchPanelProps {
  readonly model: ModelSummary;
  /** The one that the index is made with. */
  readonly current: ModelSummary | null;
  close(): void;
}

/** What it takes to change to another embedding model, and the way to begin. */
export function SwitchPanel({ model, current, close }: SwitchPanelProps) {
  const { estimate, error, again } = useEstimate(model.id);
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
      {error ? (
        <div className="mt-2">
          <ErrorNote
            error={error}
            action={
              <Button data-testid="estimate-again" icon={<RefreshCw size={14} aria-hidden />} onClick={again}>
                {t('searchModels.estimateAgain')}
              </Button>
            }
          />
        </div>
      ) : null}
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
      {!estimate && !error ? (
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
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          look="primary"
          data-testid="rebuild-now"
          className="h-auto! min-h-8 max-w-full whitespace-normal! py-1 text-left"
          disabled={(!estimate && (!adding || error !== null)) || isUnderWay(rebuild)}
          onClick={() => void begin()}
        >
          <span className="min-w-0 break-words">{t('searchModels.rebuild', { model: name })}</span>
        </Button>
        <Button look="ghost" data-testid="not-now" onClick={close}>
          {t('searchModels.notNow')}
        </Button>
      </div>
    </RowPanel>
  );
}

interface Estimated {
  readonly estimate: RebuildEstimate | null;
  readonly error: ErrorReport | null;
  again(): void;
}

/** The estimate of a rebuild with this model; nobody waits for it any longer where the panel is closed. */
function useEstimate(model: string): Estimated {
  const [estimate, setEstimate] = useState<RebuildEstimate | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when `times` is another
  useEffect(() => {
    const requestId = newId();
    let gone = false;
    setError(null);
    void host()
      .request('library.rebuildEstimate', { model }, { requestId })
      .then((answer) => {
        if (gone) return;
        if (answer.ok) setEstimate(answer.data);
        else setError(answer.error);
      });
    return () => {
      gone = true;
      host().cancel(requestId);
    };
  }, [model, times]);
  return { estimate, error, again: () => setTimes((before) => before + 1) };
}
