import { describe, expect, it } from 'vitest';
import { pageOfPassage, passageOnPage } from '../../../../../renderer/source/pdf/passage-on-page';

const source = {
  text: 'First page.\n\nSecond page.',
  pages: [
    { page: 1, startChar: 0, endChar: 11 },
    { page: 2, startChar: 13, endChar: 25 },
  ],
};

describe('the page of a passage', () => {
  it('is the page it begins on', () => {
    expect(pageOfPassage(source, { startChar: 6, endChar: 20 }, [2])).toBe(1);
    expect(pageOfPassage(source, { startChar: 13, endChar: 20 }, [1])).toBe(2);
  });

  it('is the page it is said to be on, or the first, where its place is unknown', () => {
    expect(pageOfPassage(source, { startChar: 900, endChar: 910 }, [2])).toBe(2);
    expect(pageOfPassage(source, null, [])).toBe(1);
  });
});

describe('the part of a passage on a page', () => {
  it('is cut at the ends of the page', () => {
    const span = { startChar: 6, endChar: 19 };
    expect(passageOnPage(source, span, 1)).toEqual({ text: 'page.', before: 'First ' });
    expect(passageOnPage(source, span, 2)).toEqual({ text: 'Second', before: '' });
  });

  it('is nothing on a page that the passage does not touch, or when nothing is cited', () => {
    expect(passageOnPage(source, { startChar: 0, endChar: 5 }, 2)).toBeNull();
    expect(passageOnPage(source, { startChar: 0, endChar: 5 }, 3)).toBeNull();
    expect(passageOnPage(source, null, 1)).toBeNull();
  });
});
