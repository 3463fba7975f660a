/**
 * Blocks: what a document's reader knew of its structure, kept with the document and with each of its chunks.
 * Readers of formats that mark their structure say it; for the others one recogniser tells it, at ingest
 * (`ingest/recognise-blocks`). Blocks ascend, do not overlap, and cover every word of the text.
 */
/**
 * Kinds of text beside the text proper. They are searched, but neither quoted nor summarised. A new kind is an entry at
 * the end, because blocks are stored by their place in the list, and the rule that finds it (`ingest/asides`).
 */
export const asideKinds = [
  /** Text without meaning alone: page numbers, repeated heads of pages, entries with dots, rules. */
  'furniture',
  /** The facts at the begin of a Markdown file. */
  'front-matter',
  /** Template tags, styles, scripts, comments, and the definitions of link targets. */
  'markup',
  /** A table of contents. */
  'contents',
  /** A list of sources. */
  'references',
  /** Menus, paths to the page, and links to the next one. */
  'navigation',
  /** Publisher, edition and rights. */
  'imprint',
] as const;
export type AsideKind = (typeof asideKinds)[number];

export const blockKinds = [
  'paragraph',
  'heading',
  'list-item',
  /** The row that names a table's columns. */
  'table-head',
  'table-row',
  'code',
  'quote',
  /** The text of a figure or a table: “Figure 3: …”. */
  'caption',
  /** A line of a mail's head; `lead` is its name: “From”. */
  'mail-head',
  /** A label with its value on one line; `lead` is the label. */
  'form-field',
  /** A footnote or endnote. */
  'note',
  ...asideKinds,
] as const;
export type BlockKind = (typeof blockKinds)[number];

const asides: ReadonlySet<BlockKind> = new Set(asideKinds);
export const isAside = (kind: BlockKind): kind is AsideKind => asides.has(kind);

/** UTF-16 code units of the document's text, `[start, end)`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The cells of a row in their sheet, counted like a spreadsheet: rows and columns from 1. */
export interface SheetRow {
  readonly row: number;
  readonly first: number;
  readonly last: number;
}

export interface Block extends TextRange {
  readonly kind: BlockKind;
  /** For a heading: 1 (outermost) to 6. For an item: the depth of its list in others, from 1. */
  readonly level?: number;
  /** The start of the words, after a mark (`## `, `- `, `3. `); absent if they start with the block. */
  readonly words?: number;
  /** The introduction of the block: the line before a list's item, the head of a row's table, the label of a value. */
  readonly lead?: TextRange;
  /** For a row of a sheet, its head included; absent in tables of other documents. */
  readonly cells?: SheetRow;
}

/** Code and tables as wholes: a table is its head with the rows below it. */
export interface WholeSpan extends TextRange {
  readonly kind: 'code' | 'table';
}

/** Returns the start of the head of a block's table, null for a table without one; undefined outside of tables. */
function headOf({ kind, start, lead }: Block): number | null | undefined {
  if (kind === 'table-head') return start;
  return kind === 'table-row' ? (lead?.start ?? null) : undefined;
}

export function wholeSpans(blocks: readonly Block[]): WholeSpan[] {
  const spans: WholeSpan[] = [];
  /** The start of the head of the continued table; null without one. */
  let head: number | null | undefined;
  for (const block of blocks) {
    const { kind, start, end } = block;
    const own = headOf(block);
    const last = spans.at(-1);
    if (kind === 'table-row' && own === head && last)
      spans[spans.length - 1] = { kind: 'table', start: last.start, end };
    else if (own !== undefined) spans.push({ kind: 'table', start, end });
    else if (kind === 'code') spans.push({ kind: 'code', start, end });
    head = own;
  }
  return spans;
}

/** A block as a row of numbers, to be kept: kind, start, length, and what it has beside, null where it has not. */
type PackedBlock = readonly [kind: number, start: number, length: number, ...rest: (number | null)[]];

const blocksAtOnce = 1000;

/** Packs some blocks after the others: a million of them as lists of numbers would take 300 MB. */
export function packBlocks(blocks: readonly Block[]): string {
  const parts: string[] = [];
  for (let at = 0; at < blocks.length; at += blocksAtOnce)
    parts.push(JSON.stringify(blocks.slice(at, at + blocksAtOnce).map(packed)).slice(1, -1));
  return `[${parts.join()}]`;
}

function packed({ kind, start, end, level, words, lead, cells }: Block): PackedBlock {
  const place = [cells?.row, cells?.first, cells?.last];
  const rest = [level, words, lead?.start, lead?.end, ...place].map((value) => value ?? null);
  while (rest.length > 0 && rest.at(-1) === null) rest.pop();
  return [blockKinds.indexOf(kind), start, end - start, ...rest];
}

export function unpackBlocks(packed: string): Block[] {
  return (JSON.parse(packed) as PackedBlock[]).map(([kind, start, length, level, words, from, to, ...place]) => ({
    kind: blockKinds[kind] ?? 'paragraph',
    start,
    end: start + length,
    ...(typeof level === 'number' && { level }),
    ...(typeof words === 'number' && { words }),
    ...(typeof from === 'number' && typeof to === 'number' && { lead: { start: from, end: to } }),
    ...cellsOf(place),
  }));
}

function cellsOf([row, first, last]: readonly (number | null)[]): Pick<Block, 'cells'> {
  if (typeof row !== 'number' || typeof first !== 'number' || typeof last !== 'number') return {};
  return { cells: { row, first, last } };
}
