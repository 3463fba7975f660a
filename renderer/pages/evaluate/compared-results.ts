import type { EvaluationSummary, MeasureName } from '@shared/contract/index';
import { isSameSet } from '@shared/labelled-set-facts';
import { t } from '@shared/words/index';
import { useModelNames } from '../../state/search-models';
import { formatWhen } from '../../ui/quantities';

type Comparable = Pick<EvaluationSummary, 'evaluationId' | 'set'>;

/** Kept results of the same questions, documents and judgements as this one, newest first, without itself. */
export function resultsOfSameSet<T extends Comparable>(
  kept: readonly T[] | null,
  { evaluationId, set }: Comparable,
  leaving: ReadonlySet<string>,
): readonly T[] {
  return (kept ?? []).filter(
    (other) => other.evaluationId !== evaluationId && isSameSet(other.set, set) && !leaving.has(other.evaluationId),
  );
}

export const measuresOfBoth = (
  { measures }: Pick<EvaluationSummary, 'measures'>,
  other: Pick<EvaluationSummary, 'measures'>,
): readonly MeasureName[] => measures.filter((measure) => other.measures.includes(measure));

/** A way of a result as the value of an option; ids have no space in them. */
export const optionOf = (evaluationId: string, way: string): string => `${evaluationId} ${way}`;

export function wayOfOption(option: string): { readonly evaluationId: string; readonly way: string } {
  const end = option.indexOf(' ');
  return { evaluationId: option.slice(0, end), way: option.slice(end + 1) };
}

/** Returns the compared result and the newest of every other model. `others` begin with the newest. */
export function resultsBeside<T extends Pick<EvaluationSummary, 'evaluationId' | 'model'>>(
  { model }: Pick<EvaluationSummary, 'model'>,
  others: readonly T[],
  compared: T | null,
): readonly T[] {
  const newest = others.filter((one, at) => others.findIndex((other) => other.model === one.model) === at);
  const beside = newest.filter((one) => one.model !== model && one.model !== compared?.model);
  return compared ? [compared, ...beside] : beside;
}

/** Names results of one set, which differ in their models or in when they were measured: by model, or by both. */
export function useResultNames() {
  const modelName = useModelNames();
  const now = new Date();
  const model = (result: EvaluationSummary) => modelName(result.model);
  const whole = (result: EvaluationSummary) =>
    t('evaluate.compare.other', { model: model(result), when: formatWhen(result.createdAt, now) });
  return { model, whole };
}
