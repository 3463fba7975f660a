/** What readers of structured formats make of a document, before it is laid out as one text. */

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** A line of a list; `depth` counts from 0, `marker` is `-`, `3.` and the like. */
  | { readonly kind: 'item'; readonly text: string; readonly depth: number; readonly marker: string }
  | { readonly kind: 'code'; readonly text: string }
  /** The first row names the columns. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  /** Page `page` (1-based) begins. */
  | { readonly kind: 'page'; readonly page: number };

/** What a reader of a structured format hands over. */
export interface ReadBlocks {
  readonly title: string | null;
  readonly blocks: readonly Block[];
  readonly warnings: readonly string[];
}

/** A cell of a table as it was read: whatever stood in it. */
export type Cell = readonly Block[];

/** Cells with more blocks than these are page layout or boxes, not values. */
const MAX_BLOCKS_A_CELL = 3;
const MAX_CELL_CHARACTERS = 2000;

/**
 * A table of short values as a table; one that lays out a page (headings, lists, code or tables inside, long cells,
 * a single column) as its contents in reading order, so that nothing of them is squeezed into a row.
 */
export function tableOrContents(rows: readonly (readonly Cell[])[]): Block[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const simple = width > 1 && rows.every((row) => row.every(isValue));
  if (!simple) return rows.flatMap((row) => row.flatMap((cell) => [...cell]));
  const filled = rows
    .map((row) => row.map((cell) => cell.map((block) => ('text' in block ? block.text : '')).join(' ')))
    .filter((row) => row.some((cell) => cell !== ''));
  return filled.length > 0 ? [{ kind: 'table', rows: filled }] : [];
}

function isValue(cell: Cell): boolean {
  if (cell.length > MAX_BLOCKS_A_CELL) return false;
  let characters = 0;
  for (const block of cell) {
    if (block.kind !== 'paragraph') return false;
    characters += block.text.length;
  }
  return characters <= MAX_CELL_CHARACTERS;
}

/** Paragraphs of code in a row are one piece of code. */
export function addCode(target: Block[] | undefined, text: string): void {
  const last = target?.at(-1);
  if (target && last?.kind === 'code') target[target.length - 1] = { kind: 'code', text: `${last.text}\n${text}` };
  else target?.push({ kind: 'code', text });
}

/** More than any document needs, and few enough to hold. */
const MAX_SPARE_CELLS = 200_000;

/** Cells that a document makes by a number alone (columns spanned or repeated), so that a few bytes cannot make millions. */
export class SpareCells {
  private left = MAX_SPARE_CELLS;

  /** As many of the wanted cells as there are left. */
  take(wanted: number): number {
    const given = Math.max(0, Math.min(wanted, this.left));
    this.left -= given;
    return given;
  }
}
