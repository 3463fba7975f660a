import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, lengthNormalised, logAvgExp } from '../../../../electron/engine/retrieval/ranking/relevance';
import { forAll } from '../../../for-all';

const similarity = fc.double({ min: -1, max: 1, noNaN: true });
const similarities = fc.array(similarity, { minLength: 1, maxLength: 8 });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('LogAvgExp', () => {
  it('is (1/τ)·ln(mean exp(τ·s))', () => {
    // τ = 9, s = 0.2 and 0.4: (1/9)·ln((e^1.8 + e^3.6)/2) = ln((6.049647 + 36.598234)/2)/9 = ln(21.323941)/9 = 3.059830/9 = 0.339981
    expect(logAvgExp([0.2, 0.4], 9)).toBeCloseTo(0.339981, 6);
    forAll(similarities, fc.double({ min: 0.01, max: 100, noNaN: true }), (values, own) => {
      const defined = Math.log(mean(values.map((value) => Math.exp(own * value)))) / own;
      expect(logAvgExp(values, own)).toBeCloseTo(defined, 9);
    });
  });

  it('equals the mean when τ → 0', () => {
    forAll(similarities, (values) => {
      expect(logAvgExp(values, 0)).toBeCloseTo(mean(values), 12);
      expect(logAvgExp(values, 1e-6)).toBeCloseTo(mean(values), 5);
    });
  });

  it('equals the maximum when τ → ∞', () => {
    forAll(similarities, (values) => {
      expect(logAvgExp(values, 1e6)).toBeCloseTo(Math.max(...values), 4);
    });
  });
});

describe('length normalisation', () => {
  it('divides by 1 − b + b·length/average', () => {
    // 0.6 / (1 − 0.5 + 0.5 · 200/100) = 0.6/1.5
    expect(lengthNormalised(0.6, 200, 100, 0.5)).toBeCloseTo(0.4, 12);
  });

  it('leaves scores alone at slope 0, at average length, and below zero', () => {
    expect(lengthNormalised(0.6, 900, 100, 0)).toBe(0.6);
    expect(lengthNormalised(0.6, 100, 100, 0.7)).toBeCloseTo(0.6, 12);
    expect(lengthNormalised(-0.2, 900, 100, 0.7)).toBe(-0.2);
  });

  it('always gives a finite number', () => {
    const length = fc.nat(10_000);
    forAll(similarity, length, length, fc.double({ min: 0, max: 1, noNaN: true }), (score, own, average, slope) => {
      expect(Number.isFinite(lengthNormalised(score, own, average, slope))).toBe(true);
    });
    expect(lengthNormalised(0.6, 0, 100, 1)).toBe(0.6);
  });
});

describe('cosine', () => {
  it('is the dot product of normalised vectors', () => {
    expect(cosine(Float32Array.of(0.6, 0.8), Float32Array.of(0.8, 0.6))).toBeCloseTo(0.96, 6);
    expect(cosine(Float32Array.of(1, 0), Float32Array.of(0, 1))).toBe(0);
  });
});
