import type { ModelSummary } from '@shared/contract/index';
import { Download, Gauge, Play, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../components/Button';
import { Hint } from '../../components/Hint';
import { nameOf } from '../../components/model-name';
import { usePull } from '../../state/model-pull';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';

interface ModelActionsProps {
  readonly model: ModelSummary;
  choose(): Promise<void>;
  askToRemove(): void;
}

/** What can be done with a model now. A button that waits keeps the focus: one that is disabled would lose it. */
export function ModelActions({ model, choose, askToRemove }: ModelActionsProps) {
  const { busy, models, measure, remove } = useSearchModels();
  const { requestId, model: pulled, name: pulledName, start } = usePull();
  const name = nameOf(model);
  const { installed, active, store } = model;
  const pulling = requestId !== null;

  if (!installed) {
    if (store?.from !== 'hub') return null;
    const begun = store.partialBytes > 0;
    const label = { model: name };
    const waits = pulling && pulled !== model.id;
    return (
      <div className="flex flex-wrap gap-2">
        <Hint text={waits ? t('searchModels.waitsFor', { model: pulledName }) : ''}>
          <Button
            aria-label={begun ? t('searchModels.resumeModel', label) : t('searchModels.downloadModel', label)}
            data-testid={begun ? 'resume-model' : 'download-model'}
            icon={begun ? <Play size={14} aria-hidden /> : <Download size={14} aria-hidden />}
            aria-disabled={pulling}
            onClick={() => void start(model.id, name)}
          >
            {begun ? t('searchModels.resume') : t('searchModels.download')}
          </Button>
        </Hint>
        {begun && !pulling ? (
          <Button
            look="ghost"
            aria-label={t('searchModels.discardModel', label)}
            data-testid="discard-model"
            aria-disabled={busy !== null}
            onClick={() => void remove(model)}
          >
            {t('searchModels.discard')}
          </Button>
        ) : null}
      </div>
    );
  }
  const measured = models?.find(({ id }) => id === busy?.model);
  const waits =
    busy?.what === 'measuring' && measured ? t('searchModels.waitsForMeasuring', { model: nameOf(measured) }) : '';
  return (
    <div className="flex flex-wrap gap-2">
      {active ? null : (
        <Hint text={waits}>
          <Button
            aria-label={t('searchModels.useModel', { model: name })}
            data-testid="use-model"
            aria-disabled={busy !== null}
            onClick={() => void choose()}
          >
            {t('searchModels.use')}
          </Button>
        </Hint>
      )}
      <Button
        look="ghost"
        aria-label={t('searchModels.measureModel', { model: name })}
        data-testid="measure-model"
        icon={<Gauge size={14} aria-hidden />}
        aria-disabled={busy !== null}
        onClick={() => void measure(model.id)}
      >
        {model.cost ? t('searchModels.measureAgain') : t('searchModels.measure')}
      </Button>
      {store?.removable ? (
        <IconButton
          label={t('searchModels.removeModel', { model: name })}
          data-testid="remove-model"
          aria-disabled={busy !== null || pulling}
          onClick={() => (busy !== null || pulling ? undefined : askToRemove())}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}
