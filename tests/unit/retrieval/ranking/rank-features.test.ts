import { describe, expect, it } from 'vitest';
import { type RankInput, rankByFeatures } from '../../../../electron/engine/retrieval/ranking/rank-features';

const none = { coverage: 0, title: 0, definition: 0, relevance: 0 };
const inputs = (relevances: readonly number[]): RankInput[] =>
  [1, 0.9, 0.8, 0.7, 0.6, 0.5].map((value, position) => ({
    fused: {
      chunkId: `c${position}`,
      position,
      vector: null,
      keyword: value,
      vectorRank: null,
      keywordRank: position + 1,
      fused: { kind: 'weighted', value },
      ofVector: 0,
    },
    chunk: { id: `c${position}` } as RankInput['chunk'],
    coverage: position / 10,
    title: position % 2,
    definition: 0,
    relevance: relevances[position] ?? 0,
  }));
const ranked = (relevances: readonly number[], weights: typeof none, most?: number) =>
  rankByFeatures(inputs(relevances), weights, most);

describe('rank by features', () => {
  it('puts what is relevant by itself before what is only the best of its query', () => {
    const order = (relevance: number) =>
      ranked([0, 0, 0, 0, 0, 1], { ...none, relevance }).map(({ input }) => input.chunk.id);
    expect(order(0)[0]).toBe('c0');
    expect(order(0.4)[0]).toBe('c0');
    expect(order(0.6)[0]).toBe('c5');
  });

  it('is a weighted mean: its parts sum to the score, which is between 0 and 1', () => {
    const weights = { ...none, coverage: 0.3, title: 0.2, relevance: 0.3 };
    const [first] = ranked([1], weights);
    expect(first?.contributions).toEqual({
      fusion: 1 / 1.8,
      coverage: 0,
      title: 0,
      definition: 0,
      relevance: 0.3 / 1.8,
    });
    for (const { score, contributions } of ranked([0.9, 0.8, 0.1, 0.7, 0.2, 0.9], weights)) {
      expect(Object.values(contributions).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('gives as many as are wanted, ties by id', () => {
    expect(ranked([], none, 2).map(({ input }) => input.chunk.id)).toEqual(['c0', 'c1']);
    const [one, other] = inputs([]);
    if (!one || !other) throw new Error('two inputs are wanted');
    const tied = [{ ...other, fused: one.fused }, one];
    expect(rankByFeatures(tied, none).map(({ input }) => input.chunk.id)).toEqual(['c0', 'c1']);
  });
});
