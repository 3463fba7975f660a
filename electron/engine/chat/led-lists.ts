import { dayOfMonth } from '@shared/days';
import { type Sentence, sentences } from '@shared/sentences';
import { termSet } from '@shared/terms';
import { isTableRow, linesAround } from '@shared/text-lines';

/** A list that is quoted whole, as far as there is room. */
export interface LedList {
  /** Its items, in order: spans in the passage's text. */
  readonly items: readonly Sentence[];
  /** Whether the evidence's sentence is what leads to it; else a heading does, which is not quoted. */
  readonly isLed: boolean;
  /** Whether it is no list, but the sentence of a paragraph, its only item, that is led to. */
  readonly isPlain?: boolean;
  /** Whether more items may stand behind its passage. */
  readonly isCut?: boolean;
}

const mark = /^\s*(?:[-*+•–]|\d{1,3}[.)]|\(?\p{Ll}\))\s+\S/u;
const heading = /^\s*#{1,6}\s/u;
export const isItem = (text: string): boolean => mark.test(text);
const isBlank = (line: string): boolean => line.trim() === '';
/** A question for a way to do something, whose answer is a list of steps. */
const asksForWay =
  /^\s*(?:how (?:do|does|can|could|should|must|to)(?!\p{L})|was muss (?:ich|man)|what (?:must|do i have to|should|are the steps)|(?:wie|womit) (?!(?:viele?|lange?|oft|alt|weit|groß|gross|hoch|schwer|teuer|hei(?:ß|ss)en?|lautet)(?!\p{L}))\p{L}+ (?:ich|man|wir|sich)|c[oó]mo (?:se|puedo|hago))(?!\p{L})/iu;

export const isQuestionForWay = (question: string): boolean => asksForWay.test(question);

/** `def phonograph(record):`, which says more of the code below it than any other line. */
export const signature = /\w\([^()]*\):$|^class\s+\w+:$/u;

/** Whether a sentence ends its line with a colon: what it leads to stands below. */
export function isLeadIn(passage: string, { text, start, end }: Sentence): boolean {
  return /:[*_`]*$/u.test(text) && !signature.test(text) && linesAround(passage, start, end).endsWith(text.slice(-1));
}

/** Whether it leads to a paragraph: neither a heading, nor a list, nor the end of its passage stands below it. */
export function leadsToText(passage: string, { end }: Sentence): boolean {
  const below = passage.slice(end).trimStart();
  return below !== '' && !heading.test(below) && !mark.test(below);
}

/**
 * The items of the list that stands directly below a place in a passage, blank lines between them left out: each with
 * its mark and the lines that go on with it. None where something else stands there.
 *
 * @param end where the line above the list ends, in the passage
 */
export function itemsBelow(passage: string, end: number): readonly Sentence[] {
  const items: Sentence[] = [];
  const least = leastIndent(passage, end);
  let isApart = false;
  let from = passage.indexOf('\n', end) + 1;
  while (from > 0 && from < passage.length) {
    const next = passage.indexOf('\n', from);
    const to = next === -1 ? passage.length : next;
    const line = passage.slice(from, to);
    const last = items.at(-1);
    if (isMarked(line, last)) {
      if (line.search(/\S/u) < least) break;
      items.push(trimmed(passage, from, to));
    } else if (!isBlank(line)) {
      if (last === undefined || heading.test(line) || !goesOn(passage, last, line, to, isApart)) break;
      items[items.length - 1] = trimmed(passage, last.start, to);
    }
    isApart = isBlank(line);
    from = next + 1;
  }
  return items;
}

/** A day of a month is an item only beside its like, first, or where its number counts on. */
function isMarked(line: string, last: Sentence | undefined): boolean {
  if (!mark.test(line)) return false;
  if (last === undefined || !dayOfMonth.test(line) || dayOfMonth.test(last.text)) return true;
  return Number.parseInt(line, 10) === Number.parseInt(last.text, 10) + 1;
}

/**
 * Whether a line without a mark is a part of the item above it: it stands further in, or nothing ended the item and it
 * goes on with a small letter, or with another item below it.
 */
function goesOn(passage: string, last: Sentence, line: string, end: number, isApart: boolean): boolean {
  if (/^\s/u.test(line)) return true;
  if (isApart || /[.!?:;]["”»)]?$/u.test(last.text)) return false;
  const below = passage.slice(end + 1).split('\n', 1)[0] ?? '';
  return /^\p{Ll}/u.test(line) || dayOfMonth.test(line) || (!line.trimEnd().endsWith(':') && mark.test(below));
}

/** Below an item only those that stand further in are led to by it. */
function leastIndent(passage: string, end: number): number {
  const line = passage.slice(passage.lastIndexOf('\n', end - 1) + 1, end);
  return mark.test(line) ? line.search(/\S/u) + 1 : 0;
}

function trimmed(passage: string, from: number, to: number): Sentence {
  const text = passage.slice(from, to).trim();
  const start = passage.indexOf(text, from);
  return { text, start, end: start + text.length };
}

/** The list that a sentence leads to with a colon; null where none stands below it. */
export function listLedBy(passage: string, sentence: Sentence): LedList | null {
  if (!isLeadIn(passage, sentence)) return null;
  const items = itemsBelow(passage, sentence.end);
  return items.length > 0 ? { items, isLed: true } : null;
}

/** The first sentence of the paragraph that a sentence leads to with a colon; null where something else stands below. */
export function sentenceLedBy(passage: string, sentence: Sentence): LedList | null {
  if (!isLeadIn(passage, sentence) || !leadsToText(passage, sentence)) return null;
  const below = sentences(passage).find(({ start }) => start >= sentence.end);
  if (below === undefined || isTableRow(below.text) || !/[\p{L}\p{N}]/u.test(below.text)) return null;
  if (/^(?:```|~~~|>)|:$/u.test(below.text)) return null;
  return { items: [below], isLed: true, isPlain: true };
}

/** The list that a sentence begins under a heading of which the question has every word; null elsewhere. */
export function listUnderHeading(passage: string, { start }: Sentence, asked: ReadonlySet<string>): LedList | null {
  const above = passage.slice(0, start).trimEnd();
  const line = above.slice(above.lastIndexOf('\n') + 1);
  if (!heading.test(line)) return null;
  const named = termSet(line.replace(/^[\s#]+(?:\d+(?:\.\d+)*\.?\s+)?/u, ''));
  if (named.size === 0 || [...named].some((term) => !asked.has(term))) return null;
  const items = itemsBelow(passage, above.length);
  return items.length > 1 ? { items, isLed: false } : null;
}
