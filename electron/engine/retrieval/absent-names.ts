import { withoutEnd, writtenWord } from '@shared/quoted-words';
import { terms } from '@shared/terms';

/** Words with which a name goes on: “Mark of Anarchy”, “Vincent van Gogh”. */
const within = new Set('of the de du la le von van der den del di da'.split(' '));
const capitalised = /^\p{Lu}/u;
/** An abbreviation stands for words that the documents may write out. */
const abbreviation = /^[\p{Lu}\p{N}.-]+$/u;
const endOfSentence = /[.?!:;]["”’)]*\s+$/u;
const onlySpace = /^\s+$/u;
/** Of so many words with capitals they tell no name: headings are written so. */
const asHeading = 0.7;
const fewestOfHeading = 3;

/** Letters that two forms of a name have in common at least, and by which one may be longer: `India`, `Indian`. */
const leastCommon = 4;
const mostLonger = 3;

interface Word {
  readonly text: string;
  /** Whether it has a capital that the begin of a sentence has not given it. */
  readonly isName: boolean;
}

/**
 * What a question names, by its capitals: runs of words, each without what is not capitalised. Words that begin a
 * sentence are no names by themselves but may belong to one, and abbreviations are none.
 */
export function namesIn(query: string): readonly (readonly string[])[] {
  const runs: Word[][] = [];
  let end = 0;
  let isOpen = false;
  let words = 0;
  let capitals = 0;
  for (const { 0: written, index } of query.matchAll(writtenWord)) {
    const between = query.slice(end, index);
    const text = withoutEnd(written);
    const isFirst = end === 0 || endOfSentence.test(query.slice(0, index));
    end = index + text.length;
    words += 1;
    const goesOn: boolean = isOpen && onlySpace.test(between);
    if (!capitalised.test(text)) {
      isOpen = goesOn && within.has(text);
      continue;
    }
    capitals += 1;
    const word = { text, isName: !isFirst && !abbreviation.test(text) };
    if (goesOn) runs.at(-1)?.push(word);
    else runs.push([word]);
    isOpen = true;
  }
  if (words > fewestOfHeading && capitals > asHeading * words) return [];
  return runs.filter((run) => run.some(({ isName }) => isName)).map((run) => run.map(({ text }) => text));
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
 * Whether a question names something of which no document has any word, in no other form and in no title either. A name of which one
 * word is known (“Graham Twigg”) may be meant by it.
 */
export function namesWhatIsAbsent(query: string, library: NameLookUp): boolean {
  return namesIn(query).some((run) => {
    const asked = run.flatMap((word) => terms(word).map((term) => ({ word, term })));
    const occurs = library.occurring(asked.map(({ term }) => term));
    return (
      asked.length > 0 &&
      asked.every(
        ({ word, term }) =>
          !occurs(term) && !library.haveOtherwise(word) && !hasKin(term, library) && !library.isNamed(word),
      )
    );
  });
}
