import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../../renderer/stages/candidates';
import { aChunk, aRun } from '../a-run';

const chunks = ['a', 'b', 'c', 'd', 'e'].map(aChunk);
const whole = {
  base_context_chunks: chunks,
  views_by_stage: {
    retrieval: ['a', 'b', 'c', 'd', 'e'],
    reranked: ['c', 'a', 'b', 'd'],
    a3: ['c', 'a'],
    a4: ['c', 'a'],
  },
  final_selection_ids: ['c', 'a'],
  extras: {
    verdicts: {
      c: { verdict: 'keep', reason: 'relevant' },
      a: { verdict: 'keep', reason: 'relevant too' },
      b: { verdict: 'drop_duplicate', reason: 'says what a says' },
      d: { verdict: 'drop_conflict', reason: 'contradicts c' },
    },
    dropped_for_budget: ['a'],
  },
} as const;

describe('the way of the candidates', () => {
  it('gives every rank, and where and why a chunk was left out', () => {
    const rows = candidatesOf(aRun(8, whole)).map(({ chunk, ranks, fate, lostAt, reason }) => [
      chunk.id,
      ranks,
      fate,
      lostAt,
      reason,
    ]);
    expect(rows).toEqual([
      ['a', { retrieval: 1, reranked: 2, a3: 2, a4: 2, prompt: null }, 'cut', 'prompt', 'relevant too'],
      [
        'b',
        { retrieval: 2, reranked: 3, a3: null, a4: null, prompt: null },
        'drop_duplicate',
        'a3',
        'says what a says',
      ],
      ['c', { retrieval: 3, reranked: 1, a3: 1, a4: 1, prompt: 1 }, 'keep', null, 'relevant'],
      ['d', { retrieval: 4, reranked: 4, a3: null, a4: null, prompt: null }, 'drop_conflict', 'a3', 'contradicts c'],
      ['e', { retrieval: 5, reranked: null, a3: null, a4: null, prompt: null }, 'cut', 'reranked', ''],
    ]);
  });

  it('leaves undecided what no stage has decided', () => {
    const found = { base_context_chunks: chunks, views_by_stage: { retrieval: ['b', 'a'] } };
    expect(candidatesOf(aRun(3, found)).map(({ chunk, fate, ranks }) => [chunk.id, fate, ranks])).toEqual([
      ['b', 'open', { retrieval: 1 }],
      ['a', 'open', { retrieval: 2 }],
    ]);
  });

  it('is empty before anything was found', () => {
    expect(candidatesOf(aRun(0))).toEqual([]);
  });
});
