import type { EvaluationProgress } from '@shared/contract/index';
import { intoSight } from '../components/into-sight';
import { useModelNames } from '../components/model-name';
import { formatTimeLeft } from '../components/quantities';
import { TaskProgress } from '../components/TaskProgress';
import { useEvaluation } from '../state/evaluation';
import { t } from '../strings/index';
import { wayName } from './ways';

/** How far the measuring is, and how to stop it. */
export function MeasureProgress({ progress }: { readonly progress: EvaluationProgress | null }) {
  const cancel = useEvaluation((state) => state.cancel);
  const model = useEvaluation((state) => state.running?.model ?? null);
  const modelName = useModelNames();
  const phase = phaseText(progress);
  const known = progress !== null && progress.total > 0;
  return (
    <div
      ref={intoSight}
      data-testid="measure-progress"
      className="scroll-mb-12 rounded-md border border-hairline px-4 py-3"
    >
      <TaskProgress
        name={model === null ? phase : t('evaluate.phaseWith', { model: modelName(model), phase })}
        oneLine
        cancelLabel={t('evaluate.cancel')}
        cancelTestId="cancel-measure"
        cancel={cancel}
        share={known ? progress : null}
        facts={known ? factsOf(progress) : ''}
      />
    </div>
  );
}

function phaseText(progress: EvaluationProgress | null): string {
  if (progress === null) return t('evaluate.starting');
  const { phase, way } = progress;
  return phase === 'searching'
    ? t('evaluate.phases.searching', { name: way ? wayName(way) : '' })
    : t(`evaluate.phases.${phase}`);
}

/** How far, and how long it may still take, in the words that stand at an ingest too. */
function factsOf({ done, total, msLeft }: EvaluationProgress): string {
  const far = t('evaluate.progress', { done, total });
  return msLeft === null || done === total ? far : `${far} · ${t('ingest.left', { time: formatTimeLeft(msLeft) })}`;
}
