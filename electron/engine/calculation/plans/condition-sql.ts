import type { SqlArgument } from '../../sqlite';
import { dateNumber } from '../tables/cell-values';
import type { ColumnShape } from '../tables/typed-column';
import { unitsOf } from './decimals';
import { type Comparator, type Comparing, type Condition, isComparing, PlanError } from './plan';
import { matchedCellText, type PlannedColumn, type PlanScope } from './scope';

export interface SqlPart {
  readonly sql: string;
  readonly args: readonly SqlArgument[];
}

const nothing: SqlPart = { sql: '0', args: [] };

/** A condition as SQL; its values are arguments. Errors: `PlanError` for unknown columns and values of another type. */
export function conditionSql(condition: Condition, scope: PlanScope, path: string): SqlPart {
  if (isComparing(condition)) return comparingSql(condition, scope, path);
  if ('not' in condition) {
    const { sql, args } = conditionSql(condition.not, scope, `${path}.not`);
    return { sql: `NOT coalesce((${sql}), 0)`, args };
  }
  const [name, parts, joint] =
    'all' in condition ? (['all', condition.all, ' AND '] as const) : (['any', condition.any, ' OR '] as const);
  const made = parts.map((part, at) => conditionSql(part, scope, `${path}.${name}.${at}`));
  return { sql: made.map(({ sql }) => `(${sql})`).join(joint), args: made.flatMap(({ args }) => args) };
}

function comparingSql({ column: at, is, values }: Comparing, scope: PlanScope, path: string): SqlPart {
  const column = scope.column(at, `${path}.column`);
  const [first = '', second = ''] = values;
  if (is === 'empty') return { sql: scope.hasNoValue(column), args: [] };
  if (is === 'contains') return { sql: `instr(${scope.key(column)}, ?) > 0`, args: [matchedCellText(first)] };
  const kind = column.column.partly ?? column.column.type;
  const expression = scope.value(column);
  if (is === 'between') {
    if (kind === 'text') throw new PlanError('not-a-value', `${path}.values.0`);
    const from = valueSql(column.column, expression, '>=', first, `${path}.values.0`);
    const to = valueSql(column.column, expression, '<=', second, `${path}.values.1`);
    return { sql: `${from.sql} AND ${to.sql}`, args: [...from.args, ...to.args] };
  }
  if (column.column.type === 'text' && (is === '=' || is === '!=')) {
    const asText: SqlPart = {
      sql: `${scope.key(column)} ${is === '=' ? '=' : '<>'} ?`,
      args: [matchedCellText(first)],
    };
    if (column.column.partly === null || !canBe(column.column, first)) return asText;
    const asValue = valueSql(column.column, expression, is, first, `${path}.values.0`);
    const joint = is === '=' ? 'OR' : 'AND';
    return {
      sql: `${asText.sql} ${joint} coalesce(${asValue.sql}, ${is === '=' ? 0 : 1})`,
      args: [...asText.args, ...asValue.args],
    };
  }
  if (kind === 'text') throw new PlanError('not-a-value', `${path}.values.0`);
  return valueSql(column.column, expression, is, first, `${path}.values.0`);
}

type Ordering = Exclude<Comparator, 'contains' | 'between' | 'empty'>;

export function canBe(column: ColumnShape, value: string): boolean {
  const kind = column.partly ?? column.type;
  if (kind === 'text') return false;
  return kind === 'date' ? dateRange(value) !== null : unitsOf(value, column.scale) !== null;
}

function valueSql(column: ColumnShape, expression: string, is: Ordering, value: string, path: string): SqlPart {
  if ((column.partly ?? column.type) === 'date') {
    const range = dateRange(value);
    if (!range) throw new PlanError('not-a-value', path);
    return dateSql(expression, is, range, path);
  }
  const read = unitsOf(value, column.scale);
  if (!read) throw new PlanError('not-a-number', path);
  return numberSql(expression, is, read);
}

const largest = 2n ** 62n;

/** The operator on whole units that equals a comparison with these and a rest. */
function signOf(is: Ordering, rest: -1 | 0 | 1): string {
  if (is === '!=') return '<>';
  if (is === '=' || rest === 0) return is;
  const isBelow = is.startsWith('<');
  return (isBelow ? '<' : '>') + (isBelow === rest > 0 ? '=' : '');
}

/** A column of whole units against a decimal that may have more decimals than the column. */
function numberSql(expression: string, is: Ordering, { units, rest }: { units: bigint; rest: -1 | 0 | 1 }): SqlPart {
  const clipped = units > largest ? largest : units;
  const value = clipped < -largest ? -largest : clipped;
  if (rest !== 0 && is === '=') return nothing;
  if (rest !== 0 && is === '!=') return { sql: `${expression} IS NOT NULL`, args: [] };
  return { sql: `${expression} ${signOf(is, rest)} ?`, args: [value] };
}

type DateRange =
  | { readonly from: number; readonly to: number }
  | { readonly month: number; readonly day: number | null };

const dateForm = /^(?:(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?|--(\d{2})(?:-(\d{2}))?)$/u;

export function dateRange(value: string): DateRange | null {
  const match = dateForm.exec(value.trim());
  if (!match) return null;
  const [, year, month, day, anyMonth, anyDay] = match;
  if (anyMonth !== undefined) return { month: Number(anyMonth), day: anyDay === undefined ? null : Number(anyDay) };
  const [m, d] = [Number(month ?? 0), Number(day ?? 0)];
  return {
    from: dateNumber(Number(year), m, d),
    to: dateNumber(Number(year), month === undefined ? 99 : m, day === undefined ? 99 : d),
  };
}

function dateSql(expression: string, is: Ordering, range: DateRange, path: string): SqlPart {
  if ('month' in range) {
    if (is !== '=' && is !== '!=') throw new PlanError('not-a-value', path);
    const sign = is === '=' ? '=' : '<>';
    return range.day === null
      ? { sql: `${expression} / 100 % 100 ${sign} ?`, args: [BigInt(range.month)] }
      : { sql: `${expression} % 10000 ${sign} ?`, args: [BigInt(range.month * 100 + range.day)] };
  }
  const [from, to] = [BigInt(range.from), BigInt(range.to)];
  if (is === '=') return { sql: `${expression} BETWEEN ? AND ?`, args: [from, to] };
  if (is === '!=') return { sql: `${expression} NOT BETWEEN ? AND ?`, args: [from, to] };
  return { sql: `${expression} ${is} ?`, args: [is === '<' || is === '>=' ? from : to] };
}

/** The column of a number that an aggregate takes. Errors: `PlanError` `not-a-number`. */
export function numberColumn(scope: PlanScope, at: number, path: string, allowed: 'sum' | 'order'): PlannedColumn {
  const column = scope.column(at, path);
  const { type, partly } = column.column;
  const kind = allowed === 'order' ? (partly ?? type) : type;
  if (kind === 'text' || (allowed === 'sum' && (kind === 'date' || kind === 'time')))
    throw new PlanError('not-a-number', path);
  return column;
}
