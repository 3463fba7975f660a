import type { BlockKind, TextRange } from '@shared/prompt/blocks';
import { leadOf, type Passage, type Unit } from '../../text/passage-units';
import { quotedText } from '../../text/shown-text';
import { atBars } from '../../text/table-rows';
import { snippetOf } from '../citations';

/** The quoted context of a unit: the sentences beside it, its list with the introduction, its row under the head. */
export interface QuotedPlace {
  readonly passage: Passage;
  /** The unit that it is quoted for. */
  readonly best: Unit;
  /** Units in order; consecutive ones of one kind are one stretch. */
  readonly units: readonly Unit[];
  /** The introduction of its best unit: a line before it, the head of a table; null for none. */
  readonly lead: string | null;
}

/** Kinds whose consecutive blocks belong together. */
const together: ReadonlySet<BlockKind> = new Set(['list-item', 'form-field', 'mail-head']);
/** A row is its own stretch. */
const alone: ReadonlySet<BlockKind> = new Set(['table-row']);
/** A longer line that ends no sentence is one whose end was lost, characters. */
const longestLeadIn = 150;
const endOfSentence = /[.!?…]["”»’)*_\]]*$/u;

/**
 * The place of a unit, up to the room: it grows by whole units to both sides, within its paragraph, its list or its
 * form. An introducing line (“It takes three steps:”, a short line without a full stop) includes the text below it.
 *
 * @param room characters; a longer unit is alone
 */
export function quotedPlaceOf(passage: Passage, best: Unit, room: number): QuotedPlace {
  const { units } = passage;
  const lead = best.kind === 'list-item' || best.kind === 'table-row' ? leadOf(passage, best.block) : null;
  const lengthOf = (unit: Unit | undefined): number => (unit ? unit.end - unit.start + 1 : Number.POSITIVE_INFINITY);
  let left = room - lengthOf(best) - (lead === null ? 0 : lead.length + 1);
  const middle = units.indexOf(best);
  let [from, to] = [middle, middle];
  const goesOn = (one: Unit | undefined, other: Unit | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    !alone.has(one.kind) &&
    one.kind === other.kind &&
    (one.block === other.block || (together.has(one.kind) && Math.abs(other.block - one.block) === 1));
  for (;;) {
    const [before, behind] = [units[from - 1], units[to + 1]];
    const canBehind = (goesOn(units[to], behind) || leads(passage, units[to], behind)) && lengthOf(behind) <= left;
    const canBefore = goesOn(units[from], before) && lengthOf(before) <= left;
    if (!canBehind && !canBefore) break;
    if (canBefore && (!canBehind || to - middle > middle - from)) {
      from -= 1;
      left -= lengthOf(before);
    } else {
      to += 1;
      left -= lengthOf(behind);
    }
  }
  return { passage, best, units: units.slice(from, to + 1), lead };
}

/** A place with less than this share of its room takes in the paragraphs beside it. */
const fewWords = 0.7;

/**
 * Returns a short place with the paragraphs and items beside it, up to the room, never across a heading: a sentence that
 * stands alone says little. A row of a table stays alone.
 */
export function widened<P extends QuotedPlace>(place: P, room: number): P {
  const { passage, units, lead } = place;
  const [first, last] = [units[0], units.at(-1)];
  if (!first || !last || alone.has(first.kind)) return place;
  const all = passage.units;
  let [from, to] = [all.indexOf(first), all.indexOf(last)];
  let left = room - (last.end - first.start) - (lead?.length ?? 0);
  const canTake = (one: Unit | undefined, other: Unit | undefined): boolean => {
    if (!one || !other || alone.has(other.kind)) return false;
    const between = passage.blocks.slice(Math.min(one.block, other.block) + 1, Math.max(one.block, other.block));
    return between.every(({ kind }) => kind !== 'heading') && other.end - other.start + 1 <= left;
  };
  while (left > room * (1 - fewWords)) {
    const isBehind = canTake(all[to], all[to + 1]);
    if (!isBehind && !canTake(all[from], all[from - 1])) break;
    if (isBehind) to += 1;
    else from -= 1;
    const taken = all[isBehind ? to : from];
    left -= taken ? taken.end - taken.start + 1 : 0;
  }
  return { ...place, units: all.slice(from, to + 1) };
}

/** Whether a line introduces the text below it, with no heading between them. */
function leads({ blocks }: Passage, one: Unit | undefined, below: Unit | undefined): boolean {
  if (one === undefined || below === undefined || one.kind !== 'paragraph' || below.block === one.block) return false;
  if (blocks.slice(one.block + 1, below.block).some(({ kind }) => kind === 'heading')) return false;
  const isWhole = blocks[one.block]?.start === one.start && one.text.length <= longestLeadIn;
  return /:[*_`]*$/u.test(one.text) || (isWhole && !endOfSentence.test(one.text));
}

/** The stretches of the document's text that a place shows, without the head of a table. */
export function spansOf({ passage, best, units }: QuotedPlace): TextRange[] {
  const { startChar } = passage.chunk;
  const lead =
    best.kind === 'list-item' && units[0]?.kind === 'list-item' ? passage.blocks[best.block]?.lead : undefined;
  const spans: { start: number; end: number }[] = lead ? [{ ...lead }] : [];
  for (const [at, unit] of units.entries()) {
    const last = spans.at(-1);
    if (at > 0 && last) last.end = unit.end;
    else spans.push({ start: unit.start, end: unit.end });
  }
  return spans.map(({ start, end }) => ({ start: startChar + start, end: startChar + end }));
}

/** The mark for items without room, or outside the passage. */
const more = '- …';

/** A place in Markdown, without its marker: one line, or the lines of a list or of code. */
export function markdownOf({ passage, units, lead }: QuotedPlace, maxCharacters: number): string {
  const stretches: { kind: BlockKind; units: Unit[] }[] = [];
  for (const unit of units) {
    const last = stretches.at(-1);
    if (last?.kind === unit.kind) last.units.push(unit);
    else stretches.push({ kind: unit.kind, units: [unit] });
  }
  const parts = stretches.map(({ kind, units: own }) => {
    const [first] = own;
    if (kind === 'list-item' && first && isWholeBlock(passage, first)) return linesOfList(passage, own);
    if (kind === 'code') return ['```', ...linesOfCode(passage, own), '```'].join('\n');
    if (kind === 'table-row') return own.map(({ text }) => rowValues(text)).join('\n');
    return unlisted(
      own.map(({ text }) => onOneLine(text)).join(kind === 'form-field' || kind === 'mail-head' ? ' · ' : ' '),
    );
  });
  const isList = lead !== null && units[0]?.kind === 'list-item';
  const led = isList ? [onOneLine(quotedText(lead, passage.chunk.mime)), ...parts] : parts;
  const shown = led.join('\n');
  return shown.length <= maxCharacters ? shown : snippetOf(unfenced(shown), maxCharacters);
}

const isWholeBlock = ({ blocks }: Passage, { start, end, block }: Unit): boolean =>
  start === blocks[block]?.start || end === blocks[block]?.end;

function linesOfList({ chunk, blocks, units }: Passage, own: readonly Unit[]): string {
  const marks = own.map(({ start, block }) => chunk.text.slice(start, blocks[block]?.words ?? start).trim());
  const numbers = marks.map((mark) => Number(/^\(?(\d{1,3})[.)]$/u.exec(mark)?.[1] ?? Number.NaN));
  // Markdown counts the items of a list itself; below a line only one that begins with 1 is a list.
  const areCounted = numbers.every((number, at) => number === at + 1);
  // “1.” before every item is Markdown's way to leave the counting to who shows it.
  const areAlike = own.length > 1 && new Set(marks).size === 1;
  const lines = own.map(({ start, end, block }, at) => {
    const words = unlisted(onOneLine(quotedText(chunk.text.slice(blocks[block]?.words ?? start, end), chunk.mime)));
    if (areCounted) return `${numbers[at]}. ${words}`;
    const mark = marks[at] ?? '';
    return /[\p{L}\p{N}]/u.test(mark) && !areAlike ? `- ${mark}\u00a0${words}` : `- ${words}`;
  });
  const [first, last] = [own[0], own.at(-1)];
  const before = first && units[units.indexOf(first) - 1];
  const behind = last && units[units.indexOf(last) + 1];
  const isNext = (one: Unit | undefined, by: Unit | undefined): boolean =>
    one?.kind === 'list-item' && by !== undefined && Math.abs(one.block - by.block) === 1;
  const isCut = last !== undefined && (chunk.blocks[last.block]?.end ?? 0) > chunk.endChar;
  return [...(isNext(before, first) ? [more] : []), ...lines, ...(isNext(behind, last) || isCut ? [more] : [])].join(
    '\n',
  );
}

const fence = /^\s*(?:`{3,}|~{3,})/u;
const linesOfCode = ({ chunk }: Passage, own: readonly Unit[]): string[] => {
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return [];
  const from = chunk.text.lastIndexOf('\n', first.start - 1) + 1;
  return chunk.text
    .slice(from, last.end)
    .split('\n')
    .filter((line) => !fence.test(line));
};
const unfenced = (shown: string): string => shown.replace(/^```$/gmu, '');

/** With a number at its begin made none of a list, which would count on from the one before. */
const unlisted = (line: string): string => line.replace(/^(\d{1,3}[.)]) /u, '$1\u00a0');

/** On one line, with foreign markers made harmless. */
export const onOneLine = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/\[(\s*citation\s*\d+\s*)\]/giu, '($1)')
    .trim();

/** A row, or a part of one, without the names of its columns: its values alone. */
export const rowValues = (text: string): string =>
  atBars(onOneLine(text))
    .filter((value) => value !== '')
    .join(' · ');
