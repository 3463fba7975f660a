import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInstruction, readOverview } from '../../../electron/engine/answers/wholes/read-instruction';
import { answerKind, holdsAnswerOf } from '../../../electron/engine/chat/quoting/score-sentences';
import { type LanguageCode, languageCodes, languages } from '../../../electron/engine/languages';
import { queryLanguage } from '../../../electron/engine/retrieval/query/query-language';
import { contentWords } from '../../../electron/engine/text/function-words';
import { formsOf } from '../../../electron/engine/text/inflections';
import { sentences } from '../../../electron/engine/text/sentences';
import { terms } from '../../../electron/engine/text/terms';
import data from './languages.json';

/** A question in each language, and the rest of it without its function words. */
const questions = data.questions as Readonly<Record<LanguageCode, [question: string, content: string]>>;

describe.each(languageCodes)('%s', (code) => {
  const [question, content] = questions[code];

  it('is recognised by a question, whose function words are not searched for', () => {
    expect(queryLanguage(question).code).toBe(code);
    expect(contentWords(question, code)).toBe(content);
  });

  it('W77 has a question about a section, which tells of no whole document, and one about a whole where it knows them', () => {
    const { section, whole } = languages[code].offers;
    const filled = (question: string) => question.replace('{title}', 'Lavora').replace('{heading}', 'Lease');
    expect(filled(section)).toMatch(/Lavora.*Lease/u);
    expect(readInstruction(filled(section)) ?? readOverview(filled(section))).toBeNull();
    expect(whole === null).toBe(languages[code].instructions.summarise.length === 0);
    if (whole !== null) expect(readInstruction(filled(whole))).toMatchObject({ kind: 'summary' });
  });

  it('ignores a lone word that is a function word in English too', () => {
    expect(languages[code].telltale.filter((word) => languages.eng.stopWords.includes(word))).toEqual([]);
  });
});

describe('words in another form', () => {
  it.each(data.forms as [string, string, string][])('%s: %s is a form of %s', (language, asked, written) => {
    expect([...terms(asked), ...formsOf(asked, language).keys()]).toContain(terms(written)[0]);
  });
});

describe('sentences', () => {
  it.each(data.sentences as [string, number][])('%s', (text, count) => {
    expect(sentences(text)).toHaveLength(count);
  });
});

describe('what a question asks for', () => {
  it.each([
    ['En quelle année le moulin a-t-il brûlé ?', 'time', 'Il a brûlé en mars.'],
    ['Combien de roues y a-t-il ?', 'number', 'Le moulin a trois roues et deux portes.'],
    ['Quando bruciò il mulino?', 'time', 'Bruciò a Gennaio, nel 1881.'],
    ['Quante ruote ha il mulino?', 'number', 'Ha tre ruote.'],
    ['Em que ano ardeu o moinho?', 'time', 'Ardeu em março.'],
    ['Quantas rodas tem o moinho?', 'number', 'Tem duas rodas.'],
    ['In welk jaar brandde de molen af?', 'time', 'De molen brandde af in maart.'],
    ['Hoeveel wielen heeft de molen?', 'number', 'De molen heeft twee wielen.'],
  ] as const)('%s: %s', (question, kind, answer) => {
    expect(answerKind(question)).toBe(kind);
    expect(holdsAnswerOf(kind, question)(answer)).toBe(true);
    expect(holdsAnswerOf(kind, question)('…')).toBe(false);
  });
});

describe('words of one language that are others in another', () => {
  it.each(['Wie funktioniert das Rad?', 'What colour is a dove?', 'Sei das Rad alt?'])(
    '%s asks for no name',
    (question) => {
      expect(answerKind(question)).toBeNull();
    },
  );
});

describe('function words of one language', () => {
  it.each([
    ['Les moulins sont dans la ville', ['moulin', 'vill']],
    ['I mulini sono nel bosco della valle', ['mulini', 'bosco', 'vall']],
    ['Een molen wordt niet naar de stad gebracht', ['molen', 'stad', 'gebracht']],
  ])('are none of the terms of a text in it: %s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('stay words of substance in an English text', () => {
    expect(terms('Some want a pour over the elle')).toContain('want');
    expect(terms('pour sur tot men')).toEqual(['pour', 'sur', 'tot', 'men']);
  });
});

describe('the file of a language', () => {
  const folder = resolve(__dirname, '../../../electron/engine/languages');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  type Tree = Readonly<Record<string, unknown>>;
  const read = (file: string): Tree => JSON.parse(readFileSync(resolve(folder, file), 'utf8'));
  const english = read('en.json');
  const onlyElsewhere = ['beginnings', 'typedFor'];
  const ownKeys = ['cardinals', 'ordinals', 'multipliers', 'times', 'currencies', 'fields', 'typedFor', 'endings'];
  const isTree = (value: unknown): value is Tree =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const unknownKeys = (given: Tree, known: Tree): string[] =>
    Object.entries(given).flatMap(([key, value]) => {
      if (!(key in known) && !onlyElsewhere.includes(key)) return [key];
      const inner = known[key];
      return isTree(value) && isTree(inner) && !ownKeys.includes(key) ? unknownKeys(value, inner) : [];
    });
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(texts);
  const withPatterns =
    'asks clauseBefore goesOn instructions forms negations bounds demands knowsNot review census'.split(' ');
  const doesNotCompile = (text: string): boolean => {
    try {
      new RegExp(`(?:${text.replaceAll('{all}', 'all')})`, 'iu');
      return false;
    } catch {
      return true;
    }
  };

  it.each(files)('%s has only keys of the English one, and patterns that compile', (file) => {
    const given = read(file);
    expect(unknownKeys(given, english)).toEqual([]);
    expect(withPatterns.flatMap((key) => texts(given[key])).filter(doesNotCompile)).toEqual([]);
  });

  it('names the files of a noun for documents by a code', () => {
    const nouns = Object.values(languages).flatMap(({ census }) => census?.documents ?? []);
    expect(nouns.length).toBeGreaterThan(30);
    expect(new Set(nouns.map(([, , files]) => files))).toEqual(new Set([undefined, 'any', 'pdf', 'mail']));
  });
});
