import type { CitedSentence } from '@shared/contract/index';

/** A marker as it stands in the drawn answer. */
export interface DrawnMarker {
  readonly marker: number;
  /** The text of its block in front of it, without markers. */
  readonly before: string;
}

/** So many letters in front of a marker tell its sentence, where all of them tell none. */
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
    const found = toldBy(lettersOf(before), letters, later) ?? later.find((index) => index > at || !taken.has(marker));
    if (found === undefined) return null;
    if (found > at) {
      at = found;
      taken = new Set();
    }
    taken.add(marker);
    return found;
  });
}

/**
 * The sentence that these letters end with, the longest of several; else the one that they begin; else the first that
 * holds the last of them.
 */
function toldBy(before: string, letters: readonly string[], places: readonly number[]): number | undefined {
  if (before === '') return undefined;
  const own = (index: number): string => letters[index] ?? '';
  const whole = places.filter((index) => own(index) !== '' && before.endsWith(own(index)));
  const longest = Math.max(...whole.map((index) => own(index).length));
  const tail = before.slice(-tellingLetters);
  return (
    whole.find((index) => own(index).length === longest) ??
    places.find((index) => own(index).startsWith(before)) ??
    places.find((index) => own(index).includes(tail))
  );
}
