import type { TypedValue } from '@shared/value-types';
import { type ExtractionColumn, hasFieldFor, proposeType, statedType, statedValues } from '../../extraction';
import { type CensusWords, type CountedFiles, censusWords } from '../../languages';
import { folded } from '../../text/segmentation';
import { valueTypeList } from '../../text/values';

/** `stated`: whatever it is, as long as it is stated. `most`, `least`: none of the others states more, or less. */
export type CensusComparison =
  | 'is'
  | 'stated'
  | 'after'
  | 'before'
  | 'at-least'
  | 'at-most'
  | 'between'
  | 'most'
  | 'least';

/** The condition that a document must meet to be counted. */
export type CensusTest =
  /** It contains these words, ignoring case. */
  | { readonly by: 'words'; readonly words: string }
  /** It is about this. */
  | { readonly by: 'subject'; readonly subject: string }
  /** A value that it states compares in this way with the values of the question. */
  | {
      readonly by: 'value';
      readonly column: ExtractionColumn;
      readonly comparison: CensusComparison;
      /** One value for a comparison of numbers, dates and durations, two for `between`. Empty for names. */
      readonly values: readonly TypedValue[];
      /** The words of the question that must contain a name, in lower case and without accents. Empty for values. */
      readonly named: string;
    };

/** A question about all documents, and not about the content of some. */
export interface CensusQuestion {
  readonly asks: 'count' | 'list';
  readonly test: CensusTest;
  /** The question asks for the documents that fail the test. */
  readonly negated: boolean;
  /** The files that are counted. */
  readonly files: CountedFiles;
  /** The noun for a document, as the question has it, in the singular; lower case and without accents. */
  readonly noun: string;
  /** ISO 639-3, of the words that tell it. */
  readonly language: string;
}

/**
 * Reads a question that counts or lists the documents that meet a condition: “How many of these contracts
 * are governed by Delaware law?” By its form alone: a noun for documents in the plural behind words that count or list, and
 * behind it words to be found, a subject, or something that documents state with what it is compared to. Null for every other question: it is answered from passages.
 */
export function readCensus(question: string): CensusQuestion | null {
  const asked = question.replace(/^[\s¿¡]+|[\s.?!]+$/gu, '');
  const plain = folded(asked);
  // A letter whose fold is longer would move everything after it.
  if (plain.length !== asked.length) return null;
  for (const opening of openings) {
    const read = readIn(asked, plain, opening);
    if (read) return read;
  }
  return null;
}

/** The types of value that documents can state the most or the least of. */
const superlatives = valueTypeList.flatMap(([type, { superlatives: words }]) =>
  words === undefined ? [] : (['most', 'least'] as const).map((comparison) => ({ type, comparison, words })),
);

/**
 * How a question begins that asks for a number of documents or a list of them, made once: every question is held
 * against it.
 */
const openings = Object.entries(censusWords).map(([language, words]) => {
  const any = (at: 0 | 1): string => words.documents.map((forms) => forms[at]).join('|');
  return {
    language,
    words,
    forms: [
      ['count', new RegExp(`^(?:${words.count}) (${any(1)})(?!\\p{L})`, 'u')],
      ['list', new RegExp(`^(?:(?:${words.list}) (${any(1)})|(?:${words.each}) (${any(0)}))(?!\\p{L})`, 'u')],
    ] as const,
    which: new RegExp(`^(?:${words.list}|${words.which}) (?:(${any(0)})|(${any(1)}))(?!\\p{L})`, 'u'),
    superlatives: superlatives.map(({ type, comparison, words: kind }) => {
      const most = words.superlatives[kind][comparison];
      // “was signed last”, “has the longest term”, “wurde zuletzt unterzeichnet”.
      const form = `(.+) (?:${most})|(?:${words.states}) (?:${most}) (.+)|(\\p{L}+) (?:${most}) (\\p{L}+)`;
      return { type, comparison, form: new RegExp(`^(?:${form})$`, 'u') };
    }),
    behind: new RegExp(`^,?\\s*(?:(?:${words.relative})(?!\\p{L})\\s*)?`, 'u'),
    not: new RegExp(`(?<!\\p{L})(?:${words.not})(?!\\p{L})\\s*`, 'u'),
  };
});

/** “Which agreement has the longest term?”: which of them states the most of something, or the least. */
function superlativeIn(plain: string, { language, words, which, superlatives }: Opening): CensusQuestion | null {
  const [begun, singular, plural] = which.exec(plain) ?? [];
  if (begun === undefined) return null;
  const [noun = '', , files = 'any'] = words.documents.find(([one, many]) => one === singular || many === plural) ?? [];
  for (const { type, comparison, form } of superlatives) {
    const said = form.exec(plain.slice(begun.length).trim());
    const column: ExtractionColumn = { question: [noun, ...(said?.slice(1) ?? [])].filter(Boolean).join(' '), type };
    if (!said || !hasFieldFor(column)) continue;
    const test = { by: 'value', column, comparison, values: [], named: '' } as const;
    return { asks: 'list', test, negated: false, files, noun, language };
  }
  return null;
}

function readIn(asked: string, plain: string, opening: Opening): CensusQuestion | null {
  const superlative = superlativeIn(plain, opening);
  if (superlative) return superlative;
  const { language, words, forms, behind, not } = opening;
  for (const [asks, form] of forms) {
    const [begun, many, one] = form.exec(plain) ?? [];
    if (begun === undefined) continue;
    const [noun = '', , files] =
      words.documents.find(([singular, plural]) => singular === one || plural === many) ?? [];
    const at = begun.length + (behind.exec(plain.slice(begun.length))?.[0].length ?? 0);
    const rest = { asked: asked.slice(at).trim(), plain: plain.slice(at).trim() };
    if (rest.plain === '') return null;
    const negation = not.exec(rest.plain);
    const bare = negation ? without(rest, negation.index, negation[0].length) : rest;
    const test = testOf(bare, noun, words);
    return test && { asks, test, negated: negation !== null, files: files ?? 'any', noun, language };
  }
  return null;
}

type Opening = (typeof openings)[number];

interface Rest {
  readonly asked: string;
  readonly plain: string;
}

const without = ({ asked, plain }: Rest, at: number, length: number): Rest => ({
  asked: `${asked.slice(0, at)}${asked.slice(at + length)}`,
  plain: `${plain.slice(0, at)}${plain.slice(at + length)}`,
});

const quoted = /^["“„«'‘](.+)["”“»'’]$/u;
const leastOfWords = 2;

function testOf(rest: Rest, noun: string, words: CensusWords): CensusTest | null {
  const mention = new RegExp(`^(?:${words.mentions})(?!\\p{L})\\s*`, 'u').exec(rest.plain);
  if (mention) {
    const written = rest.asked.slice(mention[0].length).trim();
    const bare = quoted.exec(written)?.[1] ?? written.replace(new RegExp(`^(?:${words.overview.article}) `, 'iu'), '');
    return bare.length < leastOfWords ? null : { by: 'words', words: bare };
  }
  return valueTest(rest, noun, words) ?? subjectTest(rest, words) ?? statedTest(rest, noun, words);
}

function subjectTest(rest: Rest, words: CensusWords): CensusTest | null {
  const about = new RegExp(`^(?:${words.about})(?!\\p{L})\\s*`, 'u').exec(rest.plain);
  if (!about) return null;
  const subject = rest.asked.slice(about[0].length).trim();
  return subject.length < leastOfWords ? null : { by: 'subject', subject };
}

/** That a document states something at all, of what documents are known to state: “reports a dose”. */
function statedTest({ plain }: Rest, noun: string, words: CensusWords): CensusTest | null {
  const states = new RegExp(`^(?:${words.states})(?!\\p{L})\\s+`, 'u').exec(plain);
  if (!states) return null;
  const question = `${noun} ${plain.slice(states[0].length)}`;
  const type = statedType(question);
  return type ? { by: 'value', column: { question, type }, comparison: 'stated', values: [], named: '' } : null;
}

function valueTest(rest: Rest, noun: string, words: CensusWords): CensusTest | null {
  const stated = statedValues(rest.asked);
  const [first, second] = stated;
  const question = `${noun} ${rest.plain}`;
  if (first) {
    const { type } = first.value;
    const before = rest.plain.slice(0, first.start);
    const comparison = comparisonIn(before, second ? rest.plain.slice(first.end, second.start) : null, words);
    const cut = without(rest, first.start, (second?.end ?? first.end) - first.start).plain;
    const column: ExtractionColumn = { question: `${noun} ${cut}`, type };
    const values = (comparison === 'between' && second ? [first, second] : [first]).map(({ value }) => value);
    return { by: 'value', column, comparison, values, named: '' };
  }
  // Without a value to compare with, only a name can be meant, and only of what documents are known to state.
  const { type } = proposeType(question);
  if (type !== 'name' && type !== 'text') return null;
  const column: ExtractionColumn = { question, type: 'name', many: true };
  if (!hasFieldFor(column) || !/\p{Lu}|["“„«]/u.test(rest.asked)) return null;
  return { by: 'value', column, comparison: 'is', values: [], named: rest.plain };
}

function comparisonIn(before: string, between: string | null, words: CensusWords): CensusComparison {
  const endsWith = (alternatives: string) =>
    new RegExp(`(?<!\\p{L})(?:${alternatives})\\s*(?:the |dem |den |el )?$`, 'u').test(before);
  if (between !== null && endsWith(words.between)) return 'between';
  if (endsWith(words.atLeast)) return 'at-least';
  if (endsWith(words.atMost)) return 'at-most';
  if (endsWith(words.after) || endsWith(words.more)) return 'after';
  if (endsWith(words.before) || endsWith(words.less)) return 'before';
  return 'is';
}
