import { matchedCellText } from '../plans/scope';
import type { TypedColumn } from '../tables/typed-column';
import type { TypedTable } from '../tables/typed-table';

/** Two tables as one: each row of the first beside the row of the second that it names, as a plan's `join` has it. */
export interface JoinedTable {
  readonly left: number;
  readonly right: number;
  readonly join: { readonly left: number; readonly right: number };
  readonly table: TypedTable;
}

/** Wider and longer tables are not joined: each of their columns would be held against each of another's at every question. */
const most = { columns: 50, rows: 5000, joined: 6 } as const;
/** Different cells of a column that have no equal in the other: more, and the columns do not name the same things. */
const mostUnmatched = 0.2;
/** Columns under different names have to agree in each of at least so many different cells. */
const fewestSame = 3;

interface KeyColumn {
  readonly index: number;
  readonly column: TypedColumn;
  readonly rows: ReadonlyMap<string, number>;
  /** Whether no key has two rows, which would make its name ambiguous. */
  readonly isUnique: boolean;
}

const mayName = ({ type, scale }: TypedColumn): boolean => type === 'text' || (type === 'number' && scale === 0);

function keyOf({ rows, columns }: TypedTable, row: number, at: number): string | null {
  const column = columns[at];
  if (column?.type === 'text') return matchedCellText(rows[row]?.[at] ?? '') || null;
  const value = column?.values[row] ?? null;
  return value === null ? null : String(value);
}

function keyColumns(table: TypedTable): KeyColumn[] {
  if (table.columns.length > most.columns || table.rows.length > most.rows) return [];
  return table.columns.flatMap((column, index): KeyColumn[] => {
    if (!mayName(column)) return [];
    const rows = new Map<string, number>();
    let filled = 0;
    for (const row of table.rows.keys()) {
      const key = keyOf(table, row, index);
      if (key === null) continue;
      filled += 1;
      rows.set(key, row);
    }
    return [{ index, column, rows, isUnique: rows.size === filled }];
  });
}

/** Which tables name rows of another one, each of two by one column. Only whole tables are to be given. */
export function joinedTables(tables: readonly TypedTable[]): JoinedTable[] {
  const keys = tables.map(keyColumns);
  const found: JoinedTable[] = [];
  for (const [right, other] of tables.entries()) {
    for (const [left, table] of tables.entries()) {
      const pair = left === right ? null : pairOf(keys[left] ?? [], keys[right] ?? []);
      if (!pair) continue;
      if (found.length === most.joined) return found;
      const join = { left: pair.column.index, right: pair.named.index };
      found.push({ left, right, join, table: joinedTable(table, other, join, pair.named.rows) });
    }
  }
  return found;
}

/** The columns by which one table names rows of another, those of one name before others. */
function pairOf(left: readonly KeyColumn[], right: readonly KeyColumn[]) {
  const pairs = right.flatMap((named) =>
    left.flatMap((column) => (namesRows(column, named) ? [{ column, named }] : [])),
  );
  return pairs.find(({ column, named }) => haveOneName(column, named)) ?? pairs[0] ?? null;
}

const haveOneName = (one: KeyColumn, other: KeyColumn): boolean =>
  one.column.name !== '' && matchedCellText(one.column.name) === matchedCellText(other.column.name);

function namesRows(column: KeyColumn, named: KeyColumn): boolean {
  const { rows } = column;
  if (!named.isUnique || column.column.type !== named.column.type) return false;
  const isNamed = haveOneName(column, named);
  // Numbers from one on agree everywhere.
  if (!isNamed && (column.column.type !== 'text' || rows.size < fewestSame)) return false;
  let unmatched = 0;
  const mostOf = isNamed ? rows.size * mostUnmatched : 0;
  for (const key of rows.keys()) {
    if (named.rows.has(key)) continue;
    unmatched += 1;
    if (unmatched > mostOf) return false;
  }
  return rows.size - unmatched > 1;
}

function joinedTable(
  left: TypedTable,
  right: TypedTable,
  join: JoinedTable['join'],
  rows: ReadonlyMap<string, number>,
): TypedTable {
  const pairs = [...left.rows.keys()].flatMap((row): [number, number][] => {
    const key = keyOf(left, row, join.left);
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
