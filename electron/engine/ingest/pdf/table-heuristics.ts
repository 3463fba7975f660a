/** The text in one column of a row; lengths in PDF points, y upwards. */
export interface PdfCell {
  readonly x: number;
  readonly right: number;
  /** Baselines of its first and its last line. */
  readonly top: number;
  readonly bottom: number;
  readonly font: string;
  readonly lines: readonly { readonly text: string }[];
}

export interface Row {
  readonly cells: readonly PdfCell[];
  readonly size: number;
}

/** Extent of a column's cells. */
export interface PdfColumn {
  readonly x: number;
  readonly right: number;
}

/** Fewer rows are no proof that they belong together. */
export const MIN_ROWS = 3;

/** Edges that differ by no more, in points, are in line. */
export const ALIGNED = 1.5;

/** The share of a column's cells that must be in line, and of a table's cells that must hold something. */
const MIN_ALIGNED = 0.8;
const MIN_FILLED = 0.5;

/** The share of a column's cells that must be numbers, marks or short for the column to count as such. */
const MOST = 0.7;
const ALL = 0.9;

/** Longer cells on average, in characters, are sentences, and shorter ones are names or values. */
export const PROSE = 30;
const SHORT = 16;
const LONGEST_UNIT = 4;
/** The text beside a figure, in a table of two columns. */
const LONGEST_LABEL = 60;

/** Extents of cells over all rows: stretches without a gap, from left to right. */
export function pdfColumns(rows: readonly { readonly cells: readonly PdfColumn[] }[]): PdfColumn[] {
  const spans = rows.flatMap(({ cells }) => cells).sort((a, b) => a.x - b.x);
  const columns: { x: number; right: number }[] = [];
  for (const { x, right } of spans) {
    const last = columns.at(-1);
    if (last && x <= last.right) last.right = Math.max(last.right, right);
    else columns.push({ x, right });
  }
  return columns;
}

/** The column that a cell begins in; -1 where it begins in none. */
export function columnOf({ x, right }: PdfColumn, columns: readonly PdfColumn[]): number {
  return columns.findIndex((column) => x <= column.right && right >= column.x);
}

/**
 * Whether rows that share their columns are a table, and not prose in columns, a list, a table of contents, a form,
 * code, an equation or a block of names: its columns are in line; one of them holds figures below a word that names
 * them, or all hold short words below headings in another font; and no more than one holds sentences.
 */
export function isTable(rows: readonly Row[], columns: readonly PdfColumn[]): boolean {
  const full = rows.filter(({ cells }) => cells.length > 1);
  if (full.length < MIN_ROWS || columns.length < 2) return false;
  const count = full.reduce((sum, { cells }) => sum + cells.length, 0);
  if (count < full.length * columns.length * MIN_FILLED) return false;
  if (rows.some(({ cells }) => cells.some(({ lines }) => lines.some(({ text }) => leaders.test(text))))) return false;

  const grid = columns.map((_, column) =>
    full.map((row) => row.cells.find((cell) => columnOf(cell, columns) === column)),
  );
  const kinds = grid.map((cells) => kindOf(cells));
  // Bullets and numbers of lines or items are no column: the rest must be a table alone.
  const first = kinds[0]?.isMark ? 1 : 0;
  const kept = kinds.slice(first);
  const header = (rows[0]?.cells.length ?? 0) >= columns.length - 1;
  if (!header || rows[0] !== full[0] || kept.length < 2 || kept.some(({ fits }) => !fits)) return false;
  if (kept.filter(({ length }) => length > PROSE).length > 1) return false;
  if (!kept.some(({ isFigures, length }) => isFigures || length <= SHORT)) return false;
  if (isContents(kept.at(-1)) || !hasWords(full)) return false;
  const bold = hasOwnFont(full);
  const figures = kept.filter((kind) => kind.isFigures && (kind.isNamed || bold));
  if (kept.length === 2) {
    // Two columns are often a list of settings, of facts or of names, whose first row names nothing.
    const [label = noKind, figure = noKind] = kept;
    return figure.isFigures && figure.isNamed && (bold || figure.figures >= ALL) && label.length <= LONGEST_LABEL;
  }
  if (figures.length > 0) return true;
  return bold && full.length > MIN_ROWS && kept.every(({ isLeft, length }) => isLeft && length <= PROSE);
}

/** The kind of a column's cells, with the first row as names. */
interface Kind {
  /** Characters of a cell below the first, on average. */
  readonly length: number;
  readonly isFigures: boolean;
  /** The share of figures below the first row. */
  readonly figures: number;
  /** Whether the first row differs in kind from the rows below it. */
  readonly isNamed: boolean;
  readonly isMark: boolean;
  /** Whether all cells, the first row's too, begin in line. */
  readonly isLeft: boolean;
  /** Whether it may be a column of a table. */
  readonly fits: boolean;
  readonly head: string;
  readonly body: readonly string[];
}

const noKind: Kind = {
  length: 0,
  isFigures: false,
  figures: 0,
  isNamed: false,
  isMark: false,
  isLeft: false,
  fits: false,
  head: '',
  body: [],
};

/** Dots or strokes that lead to a page number, or are to be written on. */
const leaders = /\.{4,}|(?:\.\s){3,}|…{2,}|_{4,}/u;
const mark = /^(?:[^\p{L}\p{N}]{1,2}|[([]?(?:\p{N}{1,3}|\p{L}|[ivxlc]{1,5})[.):\]]{1,2}|\[[^\]]{1,8}\])$/u;
/** Signs in place of a figure: a dash, a tick, yes and no. */
const word =
  /^(?:[-\u2010-\u2015\u2212]{1,3}|[✓✔✗✘×•●○xX]|yes|no|none|n\/a|n\.a\.|ja|nein|keine?|k\. ?a\.|sí|oui|non)$/iu;
const currency = /^(?:EUR|USD|GBP|CHF|JPY|\p{Sc}) ?/u;
const year = /(?:^|\D)(?:1[5-9]|20)\d\d(?:\D|$)/u;
const pageHeading = /^(?:pages?|p\.|pp\.|seiten?|s\.|páginas?|pagina|slide|folie)$/iu;

function kindOf([head, ...others]: readonly (PdfCell | undefined)[]): Kind {
  const cells = others.filter((cell) => cell !== undefined);
  if (cells.length < 2) return noKind;
  const body = cells.map(textOf);
  const heading = head ? textOf(head) : '';
  const share = (holds: (text: string) => boolean) => body.filter(holds).length / body.length;
  const all = head ? [head, ...cells] : cells;
  const figures = share(isFigure);
  const isFigures = figures >= MOST;
  const isForm = share((text) => text.endsWith(':')) > 1 - MOST;
  return {
    length: body.reduce((sum, text) => sum + text.length, 0) / body.length,
    isFigures,
    figures,
    isNamed:
      heading !== '' && (!isFigure(heading) || (year.test(heading) && share((text) => year.test(text)) < 1 - MOST)),
    isMark: share((text) => mark.test(text)) >= MOST || isCount(body),
    isLeft: inLine(all, ({ x }) => x),
    fits: !isForm && (isFigures || isAligned(cells)),
    head: heading,
    body,
  };
}

function textOf({ lines }: PdfCell): string {
  return lines.map(({ text }) => text).join(' ');
}

/** A number with its sign, its unit or its date, or a dash where there is none. */
function isFigure(text: string): boolean {
  if (word.test(text)) return true;
  const value = text.replace(currency, '');
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  // A text that begins with its number may have a unit after it.
  const unit = /^\P{L}?\p{Nd}/u.test(value) ? LONGEST_UNIT : 0;
  return /\p{Nd}/u.test(value) && letters <= Math.max(unit, value.length * 0.4) && value.length <= 2 * SHORT;
}

/** One, two, three …: what numbers lines, items or rows. */
function isCount(texts: readonly string[]): boolean {
  const numbers = texts.map(Number);
  return numbers.every((number, at) => Number.isInteger(number) && (at === 0 || number === (numbers[at - 1] ?? 0) + 1));
}

function isAligned(cells: readonly PdfCell[]): boolean {
  const edges = [({ x }: PdfCell) => x, ({ right }: PdfCell) => right, ({ x, right }: PdfCell) => (x + right) / 2];
  return edges.some((edge) => inLine(cells, edge));
}

function inLine(cells: readonly PdfCell[], edge: (cell: PdfCell) => number): boolean {
  const places = cells.map(edge).sort((a, b) => a - b);
  const middle = places[Math.floor(places.length / 2)] ?? 0;
  return places.filter((place) => Math.abs(place - middle) <= ALIGNED).length >= places.length * MIN_ALIGNED;
}

/** Whether a last column is the page numbers of a table of contents. */
function isContents(kind: Kind = noKind): boolean {
  if (pageHeading.test(kind.head)) return true;
  const pages = kind.isNamed ? kind.body : [kind.head, ...kind.body];
  if (kind.isNamed || !pages.every((text) => /^(?:\d{1,4}|[ivxlc]+)$/iu.test(text))) return false;
  const numbers = pages.map(Number).filter((number) => !Number.isNaN(number));
  return numbers.every((number, at) => number >= (numbers[at - 1] ?? 0));
}

/** Matrices and charts have none. */
function hasWords(rows: readonly Row[]): boolean {
  const words = rows.flatMap(({ cells }) => cells.filter((cell) => /\p{L}{3}/u.test(textOf(cell))));
  return words.length >= 2;
}

/** Whether the first row is set in a font that no other row begins a cell with. */
function hasOwnFont([head, ...body]: readonly Row[]): boolean {
  const fonts = new Set(head?.cells.map(({ font }) => font));
  return fonts.size === 1 && body.every(({ cells }) => cells.every(({ font }) => !fonts.has(font)));
}
