import type { PdfLine, PdfTable } from './pdf-lines';
import {
  ALIGNED,
  columnOf,
  isTable,
  MIN_ROWS,
  type PdfCell,
  type PdfColumn,
  PROSE,
  pdfColumns,
  type Row,
} from './table-heuristics';

/** Between the lines of a cell at most, in sizes of the font; between rows. */
const CELL_LEADING = 1.45;
const ROW_GAP = 4;

/** A gap wider than those between the rows before it by this factor ends a table. */
const WIDER = 1.8;

/** A first row that is so many times as far above the next one as rows are from each other is not one of them. */
const FAR = 2.2;

/** So many sizes of the font may a row be higher than its first cell, whose cells are set to the middle of it. */
const MAX_RISE = 10;

/** Nearer than this, in sizes of the font, baselines are one; and so near may columns come to each other. */
const MIN_DOWN = 0.3;
const MIN_GUTTER = 0.4;

/** Lines nearer to each other than this share of the distance of rows are of one cell. */
const WITHIN_ROW = 0.92;

/** Rows whose sizes differ by more than this share are not of one table. */
const SAME_SIZE = 0.25;

/**
 * The tables of a page, found by text in rows and, over at least three of them, in columns. In doubt there is none: a
 * row quoted as a line says less than a table, and prose in columns quoted as a table says something else. Cells keep
 * the page's drawing order, so a quotation of a table is found on the page again; a table drawn column by column is not
 * one here.
 */
export function pdfTablesOf(lines: readonly PdfLine[]): PdfTable[] {
  if (!mayHoldTables(lines)) return [];
  const rows = rowsOf(lines);
  const tables: PdfTable[] = [];
  for (let start = 0; start < rows.length; ) {
    const table = tableFrom(rows, start, lines);
    if (table) tables.push(table.table);
    start = table ? table.end : start + 1;
  }
  return tables;
}

/** This check finds that most pages hold none: too little text is beside other text. */
function mayHoldTables(lines: readonly PdfLine[]): boolean {
  let beside = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const before = lines[at - 1];
    if (!line?.runs) continue;
    if (line.runs.length > 1 || (before && line.x > before.right)) beside += 1;
    if (beside >= MIN_ROWS) return true;
  }
  return false;
}

interface OpenCell extends PdfCell {
  x: number;
  right: number;
  bottom: number;
  readonly lines: { readonly text: string; readonly y: number; readonly at: number }[];
}

interface OpenRow extends Row {
  readonly cells: OpenCell[];
  top: number;
  bottom: number;
}

/** Text side by side, in the order of drawing. A turned line is a row without cells. */
function rowsOf(lines: readonly PdfLine[]): OpenRow[] {
  const rows: OpenRow[] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.runs) rows.push({ cells: [], top: line.y, bottom: line.y, size: line.size });
    for (const run of line.runs ?? []) {
      const row = rows.at(-1);
      const cell = row?.cells.at(-1);
      const place = { text: run.text, y: line.y, at };
      const next: OpenCell = { ...run, top: line.y, bottom: line.y, lines: [place] };
      if (row && cell && isBelow(cell, next, line.size)) {
        cell.lines.push(place);
        cell.x = Math.min(cell.x, run.x);
        cell.right = Math.max(cell.right, run.right);
        cell.bottom = line.y;
        row.bottom = Math.min(row.bottom, line.y);
      } else if (row && cell && isBeside(row, next, rows.at(-2), line.size)) {
        row.cells.push(next);
        row.top = Math.max(row.top, line.y);
        row.bottom = Math.min(row.bottom, line.y);
      } else {
        rows.push({ cells: [next], top: line.y, bottom: line.y, size: line.size });
      }
    }
  }
  return rows.flatMap((row, at) => parted(row, rows[at - 1], rows[at + 1]));
}

function isBelow(cell: OpenCell, next: OpenCell, size: number): boolean {
  const down = cell.bottom - next.top;
  if (down < MIN_DOWN * size || down > CELL_LEADING * size || next.x > cell.right || next.right < cell.x) return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= ALIGNED;
  return near(cell.x, next.x) || near(cell.right, next.right) || near(cell.x + cell.right, next.x + next.right);
}

function isBeside(row: OpenRow, next: OpenCell, above: OpenRow | undefined, size: number): boolean {
  if (next.x < Math.max(...row.cells.map(({ right }) => right)) + MIN_GUTTER * size) return false;
  if (next.top < row.bottom - MIN_DOWN * size || next.top > row.top + MAX_RISE * size) return false;
  const under = above === undefined || above.bottom < row.top || next.top < above.bottom - MIN_DOWN * size;
  return under;
}

/**
 * A row whose first cell begins above all others is two or more: a heading among the rows, or the text before the
 * table, and the row that follows it. Unless its lines are nearer to each other than rows are.
 */
function parted(row: OpenRow, above?: OpenRow, under?: OpenRow): OpenRow[] {
  const [first, ...others] = row.cells;
  if (!first || others.length === 0) return [row];
  const top = Math.max(...others.map((cell) => cell.top));
  const below = first.lines.findIndex(({ y }) => Math.abs(y - top) <= MIN_DOWN * row.size);
  // On no line of it: the other cells are set to the middle of this one.
  if (below <= 0) return [row];
  const within = (first.top - first.bottom) / (first.lines.length - 1);
  const between = Math.min(above ? above.bottom - row.top : 0, under ? row.bottom - under.top : 0);
  if (within < between * WITHIN_ROW) return [row];
  const over = first.lines.slice(0, below);
  const lines = first.lines.slice(below);
  const bottom = over.at(-1)?.y ?? row.top;
  const own = Math.max(...others.map((cell) => cell.top), lines[0]?.y ?? row.bottom);
  return [
    { ...row, cells: [{ ...first, lines: over, bottom }], bottom },
    { ...row, cells: [{ ...first, lines, top: lines[0]?.y ?? row.bottom }, ...others], top: own },
  ];
}

interface Extent {
  /** Behind the last row. */
  readonly end: number;
  readonly columns: readonly PdfColumn[];
}

function tableFrom(
  rows: readonly OpenRow[],
  start: number,
  lines: readonly PdfLine[],
): { readonly table: PdfTable; readonly end: number } | null {
  if ((rows[start]?.cells.length ?? 0) < 2) return null;
  for (const extent of [belowHeader(rows, start), extentFrom(rows, start)]) {
    const long = extent !== null && extent.end - start >= MIN_ROWS && !isFarAbove(rows.slice(start, extent.end));
    const table = long ? tableOf(rows.slice(start, extent.end), extent.columns, lines) : null;
    if (table && extent) return { table, end: extent.end };
  }
  return null;
}

/** As far as the columns of the rows below the first one go on, where that has a cell for each, though none above it. */
function belowHeader(rows: readonly OpenRow[], start: number): Extent | null {
  const [header, second] = [rows[start], rows[start + 1]];
  if (!header || !second || !follows(header, second) || second.cells.length < 2) return null;
  const { end, columns } = extentFrom(rows, start + 1);
  if (columns.length !== header.cells.length) return null;
  const spans = columns.map((column, at) => spanOf(column, header.cells[at] ?? column));
  const apart = spans.every((span, at) => at === 0 || span.x > (spans[at - 1]?.right ?? 0));
  return apart ? { end, columns: spans } : null;
}

/** Whether a first row is apart from the others: the head of a page. */
function isFarAbove(rows: readonly OpenRow[]): boolean {
  const gaps = rows.slice(1).map((row, at) => (rows[at]?.bottom ?? row.top) - row.top);
  const [first = 0, ...others] = gaps;
  return first > FAR * Math.min(...others);
}

function spanOf(a: PdfColumn, b: PdfColumn): PdfColumn {
  return { x: Math.min(a.x, b.x), right: Math.max(a.right, b.right) };
}

/** As far as the columns of a row go on in the rows below it. */
function extentFrom(rows: readonly OpenRow[], start: number): Extent {
  let columns: readonly PdfColumn[] = pdfColumns(rows.slice(start, start + 1));
  let end = start + 1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = start + 1; at < rows.length; at += 1) {
    const row = rows[at];
    const before = rows[at - 1];
    if (!row || !before || !follows(before, row)) break;
    const down = before.bottom - row.top;
    if (down > nearest * WIDER) break;
    nearest = Math.min(nearest, down);
    if (row.cells.length === 1 && isLabel(row, columns)) continue;
    const wider = pdfColumns([{ cells: [...row.cells, ...columns] }]);
    if (wider.length < columns.length || !standApart(row, wider)) break;
    columns = wider;
    if (row.cells.length > 1) end = at + 1;
  }
  return { end, columns };
}

function follows(before: OpenRow, row: OpenRow): boolean {
  const down = before.bottom - row.top;
  const size = Math.max(before.size, row.size);
  const alike = Math.abs(before.size - row.size) <= SAME_SIZE * size;
  return alike && row.cells.length > 0 && down > MIN_DOWN * size && down <= ROW_GAP * size;
}

/** A heading among the rows: it begins where the first column does, and ends within the table. */
function isLabel({ cells: [cell], size }: OpenRow, columns: readonly PdfColumn[]): boolean {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!cell || !first || !last || cell.lines.length > 1) return false;
  return Math.abs(cell.x - first.x) <= 2 * size && cell.right <= last.right + ALIGNED;
}

function standApart({ cells }: OpenRow, columns: readonly PdfColumn[]): boolean {
  return new Set(cells.map((cell) => columnOf(cell, columns))).size === cells.length;
}

function tableOf(rows: readonly OpenRow[], columns: readonly PdfColumn[], lines: readonly PdfLine[]): PdfTable | null {
  if (!isTable(rows, columns)) return null;
  const pieces = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines));
  const from = Math.min(...pieces.map(({ at }) => at));
  const to = Math.max(...pieces.map(({ at }) => at)) + 1;
  const within = lines.slice(from, to).reduce((count, { runs }) => count + (runs?.length ?? 0), 0);
  // Part of a line belongs to something else.
  if (within !== pieces.length) return null;
  const grid: string[][][] = [];
  for (const { cells } of rows) {
    const row: string[][] = columns.map(() => []);
    for (const cell of cells) row[Math.max(0, columnOf(cell, columns))]?.push(...cell.lines.map(({ text }) => text));
    const over = grid.at(-1)?.at(-1);
    const rest = row.at(-1) ?? [];
    // Only the end of the last cell's sentence: its lines are as far from each other as rows.
    const goesOn = cells.length === 1 && rest.length > 0 && (over?.join(' ').length ?? 0) > PROSE;
    if (goesOn) over?.push(...rest);
    else grid.push(row);
  }
  return { from, to, rows: grid };
}
