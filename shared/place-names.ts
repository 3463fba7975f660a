import { type PlacedFile, placeKind } from './formats';
import type { Block, SheetRow } from './prompt/blocks';
import named from './words/en/named.json';
import type { SaidWords } from './words/languages';

/**
 * A place in a file, in the format's own words: `page 3`, `sheet 1`, `slides 3–5`, `pages 3, 7`; empty without pages.
 * In English for prompts, exports and programs.
 *
 * @param pages numbers from 1, ascending
 * @param cells of rows of a sheet, which say more than its number
 */
export function placeName(
  { pages, cells, ...file }: PlacedFile & { readonly pages: readonly number[]; readonly cells?: string },
  { onPage, onPages }: Pick<SaidWords['named'], 'onPage' | 'onPages'> = named,
): string {
  if (cells !== undefined) return cells;
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return '';
  const kind = placeKind(file);
  if (pages.length === 1) return `${onPage[kind]} ${first}`;
  const isRow = last - first === pages.length - 1;
  return `${onPages[kind]} ${isRow ? `${first}–${last}` : pages.join(', ')}`;
}

/** A column as spreadsheets name it: 1 is `A`, 28 is `AB`. */
function columnName(column: number): string {
  const letters: string[] = [];
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters.unshift(String.fromCharCode(65 + ((rest - 1) % 26)));
  }
  return letters.join('');
}

/** Names of sheets that need no quotes in a reference. */
const plainSheet = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/** Rows of a sheet as a spreadsheet refers to them: `Sheet1!A17:F19`, `A17:F17` where the sheet has no name. */
export function rangeName(rows: readonly SheetRow[], sheet: string | undefined): string | undefined {
  if (rows.length === 0) return undefined;
  let [from, to, first, last] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0];
  for (const row of rows) {
    from = Math.min(from, row.row);
    to = Math.max(to, row.row);
    first = Math.min(first, row.first);
    last = Math.max(last, row.last);
  }
  const range = `${columnName(first)}${from}:${columnName(last)}${to}`;
  if (sheet === undefined || sheet === '') return range;
  return `${plainSheet.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${range}`;
}

/** The rows of a sheet that a span of a document covers; undefined where it covers none. */
export function cellsIn(
  { blocks, headings }: { readonly blocks: readonly Block[]; readonly headings: readonly string[] },
  { startChar, endChar }: { readonly startChar: number; readonly endChar: number },
): string | undefined {
  const covered = blocks.filter(({ cells, start, end }) => cells && start < endChar && end > startChar);
  // A long table has its head again and again in the text.
  const rows = covered.filter(({ kind }) => kind === 'table-row');
  return rangeName(
    (rows.length > 0 ? rows : covered).flatMap(({ cells }) => cells ?? []),
    headings[0],
  );
}
