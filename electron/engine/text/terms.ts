import { stemmer } from 'stemmer';
import { isSometimesStopWord, stopWords, stopWordsOf } from './function-words';
import { folded, hasUnspaced, segments } from './segmentation';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII is
const ascii = /^[\x00-\x7f]*$/;
const innerPunctuation = /[_'’.-]/;
const contraction = /['’](?:s|t|d|m|ll|re|ve)$/;

/** Stems of words met before: a text repeats its words, and a library its texts. Emptied when it is full. */
const stems = new Map<string, string>();
const stemsKept = 50_000;

function termOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const term = /^\p{N}+$/u.test(word) ? word : stemmer(word);
  if (stems.size >= stemsKept) stems.clear();
  stems.set(word, term);
  return term;
}

/** Lower-case words without diacritics; digits and inner `_`, `.`, `-` of codes such as `ERR_4012` stay together. */
export function words(text: string): string[] {
  // The plain pattern says the same of ASCII and takes a third of the time.
  if (ascii.test(text)) return text.toLowerCase().match(/[a-z0-9]+(?:[_'.-][a-z0-9]+)*/g) ?? [];
  return folded(text).match(/[\p{L}\p{N}]+(?:[_'’.-][\p{L}\p{N}]+)*/gu) ?? [];
}

/**
 * Index terms of a text: words, split further at inner punctuation and without blanks, without stop words, Porter-stemmed.
 * The keyword lane's full-text index does the same inside LanceDB; this form is for counting document
 * frequencies and for measuring how much of a query a chunk covers.
 */
export function terms(text: string): string[] {
  const all = words(text);
  const isStopword = stopWordsOf(all);
  const found: string[] = [];
  const take = (part: string): void => {
    if (!isStopword(part)) found.push(termOf(part));
  };
  const isUnspaced = hasUnspaced(text);
  for (const word of all) {
    for (const part of innerPunctuation.test(word) ? partsOf(word) : [word]) {
      if (isUnspaced) segments(part).forEach(take);
      else take(part);
    }
  }
  return found;
}

/** The parts of a word with inner punctuation, without what an apostrophe leaves at its end: the `ll` of “she'll”. */
const partsOf = (word: string): string[] => word.replace(contraction, '').split(innerPunctuation);

export function termSet(text: string): Set<string> {
  return new Set(terms(text));
}

/** ln(1 + (N − df + 0.5)/(df + 0.5)), the idf of BM25 as Lucene has it; > 0 for every df ≤ N. */
export function inverseDocumentFrequency(documentFrequency: number, documents: number): number {
  const df = Math.min(Math.max(documentFrequency, 0), documents);
  return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
}

/** The common beginning of a term and all its words: Porter's stems begin them but for the last letter. */
const beginningOf = (term: string): string => (term.length === 1 ? term : term.slice(0, -1));

const contractions = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);
const alphanumeric = /[a-z0-9]/;

/** Whether a part is what an apostrophe leaves at the end of a word: the `ll` of “she'll”, not that of “she'll-be”. */
function isContracted(lower: string, part: string, index: number): boolean {
  if (!contractions.has(part) || lower[index - 1] !== "'" || !alphanumeric.test(lower[index - 2] ?? '')) return false;
  const end = index + part.length;
  return !(innerPunctuation.test(lower[end] ?? '') && alphanumeric.test(lower[end + 1] ?? ''));
}

/** Finds which of some terms occur in texts; stems only words that begin like one of them. */
export class TermMatcher {
  /** Runs of letters and digits that begin like a wanted term, in lower-case ASCII. */
  private readonly beginnings: RegExp;

  constructor(private readonly wanted: ReadonlySet<string>) {
    const prefixes = new Set([...wanted].map(beginningOf));
    const plain = [...prefixes].filter((prefix) => /^[a-z0-9]+$/.test(prefix));
    // A term without such a prefix finds nothing: `(?!)` never matches.
    this.beginnings = new RegExp(`(?<![a-z0-9])(?:${plain.join('|') || '(?!)'})[a-z0-9]*`, 'g');
  }

  /** The same terms as `termSet(text)` would give, of those that are wanted. */
  in(text: string): Set<string> {
    if (this.wanted.size === 0) return new Set();
    // Other letters than ASCII's are read whole: to look for words in them takes twice as long (measured).
    return ascii.test(text)
      ? this.inAscii(text.toLowerCase())
      : new Set(terms(text).filter((term) => this.wanted.has(term)));
  }

  /** Positions of such terms' words, `[from, to)`, in order; for letters without blanks, of pairs of them. */
  spans(text: string): [from: number, to: number][] {
    const known = new Map<string, boolean>();
    const isWanted = (word: string): boolean => {
      const is = known.get(word) ?? terms(word).some((term) => this.wanted.has(term));
      known.set(word, is);
      return is;
    };
    const found: [number, number][] = [];
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)) {
      if (!hasUnspaced(word)) {
        if (isWanted(word)) found.push([index, index + word.length]);
        continue;
      }
      for (let at = index; at < index + word.length - 1; at += 1) {
        const last = found.at(-1);
        if (!segments(folded(text.slice(at, at + 2))).some((part) => part.length > 1 && this.wanted.has(part)))
          continue;
        if (last && last[1] > at) last[1] = at + 2;
        else found.push([at, at + 2]);
      }
    }
    return found;
  }

  /** Looks only at what begins like a wanted term: most of a text's words never become strings of their own. */
  private inAscii(lower: string): Set<string> {
    const found = new Set<string>();
    let isStopword: ((part: string) => boolean) | null = null;
    this.beginnings.lastIndex = 0;
    for (let match = this.beginnings.exec(lower); match !== null; match = this.beginnings.exec(lower)) {
      const { 0: part, index } = match;
      if (stopWords.has(part) || isContracted(lower, part, index)) continue;
      if (isSometimesStopWord(part)) {
        isStopword ??= stopWordsOf(words(lower));
        if (isStopword(part)) continue;
      }
      const term = termOf(part);
      if (this.wanted.has(term)) found.add(term);
      if (found.size === this.wanted.size) break;
    }
    return found;
  }
}

/** Rows of the table, one word after the other in the same ones: a query is compared with hundreds of words. */
let rows: [Uint32Array, Uint32Array, Uint32Array] = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)];

/**
 * Optimal string alignment distance (Damerau 1964): least number of letters put in, left out, replaced or swapped with
 * their neighbour. Infinite above `most`, which costs less than to count on.
 */
export const editDistance = (a: string, b: string, most = Number.POSITIVE_INFINITY): number =>
  distances(a, b, most)?.[b.length] ?? Number.POSITIVE_INFINITY;

/** The least distance between a text and a beginning of another one. Infinite above `most`. */
export function distanceToBeginning(a: string, whole: string, most = Number.POSITIVE_INFINITY): number {
  const row = distances(a, whole, most);
  return row === null ? Number.POSITIVE_INFINITY : Math.min(...row.subarray(0, whole.length + 1));
}

/** The distances between a text and each beginning of another one, until the next call. Null where all are above `most`. */
function distances(a: string, b: string, most: number): Uint32Array | null {
  const width = b.length + 1;
  if (rows[0].length < width) rows = [new Uint32Array(width), new Uint32Array(width), new Uint32Array(width)];
  let [beforeLast, last, current] = rows;
  for (let column = 0; column < width; column += 1) last[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    current[0] = row;
    let least = row;
    for (let column = 1; column < width; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + cost);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current[column] = best;
      least = Math.min(least, best);
    }
    if (least > most) return null;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last;
}
