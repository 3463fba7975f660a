import type { TypedColumnInfo } from '@shared/contract';
import {
  type DateOrder,
  type DecimalMark,
  dateNumber,
  isEmptyCell,
  plainDigits,
  unitNamed,
  type WrittenDate,
  type WrittenNumber,
  type WrittenTime,
  type WrittenValue,
  withoutFootnotes,
  writtenValue,
} from './cell-values';

export type SheetColumnType = TypedColumnInfo['type'];

/** How a column's numbers are written: 1,234.5, 1.234,5 or 1 234,5; null where none has a mark. */
export type NumberStyle = 'point' | 'comma' | 'space';

export type ColumnReason = NonNullable<TypedColumnInfo['reason']>;

export interface TypedColumn {
  /** As the header has it; empty where there is none. */
  readonly name: string;
  readonly type: SheetColumnType;
  /** The unit or the currency's code, from the cells or from the header. */
  readonly unit: string | null;
  /** Decimals of the numbers: a value is a whole number of 10^-scale units (seconds of times and durations). */
  readonly scale: number;
  readonly style: NumberStyle | null;
  readonly dateOrder: DateOrder | null;
  readonly reason: ColumnReason | null;
  /** For `reason` `mixed`: the type of the readable cells, the majority. They can be compared, not summed. */
  readonly partly: Exclude<SheetColumnType, 'text'> | null;
  /** For each row the scaled whole number, or year × 10,000 + month × 100 + day; null for no value. */
  readonly values: readonly (number | null)[];
  readonly empty: number;
}

export type ColumnShape = Omit<TypedColumn, 'values'>;

/** The evidence of the table's other columns: its forms of marks and dates. */
export interface TableHabits {
  readonly mark: DecimalMark | null;
  readonly dates: 'dmy' | 'mdy' | null;
  /** Whether the table's words are of a language that writes a comma before decimals. */
  readonly commaLanguage: boolean;
}

type Reading = Omit<TypedColumn, 'name' | 'empty'>;

const longestExact = 15;
/** Of non-empty cells: share of one type that makes a mixed column partly of it. */
const leastShare = 0.6;

const asText = (reason: ColumnReason | null, count: number): Reading => ({
  type: 'text',
  unit: null,
  scale: 0,
  style: null,
  dateOrder: null,
  reason,
  partly: null,
  values: new Array<null>(count).fill(null),
});

/** A column's cells as they are written, read once for the habits of the table and for the column. */
interface WrittenColumn {
  readonly name: string;
  readonly cells: readonly (WrittenValue | null)[];
  readonly empty: number;
}

export function writtenColumn(name: string, texts: readonly string[]): WrittenColumn {
  // Columns repeat their cells.
  const known = new Map<string, WrittenValue | null>();
  let empty = 0;
  const cells = texts.map((text) => {
    if (isEmptyCell(text)) {
      empty += 1;
      return null;
    }
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = writtenValue(withoutFootnotes(text));
    if (known.size < 1_000_000) known.set(text, value);
    return value;
  });
  return { name, cells, empty };
}

/** The mark before decimals and the order of dates that a column's cells leave no doubt about. */
export function habitsOf({ cells }: WrittenColumn): Pick<TableHabits, 'mark' | 'dates'> {
  const numbers = cells.filter((cell) => cell?.kind === 'number');
  const dates = cells.filter((cell) => cell?.kind === 'date');
  const marks = numbers.length * 2 > cells.length ? sharedMarks(numbers) : [];
  const orders = sharedOrders(dates);
  const order = orders.length === 1 ? orders[0] : null;
  return {
    mark: marks.length === 1 && numbers.some(({ marks: of }) => of.length === 1) ? (marks[0] ?? null) : null,
    dates: order === 'dmy' || order === 'mdy' ? order : null,
  };
}

const sharedMarks = (numbers: readonly WrittenNumber[]): DecimalMark[] =>
  (['point', 'comma'] as const).filter((mark) => numbers.every(({ marks }) => marks.includes(mark)));

function sharedOrders(dates: readonly WrittenDate[]): DateOrder[] {
  const numeric = dates.filter(({ readings }) => readings.named === undefined);
  if (numeric.length === 0) return [];
  return (['dmy', 'mdy', 'ymd'] as const).filter((order) =>
    numeric.every(({ readings }) => readings[order] !== undefined),
  );
}

export function typedColumn(written: WrittenColumn, habits: TableHabits): TypedColumn {
  return { name: written.name, empty: written.empty, ...reading(written, habits) };
}

function reading(written: WrittenColumn, habits: TableHabits): Reading {
  const count = written.cells.length;
  const filled = count - written.empty;
  const read = written.cells.filter((cell) => cell !== null);
  if (read.length === 0 || read.length < filled * leastShare) return asText(null, count);
  const found = mostlyOf(written, habits);
  if (found.type === 'text') return found;
  const values = found.values.filter((value) => value !== null).length;
  if (values === filled) return found;
  if (values < filled * leastShare || values === 0) return asText('mixed', count);
  return { ...found, type: 'text', reason: 'mixed', partly: found.type };
}

/** The column read as what most of its cells are; cells of another kind have no value. */
function mostlyOf(written: WrittenColumn, habits: TableHabits): Reading {
  const { cells } = written;
  const of = (kind: WrittenValue['kind']) => cells.filter((cell) => cell?.kind === kind).length;
  const [numbers, dates, times, durations] = [of('number'), of('date'), of('time'), of('duration')];
  if (dates > 0 && dates >= numbers && dates >= times + durations) return dateColumn(cells, habits);
  if (times + durations > numbers) return timeColumn(written);
  return numberColumn(written, habits);
}

function numberColumn(written: WrittenColumn, habits: TableHabits): Reading {
  const { cells } = written;
  const numbers = cells.filter((cell) => cell?.kind === 'number');
  const marks = sharedMarks(numbers);
  if (marks.length === 0) return asText('mixed-number-styles', cells.length);
  const mark = marks.length === 1 ? (marks[0] ?? null) : chosenMark(numbers, habits);
  if (mark === null) return asText('ambiguous-numbers', cells.length);

  const measured = numbers.filter(({ unit }) => unit !== null);
  const cellUnits = new Set(measured.map(({ unit }) => unit));
  if (cellUnits.size > 1) return asText('mixed-units', cells.length);
  const [first] = measured;
  // A number without the unit that others have: nought is nought in each, and an account has its currency in one row.
  const bare = numbers.filter((one) => one.unit === null && one.digits !== '0').length;
  if (first && bare > 0 && !(first.measure === 'amount' && numbers[0]?.unit !== null))
    return asText('mixed-units', cells.length);
  const unit = first ? { unit: first.unit, measure: first.measure } : headUnit(written.name);

  // Twice, and not kept: of a million rows that is less work than memory.
  const scale = numbers.reduce((most, one) => Math.max(most, plainDigits(one, mark).decimals), 0);
  const values: (number | null)[] = [];
  for (const cell of cells) {
    if (cell?.kind !== 'number') {
      values.push(null);
      continue;
    }
    const one = plainDigits(cell, mark);
    const digits = one.digits + '0'.repeat(scale - one.decimals);
    if (digits.replace(/^0+/u, '').length > longestExact) return asText('too-long', cells.length);
    const value = Number(digits);
    values.push(cell.negative && value !== 0 ? -value : value);
  }
  const spaced = numbers.some(({ digits }) => /[\s\u00a0\u202f]/u.test(digits));
  const style = spaced && mark === 'comma' ? 'space' : mark;
  return {
    type: unit?.measure ?? 'number',
    unit: unit?.unit ?? null,
    scale,
    style: numbers.some(({ digits }) => /\D/u.test(digits)) ? style : null,
    dateOrder: null,
    reason: null,
    partly: null,
    values,
  };
}

/**
 * The decimal sign if each cell can be read both ways: it matters only before three digits. Other columns decide, then
 * commas group where no language with decimal commas speaks; points stay undecided.
 */
function chosenMark(numbers: readonly WrittenNumber[], { mark, commaLanguage }: TableHabits): DecimalMark | null {
  const doubtful = numbers.filter(({ ambiguous }) => ambiguous);
  if (doubtful.length === 0) return 'point';
  if (mark !== null) return mark;
  return doubtful.every(({ digits }) => digits.includes(',')) && !commaLanguage ? 'point' : null;
}

/** A unit in the header, in brackets or behind the last word: `Price (EUR)`, `Height in m`, `Share %`. */
function headUnit(name: string): ReturnType<typeof unitNamed> {
  const bracketed = /[([]\s*(?:in\s+)?([^()[\]]{1,12}?)\s*[)\]]/u.exec(name)?.[1];
  const behind = /(?:\sin\s+|\s+)(%|\p{Sc}|[A-Z]{3})$/u.exec(name.trim())?.[1];
  for (const word of [bracketed, behind]) {
    const unit = word === undefined ? null : unitNamed(word);
    if (unit) return unit;
  }
  return name.trim() === '%' ? unitNamed('%') : null;
}

function dateColumn(cells: readonly (WrittenValue | null)[], habits: TableHabits): Reading {
  const dates = cells.filter((cell) => cell?.kind === 'date');
  const isNumeric = dates.some(({ readings }) => readings.named === undefined);
  const orders = sharedOrders(dates);
  if (isNumeric && orders.length === 0) return asText('mixed', cells.length);
  const order = orders.length > 1 ? orders.find((one) => one === habits.dates) : orders[0];
  if (isNumeric && order === undefined) return asText('ambiguous-dates', cells.length);
  const values = cells.map((cell) => {
    if (cell?.kind === 'date') return cell.readings.named ?? (order && cell.readings[order]) ?? null;
    // A year alone among dates that have one.
    if (cell?.kind === 'number' && /^(?:1\d|20)\d\d$/u.test(cell.digits) && cell.unit === null)
      return dateNumber(Number(cell.digits), 0, 0);
    return null;
  });
  const yearless = values.filter((value) => value !== null && value < 10_000).length;
  if (yearless > 0 && yearless < values.filter((value) => value !== null).length) return asText('mixed', cells.length);
  return { ...asText(null, 0), type: 'date', dateOrder: isNumeric ? (order ?? null) : null, values };
}

function timeColumn({ cells }: WrittenColumn): Reading {
  const written = cells.filter((cell): cell is WrittenTime => cell?.kind === 'time' || cell?.kind === 'duration');
  const isDuration = written.some(({ kind }) => kind === 'duration');
  const scale = written.reduce((most, { seconds }) => Math.max(most, (seconds.split('.')[1] ?? '').length), 0);
  // A time of day beside lengths is one of minutes and seconds, which are lengths too.
  const secondsOf = ({ kind, seconds }: WrittenTime) =>
    isDuration && kind === 'time' ? Number(seconds) / 60 : Number(seconds);
  const values = cells.map((cell) =>
    cell?.kind === 'time' || cell?.kind === 'duration' ? Math.round(secondsOf(cell) * 10 ** scale) : null,
  );
  return { ...asText(null, 0), type: isDuration ? 'duration' : 'time', unit: 's', scale, values };
}
