import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomisationTest } from '../../../electron/engine/evaluation';

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
    // Of 2^40 flips two are as far, and no draw of 10,000 meets one.
    expect(randomisationTest(Array(40).fill(0.5)).pValue).toBe(0.0001);
  });

  it('is the same for either order of the two, whatever the questions that are equal', () => {
    const differences = fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 12 });
    fc.assert(
      fc.property(differences, (values) => {
        const { pValue } = randomisationTest(values);
        expect(randomisationTest(values.map((value) => -value)).pValue).toBe(pValue);
        expect(randomisationTest([0, ...values, 0]).pValue).toBe(pValue);
        expect(pValue).toBeGreaterThan(0);
        expect(pValue).toBeLessThanOrEqual(1);
      }),
    );
  });
});
