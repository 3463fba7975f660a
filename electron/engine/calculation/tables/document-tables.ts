import type { HeadingSpan, PageSpan } from '@shared/contract';
import { rangeName } from '@shared/place-names';
import type { Block } from '@shared/prompt/blocks';
import { atBars, isTableRow } from '../../text/table-rows';

export type RowPlace = Pick<Block, 'start' | 'end' | 'cells'>;

export interface PlacedTable {
  readonly rows: readonly (readonly string[])[];
  /** For each row, UTF-16 code units of the document's text. */
  readonly places: readonly RowPlace[];
  /** Page or sheet, 1-based; null in a document without. */
  readonly page: number | null;
  /** Its range in its sheet: `Sheet1!A1:F301`; null in other documents. */
  readonly cells: string | null;
}

export interface TextWithBlocks {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
  readonly headings: readonly HeadingSpan[];
}

/** More of a document's tables are not looked at. */
const mostTables = 20;

/** A sheet of no spreadsheet program has more columns: a wider table is read as text alone. */
const mostColumns = 16_384;

/** Fewer rows calculate nothing: a head and one below it. */
const fewestRows = 2;

interface OpenTable {
  readonly rows: string[][];
  readonly places: RowPlace[];
  readonly page: number | null;
  /** The place of its rows' head: the last one, if it is repeated. */
  head: number | null;
  end: number;
}

/** The tables of a document, in its order. A long table repeats its head: consecutive ones with one head are one. */
export function documentTables({ text, blocks, pages, headings }: TextWithBlocks): PlacedTable[] {
  const tables: OpenTable[] = [];
  const cellsOf = repeatedCells();
  for (const block of blocks) {
    const { kind, start, end, lead } = block;
    if (kind !== 'table-head' && kind !== 'table-row') continue;
    const line = text.slice(start, end).trim().split('\n')[0] ?? '';
    if (!isTableRow(line)) continue;
    const cells = cellsOf(line);
    const head = kind === 'table-head' ? start : (lead?.start ?? null);
    const last = tables.at(-1);
    if (last && kind === 'table-row' && last.head === head) {
      last.rows.push(cells);
      last.places.push(block);
      last.end = end;
      continue;
    }
    const page = pages.find(({ startChar, endChar }) => start >= startChar && start < endChar)?.page ?? null;
    const goesOn =
      last !== undefined &&
      kind === 'table-head' &&
      text.slice(last.end, start).trim() === '' &&
      sameCells(last.rows[0] ?? [], cells);
    if (goesOn) {
      last.head = start;
      last.end = end;
    } else tables.push({ rows: [cells], places: [block], page, head, end });
  }
  return tables
    .filter(({ rows }) => rows.length >= fewestRows && (rows[0]?.length ?? 0) <= mostColumns)
    .slice(0, mostTables)
    .map(({ rows, places, page }) => {
      const cells = places.flatMap((place) => place.cells ?? []);
      // A sheet has its name as its heading.
      const sheet = headings.findLast(({ startChar }) => startChar <= (places[0]?.start ?? 0))?.text;
      return { rows, places, page, cells: rangeName(cells, sheet) ?? null };
    });
}

const sameCells = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell === other[at]);

const mostRemembered = 100_000;

/** Gives the cells between the bars of a row, as they were before the bars; one that is repeated takes memory once. */
function repeatedCells(): (line: string) => string[] {
  const known = new Map<string, string>();
  return (line) =>
    atBars(line)
      .slice(1, -1)
      .map((written) => {
        const cell = known.get(written) ?? written.replaceAll('\\|', '|');
        if (known.size < mostRemembered) known.set(written, cell);
        return cell;
      });
}
