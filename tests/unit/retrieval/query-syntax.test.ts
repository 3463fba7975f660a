import { describe, expect, it } from 'vitest';
import { looksLikeIdentifier, parseQuery } from '../../../electron/engine/retrieval/query-syntax';

describe('a query', () => {
  it('gives up its filters, in English and German, and keeps the rest of its words', () => {
    expect(parseQuery('title:manual collection:"Spare parts" how is ERR_4012 solved?')).toEqual({
      text: 'how is ERR_4012 solved?',
      phrases: [],
      phrasesOnly: false,
      identifiers: ['ERR_4012'],
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
  it.each(['1990s', '20th', '24-yard', '3rd-and-9', 'well-known', '3.5', 'NASA', 'Vitrine', '2016'])(
    'does not take %s for a code',
    (token) => expect(looksLikeIdentifier(token)).toBe(false),
  );
});
