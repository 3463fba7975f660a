import { isBlank } from '../../text/sentences';
import { graphemeBoundaryBefore, isGraphemeBoundary } from './graphemes';

// Rungs of the separator ladder, best first (I6); a gap is two blank lines or more.
const GAP = 0;
const PARAGRAPH = 1;
const LINE = 2;
const SENTENCE = 3;
const CLAUSE = 4;
const WORD = 5;
const NONE = 6;

/** A cut this early leaves a fragment; a word is split rather than that. */
const MIN_FILL = 0.1;

/** Graphemes longer than this are not searched through for the place where an overlap could begin. */
const MAX_GRAPHEME_STEPS = 12;

export interface CutWindow {
  /** Start of the chunk; a grapheme boundary. */
  readonly start: number;
  /** The cut lies beyond it: up to here everything is covered by the chunk before. */
  readonly floor: number;
  /** From here on a cut makes a chunk that is full enough; the best rung wins. */
  readonly preferred: number;
  /** The chunk's text, trimmed, ends here at the latest. */
  readonly limit: number;
  /** End of the section. */
  readonly end: number;
  /** Cuts that would break a code block or table that fits into a chunk. */
  readonly forbidden: (index: number) => boolean;
}

/**
 * The cut: the last place of the best rung between `preferred` and `limit`; otherwise the last place of any earlier
 * rung; otherwise the last grapheme boundary. -1 if even that would not go beyond `floor`. Reads each character of the
 * window at most twice.
 */
export function findCut(text: string, window: CutWindow): number {
  const { start, floor, preferred, limit, end } = window;
  // A run of blanks at the limit is trimmed off the chunk, so the cut may lie behind it.
  let top = limit;
  if (isGraphemeBoundary(text, start, limit)) while (top < end && isBlank(text.charCodeAt(top))) top += 1;
  if (top >= end && top > floor) return end;

  const full = lastOfBestRung(text, window, Math.max(floor, preferred - 1), top, false);
  if (full > floor) return full;
  const fragment = start + Math.floor((limit - start) * MIN_FILL);
  const short = lastOfBestRung(text, window, Math.max(floor, fragment), Math.min(top, preferred), true);
  if (short > floor) return short;
  const grapheme = graphemeBoundaryBefore(text, start, limit);
  return grapheme > floor && !window.forbidden(grapheme) ? grapheme : -1;
}

/** Scans down from `top` to above `low`; `any` takes the first place found, whatever its rung. */
function lastOfBestRung(text: string, window: CutWindow, low: number, top: number, any: boolean): number {
  let best = -1;
  let bestRung: number = NONE;
  for (let at = top; at > low; ) {
    const run = blankRunBefore(text, window.start, at);
    const rung = run.start < at ? rungOfBlanks(text, window.start, run, at) : rungOfCharacter(text, at);
    if (rung < bestRung && !window.forbidden(at) && isGraphemeBoundary(text, window.start, at)) {
      best = at;
      bestRung = rung;
      if (any || rung === GAP) break;
    }
    at = run.start < at ? run.start : at - 1;
  }
  return best;
}

interface BlankRun {
  readonly start: number;
  readonly newlines: number;
}

function blankRunBefore(text: string, low: number, index: number): BlankRun {
  let start = index;
  let newlines = 0;
  while (start > low) {
    const code = text.charCodeAt(start - 1);
    if (!isBlank(code)) break;
    if (code === 12) newlines += 2;
    else if (code === 10 || code === 0x2028 || (code === 13 && text.charCodeAt(start) !== 10)) newlines += 1;
    else if (code === 0x2029) newlines += 2;
    start -= 1;
  }
  return { start, newlines };
}

function rungOfBlanks(text: string, low: number, run: BlankRun, index: number): number {
  if (run.newlines >= 3) return GAP;
  if (run.newlines === 2) return PARAGRAPH;
  if (run.newlines === 1) return LINE;
  let last = run.start - 1;
  while (last > low && isClosingMark(text.charCodeAt(last))) last -= 1;
  const code = last >= low ? text.charCodeAt(last) : Number.NaN;
  // "e.g. this" and "Dr. who" go on: a sentence does not begin with a small letter.
  if (isTerminal(code)) return isSmallLetter(text.codePointAt(index)) ? WORD : SENTENCE;
  return isClauseMark(text.charCodeAt(run.start - 1)) ? CLAUSE : WORD;
}

/** Scripts without spaces separate by their punctuation alone. */
function rungOfCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index - 1);
  if (code < 0x3000 || isClosingMark(text.charCodeAt(index))) return NONE;
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff61) return SENTENCE;
  if (code === 0x3001 || code === 0xff0c || code === 0xff1a || code === 0xff1b) return CLAUSE;
  return NONE;
}

/** . ! ? … and their kin in Devanagari, Arabic, Armenian, Ethiopic, Khmer and the wide forms. */
function isTerminal(code: number): boolean {
  if (code < 0x80) return code === 46 || code === 33 || code === 63;
  return '…‽।॥؟۔։።៕。！？｡'.includes(String.fromCharCode(code));
}

function isClauseMark(code: number): boolean {
  if (code < 0x80) return code === 44 || code === 58 || code === 59;
  return '–—、，：；،؛'.includes(String.fromCharCode(code));
}

function isClosingMark(code: number): boolean {
  if (code < 0x80) return code === 34 || code === 39 || code === 41 || code === 93 || code === 42 || code === 95;
  return '”’»›」』）】》'.includes(String.fromCharCode(code));
}

function isSmallLetter(point: number | undefined): boolean {
  if (point === undefined) return false;
  return point < 0x80 ? point >= 97 && point <= 122 : /^\p{Ll}$/u.test(String.fromCodePoint(point));
}

/** The rung of a cut in front of a character; NONE in front of a blank. */
function rungBefore(text: string, known: number, at: number): number {
  if (isBlank(text.charCodeAt(at))) return NONE;
  if (isBlank(text.charCodeAt(at - 1))) return rungOfBlanks(text, known, blankRunBefore(text, known, at), at);
  return rungOfCharacter(text, at);
}

/**
 * Start of the next chunk, which repeats the end of the previous one: the first sentence or line that begins in the
 * first half of `[from, to)`, otherwise the first word, otherwise (no spaces) the first grapheme. `to` for none.
 * @param known a grapheme boundary before `from`; the result is beyond it.
 */
export function overlapStart(text: string, known: number, from: number, to: number): number {
  let word = -1;
  const half = from + (to - from) / 2;
  for (let at = Math.max(from, known + 1); at < to; at += 1) {
    if (word >= 0 && at > half) break;
    const rung = rungBefore(text, known, at);
    if (rung === NONE || !isGraphemeBoundary(text, known, at)) continue;
    if (rung <= SENTENCE && at <= half) return at;
    if (word < 0) word = at;
  }
  if (word >= 0) return word;
  const last = Math.min(to, from + MAX_GRAPHEME_STEPS);
  for (let at = Math.max(from, known + 1); at < last; at += 1) {
    if (!isBlank(text.charCodeAt(at)) && isGraphemeBoundary(text, known, at)) return at;
  }
  return to;
}
