import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentWords } from '../../../electron/engine/text/function-words';
import { formsOf, inflections } from '../../../electron/engine/text/inflections';
import { folded, hasUnspaced, indexedText, segments } from '../../../electron/engine/text/segmentation';
import { terms } from '../../../electron/engine/text/terms';
import { forAll } from '../../for-all';

describe('folded', () => {
  it.each([
    ['Crème Brûlée', 'creme brulee'],
    ['ﬁne ＡＢＣ１２', 'fine abc12'],
    ['Ёлка', 'елка'],
    ['İSTANBUL Işık ıSLAK', 'istanbul isik islak'],
    ['أحمد إلى آخر', 'احمد الي اخر'],
    ['مُدَرِّسَة كتـــاب', 'مدرسه كتاب'],
    ['١٩٩٠ ۲۰۲۴', '1990 2024'],
    ['が ｶﾞ ガ', 'が ガ ガ'],
    ['한국', '한국'],
  ])('%s → %s', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('is the same twice over, however the text is composed', () => {
    forAll(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      expect(folded(folded(text))).toBe(folded(text));
      expect(folded(text.normalize('NFD'))).toBe(folded(text.normalize('NFC')));
    });
  });
});

describe('segments', () => {
  it.each([
    ['mill', ['mill']],
    ['水', ['水']],
    ['黑豹队', ['黑', '黑豹', '豹', '豹队', '队']],
    ['第3章', ['第', '3', '章']],
    ['データ', ['デ', 'デー', 'ー', 'ータ', 'タ']],
  ])('%s', (word, expected) => {
    expect(segments(word)).toEqual(expected);
  });

  it('are found in a text by every stretch of it that is asked for', () => {
    const han = fc.string({ unit: fc.constantFrom(...'中国人民水电站'), minLength: 1, maxLength: 12 });
    forAll(han, han, han, (before, asked, behind) => {
      expect(terms(before + asked + behind)).toEqual(expect.arrayContaining(terms(asked)));
    });
  });
});

describe('indexedText', () => {
  it('leaves Latin letters as they are: the index folds and stems those itself', () => {
    const text = 'Die Mühle, 1881: Crème brûlée & ERR_4012.';
    expect(indexedText(text)).toBe(text);
    expect(hasUnspaced(text)).toBe(false);
  });

  it.each([
    ['建于1881年。', ' 建 建于 于 1881 年 。'],
    ['Ещё ЁЛКИ', 'еще елки'],
    ['İstanbul', 'istanbul'],
    ['سنة ١٩٩٠', 'سنه 1990'],
  ])('%s → %s', (text, expected) => {
    expect(indexedText(text)).toBe(expected);
  });
});

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
