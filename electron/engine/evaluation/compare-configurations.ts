import type { EvaluationComparison, EvaluationResult, MeasureName, QueryDifference } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { mean } from './metrics';
import { randomisationTest } from './randomisation-test';

const decimals = 1e4;
const rounded = (value: number): number => Math.round(value * decimals) / decimals;

/** The measure that speaks for a result where nobody names one. */
export function leadingMeasure(measures: readonly MeasureName[]): MeasureName {
  return measures.includes('ndcg@10') ? 'ndcg@10' : (measures[0] ?? 'ndcg@10');
}

/** Two configurations of one result, question by question. Errors: `bad-request` for a name that is not in it. */
export function compareConfigurations(
  result: EvaluationResult,
  before: string,
  after: string,
  measure: MeasureName = leadingMeasure(result.measures),
): EvaluationComparison {
  const names = result.configurations.map(({ name }) => name);
  const [first, second] = [before, after].map((name) => position(names, name, 'configuration'));
  const column = position(result.measures, measure, 'measure');
  const queries = result.queries.map(({ queryId, question, outcomes }): QueryDifference => {
    const [a, b] = [outcomes[first ?? 0], outcomes[second ?? 0]];
    const [own = 0, other = 0] = [a?.values[column], b?.values[column]];
    return {
      queryId,
      question,
      before: own,
      after: other,
      difference: rounded(other - own),
      firstRankBefore: a?.firstRank ?? null,
      firstRankAfter: b?.firstRank ?? null,
    };
  });
  const meanBefore = rounded(mean(queries.map((query) => query.before)));
  const meanAfter = rounded(mean(queries.map((query) => query.after)));
  return {
    evaluationId: result.evaluationId,
    measure,
    before,
    after,
    meanBefore,
    meanAfter,
    difference: rounded(meanAfter - meanBefore),
    wins: queries.filter(({ difference }) => difference > 0).length,
    losses: queries.filter(({ difference }) => difference < 0).length,
    ties: queries.filter(({ difference }) => difference === 0).length,
    significance: randomisationTest(queries.map(({ difference }) => difference)),
    queries: [...queries].sort((a, b) => b.difference - a.difference),
  };
}

function position(names: readonly string[], name: string, what: string): number {
  const at = names.indexOf(name);
  if (at !== -1) return at;
  throw new VitrineError('bad-request', `This result has no ${what} ${name}.`, `It has: ${names.join(', ')}.`, {
    name,
    why: 'not-in-result',
  });
}
