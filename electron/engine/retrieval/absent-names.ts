import { withoutEnd, writtenWord } from '@shared/quoted-words';
import { terms } from '@shared/terms';

/** Words with which a name goes on: “Mark of Anarchy”, “Vincent van Gogh”. */
const within = new Set('of the de du la le von van der den del di da'.split(' '));
const capitalised = /^\p{Lu}/u;
/** An abbreviation stands for words that the documents may write out. */
const abbreviation = /^[\p{Lu}\p{N}.-]+$/u;
const betweenSentences = /(?<=[.?!:;]["”’)]*)\s+/u;
const asks = /\?["”’)*]*$/u;
const onlySpace = /^\s+$/u;
/** What may stand before a name; behind a bracket, a mark or a bullet a capital may begin a sentence. */
const beforeName = /^,?\s+$/u;
/** Before a circumstance, which documents often leave unsaid: “in Germany”, “on Monday”, “explain to Anna”. */
const ofCircumstance = new Set(
  'in on at to from for since during until before after near like en a para desde à pour depuis chez'.split(' '),
);
/** Of so many words with capitals they tell no name: headings are written so. */
const asHeading = 0.7;
const fewestOfHeading = 3;
/** A query of more words has a text beside its question, whose names are not what is asked for. */
const mostWords = 40;

/** Letters that two forms of a name have in common at least, and by which one may be longer: `India`, `Indian`. */
const leastCommon = 4;
const mostLonger = 3;

interface Run {
  readonly words: string[];
  /** Whether it may be a name: no circumstance, and not behind a bracket or a mark. */
  readonly mayName: boolean;
  /** Whether a word of it has a capital that the begin of a sentence has not given it. */
  isName: boolean;
}

/**
 * What a query's questions name, by its capitals: runs of words, each without what is not capitalised. Words that begin
 * a sentence are no names by themselves but may belong to one; abbreviations and circumstances are none, nor is what
 * stands in a sentence that asks nothing.
 */
export function namesIn(query: string): readonly (readonly string[])[] {
  const words = query.match(writtenWord) ?? [];
  if (words.length > mostWords) return [];
  const capitals = words.filter((word) => capitalised.test(word)).length;
  if (words.length > fewestOfHeading && capitals > asHeading * words.length) return [];
  return query
    .split(betweenSentences)
    .filter((sentence) => asks.test(sentence))
    .flatMap(runsOf)
    .filter(({ mayName, isName }) => mayName && isName)
    .map((run) => run.words);
}

/** Capitalised words of a sentence that stand together. */
function runsOf(sentence: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  let before = '';
  let isOpen = false;
  for (const { 0: written, index } of sentence.matchAll(writtenWord)) {
    const between = sentence.slice(end, index);
    const text = withoutEnd(written);
    const goesOn: boolean = isOpen && onlySpace.test(between);
    const isFirst = end === 0;
    end = index + text.length;
    if (!capitalised.test(text)) {
      isOpen = goesOn && within.has(text);
      before = text;
      continue;
    }
    const isName = !isFirst && !abbreviation.test(text);
    const run = goesOn ? runs.at(-1) : undefined;
    if (run) {
      run.words.push(text);
      run.isName ||= isName;
    } else {
      const mayName = isFirst || (beforeName.test(between) && !ofCircumstance.has(before));
      runs.push({ words: [text], mayName, isName });
    }
    isOpen = true;
  }
  return runs;
}

/** Where a library is asked for its terms. */
export interface NameLookUp {
  occurring(terms: readonly string[]): (term: string) => boolean;
  /** Whether some chunk has a word in another form. */
  haveOtherwise(word: string): boolean;
  /** Whether it has a term that begins with this one and is at most so many letters longer. */
  hasLonger(term: string, most: number): boolean;
  /** Whether a document, its file or a collection is called so. */
  isNamed(word: string): boolean;
}

/** What a term begins with and is at most `mostLonger` letters longer than: `india` of `indian`. */
function shorterKin(term: string): string[] {
  const letters = [...term];
  const lengths = Array.from({ length: mostLonger }, (_, less) => letters.length - 1 - less);
  return lengths.filter((length) => length >= leastCommon).map((length) => letters.slice(0, length).join(''));
}

function hasKin(term: string, library: NameLookUp): boolean {
  const shorter = shorterKin(term);
  if (shorter.some(library.occurring(shorter))) return true;
  return [...term].length >= leastCommon && library.hasLonger(term, mostLonger);
}

/**
 * The name in a question of which no document has any word, in no other form and in no title either; null where there is
 * none, or a name that is known beside it. A name of which one word is known (“Graham Twigg”) may be meant by it.
 */
export function absentName(query: string, library: NameLookUp): string | null {
  const runs = namesIn(query);
  return runs.every((run) => isAbsent(run, library)) ? (runs[0]?.join(' ') ?? null) : null;
}

function isAbsent(run: readonly string[], library: NameLookUp): boolean {
  const asked = run.flatMap((word) => terms(word).map((term) => ({ word, term })));
  const occurs = library.occurring(asked.map(({ term }) => term));
  return (
    asked.length > 0 &&
    asked.every(
      ({ word, term }) =>
        !occurs(term) && !library.haveOtherwise(word) && !hasKin(term, library) && !library.isNamed(word),
    )
  );
}
