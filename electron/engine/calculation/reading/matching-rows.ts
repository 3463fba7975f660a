import { canBe, dateRange } from '../plans/condition-sql';
import { unitsOf } from '../plans/decimals';
import { type Condition, isComparing } from '../plans/plan';
import { matchedCellText } from '../plans/scope';
import type { TypedTable } from '../tables/typed-table';

/** Of longer tables a reading looks at so many rows, the first: it asks only whether there are none, one or more. */
export const mostRowsLookedAt = 20_000;

/** The rows of which a reading's conditions hold, without totals, compared as the statements of a plan do. */
export function matchingRows(condition: Condition | undefined, table: TypedTable): number[] {
  const totals = new Set(table.totals);
  const rows = Array.from({ length: Math.min(table.rows.length, mostRowsLookedAt) }, (_, row) => row).filter(
    (row) => !totals.has(row),
  );
  return condition === undefined ? rows : rows.filter((row) => holds(condition, table, row));
}

function holds(condition: Condition, table: TypedTable, row: number): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, table, row));
  if ('any' in condition) return condition.any.some((one) => holds(one, table, row));
  if ('not' in condition) return !holds(condition.not, table, row);
  if (!isComparing(condition)) return false;
  const { column: at, is, values } = condition;
  const column = table.columns[at];
  if (!column) return false;
  const key = matchedCellText(table.rows[row]?.[at] ?? '');
  const value = column.values[row] ?? null;
  const [first = '', second = ''] = values;
  if (is === 'empty') return key === '';
  if (is === 'contains') return key.includes(matchedCellText(first));
  if (column.type === 'text' && (is === '=' || is === '!=') && (column.partly === null || !canBe(column, first)))
    return key !== '' && (key === matchedCellText(first)) === (is === '=');
  if (value === null) return false;
  const order = (text: string): [number, number] => {
    if ((column.partly ?? column.type) !== 'date') {
      const read = unitsOf(text, column.scale);
      const apart = read ? value - Number(read.units) || -read.rest : Number.NaN;
      return [apart, apart];
    }
    const range = dateRange(text);
    if (!range) return [Number.NaN, Number.NaN];
    if (!('month' in range)) return [value - range.from, value - range.to];
    const apart =
      range.day === null
        ? (Math.floor(value / 100) % 100) - range.month
        : (value % 10_000) - range.month * 100 - range.day;
    return [apart, apart];
  };
  const [from, to] = order(first);
  switch (is) {
    case '=':
      return from >= 0 && to <= 0;
    case '!=':
      return from < 0 || to > 0;
    case '<':
      return from < 0;
    case '<=':
      return to <= 0;
    case '>':
      return to > 0;
    case '>=':
      return from >= 0;
    default:
      return from >= 0 && order(second)[1] <= 0;
  }
}
