import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountOptions, literalCount } from '../../../electron/engine/overview';
import { forAllWith } from '../../for-all';

/** The findings, in the words of the text. */
function found(text: string, words: string, options?: CountOptions): string[] {
  const [one] = literalCount([{ documentId: 'a', text }], words, options);
  expect(one?.count).toBe(one?.places.length);
  return one?.places.map(({ start, end }) => text.slice(start, end)) ?? [];
}

describe('literalCount', () => {
  it.each([
    ['The mill, the MILL and Mills.', 'mill', {}, ['mill', 'MILL', 'Mill']],
    ['The mill, the MILL and Mills.', 'mill', { matchCase: true }, ['mill']],
    ['The mill, the MILL and Mills.', 'mill', { wholeWord: true }, ['mill', 'MILL']],
    ['Straße, STRASSE, STRAẞE, strasse', 'Straße', {}, ['Straße', 'STRASSE', 'STRAẞE', 'strasse']],
    ['Straße, STRASSE', 'strasse', { matchCase: true }, []],
    ['Maß und Maßes', 'mas', {}, []],
    ['Maß, Masse', 'masse', {}, ['Masse']],
    ['resume, résumé, RÉSUMÉ', 'résumé', {}, ['résumé', 'RÉSUMÉ']],
    ['resume, résumé', 'resume', {}, ['resume']],
    ['cafe\u0301, café, cafe', 'café', {}, ['cafe\u0301', 'café']],
    ['cafe\u0301, café, cafe', 'cafe', {}, ['cafe']],
    ['ΟΔΟΣ, οδος, οδοσ', 'Οδός', {}, []],
    ['ΟΔΟΣ, οδος, οδοσ', 'οδος', {}, ['ΟΔΟΣ', 'οδος', 'οδοσ']],
    ['say "yes" or “yes” or yes', '"yes"', {}, ['"yes"']],
    ["it's, it’s", "it's", {}, ["it's"]],
    ['a.b, axb', 'a.b', {}, ['a.b']],
    ['rental\r\n  agreement, rental agreement', 'rental agreement', {}, ['rental\r\n  agreement', 'rental agreement']],
    ['aaaa', 'aa', {}, ['aa', 'aa']],
    ['磨坊在城里，磨坊', '磨坊', { wholeWord: true }, ['磨坊', '磨坊']],
    ['mill_a, mill-b, 𝒜mill', 'mill', { wholeWord: true }, ['mill']],
    ['ısı ISI', 'isi', {}, ['ISI']],
    ['anything', ' ', {}, []],
  ] as const)('%j has %j %o', (text, words, options, expected) => {
    expect(found(text, words, options)).toEqual(expected);
  });

  it('tells of every text in their order, also of those that have none', () => {
    const texts = ['a mill', '', 'two mills, one mill'].map((text, at) => ({ documentId: `d${at}`, text }));
    expect(literalCount(texts, 'mill').map(({ documentId, count }) => [documentId, count])).toEqual([
      ['d0', 1],
      ['d1', 0],
      ['d2', 2],
    ]);
  });

  it('equals a scan of the text', () => {
    const sign = fc.constantFrom(
      'a',
      'A',
      'b',
      's',
      'S',
      'ß',
      'ẞ',
      'é',
      'É',
      'e',
      'e\u0301',
      ' ',
      '"',
      '.',
      'x',
      'İ',
      '😀',
    );
    const some = (maxLength: number) => fc.array(sign, { maxLength }).map((all) => all.join(''));
    const fold = (text: string): string =>
      text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
    forAllWith({ numRuns: 1000 })(some(40), some(3), (text, words) => {
      const signs = text.match(/\P{M}\p{M}*/gu) ?? [];
      const wanted = fold(words.trim());
      let expected = 0;
      for (let at = 0; wanted !== '' && at < signs.length; ) {
        const until = signs.findIndex(
          (_, end) =>
            end >= at &&
            fold(signs.slice(at, end + 1).join('')).replace(/\s+/gu, ' ') === fold(words.trim()).replace(/\s+/gu, ' '),
        );
        if (until >= 0) expected += 1;
        at = until >= 0 ? until + 1 : at + 1;
      }
      expect(found(text, words)).toHaveLength(expected);
    });
  });

  it('counts in a thousand documents', () => {
    const line = 'Die Straße führt zur Mühle,\nund die MÜHLE mahlt für die Stadt. ';
    const texts = Array.from({ length: 1000 }, (_, at) => ({ documentId: String(at), text: line.repeat(1000) }));
    const started = performance.now();
    const counts = literalCount(texts, 'mühle');
    expect(counts.every(({ count }) => count === 2000)).toBe(true);
    // Five seconds are asked for; this is to find what never ends.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
