import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPassage } from '../../../../../../renderer/panels/source/pdf/page-passage';
import { forAll } from '../../../../../for-all';

/** The text under the pieces, item by item. */
function covered(items: readonly string[], passage: string, before = ''): readonly string[] | null {
  return findPassage(items, passage, before)?.map(({ item, from, to }) => items[item]?.slice(from, to) ?? '') ?? null;
}

describe('finding a passage among the text items of a page', () => {
  it('finds a sentence that is wrapped over lines', () => {
    const items = ['A lift grows. The drag', 'grows with it. End.'];
    expect(covered(items, 'The drag grows with it.')).toEqual(['The drag', 'grows with it.']);
  });

  it('takes the place that the text before it leads to, of several equal ones', () => {
    const items = ['Yes. ', 'No. ', 'Yes. ', 'No. '];
    expect(findPassage(items, 'Yes.', '')).toEqual([{ item: 0, from: 0, to: 4 }]);
    expect(findPassage(items, 'Yes.', 'Yes. No. ')).toEqual([{ item: 2, from: 0, to: 4 }]);
  });

  it('is content with the beginning and the end of a long passage whose middle was read otherwise', () => {
    const items = ['The chamber was cooled to minus ', '4\u00B0C', ' before the first sample was taken out.'];
    const read = 'The chamber was cooled to minus four degrees before the first sample was taken out.';
    expect(covered(items, read)).toEqual([
      'The chamber was cooled to minus',
      '4\u00B0C',
      'before the first sample was taken out',
    ]);
  });

  it('finds the cells of a table without the strokes between them, and its rows under a header that is printed once', () => {
    const items = ['Year', ' ', 'Profit', '2021', ' ', '1.1', '2022', ' ', '1.8', '2023', ' ', '2.6'];
    const header = '| Year | Profit |\n| --- | --- |\n';
    expect(covered(items, '| 2022 | 1.8 |', `${header}| 2021 | 1.1 |\n`)).toEqual(['2022', '1.8']);
    expect(covered(items, `${header}| 2021 | 1.1 |`)).toEqual(['Year', 'Profit', '2021', '1.1']);
    const later = `${header}| 2022 | 1.8 |\n| 2023 | 2.6 |`;
    expect(covered(items, later, `${header}| 2021 | 1.1 |\n\n`)).toEqual(['2022', '1.8', '2023', '2.6']);
  });

  it('finds nothing rather than something else', () => {
    const items = ['The chamber was cooled before the first sample was taken out of it.'];
    expect(findPassage(items, 'The chamber was heated after the last sample had been lost.', '')).toBeNull();
    expect(findPassage(items, 'warmed', '')).toBeNull();
    expect(findPassage([], 'cooled', '')).toBeNull();
    expect(findPassage(items, ' \n ', '')).toBeNull();
  });

  it('covers exactly the passage, however the page is cut into items', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 3, maxLength: 30 });
    forAll(words, fc.nat(), fc.nat(), fc.array(fc.nat(8), { minLength: 1, maxLength: 5 }), (all, a, b, cuts) => {
      const first = Math.min(a % all.length, b % all.length);
      const last = Math.max(a % all.length, b % all.length);
      const page = all.join(' ');
      const items: string[] = [];
      for (let at = 0, turn = 0; at < page.length; turn += 1) {
        const length = 1 + (cuts[turn % cuts.length] ?? 0);
        items.push(page.slice(at, at + length));
        at += length;
      }
      const passage = all.slice(first, last + 1).join(' ');
      const found = covered(items, passage, `${all.slice(0, first).join(' ')} `);
      expect(found?.join('').replaceAll(' ', '')).toBe(passage.replaceAll(' ', ''));
    });
  });
});
