import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOrder, type OrderKey, ordered, usualOrder } from '../../../../renderer/stages/candidate-order';
import { candidatesOf } from '../../../../renderer/stages/candidates';
import { aChunk, aRun } from '../a-run';

const candidates = candidatesOf(
  aRun(5, {
    base_context_chunks: ['a', 'b', 'c', 'd'].map(aChunk),
    views_by_stage: { retrieval: ['d', 'b', 'c', 'a'], reranked: ['a', 'd', 'b'], a3: ['a', 'd'] },
    extras: {
      rerank_relevance: { a: 0.9, d: 0.4, b: 0.6 },
      verdicts: {
        a: { verdict: 'keep', reason: '' },
        d: { verdict: 'keep', reason: '' },
        b: { verdict: 'drop_duplicate', reason: '' },
      },
    },
  }),
);
const ids = (by: OrderKey, reversed = false) =>
  ordered(candidates, { by, reversed })
    .map(({ chunkId }) => chunkId)
    .join('');

describe('the order of the candidates', () => {
  it.each([
    ['retrieval', 'dbca'],
    ['reranked', 'adbc'],
    ['title', 'abcd'],
    ['relevance', 'abdc'],
    ['fate', 'dacb'],
  ] as const)('by %s is %s', (by, expected) => {
    expect(ids(by)).toBe(expected);
  });

  it('keeps those without a value last when it is turned round', () => {
    expect([ids('reranked', true), ids('relevance', true)]).toEqual(['bdac', 'dbac']);
  });

  it('never loses or doubles a candidate', () => {
    const keys: readonly OrderKey[] = [
      'retrieval',
      'reranked',
      'a3',
      'a4',
      'prompt',
      'title',
      'relevance',
      'score',
      'fate',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.boolean(), (by, reversed) => {
        expect([...ids(by, reversed)].sort().join('')).toBe('abcd');
      }),
    );
  });

  it('is turned round by the second click on the same column', () => {
    const once = nextOrder(usualOrder, 'relevance');
    expect([once, nextOrder(once, 'relevance')]).toEqual([
      { by: 'relevance', reversed: false },
      { by: 'relevance', reversed: true },
    ]);
  });
});
