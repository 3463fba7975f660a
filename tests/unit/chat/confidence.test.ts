import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, confidence, hasSufficientContext } from '../../../electron/engine/chat/confidence';
import { limits } from '../stages/memory-library';

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 });

describe('confidence', () => {
  it.each([
    [[], 0],
    [[0.8], 0.8],
    // (0.9/1 + 0.6/2) / (1 + 1/2) = 1.2/1.5
    [[0.9, 0.6], 0.8],
    // (0.6/1 + 0.9/2) / 1.5 = 1.05/1.5: the same scores in the other order
    [[0.6, 0.9], 0.7],
    // (1 + 0.5/2 + 0/3) / (1 + 1/2 + 1/3) = 1.25/1.8333
    [[1, 0.5, 0], 0.681818],
    // (0.9 + 0.8/2 + 0.7/3 + 0.6/4 + 0.5/5) / (1 + 1/2 + 1/3 + 1/4 + 1/5) = 1.783333/2.283333
    [[0.9, 0.8, 0.7, 0.6, 0.5], 0.781022],
  ])('of %j is %d', (values, expected) => {
    expect(confidence(values)).toBeCloseTo(expected, 6);
  });

  it('lies between the lowest and the highest score', () => {
    fc.assert(
      fc.property(scores, (values) => {
        expect(confidence(values)).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
        expect(confidence(values)).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      }),
    );
  });

  it('is highest with the best score first', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const falling = [...values].sort((a, b) => b - a);
        expect(confidence(falling)).toBeGreaterThanOrEqual(confidence(values) - 1e-12);
      }),
    );
  });
});

describe('bands', () => {
  it.each([
    [1, 'high'],
    [0.8, 'high'],
    [0.79, 'medium'],
    [0.6, 'medium'],
    [0.59, 'low'],
    [0.4, 'low'],
    [0.39, 'very-low'],
    [0, 'very-low'],
  ] as const)('%d is %s', (value, band) => {
    expect(bandOf(value, limits.answer.bands)).toBe(band);
  });
});

describe('sufficient context', () => {
  it.each([
    [[0.6, 0.2], 0.6, 1, true],
    [[0.59, 0.2], 0.6, 1, false],
    [[0.6, 0.6], 0.6, 2, true],
    [[0.6, 0.5], 0.6, 2, false],
    [[], 0, 1, false],
    // nothing at all is never enough, whatever the limits say
    [[], 0, 0, false],
  ])('%j at threshold %d with at least %i: %s', (values, threshold, least, sufficient) => {
    expect(hasSufficientContext(values, threshold, least)).toBe(sufficient);
  });
});
