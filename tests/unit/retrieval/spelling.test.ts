import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  correctable,
  corrected,
  isCased,
  meantTerms,
  slipsBetween,
  writtenAs,
} from '../../../electron/engine/retrieval/spelling';
import { terms } from '../../../shared/terms';

/** What a word of a query is corrected to, by a library of some texts. */
function correctionOf(word: string, texts: readonly string[], capitalsTell = true) {
  const [asked] = correctable(word);
  if (!asked) return null;
  const known = [...new Set(texts.flatMap(terms))].map((term) => ({
    term,
    chunks: texts.filter((text) => terms(text).includes(term)).length,
  }));
  const meant = meantTerms(asked.term, known);
  const holding = (term: string) => texts.filter((text) => terms(text).includes(term));
  return writtenAs(asked, meant, new Map(meant.map(({ term }) => [term, holding(term)])), capitalsTell);
}
const writtenFor = (...asked: Parameters<typeof correctionOf>) => correctionOf(...asked)?.written;

describe('spelling', () => {
  it('replaces a word by the nearest one of the library, as that writes it', () => {
    expect(writtenFor('hygormeter', ['Hygrometers tell it.', 'A hygrometer tells it.'])).toBe('hygrometer');
    expect(writtenFor('hygormeters', ['Hygrometers tell it.', 'A hygrometer tells it.'])).toBe('Hygrometers');
  });

  it('takes the term with fewer slips before a more frequent one, and of equal ones the more frequent', () => {
    const near = [
      { term: 'parliaments', chunks: 50 },
      { term: 'parliament', chunks: 9 },
      { term: 'parlament', chunks: 12 },
    ];
    expect(meantTerms('parliamnet', near)[0]?.term).toBe('parliament');
    expect(meantTerms('parliment', near)[0]?.term).toBe('parlament');
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
    ['Meyer', 'The Mayor met. A mayor met.', 'is written in small letters as well'],
  ])('leaves the short word %s alone beside “%s”, which %s', (word, text) =>
    expect(correctionOf(word, [text])).toBeNull(),
  );

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
    expect(correctionOf('compliant', ['Complaints are read, each complaint.'])).toMatchObject({ isName: false });
  });

  it('takes the term itself where no text writes the word by itself', () =>
    expect(
      writtenAs({ word: 'hygormeter', term: 'hygormet' }, [{ term: 'hygromet', chunks: 1, slips: 1 }], new Map(), true),
    ).toEqual({ word: 'hygormeter', written: 'hygromet', isName: false }));

  it('leaves numbers, codes and words of few letters alone', () =>
    expect(correctable('Ghandi’s topic of 1930, ERR_4012 and B747x.')).toEqual([
      { word: 'Ghandi', term: 'ghandi' },
      { word: 'topic', term: 'topic' },
    ]));

  it('puts words in the place of others, and leaves what stands behind them', () => {
    const found = [
      { word: 'Ghandi', written: 'Gandhi', isName: true },
      { word: 'parliment', written: 'parliament', isName: false },
    ];
    expect(corrected('What was Ghandi’s parliment? And Ghandis parliment.', found)).toBe(
      'What was Gandhi’s parliament? And Ghandis parliament.',
    );
  });

  it.each([
    ['parliament', 'parliment', 1],
    ['recieve', 'receive', 1],
    ['colour', 'colder', 2],
    ['abc', 'abcdef', Number.POSITIVE_INFINITY],
  ])('counts the slips between %s and %s as %d', (a, b, slips) => expect(slipsBetween(a, b)).toBe(slips));

  it('counts the same both ways, and none between a word and itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(slipsBetween(a, b)).toBe(slipsBetween(b, a));
        expect(slipsBetween(a, a)).toBe(0);
      }),
    );
  });
});
