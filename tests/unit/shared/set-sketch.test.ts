import { jaccard } from '@shared/near-duplicates';
import { addToSketch, emptySketch, leastMembers, mayBeAlike, type SetSketch } from '@shared/set-sketch';
import { wordHash } from '@shared/word-scan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function sketchOf(members: ReadonlySet<string>, places = 64): SetSketch {
  const sketch = emptySketch(places);
  sketch.most = members.size;
  for (const member of members) addToSketch(sketch, wordHash(member));
  return sketch;
}

const set = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 90 }).map((members) => new Set(members));

describe('mayBeAlike', () => {
  it('is never false of two sets that are alike, however full their sketches are', () => {
    const pair = fc.tuple(set, fc.array(fc.boolean(), { maxLength: 90 }), set).map(([one, taken, others]) => {
      const other = [...one].filter((_, at) => taken[at] ?? true);
      return [one, new Set([...other, ...[...others].slice(0, 5)])] as const;
    });
    fc.assert(
      fc.property(pair, fc.constantFrom(0, 0.3, 0.5, 0.7, 0.85, 1), ([one, other], least) => {
        if (jaccard(one, other) < least) return;
        expect(mayBeAlike(sketchOf(one), sketchOf(other), least)).toBe(true);
        expect(mayBeAlike(sketchOf(other), sketchOf(one), least)).toBe(true);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it('tells sets apart that share few of their members', () => {
    const numbers = (from: number) => new Set(Array.from({ length: 100 }, (_, at) => `n${from + at}`));
    expect(mayBeAlike(sketchOf(numbers(0), 2048), sketchOf(numbers(50), 2048), 0.85)).toBe(false);
    expect(mayBeAlike(sketchOf(numbers(0), 2048), sketchOf(numbers(2), 2048), 0.85)).toBe(true);
  });
});

describe('leastMembers', () => {
  it('is never more than there are, and all of them where no two fall together', () => {
    fc.assert(fc.property(set, (members) => leastMembers(sketchOf(members)) <= members.size));
    expect(leastMembers(sketchOf(new Set(['the', 'mill', 'grinds'])))).toBe(3);
  });
});
