/** Values of review tables: as words, in an order, and summed up. The window, the terminal and files share it. */
import type { TableCell, TableColumn } from './contract/review-tables';
import { formOf, type Speaker, type TypedValue } from './value-types';
import { locale, t } from './words/index';

/** Returns a value as a person reads it in the current language; dates and numbers in its manner. */
export const valueText = (value: TypedValue): string => formOf(value.type).say(value, speaker);

/** The content of a cell: a person's value, otherwise the found ones; empty for none. */
export const cellText = ({ edited, items }: Pick<TableCell, 'edited' | 'items'>): string =>
  edited ?? items.map(({ value }) => valueText(value)).join('; ');

/** Whether the quotes of a cell state its values: false for what a model has named and its quote does not. */
export const isBorneOut = ({ items }: Pick<TableCell, 'items'>): boolean =>
  items.every(({ proposed }) => proposed?.borneOut !== false);

/** Whether totals have it: what a person wrote, and what its quote bears out. */
export const isCounted = (cell: TableCell): boolean => cell.edited !== null || isBorneOut(cell);

/** Keeps what `make` returns: making it takes longer than using it a hundred times, and every cell has a value. */
function madeOnce<T>(make: (of: string, locale: string) => T): (of: string) => T {
  const made = new Map<string, T>();
  return (of) => {
    const key = `${locale()} ${of}`;
    const known = made.get(key) ?? make(of, locale());
    made.set(key, known);
    return known;
  };
}

const numbers = madeOnce((unit, at) => {
  if (unit === '') return new Intl.NumberFormat(at, { maximumFractionDigits: 10 });
  if (unit === '%') return new Intl.NumberFormat(at, { style: 'percent', maximumFractionDigits: 10 });
  return new Intl.NumberFormat(at, { style: 'currency', currency: unit });
});
const dates = madeOnce(
  (parts: string, at) =>
    new Intl.DateTimeFormat(at, {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'short',
      ...(parts === 'day' ? { day: 'numeric' } : {}),
    }),
);

const speaker: Speaker = {
  number(number, unit = '') {
    try {
      return numbers(unit).format(unit === '%' ? number / 100 : number);
    } catch {
      // It looks like a currency's code and is none.
      return `${numbers('').format(number)} ${unit}`;
    }
  },
  date(date) {
    const [year = '', month, day] = date.split('-');
    if (month === undefined) return year;
    const at = new Date(0);
    at.setUTCFullYear(Number(year), Number(month) - 1, Number(day ?? 1));
    return dates(day ? 'day' : 'month').format(at);
  },
  duration: (count, unit) => t(`tables.units.${unit}`, { count }),
  yesNo: (yes) => t(yes ? 'tables.yes' : 'tables.no'),
};

/** Returns what a value is sorted and summed by: a number, the day of a date, the mean days of a duration; null for words. */
export const magnitudeOf = (value: TypedValue): number | null => formOf(value.type).magnitude?.(value) ?? null;

/**
 * How many of some numbers lie in each of equal ranges between the least and the greatest of them.
 *
 * @param bins how many ranges; all in one where the numbers are the same
 */
export function histogramOf(numbers: readonly number[], bins: number): readonly number[] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const counts: number[] = new Array(least === most ? 1 : bins).fill(0);
  for (const number of numbers) {
    const at = least === most ? 0 : Math.min(bins - 1, Math.floor(((number - least) / (most - least)) * bins));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** Compares two cells of a column, empty ones last in either direction. */
export function compareCells(one: TableCell | undefined, other: TableCell | undefined, descending: boolean): number {
  const [a, b] = [sortKeyOf(one), sortKeyOf(other)];
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  const order =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), locale(), { numeric: true });
  return descending ? -order : order;
}

function sortKeyOf(cell: TableCell | undefined): number | string | null {
  if (!cell) return null;
  const [first] = cell.items;
  if (cell.edited === null && first) return magnitudeOf(first.value) ?? valueText(first.value);
  return cell.edited || null;
}

export interface ColumnTotals {
  readonly found: number;
  readonly rows: number;
  /** Values by how often they are, most first; each as its words. */
  readonly counts: readonly { readonly text: string; readonly count: number }[];
  /** Null for a type that has none and for values in several units. Durations are in days. */
  readonly figures: {
    readonly sum: number;
    readonly mean: number;
    readonly median: number;
    readonly least: number;
    readonly most: number;
    readonly unit: string;
  } | null;
}

/**
 * Sums up a column over the cells of the visible rows. A value that its quote does not support counts as not found. A
 * person's value counts by its words; figures use found values, because a person's text has no type. Amounts in several
 * currencies, and numbers in several units, have no sum.
 */
export function totalsOf({ type, columnId }: TableColumn, cells: readonly TableCell[], rows: number): ColumnTotals {
  const own = cells.filter((cell) => cell.columnId === columnId && isCounted(cell));
  const counts = new Map<string, number>();
  for (const cell of own) {
    const texts = cell.edited === null ? cell.items.map(({ value }) => valueText(value)) : [cell.edited];
    for (const one of new Set(texts)) if (one !== '') counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return {
    found: own.filter((cell) => cellText(cell) !== '').length,
    rows,
    counts: [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count),
    figures: formOf(type).totals === 'figures' ? figuresOf(own) : null,
  };
}

function figuresOf(cells: readonly TableCell[]): ColumnTotals['figures'] {
  const values = cells.filter(({ edited }) => edited === null).flatMap(({ items }) => items.map(({ value }) => value));
  const [unit = '', ...others] = new Set(values.map((value) => formOf(value.type).unit?.(value) ?? ''));
  const numbers = values.flatMap((value) => magnitudeOf(value) ?? []).sort((a, b) => a - b);
  if (numbers.length === 0 || others.length > 0) return null;
  const sum = exactSum(numbers);
  const middle = numbers.length / 2;
  const at = (index: number): number => numbers[index] ?? 0;
  return {
    sum,
    mean: sum / numbers.length,
    median: Number.isInteger(middle) ? (at(middle - 1) + at(middle)) / 2 : at(Math.floor(middle)),
    least: at(0),
    most: at(numbers.length - 1),
    unit,
  };
}

/** 0.1 + 0.2 is 0.3: the sum has as many decimals as its longest part. */
function exactSum(numbers: readonly number[]): number {
  const decimals = Math.max(...numbers.map((number) => String(number).split('.')[1]?.length ?? 0));
  return Number(numbers.reduce((sum, number) => sum + number, 0).toFixed(Math.min(decimals, 10)));
}
