/** What stands before the decimals of a number. A spreadsheet that writes a comma there wants semicolons between its cells. */
export type DecimalSign = 'point' | 'comma';

export type CsvCell = string | number | null;

/** Spreadsheets run what begins with one of these signs, also the wide ones of East Asian keyboards: a text is data. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Whichever of them a program splits at, the text stays in its cell. */
const splits = /[",;\t\r\n]/u;

/**
 * Rows as CSV (RFC 4180), each with its end of line. A text that a spreadsheet would run as a formula gets an apostrophe
 * before it, which tells the spreadsheet that it is a text; numbers are never texts.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[], sign: DecimalSign = 'point'): string {
  const separator = sign === 'comma' ? ';' : ',';
  return rows.map((row) => `${row.map((cell) => written(cell, sign)).join(separator)}\r\n`).join('');
}

function written(cell: CsvCell, sign: DecimalSign): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return sign === 'comma' ? String(cell).replace('.', ',') : String(cell);
  const text = runs.test(cell) ? `'${cell}` : cell;
  return splits.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
