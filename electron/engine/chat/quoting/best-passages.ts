import type { ShownPassage } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { TextRange } from '@shared/prompt/blocks';
import type { Unit } from '../../text/passage-units';
import { atBars } from '../../text/table-rows';
import { citedFor, fullest, headOf, narrowed, type Place, shows } from './extractive-answer';
import { markdownOf, onOneLine, widened } from './places';
import type { ScoredUnit } from './score-sentences';

/** Most characters of one passage, and of all that are shown unfolded. */
const passageCharacters = 600;
const passagesCharacters = 1400;
/** Characters that each further passage keeps for itself while those before it are cut. */
const leastRoom = 250;

/**
 * Returns the passages that answer best, in that order, each whole: the paragraph, the list with its introduction, the
 * row under its head. The first `shownPassages` of them are shown; as many again follow, to be unfolded.
 */
export function bestPassages(ranked: readonly ScoredUnit[], limits: PipelineLimits['answer']): ShownPassage[] {
  const { shownPassages: most } = limits;
  const places: Place[] = [];
  const passages: ShownPassage[] = [];
  let left = passagesCharacters;
  for (const { passage, unit } of ranked) {
    if (passages.length === 2 * most) break;
    const at = passage.chunk.startChar + unit.start;
    if (places.some((place) => shows(place, passage.chunk.documentId, at))) continue;
    const behind = Math.max(most - 1 - passages.length, 0) * leastRoom;
    const room = passages.length < most ? Math.min(passageCharacters, left - behind) : passageCharacters;
    const place = widened(fullest(passage, unit, room, ranked), room);
    const { text, best } = textOf(place, room);
    if (passages.some((other) => other.text.includes(text))) continue;
    places.push(place);
    passages.push({
      ...citedFor(place.best, { ...place.passage.cited, number: passages.length + 1 }, limits),
      text,
      best,
    });
    left -= text.length;
  }
  return passages;
}

/** A place as it is shown, in Markdown, and where its best sentence is in it. */
function textOf(place: Place, room: number): { readonly text: string; readonly best: TextRange | null } {
  const row = onOneLine(place.best.text);
  const whole = headOf(place);
  if (whole !== null) {
    const { head, row: own } = narrowed(whole, row, place.passage);
    return { text: [head, `|${' --- |'.repeat(Math.max(atBars(head).length - 2, 1))}`, own].join('\n'), best: null };
  }
  const text = markdownOf(place, room);
  const words = wordsOf(place.passage.chunk.text, place.best, place.passage.blocks[place.best.block]?.words);
  const start = text.indexOf(words);
  const isPart = start >= 0 && words.length < text.length;
  return { text, best: isPart ? { start, end: start + words.length } : null };
}

/** The words of a unit without the mark of a list. */
const wordsOf = (text: string, { start, end, kind }: Unit, words: number | undefined): string =>
  onOneLine(text.slice(kind === 'list-item' ? Math.max(words ?? start, start) : start, end));
