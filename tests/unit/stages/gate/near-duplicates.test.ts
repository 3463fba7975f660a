import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaccard, jaccardFrom, shingles } from '../../../../electron/engine/stages/gate/contradictions';

describe('shingles', () => {
  it('are the overlapping triples of words', () => {
    expect([...shingles('The mill by the river.')]).toEqual(['the mill by', 'mill by the', 'by the river']);
  });

  it.each([
    ['the mill', ['the mill']],
    ['one two three', ['one two three']],
    ['', ['']],
  ])('a text of three words or fewer is one: %j', (text, expected) => {
    expect([...shingles(text)]).toEqual(expected);
  });
});

describe('jaccard', () => {
  it('is the share of what two sets have in common', () => {
    // {a b c} and {b c d}: 2 of 4
    expect(jaccard(new Set(['a', 'b', 'c']), new Set(['b', 'c', 'd']))).toBe(0.5);
    expect(jaccard(new Set(), new Set())).toBe(0);
  });

  it('is symmetric, within 0 and 1, and 1 for a set with itself alone', () => {
    const set = fc.uniqueArray(fc.nat(8)).map((items) => new Set(items));
    fc.assert(
      fc.property(set, set, (a, b) => {
        const likeness = jaccard(a, b);
        expect(likeness).toBe(jaccard(b, a));
        expect(likeness).toBeGreaterThanOrEqual(0);
        const same = a.size > 0 && a.size === b.size && [...a].every((item) => b.has(item));
        expect(likeness === 1).toBe(same);
      }),
    );
  });
});

describe('jaccardFrom', () => {
  it('is jaccard where that reaches the least, and null where it does not', () => {
    const set = fc.uniqueArray(fc.nat(12)).map((items) => new Set(items));
    fc.assert(
      fc.property(set, set, fc.constantFrom(0, 0.25, 0.5, 0.75, 0.85, 1), (a, b, least) => {
        const likeness = jaccard(a, b);
        expect(jaccardFrom(a, b, least)).toBe(likeness >= least ? likeness : null);
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});
