import type { EvaluationSummary } from '@shared/contract/index';
import { useModelNames } from '../components/model-name';
import { formatWhen } from '../components/quantities';
import { t } from '../strings/index';

interface ResultNames {
  /** By its model where that tells it from the one it is compared with, else also by when it was measured. */
  (result: EvaluationSummary, one: EvaluationSummary, other: EvaluationSummary): string;
  model(result: EvaluationSummary): string;
  /** Model and time. */
  whole(result: EvaluationSummary): string;
}

/** Names results of one set, which differ in their models or in when they were measured. */
export function useResultNames(): ResultNames {
  const modelName = useModelNames();
  const now = new Date();
  const model = (result: EvaluationSummary) => modelName(result.model);
  const whole = (result: EvaluationSummary) =>
    t('evaluate.compare.other', { model: model(result), when: formatWhen(result.createdAt, now) });
  const short = (result: EvaluationSummary, one: EvaluationSummary, other: EvaluationSummary) =>
    one.model === other.model ? whole(result) : model(result);
  return Object.assign(short, { model, whole });
}
