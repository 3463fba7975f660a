/** One line of a PDF page as it is printed; lengths in PDF points (1/72 inch). */
export interface PdfLine {
  readonly text: string;
  /** Start of the baseline; y grows upwards. */
  readonly x: number;
  readonly y: number;
  readonly right: number;
  /** Font size of most of the line. */
  readonly size: number;
  /** If known: lines with the same number, and no others, are one paragraph. */
  readonly paragraph?: number;
  /** The text between its wide gaps; absent if unknown, or if it says nothing about cells. */
  readonly runs?: readonly PdfRun[];
}

/** A stretch of a line without a wide gap: what may be a cell, or a line of one. */
interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  /** The first letter's, as pdf.js names it. */
  readonly font: string;
}

/** The part of pdf.js' TextItem that is needed here. */
export interface PdfTextItem {
  readonly str: string;
  /** Text matrix: [a, b, c, d, x, y]. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  readonly dir: string;
  readonly fontName: string;
}

/** A table among the lines of a page: `from` inclusive, `to` exclusive. */
export interface PdfTable {
  readonly from: number;
  readonly to: number;
  /** Row by row, as many cells in each; a cell has one or more lines, or none. */
  readonly rows: readonly (readonly (readonly string[])[])[];
}

/** A stretch of lines that belong together, in reading order. */
export interface PdfParagraph {
  readonly lines: readonly PdfLine[];
  readonly size: number;
  /** The cells of its rows, where it is a table; a cell has one or more lines, or none. */
  readonly rows?: PdfTable['rows'];
  /** Whether it is a head or foot that other pages have too. */
  readonly isRepeated?: true;
}

/** Lines whose sizes differ by more than this share are not of one paragraph. */
const SAME_SIZE = 0.1;

/** A gap this much wider than the page's usual one separates paragraphs. */
const PARAGRAPH_GAP = 1.3;

/** A line that ends this close to its paragraph's right edge, as a share of its width, was wrapped there. */
const WRAPPED_WITHIN = 0.15;

/** A gap wider than this, in sizes of the font, may be between cells; words are closer nearly everywhere. */
const RUN_GAP = 0.65;

/** Shorter lines are lines of their own (code, verse, cells) even where they are the longest of their paragraph. */
const MIN_WRAPPED_CHARACTERS = 25;

/**
 * Lines of a page, in the order in which the page draws them: for nearly every producer the reading order, also with
 * columns, which an order by position would interleave.
 */
export function linesOf(items: readonly PdfTextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let parts: string[] = [];
  let first: PdfTextItem | null = null;
  let right = 0;
  let longest = 0;
  let size = 0;
  let gaps: number[] = [];
  let end = 0;
  const finish = (from: number, to: number) => {
    const text = clean(parts.join(''));
    if (first && text !== '') {
      const x = first.transform[4] ?? 0;
      const whole = [{ text, x, right, font: first.fontName }];
      const unbroken = isUpright(first) ? whole : null;
      const runs = gaps.length === 0 ? unbroken : runsOf(items, from, to, gaps);
      lines.push({ text, x, y: first.transform[5] ?? 0, right, size, ...(runs ? { runs } : {}) });
    }
    parts = [];
    first = null;
    right = 0;
    longest = 0;
    size = 0;
    gaps = [];
  };
  let from = 0;
  for (const [at, item] of items.entries()) {
    if (item.str.trim() !== '') {
      const x = item.transform[4] ?? 0;
      if (first !== null && x - end > RUN_GAP * sizeOf(item)) gaps.push(at);
      first ??= item;
      end = x + item.width;
      right = Math.max(right, end);
      if (item.str.length > longest) {
        longest = item.str.length;
        size = sizeOf(item);
      }
    }
    parts.push(item.str);
    if (item.hasEOL) {
      finish(from, at + 1);
      from = at + 1;
    }
  }
  finish(from, items.length);
  return lines;
}

/** The runs of a line of the items `from` to `to`, cut before each of `gaps`; null where it is turned or runs leftwards. */
function runsOf(
  items: readonly PdfTextItem[],
  from: number,
  to: number,
  gaps: readonly number[],
): readonly PdfRun[] | null {
  const runs: PdfRun[] = [];
  for (let cut = 0; cut <= gaps.length; cut += 1) {
    const texts: string[] = [];
    let begin: PdfTextItem | null = null;
    let right = 0;
    for (const item of items.slice(gaps[cut - 1] ?? from, gaps[cut] ?? to)) {
      texts.push(item.str);
      if (item.str.trim() === '') continue;
      if (!isUpright(item)) return null;
      begin ??= item;
      right = Math.max(right, (item.transform[4] ?? 0) + item.width);
    }
    const text = clean(texts.join(''));
    if (begin && text !== '') runs.push({ text, x: begin.transform[4] ?? 0, right, font: begin.fontName });
  }
  return runs;
}

/** Whether it is set from left to right and not turned. */
function isUpright({ dir, transform }: PdfTextItem): boolean {
  return dir === 'ltr' && transform[1] === 0 && transform[2] === 0;
}

/** Lines grouped into paragraphs by their gaps, sizes and indents; the tables that they make, in order, are paragraphs of their own. */
export function paragraphsOf(lines: readonly PdfLine[], tables: readonly PdfTable[]): PdfParagraph[] {
  const gap = usualGap(lines);
  const paragraphs: (PdfParagraph & { lines: PdfLine[] })[] = [];
  let done = 0;
  for (const { from, to, rows } of tables) {
    group(done, from);
    const inside = lines.slice(from, to);
    paragraphs.push({ lines: inside, size: inside[0]?.size ?? 0, rows });
    done = to;
  }
  group(done, lines.length);
  return paragraphs;

  function group(from: number, to: number): void {
    for (const line of lines.slice(from, to)) {
      const current = paragraphs.at(-1);
      const last = current?.lines.at(-1);
      const joins = current && !current.rows && last && belongs(last, line, current.lines, gap);
      if (joins) current.lines.push(line);
      else paragraphs.push({ lines: [line], size: line.size });
    }
  }
}

/**
 * A paragraph as running text: wrapped lines are joined by a space, and a word that was hyphenated at a line's end is
 * put together, unless `compounds` knows it with its hyphen. A line that ends early keeps its line break.
 */
export function paragraphText(paragraph: PdfParagraph, compounds: ReadonlySet<string>): string {
  const left = Math.min(...paragraph.lines.map((line) => line.x));
  const right = Math.max(...paragraph.lines.map((line) => line.right));
  let text = '';
  let previous: PdfLine | null = null;
  for (const line of paragraph.lines) {
    if (previous === null) text = line.text;
    else {
      const full = previous.right >= right - (right - left) * WRAPPED_WITHIN;
      const wrapped = (full && previous.text.length >= MIN_WRAPPED_CHARACTERS) || line.y > previous.y;
      text = joinLines(text, line.text, wrapped, compounds);
    }
    previous = line;
  }
  return text.replaceAll('\u00AD', '');
}

/** The cells of a table's rows as running text. */
export function cellTexts({ rows = [] }: PdfParagraph, compounds: ReadonlySet<string>): string[][] {
  const joined = (lines: readonly string[]) =>
    lines.length === 0 ? '' : lines.reduce((text, line) => joinLines(text, line, true, compounds));
  return rows.map((row) => row.map((cell) => joined(cell).replaceAll('\u00AD', '')));
}

/** Words with a hyphen inside a line, lower-case: what a hyphen at a line's end is compared with. */
export function collectCompounds(lines: readonly PdfLine[], compounds: Set<string>): void {
  for (const line of lines) {
    if (!line.text.includes('-')) continue;
    for (const [word] of line.text.matchAll(/\p{L}+-\p{L}+/gu)) compounds.add(word.toLowerCase());
  }
}

function joinLines(text: string, line: string, wrapped: boolean, compounds: ReadonlySet<string>): string {
  const tail = /(\p{L}+)([-\u2010\u00AD])$/u.exec(text.slice(-80));
  const head = /^\p{Ll}[\p{L}\p{M}]*/u.exec(line);
  if (tail?.[1] && tail[2] && head) {
    const compound = tail[2] !== '\u00AD' && compounds.has(`${tail[1]}-${head[0]}`.toLowerCase());
    return compound ? text + line : text.slice(0, -1) + line;
  }
  return `${text}${wrapped ? ' ' : '\n'}${line}`;
}

function belongs(last: PdfLine, line: PdfLine, lines: readonly PdfLine[], gap: number): boolean {
  if (last.paragraph !== undefined || line.paragraph !== undefined) return last.paragraph === line.paragraph;
  if (Math.abs(line.size - last.size) > SAME_SIZE * Math.max(line.size, last.size)) return false;
  const down = last.y - line.y;
  if (down > Math.max(gap * PARAGRAPH_GAP, last.size)) return false;
  // Upwards: the next column. A sentence that has not ended goes on there.
  if (down < -last.size) return !/[.!?:;”"»)\]]$/.test(last.text) && /^\p{Ll}/u.test(line.text);
  const left = Math.min(...lines.slice(-3).map((entry) => entry.x));
  const indented = line.x - left > 0.8 * line.size && line.x - left < 6 * line.size;
  return !(indented && lines.length > 1 && /[.!?:”"»)]$/.test(last.text));
}

/** The middle one of the distances between lines that follow each other. */
function usualGap(lines: readonly PdfLine[]): number {
  const gaps: number[] = [];
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    const down = before ? before.y - line.y : 0;
    if (before && down > 0.5 * line.size && down < 3 * line.size) gaps.push(down);
  });
  gaps.sort((a, b) => a - b);
  // Below the middle: on a page of short paragraphs the gaps between them are as many as those inside.
  return gaps[Math.floor(gaps.length / 3)] ?? 0;
}

function sizeOf({ transform }: PdfTextItem): number {
  return Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
}

function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\uFEFF]/gu, (mark) => (/\s/.test(mark) ? ' ' : ''))
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/ {2,}/g, ' ')
    .trim();
}
