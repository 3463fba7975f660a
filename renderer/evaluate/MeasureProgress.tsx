import type { EvaluationProgress } from '@shared/contract/index';
import { X } from 'lucide-react';
import { Button } from '../components/Button';
import { useEvaluation } from '../state/evaluation';
import { t } from '../strings/index';

/** How far the measuring is, and how to stop it. */
export function MeasureProgress({ progress }: { readonly progress: EvaluationProgress | null }) {
  const cancel = useEvaluation((state) => state.cancel);
  const phase = phaseText(progress);
  const known = progress !== null && progress.total > 0;
  return (
    <div data-testid="measure-progress" className="rounded-md border border-hairline px-4 py-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate font-medium" aria-live="polite">
          {phase}
        </p>
        <Button look="ghost" data-testid="cancel-measure" icon={<X size={14} aria-hidden />} onClick={cancel}>
          {t('evaluate.cancel')}
        </Button>
      </div>
      <progress
        aria-label={phase}
        className="mt-1 h-1 w-full accent-accent"
        value={known ? progress.done : undefined}
        max={known ? progress.total : undefined}
      />
      <p className="tabular h-4 text-12 text-muted">
        {known ? t('evaluate.progress', { done: progress.done, total: progress.total }) : ''}
      </p>
    </div>
  );
}

function phaseText(progress: EvaluationProgress | null): string {
  if (progress === null) return t('evaluate.starting');
  const { phase, configuration } = progress;
  return phase === 'searching'
    ? t('evaluate.phases.searching', { name: configuration ?? '' })
    : t(`evaluate.phases.${phase}`);
}
