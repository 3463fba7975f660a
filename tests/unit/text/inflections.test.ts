import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentWords } from '../../../electron/engine/text/function-words';
import { formsOf, inflections } from '../../../electron/engine/text/inflections';
import { forAll } from '../../for-all';

describe('inflections', () => {
  it.each([
    ['large', 'eng', ['larger', 'largest']],
    ['big', 'eng', ['bigger', 'biggest']],
    ['old', 'und', ['older', 'oldest']],
    ['file', 'eng', []],
    ['number', 'eng', []],
    ['Haus', 'pol', []],
  ])('%s in %s: %j', (word, language, expected) => {
    expect(inflections(word, language)).toEqual(expected);
  });

  it.each([
    ['Mühlen', 'deu', 'mühle'],
    ['Häuser', 'deu', 'haus'],
    ['gezahlt', 'deu', 'zahlt'],
    ['melden', 'deu', 'gemeldet'],
    ['kuendigen', 'deu', 'gekündigt'],
    ['Koeln', 'deu', 'köln'],
    ['blancas', 'spa', 'blanco'],
  ])('%s in %s has the form %s', (word, language, form) => {
    expect(inflections(word, language)).toContain(form);
  });

  it('makes no participle of a noun', () => {
    expect(inflections('Wagen', 'deu')).not.toContain('gewagt');
    expect(inflections('wagen', 'deu')).toContain('gewagt');
  });

  it('never names the word itself', () => {
    forAll(fc.string({ maxLength: 12 }), fc.constantFrom('eng', 'deu', 'spa'), (word, language) => {
      expect(inflections(word, language)).not.toContain(word.toLowerCase());
    });
  });

  it('gives for each form its term of the query', () => {
    expect(formsOf('How large a file', 'eng')).toEqual(
      new Map([
        ['larger', { words: ['larger'], of: 'larg' }],
        ['largest', { words: ['largest'], of: 'larg' }],
      ]),
    );
  });
});

describe('content words', () => {
  it.each([
    ['How large may a file be?', 'eng', 'How large a file be?'],
    ['What happened in May 1976?', 'eng', 'What happened in May 1976?'],
    ['Wie hoch ist die Strafe bei Verspätung?', 'deu', 'Strafe Verspätung?'],
    ['¿Cuándo se construyó el molino?', 'spa', '¿ construyó molino?'],
    ['Was ist die WER?', 'deu', 'WER?'],
    ['Was ist das?', 'deu', 'Was ist das?'],
    ['Wie hoch', 'eng', 'Wie hoch'],
  ])('%s (%s)', (query, language, expected) => {
    expect(contentWords(query, language)).toBe(expected);
  });
});
