import { ofAll } from '../languages';
import { isTableRow } from './table-rows';

export interface Sentence {
  readonly text: string;
  /** Span in the text that was split, UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** German writes the day of a date as an ordinal: “am 4. März”. */
const endsWithDay = /(?:^|\s)\d{1,2}\.\s*$/u;
/** And any other ordinal: “im 2. Obergeschoss”, “die 3. Auflage”; “I am 3.” is none. */
const endsWithOrdinal =
  /(?:^|[\s(])(?:(?<!(?:^|[\s(])i\s+)am|im|ins|beim|vom|zum|zur|der|die|das|dem|den|des|eine[mnrs]?|jede[mnrs]?)\s+\d{1,3}\.\s*$/iu;
const beginsWithCapital = /^\p{Lu}/u;

/** Texts split before: a passage is split by the gate, the condenser and the answer. Emptied when it is full. */
const splitBefore = new Map<string, readonly Sentence[]>();
const textsKept = 500;
const longestKept = 8000;

/** The sentences of a text, those of a passage only once. A function of the text alone. */
export function sentences(text: string): readonly Sentence[] {
  const known = splitBefore.get(text);
  if (known !== undefined) return known;
  const found = split(text);
  if (text.length > longestKept) return found;
  if (splitBefore.size >= textsKept) splitBefore.clear();
  splitBefore.set(text, found);
  return found;
}

const heading = /^\s*#{1,6}\s/u;

/** The sentences in the cells of a longer table row are separated: it holds texts, and is too long to quote. */
const longestRow = 500;

/**
 * Sentences by Unicode's rules (UAX #29), with what those split after an abbreviation or an initial joined again.
 * Line breaks that only wrap a line do not end a sentence; blank lines, headings and list items do. A heading is one,
 * its number with it, and so is a row of a table, whatever its cells hold: half a row tells a figure without what it is
 * of.
 */
function split(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  for (const { start: from, end: to } of blocks(text)) {
    const body = text.slice(from, to);
    if (heading.test(body) || (body.length <= longestRow && isTableRow(body.trim()))) {
      push(found, text, from, to);
      continue;
    }
    let start = from;
    for (const length of sentenceEnds(body)) {
      const end = from + length;
      if (end < to && isUnfinished(text, start, end)) continue;
      push(found, text, start, end);
      start = end;
    }
  }
  return found;
}

/** The segmenter copies its text at each step, so it gets windows; characters. */
const windowLength = 4000;
/** So much behind it a break is sure: what follows a full stop decides whether it ends a sentence. */
const lookahead = 500;

/** Ends of sentences by Unicode's rules (UAX #29), in time linear in the text. */
export function sentenceEnds(text: string): number[] {
  const plain = text.replace(/[\r\n]/gu, ' ');
  const ends: number[] = [];
  for (let start = 0, length = windowLength; start < plain.length; ) {
    const isLast = start + length >= plain.length;
    const sure = isLast ? plain.length : start + length - lookahead;
    let from = start;
    for (const { segment, index } of segmenter.segment(plain.slice(start, start + length))) {
      const end = start + index + segment.length;
      if (end > sure) break;
      ends.push(end);
      from = end;
    }
    // A longer sentence takes a longer window.
    length = from > start ? windowLength : 2 * length;
    start = from;
  }
  return ends;
}

/** Longer than what a sentence is not ended by: only the last of it is looked at. */
const tailLength = 24;
const fullStop = 46;

/** Whether `\s` matches this UTF-16 code unit; NaN (beyond the text) is not blank. */
export const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/u.test(String.fromCharCode(code)));

function blanksBefore(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

const mark = /[!?]["”’»)\]]*$/u;
/** Behind a mark without a blank: an address goes on (“/find?page=2”). With one: who says it (“Stop!” he said). */
const goesOn = { atOnce: /^[\p{Script=Latin}\d=&/]/u, later: /^\p{Ll}/u } as const;

/** Whether a full stop ends no sentence: that of an abbreviation, an initial, or an ordinal; or a mark within one. */
function isUnfinished(text: string, from: number, to: number): boolean {
  const end = blanksBefore(text, from, to);
  if (end === from) return false;
  if (mark.test(text.slice(Math.max(from, end - 4), end)))
    return (end === to ? goesOn.atOnce : goesOn.later).test(text.slice(to, to + 2));
  if (text.charCodeAt(end - 1) !== fullStop) return false;
  const tail = text.slice(Math.max(from, end - tailLength), end);
  const next = text.slice(to, to + 12);
  if (endsWithAbbreviation(tail, next)) return true;
  if (endsWithOrdinal.test(tail)) return beginsWithCapital.test(next);
  return endsWithDay.test(tail) && beginsWithMonth.test(next);
}

function push(found: Sentence[], text: string, from: number, to: number): void {
  const end = blanksBefore(text, from, to);
  let start = from;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  if (end > start) found.push({ text: text.slice(start, end), start, end });
}

/** Whether a day of a month begins a line because the line above was full: “until the⏎15. April”. */
const isWrappedDay = (above: string, line: string): boolean =>
  dayOfMonth.test(line) && /(?:(?:^|\s)\p{Ll}+|,)\s*$/u.test(above) && !dayOfMonth.test(above) && !heading.test(above);

function blocks(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  let position = 0;
  let above = '';
  for (const line of text.split('\n')) {
    const own = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\|)/u.test(line) && !isWrappedDay(above, line);
    const ends = line.trim() === '' || own;
    above = line;
    if (ends) {
      if (position > start) found.push({ start, end: position });
      start = position;
    }
    if (own && (heading.test(line) || isTableRow(line.trim()))) {
      found.push({ start: position, end: position + line.length });
      start = position + line.length;
    }
    position += line.length + 1;
  }
  if (text.length > start) found.push({ start, end: text.length });
  return found.map(({ start: from, end }) => ({ start: from, end: Math.min(end, text.length) }));
}

const oneOf = (words: readonly string[]): string => words.map((word) => word.replace(/\./gu, '\\.')).join('|');

/** A full stop behind one of these ends no sentence, whatever follows. */
const abbreviation = new RegExp(`(?:^|[\\s(])(?:${oneOf(ofAll(({ abbreviations }) => abbreviations))})\\.\\s*$`, 'iu');
/** And behind one of these before a number: “See fig. 4” against “I like this fig.” */
const beforeNumber = new RegExp(
  `(?:^|[\\s(])(?:${ofAll((language) => language.beforeNumber).join('|')})\\.\\s*$`,
  'iu',
);
/** A number, a Roman one, or a code that has one: “Nr. B-14”, “Eq. (A.1)”; “I” alone may be who speaks. */
const beginsWithNumber = /^[(§]?(?:(?:\p{Lu}{1,3}[-/ ]?|\p{Lu}\.)?\d|(?:[IVXL]{2,6}|[VXL])(?![\p{L}\p{N}]))/u;
/** A capital, as in a name, or the end of “z. B.”, “e. V.”, “u. a.” */
const endsWithInitial = /(?:^|[\s(„“"])(?:\p{Lu}|(?![ap]\.\s?m)\p{Ll}\.\s?\p{L})\.\s*$/u;
/** The begin of such a one: a single letter before another. */
const endsWithLetter = /(?:^|[\s(„“"])\p{Ll}\.\s*$/u;
const beginsWithLetter = /^\p{L}\./u;

/** Whether the full stop that ends `tail` is an abbreviation's and ends no sentence; `next` is what follows. */
function endsWithAbbreviation(tail: string, next: string): boolean {
  if (abbreviation.test(tail) || endsWithInitial.test(tail)) return true;
  if (beforeNumber.test(tail) && beginsWithNumber.test(next)) return true;
  return endsWithLetter.test(tail) && beginsWithLetter.test(next);
}

const months = [
  ...ofAll((language) => language.months),
  ...ofAll(({ shortMonths }) => shortMonths).map((month) => month.replace('.', '\\.')),
].join('|');

/** Whether a text begins with the name of a month, in a language that is known. */
const beginsWithMonth = new RegExp(`^(?:${months})(?!\\p{L})`, 'u');

/** Whether a line begins with a day and its month, “15. April”, whose number counts no items. */
const dayOfMonth = new RegExp(`^\\s*(?:[-*+•–]\\s+)?\\d{1,2}\\.\\s+(?:${months})(?!\\p{L})`, 'u');
