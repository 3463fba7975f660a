/** A line of a table in Markdown at its bars: of a whole row, its cells between two empty parts. */
export const atBars = (line: string): readonly string[] => line.split(/(?<!\\)\|/u).map((cell) => cell.trim());

const figure = /^\p{Sc}?\s?[+\-−]?\d[\d.,\s’']*(?:\s?(?:%|\p{Sc}|EUR|USD|CHF|GBP))?$/u;
const year = /^(?:1[5-9]|20)\d\d$/u;
/** So many figures in order are sizes or ranks, and no record. */
const fewestInOrder = 3;

/**
 * Whether the row above a table's rule names its columns: figures over figures of `below` are a record, unless they are
 * years, ranks or sizes.
 */
export function namesColumns(head: string, below: string): boolean {
  const values = isTableRow(below) && !rule.test(below) ? atBars(below) : [];
  const figures = atBars(head).filter((cell, at) => figure.test(cell) && figure.test(values[at] ?? ''));
  if (figures.every((cell) => year.test(cell))) return true;
  const numbers = figures.map(Number);
  if (numbers.every((number, at) => number === (numbers[0] ?? 0) + at) && (numbers[0] ?? 0) <= 1) return true;
  const rises = numbers.slice(1).map((number, at) => Math.sign(number - (numbers[at] ?? 0)));
  return numbers.length >= fewestInOrder && rises.every((rise) => rise !== 0 && rise === rises[0]);
}

const row = /^\|.*\|$/u;
const rule = /^\|(?:\s*:?-+:?\s*\|)+$/u;

/** Whether a line, blanks around it left out, is one whole row of a table in Markdown. */
export const isTableRow = (line: string): boolean => row.test(line);

/**
 * The sign before the decimals of a number. A spreadsheet that writes a comma there separates its cells by semicolons.
 */
export type DecimalSign = 'point' | 'comma';

/** A number may have a sign behind it that spreadsheets read as a part of it: 4.5%. */
export type CsvCell = string | number | { readonly number: number; readonly sign?: '%' } | null;

/** Spreadsheets run what begins with one of these signs, also the wide ones of East Asian keyboards: a text is data. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Whichever of them a program splits at, the text stays in its cell. */
const splits = /[",;\t\r\n]/u;

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvOf(rows: readonly (readonly CsvCell[])[], sign: DecimalSign = 'point'): string {
  const separator = sign === 'comma' ? ';' : ',';
  return rows.map((row) => `${row.map((cell) => written(cell, sign)).join(separator)}\r\n`).join('');
}

function written(cell: CsvCell, sign: DecimalSign): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return sign === 'comma' ? String(cell).replace('.', ',') : String(cell);
  if (typeof cell === 'object') return `${written(cell.number, sign)}${cell.sign ?? ''}`;
  const text = runs.test(cell) ? `'${cell}` : cell;
  return splits.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
