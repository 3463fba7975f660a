import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseQuery, queryPieces } from '../../../../electron/engine/retrieval';
import { looksLikeIdentifier, parseQuery } from '../../../../electron/engine/retrieval/query/parse-query';
import { forAll, forAllWith } from '../../../for-all';

describe('a query', () => {
  it('gives up its filters, in English and German, and keeps the rest of its words', () => {
    expect(parseQuery('title:manual collection:"Spare parts" how is ERR_4012 solved?')).toEqual({
      text: 'how is ERR_4012 solved?',
      phrases: [],
      phrasesOnly: false,
      identifiers: ['ERR_4012'],
      dates: [],
      titles: ['manual'],
      collections: ['Spare parts'],
    });
    expect(parseQuery('titel:Handbuch sammlung:„Alte Teile“ Rost')).toMatchObject({
      text: 'Rost',
      titles: ['Handbuch'],
      collections: ['Alte Teile'],
    });
  });

  it('gives up quoted phrases and searches for their words', () => {
    expect(parseQuery('who wrote "the old  case" and „die Vitrine“?')).toMatchObject({
      text: 'who wrote the old case and die Vitrine ?',
      phrases: ['the old case', 'die Vitrine'],
    });
  });

  it.each([
    ['Was sind »preinst«-, »postinst«- und »prerm«-Skripte?', ['preinst', 'postinst', 'prerm']],
    ['Que dit « la règle » du « petit musée » ?', ['la règle', 'petit musée']],
  ])('reads guillemets that point outwards and inwards: %s', (query, phrases) => {
    expect(parseQuery(query).phrases).toEqual(phrases);
  });

  it('takes marks alone for no phrase: no text can be asked for them', () => {
    expect(parseQuery('Why does glob("*.*") miss files?').phrases).toEqual([]);
  });

  it.each([
    ['"humidity of a case"', true],
    ['hygrometer "humidity of a case"', true],
    ['What does "disk full" mean?', false],
    ['Was bedeutet „Platte voll“ beim Start?', false],
  ])('asks for its phrases only where it is no sentence: %s', (query, only) => {
    expect(parseQuery(query).phrasesOnly).toBe(only);
  });

  it('takes a colon with white space behind it for punctuation', () => {
    expect(parseQuery('The title: what is it?')).toMatchObject({ text: 'The title: what is it?', titles: [] });
  });

  it('of filters alone searches for their words', () => {
    expect(parseQuery('title:hygrometer')).toMatchObject({ text: 'hygrometer', titles: ['hygrometer'] });
  });

  it.each(['ERR_4012', 'AB-1234', 'B747', 'parseQuery', 'HttpClient', 'v2.1', 'LC-34'])(
    'knows %s for a code',
    (token) => expect(looksLikeIdentifier(token)).toBe(true),
  );
  it.each(['1990s', '24-yard', 'well-known', 'NASA', '2016'])('does not take %s for a code', (token) =>
    expect(looksLikeIdentifier(token)).toBe(false),
  );
});

describe('normaliseQuery', () => {
  it.each([
    ['  a \n\t b\r\n', 'a b'],
    ['cafe\u0301', 'café'],
    ['a\u0000b\u0007', 'a b'],
    ['a\u00a0b\u2003c', 'a b c'],
  ])('%j is %j', (text, expected) => {
    expect(normaliseQuery(text)).toBe(expected);
  });

  it('is idempotent', () => {
    forAll(fc.string({ unit: 'grapheme' }), (text) => {
      expect(normaliseQuery(normaliseQuery(text))).toBe(normaliseQuery(text));
    });
  });
});

describe('normaliseQuery of plain words', () => {
  it('is the same as of words that are not plain, beside what made them so', () => {
    // A no-break space at the end is white space that no shortcut lets through.
    const signs = fc.constantFrom('a', 'Z', '7', '"', '~', '!', ' ', '  ', '\t', '\n', '\u007f', 'é', 'e\u0301');
    forAll(fc.array(signs, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(normaliseQuery(text)).toBe(normaliseQuery(`${text}\u00a0`));
    });
  });
});

describe('queryPieces', () => {
  it('finds the sentences that Unicode tells, of one and of several', () => {
    const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
    const part = fc.constantFrom(
      'Mill ',
      'burn ',
      'down',
      'e.g. ',
      '3.5 ',
      '. ',
      '.',
      '? ',
      '!',
      '.) ',
      '"',
      'é ',
      '… ',
    );
    forAllWith({ seed: 5, numRuns: 500 })(fc.array(part, { minLength: 1, maxLength: 16 }), (parts) => {
      const whole = normaliseQuery(parts.join(''));
      const told = Array.from(sentences.segment(whole), ({ segment }) => segment.trim());
      const long = told.filter((sentence) => sentence.split(' ').length >= 3);
      expect(new Set(queryPieces(whole, 99))).toEqual(new Set(whole === '' ? [] : [whole, ...long]));
    });
  });

  it('are the whole, then sentences and clauses, longest first', () => {
    const query = 'Who built the old mill, and when did it burn down? It stands by the river.';
    expect(queryPieces(query, 10)).toEqual([
      query,
      'Who built the old mill, and when did it burn down?',
      'and when did it burn down?',
      'It stands by the river.',
      'Who built the old mill',
    ]);
  });

  it.each([
    ['What is a gyroscope?', ['What is a gyroscope?']],
    ['', []],
    [' \n ', []],
    ['mill', ['mill']],
  ])('%j gives %j', (query, expected) => {
    expect(queryPieces(query, 5)).toEqual(expected);
  });

  it('starts with the whole, has at most N0 pieces, each once and each a stretch of the whole', () => {
    const word = fc.constantFrom(
      'mill',
      'wheel',
      'and',
      'the',
      'who?',
      'built.',
      'it,',
      'river;',
      '–',
      'Dr.',
      'über',
      '\n',
    );
    const query = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.array(word, { maxLength: 40 }).map((all) => all.join(' ')),
    );
    forAll(query, fc.integer({ min: 1, max: 50 }), (text, count) => {
      const whole = normaliseQuery(text);
      const pieces = queryPieces(text, count);
      expect(pieces.length).toBeLessThanOrEqual(count);
      expect(pieces[0]).toBe(whole === '' ? undefined : whole);
      expect(new Set(pieces).size).toBe(pieces.length);
      for (const piece of pieces) expect(whole).toContain(piece);
    });
  });

  it('with a smaller N0 are the first of those with a larger one', () => {
    const query = 'Who built the mill, and who burnt it down? When was it opened; when was it closed again?';
    for (let count = 1; count < 8; count += 1) {
      expect(queryPieces(query, count)).toEqual(queryPieces(query, 8).slice(0, count));
    }
  });
});
