import { describe, expect, it } from 'vitest';
import { meanVector, normalised, pooled } from '../../../electron/engine/models/windows';

describe('pooled', () => {
  const threeTokens = Float32Array.of(1, 2, 3, 4, 5, 9);

  it('averages the tokens for mean', () => {
    expect([...pooled(threeTokens, 2, 'mean')]).toEqual([3, 5]);
  });

  it('takes the first token for cls', () => {
    expect([...pooled(threeTokens, 2, 'cls')]).toEqual([1, 2]);
  });

  it('takes the vector as it is for none', () => {
    expect([...pooled(Float32Array.of(7, 8), 2, 'none')]).toEqual([7, 8]);
  });
});

describe('normalised', () => {
  it('keeps the direction and makes the length 1', () => {
    expect([...(normalised(Float64Array.of(3, 4)) ?? [])]).toEqual([0.6, 0.8]);
  });

  it('finds no direction in zeros or in what is not a number', () => {
    expect(normalised(Float64Array.of(0, 0))).toBeNull();
    expect(normalised(Float64Array.of(Number.NaN, 1))).toBeNull();
  });
});

describe('meanVector', () => {
  it('gives every vector the same weight', () => {
    expect([...meanVector([Float64Array.of(1, 0), Float64Array.of(0, 1)])]).toEqual([0.5, 0.5]);
  });
});
