import type { ModelSummary } from '@shared/contract/index';
import { Button } from '../../components/Button';
import { nameOf } from '../../components/model-name';
import { formatBytes } from '../../components/quantities';
import { isBusy, useQueue } from '../../state/ingest-queue';
import { useSearchModels } from '../../state/search-models';
import { useToasts } from '../../state/toasts';
import { t } from '../../strings/index';
import { RowPanel } from './RowPanel';

/** Asks before a model is removed, and says what would stop working. */
export function RemovePanel({ model, close }: { readonly model: ModelSummary; close(): void }) {
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
    useToasts.getState().show({ text, tone: 'quiet', action: null, life: 4000 });
  }

  return (
    <RowPanel title={t('searchModels.removeTitle', { model: name })} testId="remove-panel" close={close}>
      <p className={`mt-1 ${active ? 'text-caution' : 'text-soft'}`} data-testid="what-stops">
        {active && job !== 'chat' ? t(`searchModels.removeStops.${job}`) : t('searchModels.removeUnused')}{' '}
        {active && job === 'embedding' && adding ? `${t('searchModels.removeAdding')} ` : ''}
        {t('searchModels.removeFrees', { size })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button data-testid="remove-now" disabled={busy !== null} onClick={() => void removeNow()}>
          {t('searchModels.removeNow')}
        </Button>
        <Button look="ghost" data-testid="keep-model" onClick={close}>
          {t('searchModels.keep')}
        </Button>
      </div>
    </RowPanel>
  );
}
