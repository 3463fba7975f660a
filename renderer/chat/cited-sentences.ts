import type { CitedSentence } from '@shared/contract/index';

/** A marker as it stands in the drawn answer. */
export interface DrawnMarker {
  readonly marker: number;
  /** The text of its block in front of it, without markers. */
  readonly before: string;
}

/** So many letters in front of a marker tell its sentence. */
const tellingLetters = 24;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * For each marker of an answer, in order, the sentence it stands in: an index into `cited`, or null where none is
 * known. The engine reads the answer's Markdown and the window what was drawn of it, so letters are compared alone.
 * Where they tell nothing, the next sentence that cites this number is taken.
 */
export function sentencesOfMarkers(
  markers: readonly DrawnMarker[],
  cited: readonly CitedSentence[],
): readonly (number | null)[] {
  const letters = cited.map(({ text }) => lettersOf(text));
  let at = 0;
  let taken = new Set<number>();
  return markers.map(({ marker, before }) => {
    const cites = (index: number) => cited[index]?.markers.includes(marker) ?? false;
    const later = cited.map((_, index) => index).filter((index) => index >= at && cites(index));
    const tail = lettersOf(before).slice(-tellingLetters);
    const told =
      tail === ''
        ? undefined
        : later.find((index) => {
            const own = letters[index] ?? '';
            return own !== '' && (own.includes(tail) || tail.endsWith(own));
          });
    const found = told ?? later.find((index) => index > at || !taken.has(marker));
    if (found === undefined) return null;
    if (found > at) {
      at = found;
      taken = new Set();
    }
    taken.add(marker);
    return found;
  });
}
