import { trimmedRange } from '@shared/prompt/front-matter';

/** A stretch of a document's text: `from` inclusive, `to` exclusive, in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A table's columns in characters; one object for all rows of a table. */
export interface TableColumns {
  /** Of their longest cells. */
  readonly widths: readonly number[];
  /** Of their longest words. */
  readonly words: readonly number[];
  /** Of their longest cells, of any length. */
  readonly lengths: readonly number[];
}

export function isDelimiterRow(line: string): boolean {
  return line.includes('-') && /^[ \t]*\|?[ \t:|-]*$/.test(line);
}

/** The places of a Markdown table row's cells, without pipes and the spaces around them; an empty cell has no width. */
export function cellsOfRow(text: string, { from, to }: Range): readonly Range[] {
  const pipes: number[] = [];
  for (let at = from; at < to; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '|') pipes.push(at);
  }
  const edges = [from - 1, ...pipes, to];
  const cells = edges.slice(0, -1).map((edge, index) => trimmedRange(text, edge + 1, edges[index + 1] ?? to));
  const outer = (cell: Range | undefined) => cell !== undefined && cell.from === cell.to;
  // Pipes at the ends enclose the row; nothing is before and after them.
  if (pipes.length > 0 && outer(cells[0])) cells.shift();
  if (pipes.length > 0 && cells.length > 1 && outer(cells.at(-1))) cells.pop();
  return cells;
}

/** Pixels at the usual size of text of a letter of a table and of the room beside each cell; wide enough for the bold ones of a header. */
const letter = 9;
const beside = 20;
/** A cell of a table that has to be scrolled sideways has about as many lines, where `widths` allow it. */
const cellLines = 8;
/** The first column's largest share of the room. */
const pinnedPart = 0.4;

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

/**
 * Returns widths in pixels: none is narrower than its longest word, and the rest of the room goes to longer cells. If
 * the words need more than `room`, long cells get a readable width. A `size` of 1 is the usual size of text.
 */
export function columnPixels({ widths, words, lengths }: TableColumns, room: number, size = 1): readonly number[] {
  const least = words.map((word) => word * letter * size + beside);
  if (sum(least) > room) {
    return least.map((pixels, column) => {
      const readable = Math.min(widths[column] ?? 0, Math.ceil((lengths[column] ?? 0) / cellLines));
      return Math.floor(Math.max(pixels, readable * letter * size + beside));
    });
  }
  const wished = widths.map((width, column) => Math.max(0, width - (words[column] ?? 0)) + 1);
  const spare = Math.max(0, room - sum(least));
  return least.map((pixels, column) => Math.floor(pixels + (spare * (wished[column] ?? 0)) / sum(wished)));
}

export function keepsFirstColumn(pixels: readonly number[], room: number): boolean {
  return sum(pixels) > room && (pixels[0] ?? 0) <= room * pinnedPart;
}
