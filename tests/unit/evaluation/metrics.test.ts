import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, ndcg, percentile, precision, recall, reciprocalRank } from '../../../electron/engine/evaluation';

const judgements = new Map([
  ['a', 3],
  ['b', 2],
  ['c', 1],
  ['x', 0],
]);

describe('nDCG', () => {
  it('of a graded ranking', () => {
    // DCG@3 of b, x, a: 2/log2(2) + 0/log2(3) + 3/log2(4) = 2 + 0 + 1.5 = 3.5
    // ideal a, b, c: 3 + 2/1.584963 + 1/2 = 3 + 1.261860 + 0.5 = 4.761860; 3.5/4.761860 = 0.735007
    expect(ndcg(['b', 'x', 'a'], judgements, 3)).toBeCloseTo(0.735007, 6);
  });

  it('looks at the first k, of the ranking and of the ideal', () => {
    // DCG@1 of b: 2; ideal: 3
    expect(ndcg(['b', 'a'], judgements, 1)).toBeCloseTo(2 / 3, 12);
  });

  it('is 0 without a relevant document, and 0 for an empty ranking', () => {
    expect(ndcg(['x'], new Map([['x', 0]]), 10)).toBe(0);
    expect(ndcg([], judgements, 10)).toBe(0);
  });

  it('lets a negative judgement gain nothing and cost nothing', () => {
    const spam = new Map([
      ['a', 1],
      ['spam', -2],
    ]);
    expect(ndcg(['a', 'spam'], spam, 10)).toBe(1);
    expect(ndcg(['spam', 'a'], spam, 10)).toBeCloseTo(1 / Math.log2(3), 12);
  });

  it('is 1 for the ideal order, lies within 0 and 1, and does not fall when a better one is put first', () => {
    const gains = fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(gains, fc.integer({ min: 1, max: 10 }), (all, k) => {
        const own = new Map(all.map((gain, at) => [`d${at}`, gain]));
        const ideal = [...own].sort((a, b) => b[1] - a[1]).map(([id]) => id);
        const relevant = all.some((gain) => gain > 0);
        expect(ndcg(ideal, own, k)).toBeCloseTo(relevant ? 1 : 0, 12);
        const given = ndcg([...own.keys()], own, k);
        expect(given).toBeGreaterThanOrEqual(0);
        expect(given).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

describe('the other measures', () => {
  it('reciprocal rank is 1/rank of the first relevant document within k', () => {
    expect(reciprocalRank(['x', 'y', 'c'], judgements, 10)).toBeCloseTo(1 / 3, 12);
    expect(reciprocalRank(['x', 'y', 'c'], judgements, 2)).toBe(0);
    expect(reciprocalRank([], judgements, 10)).toBe(0);
  });

  it('recall is the share of relevant documents within k', () => {
    // relevant: a, b, c; found within 3: a, c
    expect(recall(['a', 'x', 'c', 'b'], judgements, 3)).toBeCloseTo(2 / 3, 12);
    expect(recall(['a'], new Map(), 3)).toBe(0);
  });

  it('precision counts a short list as filled with misses', () => {
    // 2 of 5
    expect(precision(['a', 'x', 'c'], judgements, 5)).toBeCloseTo(0.4, 12);
    expect(precision(['a', 'b', 'x'], judgements, 2)).toBe(1);
  });

  it('percentile takes the nearest rank', () => {
    const values = [15, 20, 35, 40, 50];
    // ranks ⌈0.3·5⌉ = 2, ⌈0.5·5⌉ = 3, ⌈0.95·5⌉ = 5
    expect([0.3, 0.5, 0.95, 0, 1].map((share) => percentile(values, share))).toEqual([20, 35, 50, 15, 50]);
    expect(percentile([50, 15, 40], 0.5)).toBe(40);
    expect(percentile([], 0.5)).toBe(0);
  });

  it('mean of nothing is 0', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBe(0);
  });
});
