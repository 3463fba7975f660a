import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mean,
  ndcg,
  percentile,
  precision,
  randomisationTest,
  recall,
  reciprocalRank,
} from '../../../electron/engine/evaluation';
import { forAll } from '../../for-all';

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
    forAll(gains, fc.integer({ min: 1, max: 10 }), (all, k) => {
      const own = new Map(all.map((gain, at) => [`d${at}`, gain]));
      const ideal = [...own].sort((a, b) => b[1] - a[1]).map(([id]) => id);
      const relevant = all.some((gain) => gain > 0);
      expect(ndcg(ideal, own, k)).toBeCloseTo(relevant ? 1 : 0, 12);
      const given = ndcg([...own.keys()], own, k);
      expect(given).toBeGreaterThanOrEqual(0);
      expect(given).toBeLessThanOrEqual(1 + 1e-12);
    });
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

describe('the paired randomisation test', () => {
  it('counts every flip of few questions', () => {
    // |±1 ±2 ±3| of 8 flips: 6, 4, 2, 0, 0, 2, 4, 6; as far as the 6 seen: 2 of 8
    expect(randomisationTest([1, 2, 3])).toMatchObject({ pValue: 0.25, method: 'exact', rounds: 8 });
    // as far as the 2 of 1 − 2 + 3: 6 of 8
    expect(randomisationTest([1, -2, 3])).toMatchObject({ pValue: 0.75 });
  });

  it('finds nothing where nothing differs', () => {
    expect(randomisationTest([])).toMatchObject({ pValue: 1, rounds: 1 });
    expect(randomisationTest([0, 0, 0])).toMatchObject({ pValue: 1, rounds: 1 });
  });

  it('draws flips of many questions with a fixed seed, close to the exact share', () => {
    // 14 questions of one sign and size: only the two flips of all of them are as far, 2 of 16,384 = 0.000122
    const all = randomisationTest(Array(14).fill(0.5));
    expect(all).toMatchObject({ method: 'sampled', rounds: 10_000 });
    expect(all.pValue).toBeLessThan(0.001);
    expect(all.pValue).toBeGreaterThan(0);
    // 15 to 5: |sum| ≥ 10 for at least 15 or at most 5 of 20 heads, 2·(1+20+190+1140+4845+15504)/2^20 = 0.0414
    const split = [...Array<number>(15).fill(1), ...Array<number>(5).fill(-1)];
    expect(randomisationTest(split).pValue).toBeCloseTo(0.0414, 2);
    expect(randomisationTest(split)).toEqual(randomisationTest(split));
  });

  it('is never 0, however many questions agree: the flips that were seen count as one of them', () => {
    // Two of 2^40 flips are as far, and no draw of 10,000 meets one.
    expect(randomisationTest(Array(40).fill(0.5)).pValue).toBe(0.0001);
  });

  it('is the same for either order of the two, whatever the questions that are equal', () => {
    const differences = fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 12 });
    forAll(differences, (values) => {
      const { pValue } = randomisationTest(values);
      expect(randomisationTest(values.map((value) => -value)).pValue).toBe(pValue);
      expect(randomisationTest([0, ...values, 0]).pValue).toBe(pValue);
      expect(pValue).toBeGreaterThan(0);
      expect(pValue).toBeLessThanOrEqual(1);
    });
  });
});
