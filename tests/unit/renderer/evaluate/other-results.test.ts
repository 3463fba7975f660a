import type { MeasureName } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { measuresOfBoth, optionOf, resultsOfSameSet, wayOfOption } from '../../../../renderer/evaluate/other-results';

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
