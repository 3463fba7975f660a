import { stemmer } from 'stemmer';
import { deu, eng, spa } from 'stopword';
import { alsoEnglish, folded, foreign, furtherEnglish } from './function-words';
import { PartReader } from './part-reader';

const stopwords = new Set<string>([
  ...eng.map(folded),
  ...furtherEnglish,
  // One letter is no function word everywhere: vitamin C, the language R.
  ...[...deu, ...spa].map(folded).filter((word) => word.length > 1 && !alsoEnglish.has(word)),
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII is
const ascii = /^[\x00-\x7f]*$/;
const innerPunctuation = /[_'’.-]/;

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

/** A text as its words are compared. */
const comparable = (text: string): string => (ascii.test(text) ? text.toLowerCase() : folded(text));

/** Lower-case words without diacritics; digits and inner `_`, `.`, `-` of codes such as `ERR_4012` stay together. */
export function words(text: string): string[] {
  // The plain pattern says the same of ASCII and takes a third of the time.
  if (ascii.test(text)) return text.toLowerCase().match(/[a-z0-9]+(?:[_'.-][a-z0-9]+)*/g) ?? [];
  return folded(text).match(/[\p{L}\p{N}]+(?:[_'’.-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Tells function words from others in one text. */
function stopwordsOf(all: readonly string[]): (part: string) => boolean {
  let isForeign: boolean | null = null;
  return (part) => {
    if (stopwords.has(part)) return true;
    if (!alsoEnglish.has(part)) return false;
    isForeign ??= all.some((word) => foreign.has(word));
    return isForeign;
  };
}

/** Reads index terms as other values, one for each term: what of texts is read again and again is kept as numbers. */
export class TermReader<T> {
  private readonly parts: PartReader<T>;

  constructor(toValue: (term: string) => T) {
    this.parts = new PartReader<T>(
      (part) => ({
        value: stopwords.has(part) ? null : toValue(termOf(part)),
        doubtful: alsoEnglish.has(part),
        foreign: foreign.has(part),
      }),
      stemsKept,
    );
  }

  /** Values of the terms of a text, in their order: those of `terms`. */
  read(text: string): T[] {
    return this.parts.read(comparable(text));
  }
}

const asTheyAre = new TermReader((term) => term);

/**
 * Index terms of a text: words, split further at inner punctuation, without stop words, Porter-stemmed.
 * The keyword lane's full-text index does the same inside LanceDB; this form is for counting document
 * frequencies and for measuring how much of a query a chunk covers.
 */
export function terms(text: string): string[] {
  return asTheyAre.read(text);
}

/** Distinct terms of a text. */
export function termSet(text: string): Set<string> {
  return new Set(terms(text));
}

/** ln(1 + (N − df + 0.5)/(df + 0.5)), the idf of BM25 as Lucene has it; > 0 for every df ≤ N. */
export function inverseDocumentFrequency(documentFrequency: number, documents: number): number {
  const df = Math.min(Math.max(documentFrequency, 0), documents);
  return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
}

/**
 * What a term and every word of it begin with. Porter's rules leave a stem that is the beginning of its word but for
 * its last letter: `happi`, `hope` of `hoping`, `ai` of `ays`.
 */
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
    // What has no such prefix finds nothing: `(?!)` never matches.
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

  /** Looks only at what begins like a wanted term: most of a text's words never become strings of their own. */
  private inAscii(lower: string): Set<string> {
    const found = new Set<string>();
    let isStopword: ((part: string) => boolean) | null = null;
    this.beginnings.lastIndex = 0;
    for (let match = this.beginnings.exec(lower); match !== null; match = this.beginnings.exec(lower)) {
      const { 0: part, index } = match;
      if (stopwords.has(part) || isContracted(lower, part, index)) continue;
      if (alsoEnglish.has(part)) {
        isStopword ??= stopwordsOf(words(lower));
        if (isStopword(part)) continue;
      }
      const term = termOf(part);
      if (this.wanted.has(term)) found.add(term);
      if (found.size === this.wanted.size) break;
    }
    return found;
  }
}
