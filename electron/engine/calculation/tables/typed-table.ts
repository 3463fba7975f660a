import { languages, ofAll } from '../../languages';
import { monthNames } from '../../text/calendar-dates';
import { folded } from '../../text/segmentation';
import { isEmptyCell, withoutFootnotes, writtenValue } from './cell-values';
import {
  type ColumnShape,
  habitsOf,
  type TableHabits,
  type TypedColumn,
  typedColumn,
  writtenColumn,
} from './typed-column';

/** The facts of a table without its rows. Those are counted from 0 without the header. */
export interface TableShape {
  readonly columns: readonly ColumnShape[];
  readonly header: 'first-row' | 'none' | 'merged';
  readonly headerRows: number;
  /** Rows at the end that are named as totals, which aggregates leave out. */
  readonly totals: readonly number[];
  readonly reasons: readonly TableReason[];
}

/** A table with typed columns. Row `r` is `headerRows + r` of the input. */
export interface TypedTable extends TableShape {
  readonly columns: readonly TypedColumn[];
  /** Every row's cells as they were given; shorter rows have fewer. */
  readonly rows: readonly (readonly string[])[];
}

export type TableReason = 'no-header' | 'merged-header' | 'ragged-rows' | 'totals-left-out';

const totalWords = new Set(ofAll(({ calculation }) => calculation.totals).map(folded));

/** Finds the header, the types of the columns and rows of totals. Rows may differ in length; `rows` keeps the cells. */
export function typedTable(rows: readonly (readonly string[])[]): TypedTable {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const header = headerOf(rows, width);
  const headerRows = { none: 0, 'first-row': 1, merged: 2 }[header];
  const data = rows.slice(headerRows);
  const totals = totalRows(data);
  const names = Array.from({ length: width }, (_, column) => nameOf(rows, headerRows, column));
  const written = names.map((name, column) =>
    writtenColumn(
      name,
      data.map((row) => row[column] ?? ''),
    ),
  );
  const habits = tableHabits(written, names, data);
  const columns = written.map((column) => typedColumn(column, habits));
  const ragged = rows.some((row) => row.length !== width);
  return {
    columns: header === 'merged' ? columns.map(asMerged) : columns,
    rows: data,
    header,
    headerRows,
    totals,
    reasons: [
      header === 'none' && ('no-header' as const),
      header === 'merged' && ('merged-header' as const),
      ragged && ('ragged-rows' as const),
      totals.length > 0 && ('totals-left-out' as const),
    ].filter((reason) => reason !== false),
  };
}

const asMerged = (column: TypedColumn): TypedColumn =>
  column.type === 'text'
    ? column
    : {
        ...column,
        type: 'text',
        partly: null,
        reason: 'merged-header',
        unit: null,
        values: column.values.map(() => null),
      };

function nameOf(rows: readonly (readonly string[])[], headerRows: number, column: number): string {
  const parts = rows.slice(0, headerRows).map((row) => (row[column] ?? '').replace(/\s+/gu, ' ').trim());
  return [...new Set(parts)].filter((part) => part !== '').join(' ');
}

const isValue = (text: string): boolean => writtenValue(withoutFootnotes(text)) !== null;
const year = /^(?:1\d|20)\d\d$/u;
const lookedAt = 30;

/**
 * The kind of the first row. It names columns unless its values are over values of the same column; years and counted
 * numbers name columns too. A second row of names, over columns of values, is a merged header if the first has empty or
 * repeated cells.
 */
function headerOf(rows: readonly (readonly string[])[], width: number): TypedTable['header'] {
  const [first = [], second = []] = rows;
  if (rows.length < 2) return rows.length === 1 && first.every((cell) => !isValue(cell)) ? 'first-row' : 'none';
  const columns = Array.from({ length: Math.min(width, 200) }, (_, column) => column);
  const valued = (column: number, from: number): boolean => {
    const cells = rows
      .slice(from, from + lookedAt)
      .map((row) => row[column] ?? '')
      .filter((cell) => !isEmptyCell(cell));
    return cells.length > 0 && cells.filter(isValue).length >= cells.length * 0.8;
  };
  const figures = columns.filter((column) => isValue(first[column] ?? '') && valued(column, 1));
  const cells = figures.map((column) => (first[column] ?? '').trim());
  const counted = cells.map(Number).every((number, at, all) => number === (all[0] ?? 0) + at && (all[0] ?? 0) <= 1);
  if (figures.length > 0 && !cells.every((cell) => year.test(cell)) && !(counted && figures.length > 2)) return 'none';
  // A year over years is one record of them, unless several columns are years in order.
  if (
    figures.length === 1 &&
    year.test(cells[0] ?? '') &&
    rows.slice(1, lookedAt).every((row) => year.test((row[figures[0] ?? 0] ?? '').trim()))
  )
    return 'none';

  const below = columns.filter((column) => valued(column, 2));
  const named = columns.filter((column) => !isEmptyCell(first[column] ?? ''));
  const gaps = named.length < columns.length || new Set(named.map((column) => first[column])).size < named.length;
  const secondNames = below.filter((column) => !isValue(second[column] ?? '') && !isEmptyCell(second[column] ?? ''));
  if (
    gaps &&
    below.length > 0 &&
    rows.length > 3 &&
    secondNames.length === below.length &&
    second.every((cell) => !isValue(cell))
  )
    return 'merged';
  return 'first-row';
}

/** Rows at the end whose first words name totals. */
function totalRows(rows: readonly (readonly string[])[]): number[] {
  const found: number[] = [];
  for (let at = rows.length - 1; at > 0; at -= 1) {
    const label = rows[at]?.find((cell) => !isEmptyCell(cell)) ?? '';
    const words = folded(withoutFootnotes(label).replace(/\([^()]*\)/gu, ''))
      .replace(/[:.]+$/u, '')
      .trim();
    if (!totalWords.has(words) && !totalWords.has(words.split(' ').at(-1) ?? '')) break;
    if (words.split(' ').length > 3) break;
    found.unshift(at);
  }
  return found.length < rows.length ? found : [];
}

/** How numbers and dates are written in the columns that leave no doubt, as far as these agree. */
function tableHabits(
  written: readonly ReturnType<typeof writtenColumn>[],
  names: readonly string[],
  rows: readonly (readonly string[])[],
): TableHabits {
  const habits = written.map(habitsOf);
  const agreed = <T>(values: readonly (T | null)[]): T | null => {
    const told = new Set(values.filter((value) => value !== null));
    return told.size === 1 ? ([...told][0] ?? null) : null;
  };
  return {
    mark: agreed(habits.map(({ mark }) => mark)),
    dates: agreed(habits.map(({ dates }) => dates)),
    commaLanguage: hasCommaLanguage(names, rows),
  };
}

const englishMonths = new Set(
  [...languages.eng.months, ...languages.eng.shortMonths].map((name) => folded(name).replace('.', '')),
);
const foreignMonths = new Set([...monthNames.keys()].filter((name) => name.length > 3 && !englishMonths.has(name)));
/** Words of heads and cells in languages that write 1,5; those that English has too tell nothing. */
const totalsOfEnglish = new Set(languages.eng.calculation.totals.map(folded));
const telltaleWords = (() => {
  const english = new Set(Object.values(languages.eng.calculation.heads).flat().map(folded));
  const words = [languages.deu, languages.spa].flatMap(({ telltale, calculation }) => [
    ...telltale,
    ...Object.values(calculation.heads).flat(),
    ...calculation.measures.flatMap(({ heads }) => heads),
    ...calculation.totals,
  ]);
  return new Set(
    words.map(folded).filter((word) => word.length > 2 && !english.has(word) && !totalsOfEnglish.has(word)),
  );
})();
const dottedDate = /^\d{1,2}\.\d{1,2}\.\d{4}$/u;

const wordsOf = (text: string): string[] => folded(text).split(/[^\p{L}]+/u);

/** Whether heads or cells show a language that writes decimals behind a comma. */
function hasCommaLanguage(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  if (names.flatMap(wordsOf).some((word) => telltaleWords.has(word))) return true;
  const isForeign = (cell: string): boolean =>
    dottedDate.test(cell.trim()) ||
    (/\d/u.test(cell) && cell.length < 40 && wordsOf(cell).some((word) => foreignMonths.has(word)));
  return rows.slice(0, lookedAt).some((row) => row.slice(0, 50).some(isForeign));
}
