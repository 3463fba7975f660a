import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnPixels, keepsFirstColumn } from '../../../../../../renderer/panels/source/text/source-items';
import { forAll } from '../../../../../for-all';

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

describe('the columns of a table', () => {
  it('are never narrower than their longest word, and fill the room and no more where the words fit', () => {
    const column = fc.tuple(fc.integer({ min: 4, max: 36 }), fc.integer({ min: 1, max: 20 }));
    forAll(fc.array(column, { minLength: 1, maxLength: 12 }), fc.integer({ max: 2000 }), (cells, room) => {
      const widths = cells.map(([width]) => width);
      const words = cells.map(([, word]) => word);
      const columns = { widths, words, lengths: widths };
      const least = columnPixels(columns, 0);
      // Letters of twice the size have twice the room: no number is broken in two.
      columnPixels(columns, room, 2).forEach((pixels, at) => {
        expect(pixels).toBeGreaterThanOrEqual((words[at] ?? 0) * 16);
      });
      const drawn = columnPixels(columns, room);
      drawn.forEach((pixels, at) => {
        expect(pixels).toBeGreaterThanOrEqual(least[at] ?? 0);
        expect(pixels).toBeGreaterThanOrEqual((words[at] ?? 0) * 8);
      });
      if (room > sum(least) + cells.length) {
        expect(sum(drawn)).toBeLessThanOrEqual(room);
        expect(sum(drawn)).toBeGreaterThan(room - cells.length - 1);
      }
    });
  });

  it('keep the first one in view only where others are scrolled, and where it leaves them most of the room', () => {
    expect(keepsFirstColumn([120, 200, 300], 400)).toBe(true);
    expect(keepsFirstColumn([120, 200, 300], 640)).toBe(false);
    expect(keepsFirstColumn([220, 200, 300], 400)).toBe(false);
    expect(keepsFirstColumn([], 400)).toBe(false);
  });
});
