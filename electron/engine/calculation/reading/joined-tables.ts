import { cellKey } from '../plans/scope';
import type { TypedColumn } from '../tables/typed-column';
import type { TypedTable } from '../tables/typed-table';

/**
 * Two tables as one by columns with equal cells: each row of the first beside the row of the second that it names, as a plan
 * with that `join` counts columns. The second table's column of the join is empty, as it says what the first one's says.
 */
export interface JoinedTable {
  /** Places of the two among the tables. */
  readonly left: number;
  readonly right: number;
  /** Columns, each counted in its own table. */
  readonly join: { readonly left: number; readonly right: number };
  readonly table: TypedTable;
}

/** Rows of a table that has no equal in the other: more, and the columns do not name the same things. */
const mostUnmatched = 0.2;
/** Columns under different names have to agree in each of at least so many different cells. */
const fewestSame = 3;

/** The keys that rows have in a column; null for an empty cell. */
function keysOf({ rows, columns }: TypedTable, at: number): (string | null)[] {
  const column = columns[at];
  return rows.map((cells, row) => {
    if (column?.type === 'text') return cellKey(cells[at] ?? '') || null;
    const value = column?.values[row] ?? null;
    return value === null ? null : String(value);
  });
}

/** Rows by their keys; null where a key has two rows, so that nobody knows which is named. */
function rowsByKey(keys: readonly (string | null)[]): Map<string, number> | null {
  const found = new Map<string, number>();
  for (const [row, key] of keys.entries()) {
    if (key === null) continue;
    if (found.has(key)) return null;
    found.set(key, row);
  }
  return found.size < 2 ? null : found;
}

const mayName = ({ type, scale }: TypedColumn): boolean => type === 'text' || (type === 'number' && scale === 0);

/** Which tables name rows of another one, and by which column. Tables that are not whole are not to be given. */
export function joinedTables(tables: readonly TypedTable[]): JoinedTable[] {
  const found: JoinedTable[] = [];
  for (const [right, other] of tables.entries()) {
    for (const [rightColumn, named] of other.columns.entries()) {
      const rows = mayName(named) ? rowsByKey(keysOf(other, rightColumn)) : null;
      if (!rows) continue;
      for (const [left, table] of tables.entries()) {
        if (left === right) continue;
        const leftColumn = table.columns.findIndex(
          (column, at) =>
            mayName(column) && column.type === named.type && names(keysOf(table, at), rows, column, named),
        );
        if (leftColumn < 0) continue;
        const join = { left: leftColumn, right: rightColumn };
        found.push({ left, right, join, table: joinedTable(table, other, join, rows) });
      }
    }
  }
  return found;
}

function names(
  keys: readonly (string | null)[],
  rows: ReadonlyMap<string, number>,
  { name, type }: TypedColumn,
  other: TypedColumn,
): boolean {
  const different = new Set(keys.filter((key) => key !== null));
  const there = [...different].filter((key) => rows.has(key)).length;
  if (name !== '' && cellKey(name) === cellKey(other.name))
    return there > 1 && there >= different.size * (1 - mostUnmatched);
  // Numbers from one on agree everywhere.
  return type === 'text' && there === different.size && there >= fewestSame;
}

function joinedTable(
  left: TypedTable,
  right: TypedTable,
  join: JoinedTable['join'],
  rows: ReadonlyMap<string, number>,
): TypedTable {
  const pairs = keysOf(left, join.left).flatMap((key, row): [number, number][] => {
    const other = key === null ? undefined : rows.get(key);
    return other === undefined ? [] : [[row, other]];
  });
  const taken = (column: TypedColumn, side: 0 | 1): TypedColumn => ({
    ...column,
    values: pairs.map((pair) => column.values[pair[side]] ?? null),
  });
  const silent = (column: TypedColumn): TypedColumn => ({
    ...column,
    name: '',
    type: 'text',
    partly: null,
    values: pairs.map(() => null),
    empty: pairs.length,
  });
  const width = left.columns.length;
  const totals = [new Set(left.totals), new Set(right.totals)] as const;
  return {
    ...left,
    columns: [
      ...left.columns.map((column) => taken(column, 0)),
      ...right.columns.map((column, at) => (at === join.right ? silent(column) : taken(column, 1))),
    ],
    rows: pairs.map(([row, other]) => [
      ...Array.from({ length: width }, (_, at) => left.rows[row]?.[at] ?? ''),
      ...right.columns.map((_, at) => (at === join.right ? '' : (right.rows[other]?.[at] ?? ''))),
    ]),
    totals: pairs.flatMap(([row, other], at) => (totals[0].has(row) || totals[1].has(other) ? [at] : [])),
  };
}
