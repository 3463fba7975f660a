import type { HeadingSpan } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { AsideKind, Block, SheetRow } from '@shared/prompt/blocks';
import type { Remark } from '@shared/words/sayings';
import { clean, type ReadDocument } from './document';
import type { RawFacts } from './own-facts';
import type { ReadContext } from './reader-errors';
import { recogniseBlocks, shifted, withLeads } from './recognise-blocks';
import { type ReadTable, tablePieces } from './table-pieces';

/** A structured document in the form of its reader, before its layout as one text. */
export type ReadBlock = ReadPart & {
  /** For a block beside the text proper: its kind in the document. Its own `kind` says how it is laid out. */
  readonly aside?: AsideKind;
};

type ReadPart =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /** `text`: of several paragraphs and lists that nothing but its lines tells apart. */
  | { readonly kind: 'paragraph' | 'text' | 'quote' | 'caption' | 'note' | 'mail-head'; readonly text: string }
  /** A line of a list; `depth` counts from 0, `marker` is `-`, `3.` and the like. */
  | { readonly kind: 'item'; readonly text: string; readonly depth: number; readonly marker: string }
  | { readonly kind: 'code'; readonly text: string }
  /** The first row names the columns. */
  | ReadTable
  /** Page `page` (1-based) begins. */
  | { readonly kind: 'page'; readonly page: number };

/** The result of a structured format's reader. */
export interface ReadBlocks extends RawFacts {
  readonly title: string | null;
  readonly blocks: readonly ReadBlock[];
  readonly warnings: readonly Remark[];
}

/** A cell of a table as it was read: whatever stood in it. */
export type ReadCell = readonly ReadBlock[];

export type BlockLayout = Pick<ReadDocument, 'text' | 'pages' | 'headings' | 'blocks'>;

/** Longer headings are paragraphs by mistake; the path shows their beginning. */
export const MAX_HEADING_CHARACTERS = 200;

/** Between blocks and between pages; belongs to no page. */
const SEPARATOR = '\n\n';
const MAX_LEVEL = 6;

/**
 * Blocks as one text that looks like Markdown: headings behind `#`, lists behind their markers, code between fences,
 * tables in pipes. Every span lies in that text, and pages cover all of it but what separates them.
 * Errors: `too-large` (more characters than a file may have bytes).
 */
export function layoutBlocks(content: readonly ReadBlock[], context: ReadContext): BlockLayout {
  const parts: string[] = [];
  const pages: { page: number; startChar: number; endChar: number }[] = [];
  const headings: HeadingSpan[] = [];
  const blocks: Block[] = [];
  let length = 0;
  let previous: ReadBlock['kind'] | null = null;
  /** Whether the page that is open has text. */
  let fresh = true;

  for (const block of content) {
    if (block.kind === 'page') {
      if (pages.length > 0) append(SEPARATOR);
      pages.push({ page: block.page, startChar: length, endChar: length });
      fresh = true;
      continue;
    }
    for (const { text, cells } of piecesOf(block)) {
      if (!/\S/.test(text)) continue;
      if (!fresh) append(isLineOf(block, previous) ? '\n' : SEPARATOR);
      const startChar = length;
      append(text);
      fresh = false;
      previous = block.kind;
      if (block.kind === 'heading') {
        headings.push({
          level: levelOf(block.level),
          text: headingLine(clean(block.text)),
          startChar,
          endChar: length,
        });
      }
      for (const inner of shifted(inSheet(blocksIn(block, text), cells), startChar))
        blocks.push(block.aside && inner.kind !== 'heading' ? { ...inner, kind: block.aside } : inner);
      const page = pages.at(-1);
      if (page) page.endChar = length;
    }
  }
  const text = parts.join('');
  return { text, pages, headings, blocks: withLeads(blocks, text) };

  function append(text: string): void {
    parts.push(text);
    length += text.length;
    if (length > context.limits.maxFileBytes) {
      throw new VitrineError('too-large', { why: 'characters', maxCharacters: context.limits.maxFileBytes });
    }
  }
}

/** Whether a block is on the line below the one before it, without an empty one between. */
const isLineOf = ({ kind }: ReadBlock, previous: ReadBlock['kind'] | null): boolean =>
  kind === previous && (kind === 'item' || kind === 'mail-head');

/** The kind of a block in the laid-out text. A paragraph may still be a form, a caption or a hand-typed list. */
function blocksIn(block: Exclude<ReadBlock, { kind: 'page' }>, text: string): readonly Block[] {
  const whole = { start: 0, end: text.length };
  switch (block.kind) {
    case 'heading':
      return [{ kind: 'heading', ...whole, level: levelOf(block.level), words: levelOf(block.level) + 1 }];
    case 'item': {
      const start = text.length - text.trimStart().length;
      const words = start + block.marker.length + 1;
      return [{ kind: 'list-item', start, end: text.length, level: levelOf(block.depth + 1), words }];
    }
    case 'mail-head':
      return [{ kind: 'mail-head', ...whole, lead: { start: 0, end: Math.max(0, text.indexOf(':')) } }];
    case 'code':
    case 'quote':
    case 'caption':
    case 'note':
      return [{ kind: block.kind, ...whole }];
    default:
      return recogniseBlocks(text, 0, text.length, block.kind === 'text');
  }
}

interface Piece {
  readonly text: string;
  /** For a sheet's table: the positions of its rows there, one after the other. */
  readonly cells?: readonly SheetRow[];
}

/** The rows of a table with their places in the sheet; as they are where it has other rows than were laid out. */
function inSheet(blocks: readonly Block[], cells: readonly SheetRow[] = []): readonly Block[] {
  if (cells.length === 0 || blocks.length !== cells.length) return blocks;
  return blocks.map((block, at) => ({ ...block, cells: cells[at] as SheetRow }));
}

function piecesOf(block: Exclude<ReadBlock, { kind: 'page' }>): Iterable<Piece> {
  if (block.kind !== 'table') return textsOf(block).map((text) => ({ text }));
  return block.sheet ? piecesOfSheet(block.rows, block.sheet) : tablePieces(block.rows).pieces;
}

function* piecesOfSheet(rows: ReadTable['rows'], sheet: NonNullable<ReadTable['sheet']>): Generator<Piece> {
  const { pieces, columns } = tablePieces(rows);
  const number = (at: number | undefined) => (at === undefined ? 0 : (sheet.columns?.[at] ?? at + 1));
  const [first, last] = [number(columns[0]), number(columns.at(-1))];
  for (const { text, rows: of } of pieces) {
    yield { text, cells: of.map((at) => ({ row: sheet.rows?.[at] ?? at + 1, first, last })) };
  }
}

function textsOf(block: Exclude<ReadBlock, { kind: 'page' } | ReadTable>): readonly string[] {
  switch (block.kind) {
    case 'heading': {
      const words = clean(block.text).replace(/\s+/g, ' ').trim();
      return words === '' ? [] : [`${'#'.repeat(levelOf(block.level))} ${words}`];
    }
    case 'item': {
      const words = clean(block.text).trim();
      const indent = '  '.repeat(Math.min(block.depth, MAX_LEVEL));
      return words === '' ? [] : [`${indent}${block.marker} ${words.replace(/\n/g, `\n${indent}  `)}`];
    }
    case 'code': {
      const code = clean(block.text).replace(/^\n+/, '').trimEnd();
      return code === '' ? [] : [fenced(code)];
    }
    default:
      return [clean(block.text).trim()];
  }
}

function levelOf(level: number): number {
  return Math.min(MAX_LEVEL, Math.max(1, level));
}

/** A fence longer than any that the code itself holds. */
function fenced(code: string): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** A heading on one line and of bounded length; never cut inside a surrogate pair. */
export function headingLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_HEADING_CHARACTERS) return line;
  return `${[...line.slice(0, MAX_HEADING_CHARACTERS)].slice(0, -1).join('').trimEnd()}…`;
}

/** Cells with more blocks than these are page layout or boxes, not values. */
const MAX_BLOCKS_A_CELL = 3;
const MAX_CELL_CHARACTERS = 2000;

/**
 * A table of short values as a table; one that lays out a page (headings, lists, code or tables inside, long cells, a
 * single column) as its contents in reading order: nothing is squeezed into a row.
 */
export function tableOrContents(rows: readonly (readonly ReadCell[])[]): ReadBlock[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const simple = width > 1 && rows.every((row) => row.every(isValue));
  if (!simple) return rows.flatMap((row) => row.flatMap((cell) => [...cell]));
  const filled = rows
    .map((row) => row.map((cell) => clean(cell.map((block) => ('text' in block ? block.text : '')).join(' '))))
    .filter((row) => row.some((cell) => cell !== ''));
  return filled.length > 0 ? [{ kind: 'table', rows: filled }] : [];
}

function isValue(cell: ReadCell): boolean {
  if (cell.length > MAX_BLOCKS_A_CELL) return false;
  let characters = 0;
  for (const block of cell) {
    if (block.kind !== 'paragraph') return false;
    characters += block.text.length;
  }
  return characters <= MAX_CELL_CHARACTERS;
}

/** Paragraphs of code in a row are one piece of code. */
export function addCode(target: ReadBlock[] | undefined, text: string): void {
  const last = target?.at(-1);
  if (target && last?.kind === 'code') target[target.length - 1] = { kind: 'code', text: `${last.text}\n${text}` };
  else target?.push({ kind: 'code', text });
}

/** More columns than any cell spans. */
const MAX_SPAN = 50;
/** More than any document needs, and few enough to hold. */
const MAX_SPARE_CELLS = 200_000;

/** Cells that a document makes by a number alone (columns spanned or repeated): a few bytes cannot make millions. */
class SpareCells {
  private left = MAX_SPARE_CELLS;

  /** As many of the wanted cells as there are left, each empty or like another. */
  cells(wanted: number, like: ReadCell): ReadCell[] {
    const given = Math.max(0, Math.min(wanted, this.left));
    this.left -= given;
    return Array<ReadCell>(given).fill(like);
  }
}

interface Table {
  readonly rows: ReadCell[][];
  /** Null before its first. */
  row: ReadCell[] | null;
}

/** The tables that have begun and not ended while markup is read, the innermost last. */
export class OpenTables {
  private readonly tables: Table[] = [];
  /** Columns of the cells that are open. */
  private readonly spans: number[] = [];
  private readonly spare = new SpareCells();

  begin(): void {
    this.tables.push({ rows: [], row: null });
  }

  beginRow(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    table.row = [];
    table.rows.push(table.row);
  }

  /** Begins a cell, whose blocks go into the last of `targets` from now on. */
  beginCell(targets: ReadBlock[][], columns = 1): void {
    if (this.isOpen && !this.tables.at(-1)?.row) this.beginRow();
    targets.push([]);
    this.spans.push(columns);
  }

  /** Number of columns of the last started cell. */
  setColumns(columns: number): void {
    if (this.spans.length > 0) this.spans[this.spans.length - 1] = columns;
  }

  /**
   * Ends the cell whose blocks are the last of `targets`; outside tables they go to the target before it. A cell over
   * several columns is in the first, and the others keep their places: empty, or equal to it if it is repeated.
   */
  endCell(targets: ReadBlock[][], isRepeated = false): void {
    const cell = targets.length > 1 ? targets.pop() : undefined;
    const covered = Math.min(MAX_SPAN, this.spans.pop() ?? 1) - 1;
    if (!cell) return;
    const filled = cell.filter((block) => !('text' in block) || /\S/.test(block.text));
    const row = this.tables.at(-1)?.row;
    if (row) row.push(filled, ...this.spare.cells(covered, isRepeated ? filled : []));
    else for (const block of filled) targets.at(-1)?.push(block);
  }

  get isOpen(): boolean {
    return this.tables.length > 0;
  }

  /** Ends the innermost table and gives it as a block, or what its cells hold. */
  end(): ReadBlock[] {
    return tableOrContents(this.tables.pop()?.rows ?? []);
  }
}
