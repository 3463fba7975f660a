import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { languages, languageTable } from '@shared/words/languages';
import { describe, expect, it } from 'vitest';
import named from './catalogues.json';
import { sourceWords } from './source-words';

/** A sentence, the alternatives of one, or more of them by their keys. */
type Tree = string | readonly string[] | { readonly [key: string]: Tree };

/** Every sentence by its place; alternatives by their number. */
function sentencesOf(tree: Tree, path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof tree === 'string') return [[path.join(' / '), tree]];
  return Object.entries(tree).flatMap(([key, inner]) => sentencesOf(inner as Tree, [...path, key]));
}

const asked = (sentence = '') =>
  [...new Set([...sentence.matchAll(/\{\{(\w+)/gu)].map(([, name]) => name))].sort().join();

const catalogues = await Promise.all(
  languages.map(async (language) => {
    const { words, said } = await languageTable[language].read();
    return { language, words: new Map(sentencesOf({ ...words })), said: new Map(sentencesOf({ ...said })) };
  }),
);
const [english, ...others] = catalogues;
if (!english) throw new TypeError('There is no English.');
const source = sourceWords();

describe.each(others)('the catalogue in $language', ({ words, said }) => {
  it('has the keys of the English one', () => {
    expect([...words.keys()].sort()).toEqual([...english.words.keys()].sort());
    expect([...said.keys()].sort()).toEqual([...english.said.keys()].sort());
  });

  it('asks for the same values', () => {
    const all = new Map([...english.words, ...english.said]);
    const differing = [...words, ...said].filter(([key, text]) => asked(text) !== asked(all.get(key)));
    expect(differing).toEqual([]);
  });
});

describe.each(catalogues)('every sentence in $language', ({ words, said }) => {
  it('names a limit by its title, if it is no command', () => {
    const keys = [...said.keys()].flatMap((key) => /^limits \/ (\w+(?:\.\w+)+) \/ title$/u.exec(key)?.[1] ?? []);
    expect(keys.length).toBeGreaterThan(50);
    const naming = [...words, ...said].filter(([, text]) => keys.some((key) => new RegExp(`\\b${key}\\b`).test(text)));
    expect(naming.filter(([, text]) => !text.includes('vitrine limits'))).toEqual([]);
  });

  it('names a button by words that hold those in sight, for people who speak to their computer', () => {
    const lower = (key: string) => words.get(key)?.toLowerCase() ?? '';
    const apart = Object.entries(named).filter(([name, shown]) => !lower(name).includes(lower(shown) || '?'));
    expect(apart).toEqual([]);
  });

  it('says something, and quietly', () => {
    const mine = [...words, ...said].filter(([key]) => !key.endsWith('hint'));
    expect(mine.filter(([, text]) => text.trim() === '' || /[!¡]/u.test(text))).toEqual([]);
  });
});

it('have both numbers of a sentence with a plural; what one asks for, several ask for', () => {
  const stems = (number: string) =>
    [...english.words.keys()].filter((key) => key.endsWith(number)).map((key) => key.slice(0, -number.length));
  expect(stems('_one').sort()).toEqual(stems('_other').sort());
  for (const stem of stems('_one')) {
    const many = asked(english.words.get(`${stem}_other`)).split(',');
    expect(many, stem).toEqual(
      expect.arrayContaining(
        asked(english.words.get(`${stem}_one`))
          .split(',')
          .filter(Boolean),
      ),
    );
  }
});

describe('what the engine says by code', () => {
  it('has words for every error, which ask for nothing where only the code is known', () => {
    const known = [...english.said.keys()].filter((key) => key.startsWith('errors'));
    const codes = [...new Set(known.map((key) => key.split(' / ')[1]))];
    const lacking = codes.filter((code) => !known.includes(`errors / ${code} / default / message`));
    expect(lacking).toEqual([]);
    const asking = [...english.said].filter(([key, text]) => / default \/ (message|hint)$/u.test(key) && asked(text));
    expect(asking).toEqual([]);
  });

  it('can be said of every notice without any value', () => {
    const last = new Map(
      [...english.said].filter(([key]) => key.startsWith('notices')).map(([key, text]) => [key.split(' / ')[1], text]),
    );
    expect([...last].filter(([, text]) => asked(text))).toEqual([]);
  });
});

it('have the types of their values as scripts/word-types.mjs writes them', () => {
  const script = resolve(__dirname, '../../../../scripts/word-types.mjs');
  expect(spawnSync(process.execPath, [script, '--check']).status).toBe(0);
});

describe('an ellipsis', () => {
  it('follows a space in German, unless it is part of a word', () => {
    const german = catalogues.find(({ language }) => language === 'de');
    expect([...(german?.words ?? [])].filter(([, text]) => /\p{L}…/u.test(text))).toEqual([]);
  });
});

describe('the words in the source', () => {
  const keys = [
    ...new Set([...english.words.keys()].map((key) => key.replaceAll(' / ', '.').replace(/_(one|other)$/, ''))),
  ];

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

  it('are not in components literally', () => {
    expect(source.literals).toEqual([]);
  });
});
