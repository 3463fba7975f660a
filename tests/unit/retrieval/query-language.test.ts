import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryLanguage } from '../../../electron/engine/retrieval/query-language';

describe('the language of a query', () => {
  it.each([
    ['How large may a file be?', 'eng'],
    ['short rules for the trip', 'eng'],
    ['case of a hygrometer', 'eng'],
    ['Who won the war?', 'eng'],
    ['How does a man die?', 'eng'],
    ['Who is Müller?', 'eng'],
    ['Where is São Paulo?', 'eng'],
    ['Wer war der Erbauer?', 'deu'],
    ['Was kostet es?', 'deu'],
    ['Strafe bei Verspätung', 'deu'],
    ['¿Cuál es la casa con jardín?', 'spa'],
    ['cuantos habitantes tiene Madrid', 'spa'],
    ['Quelle est la capitale de la France ?', 'fra'],
  ])('%s is told by its function words: %s', (query, code) => {
    expect(queryLanguage(query)).toEqual({ code, by: 'function-words' });
  });

  it.each([
    ['Windmühle', 'deu'],
    ['Kündigungsfrist', 'deu'],
    ['casa con jardín', 'spa'],
  ])('%s is told by its letters: %s', (query, code) => {
    expect(queryLanguage(query)).toEqual({ code, by: 'letters' });
  });

  it('leaves to trigrams what is long and in none of the languages whose function words are known', () => {
    const query = 'Где находится старейший университет страны и когда он был основан впервые?';
    expect(queryLanguage(query)).toEqual({ code: 'rus', by: 'trigrams' });
  });

  it.each(['ERR_4012', 'cell division mitosis', 'Super Bowl 50', '', '?'])('%j tells nothing', (query) => {
    expect(queryLanguage(query)).toEqual({ code: 'und', by: 'nothing' });
  });

  it('takes any text, and the same one alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const found = queryLanguage(text);
        expect(found.code).toMatch(/^[a-z]{3}$/u);
        expect(queryLanguage(text)).toEqual(found);
      }),
    );
  });
});
