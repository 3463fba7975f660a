import type { MeasureName } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import {
  measuresOfBoth,
  optionOf,
  resultsBeside,
  resultsOfSameSet,
  wayOfOption,
} from '../../../../renderer/evaluate/other-results';

const set = (checksum: string, split: string | null) => ({
  kind: 'beir' as const,
  name: 'museum',
  path: '/museum',
  checksum,
  documents: 1,
  queries: 1,
  unjudged: 0,
  judgements: 1,
  highestGain: 1,
  splits: [],
  split,
  hasAnswers: false,
});
const kept = [
  { evaluationId: 'shown', set: set('a', 'test') },
  { evaluationId: 'again', set: set('a', 'test') },
  { evaluationId: 'dev', set: set('a', 'dev') },
  { evaluationId: 'changed', set: set('b', 'test') },
  { evaluationId: 'deleted', set: set('a', 'test') },
];

describe('results that a result can be compared with', () => {
  it('are those of the same questions, documents and judgements, none that is being deleted, and not itself', () => {
    const found = resultsOfSameSet(kept, { evaluationId: 'shown', set: set('a', 'test') }, new Set(['deleted']));
    expect(found.map(({ evaluationId }) => evaluationId)).toEqual(['again']);
    expect(resultsOfSameSet(null, { evaluationId: 'shown', set: set('a', 'test') }, new Set())).toEqual([]);
  });

  it('stand in one report: of each other model the newest, but the one that is compared with', () => {
    const of = (evaluationId: string, model: string) => ({ evaluationId, model });
    const [again, newer, older, third] = [of('again', 'a'), of('newer', 'b'), of('older', 'b'), of('third', 'c')];
    const others = [again, newer, older, third];
    const shown = { model: 'a' };
    expect(resultsBeside(shown, others, null)).toEqual([newer, third]);
    expect(resultsBeside(shown, others, older)).toEqual([older, third]);
    expect(resultsBeside(shown, others, again)).toEqual([again, newer, third]);
    expect(resultsBeside(shown, [again], null)).toEqual([]);
  });

  it('are compared by what both have measured', () => {
    const measures = (...names: MeasureName[]) => ({ measures: names });
    expect(measuresOfBoth(measures('ndcg@5', 'ndcg@10', 'mrr@10'), measures('mrr@10', 'ndcg@10'))).toEqual([
      'ndcg@10',
      'mrr@10',
    ]);
  });

  it('are chosen with one of their ways, whatever it is called', () => {
    expect(wayOfOption(optionOf('eval_1', 'hybrid rrf k 10'))).toEqual({
      evaluationId: 'eval_1',
      way: 'hybrid rrf k 10',
    });
  });
});
