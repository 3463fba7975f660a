/** A text and what one would ask for it: a document with its only relevant query. */
export interface Pair {
  /** Where the text stands, without its query's words; may be empty. */
  readonly title: string;
  readonly query: string;
  /** Paragraphs, an empty line between them; no other white space than single blanks. */
  readonly text: string;
}

const leastQueryWords = 3;
/** Shorter texts only say yes, or where else to look. */
const leastTextWords = 5;

const words = (text: string): number => text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const compared = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** One line of single blanks. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Blocks as paragraphs: each one line, an empty line between two, empty ones left out. */
export const paragraphs = (blocks: readonly string[]): string => blocks.map(oneLine).filter(Boolean).join('\n\n');

/**
 * Pairs that a search can be measured with, in their order: a query of three words or more, a text of five or more, and
 * neither of them said before. Case and punctuation make no difference there.
 */
export function admissible(pairs: readonly Pair[]): Pair[] {
  const said = new Set<string>();
  return pairs.filter(({ query, text }) => {
    if (words(query) < leastQueryWords || words(text) < leastTextWords) return false;
    const keys = [`query ${compared(query)}`, `text ${compared(text)}`];
    if (keys.some((key) => said.has(key))) return false;
    for (const key of keys) said.add(key);
    return true;
  });
}

/** So many of a list, evenly spread from its first on; the list itself where it has no more. */
export function evenlyDrawn<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return list.filter(
    (_one, index) => Math.ceil((index * count) / list.length) < Math.ceil(((index + 1) * count) / list.length),
  );
}

/** The three files of a BEIR folder, by their paths in it. Document and query of a pair have the same number. */
export function beirFiles(pairs: readonly Pair[]): Readonly<Record<string, string>> {
  const digits = String(pairs.length).length;
  const numbered = pairs.map((pair, index) => ({ ...pair, number: String(index + 1).padStart(digits, '0') }));
  const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
  return {
    'corpus.jsonl': lines(
      numbered.map(({ number, title, text }) => JSON.stringify({ _id: `d${number}`, title, text })),
    ),
    'queries.jsonl': lines(numbered.map(({ number, query }) => JSON.stringify({ _id: `q${number}`, text: query }))),
    'qrels/test.tsv': lines([
      'query-id\tcorpus-id\tscore',
      ...numbered.map(({ number }) => `q${number}\td${number}\t1`),
    ]),
  };
}
