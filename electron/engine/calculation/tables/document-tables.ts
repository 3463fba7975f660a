import type { PageSpan } from '@shared/contract';
import type { Block, TextRange } from '@shared/prompt/blocks';
import { atBars, isTableRow } from '../../text/table-rows';

/** A table of a document as it stands in its text, with the place of each of its rows. */
export interface DocumentTable {
  readonly rows: readonly (readonly string[])[];
  /** Of each row, UTF-16 code units of the document's text. */
  readonly places: readonly TextRange[];
  /** Page or sheet, 1-based; null in a document without. */
  readonly page: number | null;
}

/** Fewer rows calculate nothing: a head and one below it. */
const fewestRows = 2;

/** The tables of a document, in its order: the rows that its blocks say stand under one head. */
export function documentTables(text: string, blocks: readonly Block[], pages: readonly PageSpan[]): DocumentTable[] {
  const tables: { rows: string[][]; places: TextRange[]; head: number | null }[] = [];
  for (const { kind, start, end, lead } of blocks) {
    if (kind !== 'table-head' && kind !== 'table-row') continue;
    const line = text.slice(start, end).trim();
    const row = { cells: cellsOf(line.split('\n')[0] ?? ''), place: { start, end } };
    if (!isTableRow(line.split('\n')[0] ?? '')) continue;
    const head = kind === 'table-head' ? start : (lead?.start ?? null);
    const last = tables.at(-1);
    if (kind === 'table-row' && last && last.head === head) {
      last.rows.push(row.cells);
      last.places.push(row.place);
    } else tables.push({ rows: [row.cells], places: [row.place], head });
  }
  return tables
    .filter(({ rows }) => rows.length >= fewestRows)
    .map(({ rows, places }) => {
      const at = places[0]?.start ?? 0;
      const page = pages.find(({ startChar, endChar }) => at >= startChar && at < endChar)?.page ?? null;
      return { rows, places, page };
    });
}

/** The cells between the bars of a row, as they were before the bars were put around them. */
const cellsOf = (line: string): string[] =>
  atBars(line)
    .slice(1, -1)
    .map((cell) => cell.replaceAll('\\|', '|'));
