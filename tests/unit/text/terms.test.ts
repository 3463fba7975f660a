import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editDistance,
  inverseDocumentFrequency,
  TermMatcher,
  termSet,
  terms,
  words,
} from '../../../electron/engine/text/terms';
import { forAll, forAllWith } from '../../for-all';

describe('words', () => {
  it.each([
    ['The Mill, 1881.', ['the', 'mill', '1881']],
    ['Crème brûlée über ﬁne', ['creme', 'brulee', 'uber', 'fine']],
    ['ERR_4012 state-of-the-art v1.2', ['err_4012', 'state-of-the-art', 'v1.2']],
    ["don't don’t", ["don't", 'don’t']],
    ['-- ... __', []],
    ['日本 2024年', ['日本', '2024年']],
  ])('%j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('says the same of ASCII with and without a foreign letter beside it', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 60 });
    forAll(ascii, (text) => {
      expect(words(`${text} é`)).toEqual([...words(text), 'e']);
    });
  });

  it('does not depend on how an accent is composed', () => {
    forAll(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      expect(words(text.normalize('NFD'))).toEqual(words(text.normalize('NFC')));
    });
  });
});

describe('terms', () => {
  it.each([
    ['What does the mill grind?', ['mill', 'grind']],
    ['The mills were grinding', ['mill', 'grind']],
    ["What's the mill's wheel? It doesn't turn.", ['mill', 'wheel', 'turn']],
    ['ERR_4012', ['err', '4012']],
    ['für über während', []],
    ['también más', []],
  ])('%j', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it.each([
    ['Who won the war?', ['war']],
    ['How does a man die?', ['man', 'die']],
    ['Which hat has an HTML tag?', ['hat', 'html', 'tag']],
    ['What is vitamin C?', ['vitamin', 'c']],
  ])('keeps the English words that are German function words: %s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it.each([
    ['Wer war der Erbauer?', ['erbauer']],
    ['Was ist die Mühle?', ['muhl']],
    ['¿Cuál es la casa con jardín?', ['casa', 'jardin']],
  ])('drops them where the text shows that it is German or Spanish: %s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });
});

describe('reading terms', () => {
  const piece = fc.constantFrom('mill', 'mills', "man's", "she'll", "she'll-be", 'll', "'s", 'ERR_4012', 'v1.2');
  const foreign = fc.constantFrom('über', 'tag’s', '𝐀b', '日本', '𠀀x', 'ﬁne', '2024年', '“mill”', 'mühlen', '…');
  const between = fc.constantFrom(' ', '', '-', "'", '’', '. ', '.', '_', '--', 'a');
  const text = fc.array(fc.tuple(fc.oneof(piece, foreign), between)).map((parts) => parts.flat().join(''));

  it('finds the terms of the parts of its words, in any context', () => {
    const contraction = /['’](?:s|t|d|m|ll|re|ve)$/;
    forAllWith({ numRuns: 500 })(text, (written) => {
      const parts = words(written).flatMap((word) => word.replace(contraction, '').split(/[_'’.-]/));
      expect(terms(written)).toEqual(parts.flatMap((part) => terms(part)));
    });
  });
});

describe('TermMatcher', () => {
  it.each([
    ['notice months', 'A notice of three (3) months’ time: NOTICES go by post.', ['notice', 'months', 'NOTICES']],
    ['Kündigung', 'Die Kündigung; “Kundigung” – kündigen nicht.', ['Kündigung', 'Kundigung']],
    ['图书', '这本图书很好，图书馆', ['图书', '图书']],
    ['the of', 'The lord of the rings', []],
  ])('gives the places of words of %j', (query, passage, expected) => {
    const spans = new TermMatcher(termSet(query)).spans(passage);
    expect(spans.map(([from, to]) => passage.slice(from, to))).toEqual(expected);
  });

  const word = fc.constantFrom(
    'mill',
    'mills',
    'grinding',
    'war',
    'der',
    'Die',
    'C',
    'C++',
    "man's",
    'ERR_4012',
    'ies',
    'über',
    'the',
  );
  const between = fc.constantFrom(' ', ' ', ' ', '-', "'", '.', '_', '--', "'-", '\n', '’', '');
  const ending = fc.constantFrom('', '', "'s", "'ll", "'re", 't', 're', 've', 'd', 'hat', 'will', 'X', '7');
  const text = fc
    .array(fc.tuple(word, ending, between), { maxLength: 12 })
    .map((all) => all.map((parts) => parts.join('')).join(''));

  it('finds of the wanted terms exactly those that termSet gives', () => {
    forAllWith({ numRuns: 1000 })(text, text, (query, passage) => {
      const wanted = termSet(query);
      const expected = [...termSet(passage)].filter((term) => wanted.has(term));
      expect([...new TermMatcher(wanted).in(passage)].sort()).toEqual(expected.sort());
    });
  });

  it('finds every word by its stem, whatever Porter’s rules make of its ending', () => {
    const endings =
      'sses ies s eed ed ing ated bled ized y ational tional enci anci izer abli alli entli eli ousli ization ation ' +
      'ator alism iveness fulness ousness aliti iviti biliti bility logi icate ative alize iciti ical ful ness al ance ' +
      'ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize e ll';
    const letters = fc.string({ unit: fc.constantFrom(...'aeioybcdlstxz1'), maxLength: 5 });
    const ending = fc.constantFrom('', ...endings.split(' '));
    forAllWith({ seed: 2, numRuns: 5000 })(letters, ending, ending, (stem, first, second) => {
      const own = `${stem}${first}${second}`;
      expect(new TermMatcher(termSet(own)).in(own)).toEqual(termSet(own));
    });
  });

  it('finds every term of a text in itself', () => {
    forAll(text, (own) => {
      expect(new TermMatcher(termSet(own)).in(own)).toEqual(termSet(own));
    });
  });
});

describe('inverseDocumentFrequency', () => {
  it('is ln(1 + (N − df + 0.5)/(df + 0.5))', () => {
    // N = 10, df = 2: ln(1 + 8.5/2.5) = ln 4.4
    expect(inverseDocumentFrequency(2, 10)).toBeCloseTo(Math.log(4.4), 12);
  });

  it('is positive, and falls as a term is found in more documents', () => {
    forAll(fc.integer({ min: 1, max: 1000 }), fc.nat(998), (documents, df) => {
      const some = inverseDocumentFrequency(df, documents);
      expect(some).toBeGreaterThan(0);
      expect(some).toBeGreaterThanOrEqual(inverseDocumentFrequency(df + 1, documents));
    });
  });
});

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
    forAllWith({ seed: 7 })(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(byDefinition(a, b));
    });
  });

  it('compares long words too, and short ones behind them', () => {
    const long = 'donau'.repeat(30);
    expect(editDistance(long, `${long}s`)).toBe(1);
    expect(editDistance(`x${long}`, long.replace('au', 'ua'))).toBe(2);
    expect(editDistance('ghandi', 'gandhi')).toBe(2);
    expect(editDistance('teh', 'the')).toBe(1);
  });
});
