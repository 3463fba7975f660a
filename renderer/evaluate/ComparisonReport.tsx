import type { EvaluationResult, EvaluationSummary } from '@shared/contract/index';
import { useEvaluation } from '../state/evaluation';
import { t } from '../strings/index';
import { resultsBeside } from './other-results';
import { ReportButtons } from './ReportButtons';

interface ComparisonReportProps {
  readonly result: EvaluationResult;
  /** Results of the same set, newest first. */
  readonly others: readonly EvaluationSummary[];
  /** The one among them that is being compared with. */
  readonly compared: EvaluationSummary | null;
}

/** Saves the comparison with other models, or with another result of the same one, as a file. */
export function ComparisonReport({ result, others, compared }: ComparisonReportProps) {
  const report = useEvaluation((state) => state.report);
  const beside = resultsBeside(result, others, compared);
  if (beside.length === 0) return null;
  const count = beside.length + 1;
  return (
    <div className="flex items-center gap-2">
      <span className="text-12 text-muted">{t('evaluate.compare.results', { count })}</span>
      <ReportButtons
        of="comparison"
        says={(format) => t(`evaluate.compare.save.${format}`, { count })}
        save={(format) =>
          void report(
            format,
            beside.map(({ evaluationId }) => evaluationId),
          )
        }
      />
    </div>
  );
}
