import type { EvaluationComparison, EvaluationResult, MeasureName, QueryDifference } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { isSameSet } from '@shared/labelled-set-facts';
import { randomisationTest, toFigure } from './metrics';

export function leadingMeasure(measures: readonly MeasureName[]): MeasureName {
  return measures.includes('ndcg@10') ? 'ndcg@10' : (measures[0] ?? 'ndcg@10');
}

interface ComparedWith {
  readonly other?: EvaluationResult;
  readonly measure?: MeasureName;
}

/** Two configurations, question by question, of one result or two of one set. Errors: `bad-request`. */
export function compareConfigurations(
  result: EvaluationResult,
  before: string,
  after: string,
  { other: compared = result, measure = leadingMeasure(result.measures) }: ComparedWith = {},
): EvaluationComparison {
  assertSameSet(result, compared);
  const first = configurationAt(result, before);
  const second = configurationAt(compared, after);
  const [column, column2] = [result, compared].map(({ measures }) => position(measures, measure));
  const outcomesAfter = new Map(compared.queries.map(({ queryId, outcomes }) => [queryId, outcomes[second]]));
  const queries = result.queries.map(({ queryId, question, outcomes }): QueryDifference => {
    const [a, b] = [outcomes[first], outcomesAfter.get(queryId)];
    const [own = 0, other = 0] = [a?.values[column ?? 0], b?.values[column2 ?? 0]];
    return {
      queryId,
      question,
      before: own,
      after: other,
      difference: toFigure(other - own),
      firstRankBefore: a?.firstRank ?? null,
      firstRankAfter: b?.firstRank ?? null,
    };
  });
  const [meanBefore = 0, meanAfter = 0] = [result.configurations[first], compared.configurations[second]].map(
    (configuration) => configuration?.figures[measure],
  );
  return {
    evaluationId: result.evaluationId,
    afterEvaluationId: compared.evaluationId,
    measure,
    before,
    after,
    meanBefore,
    meanAfter,
    difference: toFigure(meanAfter - meanBefore),
    wins: queries.filter(({ difference }) => difference > 0).length,
    losses: queries.filter(({ difference }) => difference < 0).length,
    ties: queries.filter(({ difference }) => difference === 0).length,
    significance: randomisationTest(queries.map(({ difference }) => difference)),
    queries: [...queries].sort((a, b) => b.difference - a.difference),
  };
}

const configurationAt = ({ configurations }: EvaluationResult, name: string): number =>
  position(
    configurations.map((one) => one.name),
    name,
  );

/** Errors: `bad-request` for results of two sets, or of one whose documents or judgements have changed. */
export function assertSameSet(result: EvaluationResult, compared: EvaluationResult): void {
  if (!isSameSet(result.set, compared.set)) throw otherSet(compared);
}

const otherSet = ({ set }: EvaluationResult): VitrineError =>
  new VitrineError('bad-request', { name: set.name, why: 'other-set' });

function position(names: readonly string[], name: string): number {
  const at = names.indexOf(name);
  if (at !== -1) return at;
  throw new VitrineError('bad-request', { name, why: 'not-in-result' });
}
