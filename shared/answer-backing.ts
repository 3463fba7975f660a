import type { Answer, CitedSentence } from './contract/chat';
import { termSet } from './terms';

/** What ties the words of an answer to the passages that were found for it. */
export type Backing = 'passages' | 'no-source' | 'no-room' | 'other-words';

type Backed = Pick<Answer, 'outcome' | 'quoted' | 'citations' | 'cited' | 'basis' | 'strictForm'>;

/**
 * How well the passages fit a question says nothing of an answer that a model wrote beside them: one that names none
 * (`no-source`), or has no room to name them in its form (`no-room`), or of whose comparable sentences none has the
 * words and numbers of what it cites (`other-words`). The last is measured by words alone: what is said in others may
 * still be so. An answer that was stopped is not asked: its source may have stood in what is missing.
 */
export function backingOf({ outcome, quoted, citations, cited = [], basis, strictForm }: Backed): Backing {
  // Without passages there was nothing to name; answers of before their numbers were kept say nothing either.
  if (quoted || outcome === 'incomplete' || !basis || basis.passages === 0) return 'passages';
  if (citations.length === 0) return strictForm ? 'no-room' : 'no-source';
  const compared = strictForm ? [] : cited.filter(isComparable);
  return compared.length > 0 && compared.every(({ support }) => support === 'weak') ? 'other-words' : 'passages';
}

/** A sentence of fewer content terms, such as “Yes.”, has nothing to compare. */
const leastTerms = 2;

/** Whether its words can tell anything: those of a translation cannot, nor a single one unless it is a number. */
const isComparable = ({ text, missingNumbers, otherLanguage }: CitedSentence): boolean =>
  !otherLanguage && (missingNumbers.length > 0 || termSet(text).size >= leastTerms);
