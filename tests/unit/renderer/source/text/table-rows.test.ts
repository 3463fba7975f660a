import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnPixels } from '../../../../../renderer/source/text/table-rows';

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

describe('the columns of a table', () => {
  it('share the room, and most of it goes to the long cells', () => {
    const [number = 0, remark = 0] = columnPixels({ widths: [6, 36], words: [6, 12] }, 600);
    expect(number).toBeGreaterThan(60);
    expect(remark).toBeGreaterThan(4 * number);
  });

  it('are never narrower than their longest word, and fill the room and no more where the words fit', () => {
    const column = fc.tuple(fc.integer({ min: 4, max: 36 }), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 12 }), fc.integer({ max: 2000 }), (columns, room) => {
        const widths = columns.map(([width]) => width);
        const words = columns.map(([, word]) => word);
        const least = columnPixels({ widths, words }, 0);
        const drawn = columnPixels({ widths, words }, room);
        drawn.forEach((pixels, at) => {
          expect(pixels).toBeGreaterThanOrEqual(least[at] ?? 0);
          expect(pixels).toBeGreaterThanOrEqual((words[at] ?? 0) * 8);
        });
        if (room > sum(least) + columns.length) {
          expect(sum(drawn)).toBeLessThanOrEqual(room);
          expect(sum(drawn)).toBeGreaterThan(room - columns.length - 1);
        }
      }),
    );
  });
});
