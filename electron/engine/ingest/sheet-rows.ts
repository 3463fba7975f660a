import { wholeNumber } from './docx-styles';
import type { MarkupHandler } from './parse-markup';
import type { Attributes } from './xml-package';

/** XFD, the last column that spreadsheets know. */
const MAX_COLUMNS = 16_384;
/** A grid with more empty cells than this for one that is filled is written without them. */
const MAX_EMPTY_SHARE = 20;

type Cells = ReadonlyMap<number, string>;

/** Collects the filled cells of one worksheet (ECMA-376 part 1, 18.3), block by block of rows without a gap. */
export class SheetRows implements MarkupHandler {
  private readonly regions: Cells[][] = [];
  private row = new Map<number, string>();
  private rowNumber = 0;
  /** Number of the last row that had anything in it. */
  private lastFilled = Number.NEGATIVE_INFINITY;
  private column = -1;
  private type = '';
  private style = 0;
  private value = '';
  private collecting = false;
  private phonetic = false;

  constructor(private readonly show: (stored: string, type: string, style: number) => string) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.rowNumber = Number.parseInt(attributes.r ?? '', 10) || this.rowNumber + 1;
      this.row = new Map();
      this.column = -1;
    } else if (name === 'c') {
      this.column = columnOf(attributes.r) ?? this.column + 1;
      this.type = attributes.t ?? '';
      this.style = wholeNumber(attributes.s) ?? 0;
      this.value = '';
    } else if (name === 'rPh') this.phonetic = true;
    else if (name === 'v' || name === 't') this.collecting = !this.phonetic;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.collecting = false;
    else if (name === 'rPh') this.phonetic = false;
    else if (name === 'c') {
      const shown = this.value === '' ? '' : this.show(this.value, this.type, this.style);
      if (/\S/.test(shown) && this.column < MAX_COLUMNS) this.row.set(this.column, shown);
    } else if (name === 'row' && this.row.size > 0) this.endRow();
  }

  text(text: string): void {
    if (this.collecting) this.value += text;
  }

  finish(): readonly (readonly (readonly string[])[])[] {
    return this.regions.map(denseRows);
  }

  private endRow(): void {
    const region = this.regions.at(-1);
    if (region && this.rowNumber <= this.lastFilled + 1) region.push(this.row);
    else this.regions.push([this.row]);
    this.lastFilled = this.rowNumber;
    this.row = new Map();
  }
}

/** The rows under the columns that any of them uses. */
function denseRows(rows: readonly Cells[]): string[][] {
  const used = new Set<number>();
  let filled = 0;
  for (const row of rows) {
    filled += row.size;
    for (const column of row.keys()) used.add(column);
  }
  const columns = [...used].sort((a, b) => a - b);
  if (rows.length * columns.length > filled * MAX_EMPTY_SHARE) return rows.map((row) => [...row.values()]);
  return rows.map((row) => columns.map((column) => row.get(column) ?? ''));
}

/** 0-based column of a cell's reference (`C7` is 2), null where it has none. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return column - 1;
}
