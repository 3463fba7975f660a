import { describe, expect, it } from 'vitest';
import {
  correctable,
  corrected,
  isCased,
  meantTerms,
  writtenAs,
} from '../../../../electron/engine/retrieval/query/spelling';
import { terms } from '../../../../electron/engine/text/terms';

/** The correction of a query's word in a library of some texts. */
function correctionOf(word: string, texts: readonly string[], capitalsTell = true) {
  const [asked] = correctable(word);
  if (!asked) return null;
  const known = [...new Set(texts.flatMap(terms))].map((term) => ({
    term,
    chunks: texts.filter((text) => terms(text).includes(term)).length,
  }));
  const meant = meantTerms(asked, known);
  const holding = (term: string) => texts.filter((text) => terms(text).includes(term));
  return writtenAs(asked, meant, new Map(meant.map(({ term }) => [term, holding(term)])), capitalsTell);
}
const writtenFor = (...asked: Parameters<typeof correctionOf>) => correctionOf(...asked)?.written;

describe('spelling', () => {
  it('replaces a word by the nearest one of the library, as that writes it', () => {
    expect(writtenFor('hygormeter', ['Hygrometers tell it.', 'A hygrometer tells it.'])).toBe('hygrometer');
    expect(writtenFor('hygormeters', ['Hygrometers tell it.', 'A hygrometer tells it.'])).toBe('Hygrometers');
  });

  it.each([
    ['sabatical', 'A sabbatical is due.', 'sabbatical'],
    ['refferal', 'They refer to a referral.', 'referral'],
    ['vacaton', 'A vacation needs notice.', 'vacation'],
    ['comitee', 'The committee met.', 'committee'],
    ['accomodation', 'Accommodation is paid.', 'Accommodation'],
    ['applicatkon', 'An application applies.', 'application'],
    ['milatary', 'Military leave is paid.', 'Military'],
    ['osberved', 'They observe it.', 'observed'],
    ['loccations', 'He will locate it.', 'locations'],
    ['accountnig', 'An account is open.', 'accounting'],
    ['coldet', 'The coldest day.', 'coldest'],
    ['rumning', 'They run.', 'running'],
  ])('measures the word %s, whose stem is short, against the words of “%s”', (word, text, meant) =>
    expect(writtenFor(word, [text])).toBe(meant),
  );

  it.each([
    ['adapted', 'He adopted it.', 'is as near as “adapt” is to “adopt”, which are short'],
    ['persecution', 'The prosecution rests.', 'differs in two letters, which is much of eleven'],
    ['obviously', 'An obvious fault.', 'is another word of the same stem'],
    ['melting', 'The meeting began.', 'is short without its ending'],
  ])('leaves the word %s alone beside “%s”: it %s', (word, text) => expect(correctionOf(word, [text])).toBeNull());

  it('takes the word with fewer slips before a more frequent one, and of equal ones the more frequent', () => {
    const often = Array.from({ length: 9 }, () => 'Parlament');
    expect(writtenFor('parliamnet', [...often, 'The parliament met.'])).toBe('parliament');
    expect(writtenFor('parliment', [...often, 'The parliament met.'])).toBe('Parlament');
  });

  it('is not kept from a name by others that sound the same', () => {
    const others = ['ghondi', 'ghindi', 'ghendi', 'ghundi', 'ghanda'].map((term) => ({ term, chunks: 90 }));
    const asked = { word: 'ghandi', term: 'ghandi' };
    expect(meantTerms(asked, [...others, { term: 'gandhi', chunks: 1 }])).toMatchObject([{ term: 'gandhi' }]);
  });

  it('knows a short name by its sound, a letter at another place included', () => {
    const texts = ['The poem by Shelley, with a shell on it.', 'Mohandas Gandhi pleaded guilty.'];
    expect(correctionOf('Shelly', texts)).toEqual({ word: 'Shelly', written: 'Shelley', isName: true });
    expect(correctionOf('Ghandi', texts)).toEqual({ word: 'Ghandi', written: 'Gandhi', isName: true });
  });

  it.each([
    ['fourth', 'It went forth and back.', 'is no name'],
    ['Topic', 'The heat of Tropic.', 'sounds otherwise'],
    ['Flash', 'The output is flushed: flush it.', 'is not written as a name'],
    ['Marck', 'Mark made a mark.', 'is written in small letters as well'],
  ])('leaves the short word %s alone beside “%s”, which %s', (word, text) =>
    expect(correctionOf(word, [text])).toBeNull(),
  );

  it.each([
    ['Müler', 'Müller'],
    ['Weiss', 'Weiß'],
    ['Marcus', 'Markus'],
    ['Shelly', 'Shelley'],
    ['Dvorack', 'Dvořák'],
  ])('knows the name %s for %s', (word, name) =>
    expect(correctionOf(word, [`Then ${name} came.`])).toEqual({ word, written: name, isName: true }),
  );

  it.each([
    ['Maria', 'Marie'],
    ['Spain', 'Spahn'],
    ['Block', 'Black'],
    ['Kassel', 'Kessel'],
    ['DROVE', 'DRIVE'],
  ])('keeps %s apart from %s, which sounds the same to those who hear no vowels', (word, name) =>
    expect(correctionOf(word, [`Then ${name} came.`])).toBeNull(),
  );

  it('knows a name by its German genitive, which has no apostrophe', () => {
    expect(correctionOf('Ghandis', ['Da schrieb Gandhi.'])).toEqual({
      word: 'Ghandis',
      written: 'Gandhi',
      isName: true,
    });
    expect(correctionOf('Ghandi', ['Gandhis Werk.'])).toEqual({ word: 'Ghandi', written: 'Gandhis', isName: true });
  });

  it('knows a name as a part of a hyphenated one', () =>
    expect(writtenFor('Lüdenscheid', ['Müller-Lüdenscheidt sat in the bath.'])).toBe('Lüdenscheidt'));

  it('takes a word in small letters for a name where the query has no capitals', () => {
    expect(isCased('what was ghandi called')).toBe(false);
    expect(isCased('What was ghandi called')).toBe(false);
    expect(isCased('What was ghandi to India')).toBe(true);
    expect(writtenFor('ghandi', ['Gandhi pleaded guilty.'], true)).toBeUndefined();
    expect(writtenFor('ghandi', ['Gandhi pleaded guilty.'], false)).toBe('Gandhi');
  });

  it('tells a name from a word that a dictionary may have, and from another name', () => {
    expect(correctionOf('Middelton', ['Middleton was there.'])).toMatchObject({ isName: true });
    expect(correctionOf('Johnson', ['Johnston was there.'])).toMatchObject({ isName: false });
    expect(correctionOf('Granada', ['Grenada is an island.'])).toMatchObject({ isName: false });
    expect(correctionOf('compliant', ['Complaints are read, each complaint.'])).toMatchObject({ isName: false });
  });

  it('makes the word of the term and a suffix if no text has it alone', () =>
    expect(
      writtenAs({ word: 'hygormeter', term: 'hygormet' }, [{ term: 'hygromet', chunks: 1, slips: 1 }], new Map(), true),
    ).toEqual({ word: 'hygormeter', written: 'hygrometer', isName: false }));

  it('leaves numbers, codes and words of few letters alone', () =>
    expect(correctable('Ghandi’s topic of 1930, ERR_4012 and B747x.')).toEqual([
      { word: 'Ghandi', term: 'ghandi' },
      { word: 'topic', term: 'topic' },
    ]));

  it.each([
    'ERR-4012',
    'ghandiCode-Ghandi',
    'case/ghandi',
    'Ghandi-inspired',
    'ghandi.js',
    '@ghandi/parliment',
    'C:\\Users\\Ghandi',
    'ghandi@parliment',
  ])('leaves the code %s as it is, though one of its parts is a misspelt name elsewhere', (code) => {
    const found = ['Ghandi', 'GHANDI', 'ghandi'].map((word) => ({ word, written: 'Gandhi' }));
    expect(correctable(code)).toEqual([]);
    expect(corrected(`of ${code}: Ghandi`, found)).toBe(`of ${code}: Gandhi`);
  });

  it('replaces words, and leaves the text after them', () => {
    const found = [
      { word: 'Ghandi', written: 'Gandhi', isName: true },
      { word: 'parliment', written: 'parliament', isName: false },
    ];
    expect(corrected('What was Ghandi’s parliment? And Ghandis parliment.', found)).toBe(
      'What was Gandhi’s parliament? And Ghandis parliament.',
    );
  });

  it('knows a word whose letters and marks are apart', () => {
    const apart = 'Was schrieb Müler?'.normalize('NFD');
    expect(corrected(apart, [{ word: 'Müler', written: 'Müller' }])).toBe('Was schrieb Müller?');
  });
});
