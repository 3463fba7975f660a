/** The rows of tables, and the lines that they become in the text of a document. */

export interface ReadTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  /** For a sheet: the number of each of its rows, from 1, and of each column; without columns, they are its first. */
  readonly sheet?: { readonly rows: readonly number[]; readonly columns?: readonly number[] };
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
export const tableTexts = (rows: readonly (readonly string[])[]): string[] =>
  tablePieces(rows).pieces.map(({ text }) => text);

interface TablePiece {
  readonly text: string;
  /** Which of the table's rows its lines are, from 0; none of lines without cells. */
  readonly rows: readonly number[];
}

/** The same with the rows of each piece and the columns that are not empty, from 0. */
export function tablePieces(rows: readonly (readonly string[])[]): {
  pieces: readonly TablePiece[];
  columns: number[];
} {
  const used = new Set<number>();
  let filled = 0;
  const trimmed: (readonly string[])[] = [];
  const places: number[] = [];
  for (const [at, row] of rows.entries()) {
    let any = false;
    for (let column = 0; column < row.length; column += 1) {
      if (!/\S/.test(row[column] ?? '')) continue;
      used.add(column);
      filled += 1;
      any = true;
    }
    if (!any) continue;
    trimmed.push(row);
    places.push(at);
  }
  const columns = [...used].sort((a, b) => a - b);
  if (columns.length === 0) return { pieces: [], columns };
  if (columns.length === 1) {
    const text = trimmed.map((row) => (row[columns[0] ?? 0] ?? '').trim()).join('\n');
    return { pieces: [{ text, rows: [] }], columns };
  }
  const lines =
    trimmed.length * columns.length > filled * MAX_EMPTY_SHARE
      ? trimmed.map((row) => pipes(row.filter((cell) => /\S/.test(cell))))
      : trimmed.map((row) => pipes(columns.map((column) => row[column] ?? '')));
  return { pieces: inPieces(lines, places, columns.length), columns };
}

function inPieces(
  [header = '', ...lines]: readonly string[],
  [first = 0, ...places]: readonly number[],
  width: number,
): TablePiece[] {
  const head = `${header}\n|${' --- |'.repeat(width)}`;
  const repeat = head.length <= MAX_REPEATED_HEADER;
  const pieces: TablePiece[] = [];
  let piece = [head];
  let rows = [first];
  let length = head.length;
  for (const [at, line] of lines.entries()) {
    if (repeat && piece.length > 1 && length + line.length + 1 > MAX_PIECE_CHARACTERS) {
      pieces.push({ text: piece.join('\n'), rows });
      piece = [head];
      rows = [first];
      length = head.length;
    }
    piece.push(line);
    rows.push(places[at] ?? 0);
    length += line.length + 1;
  }
  pieces.push({ text: piece.join('\n'), rows });
  return pieces;
}

function pipes(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|')).join(' | ')} |`;
}

type Cells = ReadonlyMap<number, string>;

/** Collects the filled cells of one sheet by their columns, block by block of rows without a gap. */
export class SheetTables {
  private readonly regions: { readonly rows: Cells[]; readonly numbers: number[] }[] = [];
  /** Number of the last row that had anything in it. */
  private lastFilled = Number.NEGATIVE_INFINITY;

  /** Rows come in order, numbered from 1; one without a filled cell ends a block. */
  add(rowNumber: number, row: Cells): void {
    if (row.size === 0) return;
    const region = this.regions.at(-1);
    if (region && rowNumber <= this.lastFilled + 1) {
      region.rows.push(row);
      region.numbers.push(rowNumber);
    } else this.regions.push({ rows: [row], numbers: [rowNumber] });
    this.lastFilled = rowNumber;
  }

  finish(): ReadTable[] {
    return this.regions.map(({ rows, numbers }) => {
      const { columns, cells } = denseRows(rows);
      return { kind: 'table', rows: cells, sheet: { rows: numbers, columns: columns.map((column) => column + 1) } };
    });
  }
}

/** The rows under the columns that any of them uses. */
function denseRows(rows: readonly Cells[]): { columns: number[]; cells: string[][] } {
  const used = new Set<number>();
  let filled = 0;
  for (const row of rows) {
    filled += row.size;
    for (const column of row.keys()) used.add(column);
  }
  const columns = [...used].sort((a, b) => a - b);
  if (rows.length * columns.length > filled * MAX_EMPTY_SHARE)
    return { columns, cells: rows.map((row) => [...row.values()]) };
  return { columns, cells: rows.map((row) => columns.map((column) => row.get(column) ?? '')) };
}
