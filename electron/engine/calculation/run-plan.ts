import type { SqlArgument } from '../sqlite';
import { dateText, decimalText, quotient, unitsOf } from './plans/decimals';
import type { OperationOf, Plan, Scalar } from './plans/plan';
import { PlanError } from './plans/plan';
import { cellFromStore, cellSql, type PlannedColumn, type PlanScope, type TableInStore } from './plans/scope';
import { mostRows, type Statement, StatementMaker } from './plans/statements';

/** A cell of the tables that a plan runs over; rows as in `TypedTable.rows`. */
export interface SheetCellPlace {
  readonly table: number;
  readonly row: number;
  readonly column: number;
}

export interface PlanValue {
  /** A cell as it is written there, or a number that was made of several. */
  readonly text: string;
  /** The exact decimal; null for a text. Seconds of times and durations; dates as in plans. */
  readonly number: string | null;
  readonly unit: string | null;
  /** Whether the number has more decimals than are given: means. */
  readonly rounded: boolean;
  /** Null for a number that was made of several cells. */
  readonly cell: SheetCellPlace | null;
  /** The rows that went in, of the first table, at most 1,000; `rowCount` counts all. */
  readonly rows: readonly number[];
  readonly rowCount: number;
  /** The rows of the joined table that stood beside these, each once; none where there is none. */
  readonly joined: readonly number[];
  readonly of: string | null;
}

export interface PlanResult {
  readonly values: readonly PlanValue[];
  readonly verdict: 'yes' | 'no' | 'equal' | null;
  /** Rows more than one share the highest or lowest value. */
  readonly tied: boolean;
  readonly cut: boolean;
  readonly totalsLeftOut: readonly number[];
}

/** The database for statements. Whole numbers come as bigint. */
export interface RowSource {
  readonly all: (statement: Statement) => Record<string, unknown>[];
}

const meanDecimals = 2;

function big(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' ? BigInt(Math.trunc(value)) : 0n;
}
const numberOf = (value: unknown): number => Number(big(value));

export function resultOf(plan: Plan, tables: readonly TableInStore[], source: RowSource): PlanResult {
  return new PlanRun(plan, tables, source).result();
}

/** A number of a scalar, as a fraction's parts: whole units and their scale. */
interface Measured {
  readonly units: bigint;
  readonly scale: number;
  readonly column: PlannedColumn | null;
  readonly rounded: boolean;
  readonly rows: readonly number[];
  readonly joined: readonly number[];
  readonly rowCount: number;
  readonly cell: SheetCellPlace | null;
  readonly text: string | null;
}

class PlanRun {
  private readonly maker: StatementMaker;
  private readonly scope: PlanScope;

  constructor(
    private readonly plan: Plan,
    private readonly tables: readonly TableInStore[],
    private readonly source: RowSource,
  ) {
    this.maker = new StatementMaker(tables, plan);
    this.scope = this.maker.scope();
  }

  result(): PlanResult {
    const { answer } = this.plan;
    switch (answer.do) {
      case 'select':
        return this.cells(this.source.all(this.maker.select(answer)), answer.columns, answer.distinct ?? false);
      case 'count':
        return this.number(
          answer.distinct === undefined ? { of: 'count' } : { of: 'distinct', column: answer.distinct },
        );
      case 'aggregate':
        return this.number({ of: answer.with, column: answer.column });
      case 'top':
        return this.top(answer);
      case 'group':
        return this.group(answer);
      case 'neighbour':
        return this.cells(this.source.all(this.maker.neighbour(answer)), answer.columns, false);
      case 'place':
        return this.cells(this.source.all(this.maker.place(answer)), answer.columns, false);
      case 'difference':
        return this.difference(answer);
      case 'compare':
        return this.compare(answer);
      case 'test':
        return this.test(answer);
    }
  }

  private found(values: readonly PlanValue[], further: Partial<PlanResult> = {}): PlanResult {
    return {
      values,
      verdict: null,
      tied: false,
      cut: false,
      totalsLeftOut: this.tables[0]?.table.totals ?? [],
      ...further,
    };
  }

  private cellAt(
    { side, index }: PlannedColumn,
    row: number,
  ): { readonly text: string; readonly value: bigint | null } {
    const table = this.tables[side];
    const [found] = table ? this.source.all({ sql: cellSql(table, index), args: [row] }) : [];
    return { text: cellFromStore(found?.cell), value: typeof found?.value === 'bigint' ? found.value : null };
  }

  private cellValue(at: number, row: Record<string, unknown>): PlanValue {
    const column = this.scope.column(at, '');
    const own = numberOf(column.side === 0 ? row.r0 : row.r1);
    const { text, value } = this.cellAt(column, own);
    return {
      text,
      number: value === null ? null : valueText(value, column),
      unit: column.column.unit,
      rounded: false,
      cell: { table: column.side, row: own, column: column.index },
      rows: [numberOf(row.r0)],
      joined: joinedRows([row]),
      rowCount: 1,
      of: null,
    };
  }

  private cells(rows: readonly Record<string, unknown>[], columns: readonly number[], distinct: boolean): PlanResult {
    const kept = rows.slice(0, mostRows);
    const values = kept.flatMap((row) => columns.map((column) => this.cellValue(column, row)));
    const seen = new Set<string>();
    const once = distinct ? values.filter(({ text }) => !seen.has(text) && seen.add(text)) : values;
    return this.found(once, { cut: rows.length > mostRows });
  }

  private top(answer: OperationOf<'top'>): PlanResult {
    const rows = this.source.all(this.maker.top(answer));
    const result = this.cells(rows, answer.columns, false);
    return { ...result, tied: rows.length > answer.take };
  }

  private measured(scalar: Scalar, path: string): Measured {
    const none = { column: null, rounded: false, rows: [], joined: [], rowCount: 0, cell: null, text: null };
    if (scalar.of === 'constant') return { ...none, ...statedDecimal(scalar.value, `${path}.value`) };
    const [statement, evidence] = this.maker.scalar(scalar, path);
    const found = statement ? this.source.all(statement) : [];
    const [first = {}] = found;
    const resting = evidence ? this.source.all(evidence) : found;
    const rows = resting.map(({ r0 }) => numberOf(r0)).sort((a, b) => a - b);
    const joined = joinedRows(resting);
    if (scalar.of === 'count' || scalar.of === 'distinct') {
      const rowCount = scalar.of === 'count' ? numberOf(first.n) : rows.length;
      return { ...none, units: big(first.n), scale: 0, rows, joined, rowCount };
    }
    const column = this.scope.column(scalar.column, `${path}.column`);
    const { scale } = column.column;
    if (scalar.of === 'sum' || scalar.of === 'mean') {
      const count = big(first.n);
      const sum = sumOf(first);
      const rowCount = Number(count);
      if (scalar.of === 'sum') return { ...none, units: sum, scale, column, rows, joined, rowCount };
      if (count === 0n) throw new PlanError('not-one-row', path);
      const { units, rounded } = quotient(sum * 10n ** BigInt(meanDecimals), count);
      return { ...none, units, rounded, scale: scale + meanDecimals, column, rows, joined, rowCount };
    }
    // A cell, or the rows that have the highest or lowest value.
    if (found.length === 0 || (scalar.of === 'cell' && found.length > 1)) throw new PlanError('not-one-row', path);
    const row = numberOf(column.side === 0 ? first.r0 : first.r1);
    const cell = { table: column.side, row, column: column.index };
    const { text } = this.cellAt(column, row);
    return { ...none, units: big(first.v), scale, column, rows, joined, rowCount: found.length, cell, text };
  }

  private asValue({ units, scale, column, text, ...made }: Measured): PlanValue {
    const isDate = column !== null && (column.column.partly ?? column.column.type) === 'date';
    const number = isDate ? valueText(units, column) : decimalText(units, scale);
    return { ...made, text: text ?? number, number, unit: column?.column.unit ?? null, of: null };
  }

  private number(scalar: Scalar): PlanResult {
    return this.found([this.asValue(this.measured(scalar, 'answer'))]);
  }

  private group(answer: OperationOf<'group'>): PlanResult {
    const { by, part, order, take = 1, having } = answer;
    const groups = this.source.all(this.maker.group(answer)).map((row) => ({ row, ...this.groupNumber(answer, row) }));
    const bound = having ? { ...having, ...statedDecimal(having.value, 'answer.having.value') } : null;
    const passing = bound
      ? groups.filter(({ units, scale }) => holds(compared(units, scale, bound.units, bound.scale), bound.is))
      : groups;
    if (order !== undefined) {
      const sign = order === 'highest' ? -1 : 1;
      passing.sort(
        (a, b) => sign * compared(a.units, a.scale, b.units, b.scale) || numberOf(a.row.r0) - numberOf(b.row.r0),
      );
    }
    const last = order === undefined ? undefined : passing[take - 1];
    const kept = last
      ? passing.filter((one, at) => at < take || compared(one.units, one.scale, last.units, last.scale) === 0)
      : passing;
    const values = kept.slice(0, mostRows).map(({ row, units, scale, rounded }): PlanValue => {
      const first = this.cellValue(by, row);
      const all = kept.length <= 20 ? this.source.all(this.maker.groupRows(answer, row.g as SqlArgument)) : [];
      const [rows, joined] =
        all.length > 0 ? [all.map(({ r0 }) => numberOf(r0)), joinedRows(all)] : [first.rows, first.joined];
      const period = part === 'year' ? String(numberOf(row.g)) : dateText(numberOf(row.g) * 100);
      const key = part === undefined ? first.text : period;
      const rowCount = Math.max(numberOf(row.n), rows.length);
      return {
        ...first,
        text: key,
        number: part === undefined ? first.number : key,
        rounded,
        rows,
        joined,
        rowCount,
        cell: part === undefined ? first.cell : null,
        of: decimalText(units, scale),
      };
    });
    return this.found(values, {
      tied: order !== undefined && kept.length > take,
      cut: groups.length > mostRows || kept.length > mostRows,
    });
  }

  private groupNumber(
    answer: OperationOf<'group'>,
    row: Record<string, unknown>,
  ): { units: bigint; scale: number; rounded: boolean } {
    if (answer.with === 'count') return { units: big(row.n), scale: 0, rounded: false };
    const scale = this.scope.column(answer.column ?? -1, 'answer.column').column.scale;
    if (answer.with === 'sum') return { units: sumOf(row), scale, rounded: false };
    if (answer.with === 'mean')
      return { ...quotient(sumOf(row) * 10n ** BigInt(meanDecimals), big(row.n)), scale: scale + meanDecimals };
    return { units: big(row.v), scale, rounded: false };
  }

  private difference(answer: OperationOf<'difference'>): PlanResult {
    const left = this.measured(answer.left, 'answer.left');
    const right = this.measured(answer.right, 'answer.right');
    const kinds = [left, right].map(({ column }) => column && (column.column.partly ?? column.column.type));
    const units = [left, right].map(({ column }) => column?.column.unit ?? null);
    if (kinds.includes('date')) {
      if (kinds[0] !== kinds[1]) throw new PlanError('not-a-number', 'answer.right');
      return this.found([this.ofBoth(left, right, ...dateDifference(left.units, right.units))]);
    }
    if (units[0] !== units[1] && left.column && right.column) throw new PlanError('not-a-number', 'answer.right');
    const scale = Math.max(left.scale, right.scale);
    const apart = raised(left.units, scale - left.scale) - raised(right.units, scale - right.scale);
    return this.found([this.ofBoth(left, right, decimalText(apart < 0n ? -apart : apart, scale), units[0] ?? null)]);
  }

  private ofBoth(left: Measured, right: Measured, number: string, unit: string | null): PlanValue {
    const rows = [...new Set([...left.rows, ...right.rows])];
    const joined = [...new Set([...left.joined, ...right.joined])];
    const rounded = left.rounded || right.rounded;
    return { text: number, number, unit, rounded, cell: null, rows, joined, rowCount: rows.length, of: null };
  }

  private compare({ choices, order }: OperationOf<'compare'>): PlanResult {
    const measured = choices.map(({ label, scalar }, at) => ({
      label,
      ...this.measured(scalar, `answer.choices.${at}.scalar`),
    }));
    const sign = order === 'highest' ? -1 : 1;
    const sorted = [...measured].sort((a, b) => sign * compared(a.units, a.scale, b.units, b.scale));
    const [best] = sorted;
    const kept = best ? measured.filter((one) => compared(one.units, one.scale, best.units, best.scale) === 0) : [];
    const values = kept.map(
      (one): PlanValue => ({ ...this.asValue(one), text: one.label, of: this.asValue(one).number }),
    );
    return this.found(values, { tied: kept.length > 1, verdict: kept.length === measured.length ? 'equal' : null });
  }

  private test({ left, is, right }: OperationOf<'test'>): PlanResult {
    const [one, other] = [this.measured(left, 'answer.left'), this.measured(right, 'answer.right')];
    const verdict = holds(compared(one.units, one.scale, other.units, other.scale), is) ? 'yes' : 'no';
    return this.found([this.asValue(one), ...(right.of === 'constant' ? [] : [this.asValue(other)])], { verdict });
  }
}

/** A plan's own number as whole units of its scale. Errors: `PlanError` `not-a-number`. */
function statedDecimal(value: string, path: string): { units: bigint; scale: number } {
  const scale = (value.split('.')[1] ?? '').length;
  const read = unitsOf(value, scale);
  if (!read) throw new PlanError('not-a-number', path);
  return { units: read.units, scale };
}

const joinedRows = (rows: readonly Record<string, unknown>[]): number[] =>
  [...new Set(rows.flatMap(({ r1 }) => (r1 === undefined ? [] : [numberOf(r1)])))].sort((a, b) => a - b);

const sumOf = (row: Record<string, unknown>): bigint => big(row.millions) * 1_000_000n + big(row.remainder);
const raised = (units: bigint, by: number): bigint => units * 10n ** BigInt(by);

function compared(a: bigint, aScale: number, b: bigint, bScale: number): number {
  const scale = Math.max(aScale, bScale);
  const apart = raised(a, scale - aScale) - raised(b, scale - bScale);
  if (apart === 0n) return 0;
  return apart < 0n ? -1 : 1;
}

function holds(order: number, is: '=' | '!=' | '<' | '<=' | '>' | '>='): boolean {
  if (is === '=') return order === 0;
  if (is === '!=') return order !== 0;
  if (is === '<' || is === '<=') return order < 0 || (is === '<=' && order === 0);
  return order > 0 || (is === '>=' && order === 0);
}

function valueText(value: bigint, { column }: PlannedColumn): string {
  if ((column.partly ?? column.type) !== 'date') return decimalText(value, column.scale);
  return dateText(Number(value));
}

/** Days between two days; years between two years. Errors: `PlanError` where one states less than the other. */
function dateDifference(left: bigint, right: bigint): [string, string] {
  const parts = [left, right].map(
    (value) => [Number(value / 10_000n), Number((value / 100n) % 100n), Number(value % 100n)] as const,
  );
  const [[y1, m1, d1], [y2, m2, d2]] = parts as [readonly [number, number, number], readonly [number, number, number]];
  if (d1 > 0 && d2 > 0 && y1 > 0 && y2 > 0) {
    const days = Math.abs(Date.UTC(y1, m1 - 1, d1) - Date.UTC(y2, m2 - 1, d2)) / 86_400_000;
    return [String(Math.round(days)), 'day'];
  }
  if (m1 === 0 && m2 === 0 && y1 > 0 && y2 > 0) return [String(Math.abs(y1 - y2)), 'year'];
  throw new PlanError('not-a-number', 'answer.right');
}
