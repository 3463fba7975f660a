import { isBlank } from '../../text/sentences';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The last grapheme boundary of `text` at or before `index` (UAX #29, as Intl.Segmenter has it).
 * @param known a boundary at or before `index`; the nearer, the less there is to segment. Never returns less.
 */
export function graphemeBoundaryBefore(text: string, known: number, index: number): number {
  if (index <= known) return known;
  if (index >= text.length || isCertainBoundary(text, index)) return Math.min(index, text.length);
  let from = index - 1;
  while (from > known && !isCertainBoundary(text, from)) from -= 1;
  // The rules look one character ahead, so two code units beyond the index decide like the whole text.
  const cluster = segmenter.segment(text.slice(from, index + 2)).containing(index - from);
  return cluster === undefined ? index : Math.max(known, from + cluster.index);
}

/** Whether a cut at `index` leaves every grapheme whole; `known` as above. */
export function isGraphemeBoundary(text: string, known: number, index: number): boolean {
  return graphemeBoundaryBefore(text, known, index) === index;
}

/** First position from `index` on that is not blank, stepping back onto a blank that carries a combining mark. */
export function skipBlanks(text: string, index: number, end: number): number {
  let at = index;
  while (at < end && isBlank(text.charCodeAt(at))) at += 1;
  return at >= end ? end : graphemeBoundaryBefore(text, index, at);
}

/** End of `text[start, end)` without its trailing blanks, except one that belongs to the last grapheme. */
export function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at -= 1;
  while (at < end && !isGraphemeBoundary(text, start, at)) at += 1;
  return at;
}

/**
 * Positions that need no segmentation. No character below the combining marks joins the one before it, except a line
 * feed to a carriage return, anything to the few prepended marks (all in the ranges left out here), and © and ® to a
 * zero-width joiner. Two ideographs never join.
 */
function isCertainBoundary(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (after < 0x300) {
    if (before < 0x600) return !(before === 13 && after === 10);
    return before >= 0x2000 && before < 0xd800 && before !== 0x200d;
  }
  return isIdeograph(before) && isIdeograph(after);
}

function isIdeograph(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}
