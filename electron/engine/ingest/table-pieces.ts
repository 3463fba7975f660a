/** The rows of tables, and the lines that they become in the text of a document. */

import { clean } from './document';

export interface ReadTable {
  readonly kind: 'table';
  /** Cleaned cells; read twice. */
  readonly rows: Iterable<readonly string[]>;
  /** For a sheet: the number of each of its rows, from 1, and of each column; without them, they are its first. */
  readonly sheet?: { readonly rows?: readonly number[]; readonly columns?: readonly number[] };
}

/** Control characters, which cleaned cells do not have. */
const BETWEEN_CELLS = '\u001f';
const BETWEEN_ROWS = '\u001e';
const PACK_CHARACTERS = 65_536;

/** Cleaned rows in a few long strings, which take a sixth of the memory that lists of cells take. */
export class PackedRows {
  private readonly packs: string[] = [];
  private open: string[] = [];
  private openCharacters = 0;

  add(cells: readonly string[]): void {
    const row = cells.map(clean).join(BETWEEN_CELLS);
    this.open.push(row);
    this.openCharacters += row.length + 1;
    if (this.openCharacters < PACK_CHARACTERS) return;
    this.packs.push(this.open.join(BETWEEN_ROWS));
    this.open = [];
    this.openCharacters = 0;
  }

  *[Symbol.iterator](): Generator<readonly string[]> {
    for (const pack of this.packs) for (const row of pack.split(BETWEEN_ROWS)) yield row.split(BETWEEN_CELLS);
    for (const row of this.open) yield row.split(BETWEEN_CELLS);
  }
}

/** A longer table is written in pieces, each under the same header: every chunk names its columns. */
const MAX_PIECE_CHARACTERS = 900;
/** A header longer than this would fill the pieces that repeat it. */
const MAX_REPEATED_HEADER = 200;
/** A grid with more empty cells than this for one that is filled is written without them. */
const MAX_EMPTY_SHARE = 20;

/**
 * A table as Markdown, in one or more pieces. The first row names the columns; empty columns and rows are left out,
 * a single column becomes lines.
 */
export const tableTexts = (rows: Iterable<readonly string[]>): string[] =>
  Array.from(tablePieces(rows).pieces, ({ text }) => text);

interface TablePiece {
  readonly text: string;
  /** Which of the table's rows its lines are, from 0; none of lines without cells. */
  readonly rows: readonly number[];
}

/** The same, made one by one, with the rows of each piece and the columns that are not empty, from 0. */
export function tablePieces(rows: Iterable<readonly string[]>): { pieces: Iterable<TablePiece>; columns: number[] } {
  const used = new Set<number>();
  let filled = 0;
  let filledRows = 0;
  for (const row of rows) {
    const before = filled;
    for (const [column, cell] of row.entries()) {
      if (isBlank(cell)) continue;
      used.add(column);
      filled += 1;
    }
    if (filled > before) filledRows += 1;
  }
  const columns = [...used].sort((a, b) => a - b);
  if (columns.length === 0) return { pieces: [], columns };
  const [first = 0] = columns;
  if (columns.length === 1) {
    const lines: string[] = [];
    for (const { [first]: cell = '' } of rows) if (!isBlank(cell)) lines.push(cell.trim());
    return { pieces: [{ text: lines.join('\n'), rows: [] }], columns };
  }
  const isSparse = filledRows * columns.length > filled * MAX_EMPTY_SHARE;
  const cellsOf = (row: readonly string[]) =>
    isSparse ? row.filter((cell) => !isBlank(cell)) : columns.map((column) => row[column] ?? '');
  return { pieces: inPieces(rows, cellsOf, columns.length), columns };
}

const isBlank = (cell: string): boolean => !/\S/.test(cell);

function* inPieces(
  table: Iterable<readonly string[]>,
  cellsOf: (row: readonly string[]) => readonly string[],
  width: number,
): Generator<TablePiece> {
  let head: { readonly text: string; readonly at: number } | null = null;
  let piece: string[] = [];
  let rows: number[] = [];
  let length = 0;
  let at = -1;
  for (const row of table) {
    at += 1;
    if (row.every(isBlank)) continue;
    const line = pipes(cellsOf(row));
    const text: string = head?.text ?? `${line}\n|${' --- |'.repeat(width)}`;
    const isFull = text.length <= MAX_REPEATED_HEADER && length + line.length + 1 > MAX_PIECE_CHARACTERS;
    if (isFull && piece.length > 1) yield { text: piece.join('\n'), rows };
    if (head === null || (isFull && piece.length > 1)) {
      piece = [text];
      rows = [head?.at ?? at];
      length = text.length;
    }
    if (head === null) head = { text, at };
    else {
      piece.push(line);
      rows.push(at);
      length += line.length + 1;
    }
  }
  yield { text: piece.join('\n'), rows };
}

function pipes(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|')).join(' | ')} |`;
}

type Cells = ReadonlyMap<number, string>;

/** Rows of a sheet without a gap. */
class Region {
  /** Each with its columns in front of its cells. */
  private readonly packed = new PackedRows();
  private readonly numbers: number[] = [];
  private readonly used = new Set<number>();
  private filled = 0;

  add(rowNumber: number, row: Cells): void {
    this.packed.add([[...row.keys()].join(), ...row.values()]);
    this.numbers.push(rowNumber);
    this.filled += row.size;
    for (const column of row.keys()) this.used.add(column);
  }

  /** The rows under the columns that any of them uses. */
  table(): ReadTable {
    const { packed, numbers, used, filled } = this;
    const columns = [...used].sort((a, b) => a - b);
    const isSparse = numbers.length * columns.length > filled * MAX_EMPTY_SHARE;
    const placeOf = new Map(columns.map((column, place) => [String(column), place]));
    const rows = {
      *[Symbol.iterator]() {
        for (const [own = '', ...cells] of packed) {
          if (isSparse) {
            yield cells;
            continue;
          }
          const row = new Array<string>(columns.length).fill('');
          for (const [at, column] of own.split(',').entries()) row[placeOf.get(column) ?? 0] = cells[at] ?? '';
          yield row;
        }
      },
    };
    return { kind: 'table', rows, sheet: { rows: numbers, columns: columns.map((column) => column + 1) } };
  }
}

/** Collects the filled cells of one sheet by their columns, block by block of rows without a gap. */
export class SheetTables {
  private readonly regions: Region[] = [];
  /** Number of the last row that had anything in it. */
  private lastFilled = Number.NEGATIVE_INFINITY;

  /** Rows come in order, numbered from 1; one without a filled cell ends a block. */
  add(rowNumber: number, row: Cells): void {
    if (row.size === 0) return;
    if (rowNumber > this.lastFilled + 1) this.regions.push(new Region());
    this.regions.at(-1)?.add(rowNumber, row);
    this.lastFilled = rowNumber;
  }

  finish(): ReadTable[] {
    return this.regions.map((region) => region.table());
  }
}
