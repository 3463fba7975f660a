import type { Answer, CitedSentence } from '../contract/chat';
import type { Run } from '../contract/runs';

/** The ties between the words of an answer and the passages found for it. */
export type Backing = 'passages' | 'no-source' | 'no-room' | 'other-words';

type Backed = Pick<Answer, 'outcome' | 'quoted' | 'citations' | 'cited' | 'basis' | 'strictForm'>;

/**
 * The relevance of the passages says nothing about an answer that a model wrote beside them: it names no source
 * (`no-source`), has no room for one in its form (`no-room`), or none of its comparable sentences has the words and
 * numbers of its sources (`other-words`). The last is measured by words alone; a sentence in other words may still be
 * right. A stopped answer is not judged: its source may be in the missing part.
 */
export function backingOf({ outcome, quoted, citations, cited, basis, strictForm }: Backed): Backing {
  // Without passages there was nothing to name.
  if (quoted || outcome === 'incomplete' || !basis || basis.passages === 0) return 'passages';
  if (citations.length === 0) return strictForm ? 'no-room' : 'no-source';
  const compared = strictForm ? [] : cited.filter(isComparable);
  return compared.length > 0 && compared.every(({ support }) => support === 'weak') ? 'other-words' : 'passages';
}

/** How documents were looked at as wholes: how likely such an answer is right was not measured. Null for all others. */
export const wholeKindOf = ({ whole, survey }: Pick<Answer, 'whole' | 'survey'>) =>
  whole?.kind ?? (survey ? 'survey' : null);

/** Whether its words can tell anything: those of a translation cannot, nor a single one unless it is a number. */
const isComparable = ({ otherLanguage, tooShort }: CitedSentence): boolean => !otherLanguage && !tooShort;

interface MarkedAnswer {
  readonly answer: string;
  readonly foundMarkers?: readonly number[] | undefined;
}

const markerHere = /\[Citation (\d+)\]/y;

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

type Shown = Pick<Answer, 'outcome' | 'answer' | 'passages' | 'citations' | 'cited'>;

interface Unfolded extends Pick<Answer, 'outcome' | 'passages'> {
  readonly citations: readonly unknown[];
}

/** The passages that an exchange shows unfolded, best first; none beside an answer. */
export const unfoldedPassages = ({ outcome, passages = [], citations }: Unfolded) =>
  outcome === 'passages' ? passages.slice(0, citations.length) : [];

/** What an exchange shows unfolded, in Markdown with markers: the answer, or the best passages. */
export const shownText = (exchange: Omit<Shown, 'cited'>): string =>
  exchange.outcome === 'passages'
    ? unfoldedPassages(exchange)
        .map(({ text, marker }) => `${text} [Citation ${marker}]`)
        .join('\n\n')
    : exchange.answer;

/** What a later question takes an exchange to have said: the answer, or the best sentences. */
export const saidBefore = ({ outcome, answer, cited }: Omit<Shown, 'passages' | 'citations'>): string =>
  outcome === 'passages' ? cited.map(({ text }) => text).join('\n') : answer;

/** Whether a run has run on since it was answered: its prompt is another one now, or no longer follows from its stages. */
export function isAnswerBehind({ answer, stages, snapshots }: Pick<Run, 'answer' | 'stages' | 'snapshots'>): boolean {
  if (!answer) return false;
  return stages.some(({ state }) => state !== 'done') || snapshots.Prompt_Builder?.prompt_ready !== answer.prompt;
}
