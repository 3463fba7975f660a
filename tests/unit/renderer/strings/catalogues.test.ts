import { describe, expect, it } from 'vitest';
import { de } from '../../../../renderer/strings/de/index';
import { en } from '../../../../renderer/strings/en/index';
import { sourceWords } from './source-words';

interface Words {
  readonly [key: string]: string | Words;
}

const sentences = (words: Words, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : sentences(value, `${path}${key}.`),
  );
const english = new Map(sentences(en));
const german = new Map(sentences(de));
const asked = (sentence = '') => [...sentence.matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => name).sort();
const keys = [...new Set([...english.keys()].map((key) => key.replace(/_(one|other)$/, '')))];
const source = sourceWords();

describe('the catalogues', () => {
  it('have the same keys', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('ask for the same values', () => {
    const differing = [...english].filter(([key, text]) => asked(text).join() !== asked(german.get(key)).join());
    expect(differing).toEqual([]);
  });

  it('have no empty sentence', () => {
    expect([...english, ...german].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have both numbers of a sentence with a plural; what one asks for, several ask for', () => {
    const stems = (number: string) =>
      [...english.keys()].filter((key) => key.endsWith(number)).map((key) => key.slice(0, -number.length));
    expect(stems('_one').sort()).toEqual(stems('_other').sort());
    for (const stem of stems('_one')) {
      expect(asked(english.get(`${stem}_other`)), stem).toEqual(
        expect.arrayContaining(asked(english.get(`${stem}_one`))),
      );
    }
  });

  it('speak quietly: no exclamation mark', () => {
    expect([...english, ...german].filter(([, text]) => text.includes('!'))).toEqual([]);
  });
});

describe('an ellipsis', () => {
  it('stands behind a space in German, where it is no part of a word', () => {
    expect([...german].filter(([, text]) => /\p{L}…/u.test(text))).toEqual([]);
  });
});

describe('the words in the source', () => {
  it('are all in the catalogues', () => {
    const unknown = source.keys.filter(({ pattern }) => !keys.some((key) => pattern.test(key)));
    expect(unknown.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
  });

  it('leave no key of the catalogues unused', () => {
    expect(keys.filter((key) => !source.keys.some(({ pattern }) => pattern.test(key)))).toEqual([]);
  });

  it('are not said before the language is known', () => {
    expect(source.atTop).toEqual([]);
  });

  it('do not stand in components literally', () => {
    expect(source.literals).toEqual([]);
  });
});
