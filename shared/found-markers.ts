/** An answer whose found markers are known: `[Citation N]`, and where in the text they stand, characters. */
export interface MarkedAnswer {
  readonly answer: string;
  readonly foundMarkers?: readonly number[] | undefined;
}

const markerHere = /\[Citation (\d+)\]/y;

/** Puts something else in the place of each found marker; what stands there and is none stays. */
function replaced({ answer, foundMarkers = [] }: MarkedAnswer, put: (number: string) => string | null): string {
  let text = '';
  let from = 0;
  for (const at of [...foundMarkers].sort((a, b) => a - b)) {
    markerHere.lastIndex = at;
    const [marker, number] = at < from ? [] : (markerHere.exec(answer) ?? []);
    if (marker === undefined || number === undefined) continue;
    const instead = put(number);
    const before = answer.slice(from, at);
    // A marker that goes takes along the space that came with it.
    text += instead === null ? before.replace(/ $/, '') : before + instead;
    from = at + marker.length;
  }
  return text + answer.slice(from);
}

/** The answer as the model wrote it, its own markers checked: without those that Vitrine has added. */
export const withoutFound = (answer: MarkedAnswer): string => replaced(answer, () => null);

/** The answer in plain text, where no chip can tell who named a source: `[Citation 2*]` for a found one. */
export const starredFound = (answer: MarkedAnswer): string => replaced(answer, (number) => `[Citation ${number}*]`);
