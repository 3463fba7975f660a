import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../electron/engine/text/terms';

/** By its definition, from the ends of both words. */
function byDefinition(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const cost = a.at(-1) === b.at(-1) ? 0 : 1;
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(
    byDefinition(a.slice(0, -1), b) + 1,
    byDefinition(a, b.slice(0, -1)) + 1,
    byDefinition(a.slice(0, -1), b.slice(0, -1)) + cost,
    swapped ? byDefinition(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

describe('editDistance', () => {
  it('is the least number of letters put in, left out, replaced or swapped, whatever was compared before', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(byDefinition(a, b));
      }),
      { seed: 7 },
    );
  });

  it('compares long words too, and short ones behind them', () => {
    const long = 'donau'.repeat(30);
    expect(editDistance(long, `${long}s`)).toBe(1);
    expect(editDistance(`x${long}`, long.replace('au', 'ua'))).toBe(2);
    expect(editDistance('ghandi', 'gandhi')).toBe(2);
    expect(editDistance('teh', 'the')).toBe(1);
  });
});
