import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByRow } from '../../../electron/engine/retrieval/by-row';

/** Places far apart in few parts, as a table has them behind many changes. */
const row = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2 ** 32 - 2 })),
  )
  .map(([part, place]) => part * 2 ** 32 + place);

describe('things by row', () => {
  it('are found again by the number of their row and by no other', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(row, fc.string())), fc.array(row), (kept, asked) => {
        const things = new ByRow<string>();
        for (const [number, thing] of kept) things.set(number, thing);
        const expected = new Map(kept);
        for (const number of [...asked, ...expected.keys()]) expect(things.get(number)).toBe(expected.get(number));
        things.clear();
        for (const number of expected.keys()) expect(things.get(number)).toBeUndefined();
      }),
    );
  });
});
