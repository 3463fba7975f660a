import type { SqlArgument } from '../../sqlite';
import { folded } from '../../text/segmentation';
import { withoutFootnotes } from '../tables/cell-values';
import type { ColumnShape } from '../tables/typed-column';
import type { TableShape } from '../tables/typed-table';
import { PlanError } from './plan';

/** So many columns of a table lie in one table of SQLite, which takes 2,000. */
export const columnsInPart = 400;

/** A cell as it is stored: what SQLite gives back of a text ends at its first NUL. */
export const storedText = (cell: string): SqlArgument => (cell.includes('\0') ? Buffer.from(cell) : cell);

/** A cell out of the store; an absent one is empty. */
export function cellFromStore(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  return stored instanceof ArrayBuffer ? Buffer.from(stored).toString() : '';
}

/** The cell of a row as it is written, and its typed value where its column has any. */
export function cellSql({ number, table }: TableInStore, index: number): string {
  const part = Math.floor(index / columnsInPart);
  const column = table.columns[index];
  const value = column && column.type === 'text' && column.partly === null ? 'NULL' : `v.v${index}`;
  return `SELECT c.c${index} AS cell, ${value} AS value FROM t${number}c${part} AS c JOIN t${number}v${part} AS v ON v.r = c.r WHERE c.r = ?`;
}

/** A text cell in the form in which cells are compared: without footnotes, accents, capitals and double blanks. */
export const matchedCellText = (text: string): string => folded(withoutFootnotes(text)).replace(/\s+/gu, ' ').trim();

/** Gives the text that a cell is matched by; that of a repeated cell is made once, for so many cells. */
export function rememberedKeys(most: number): (text: string) => string {
  const keys = new Map<string, string>();
  return (text) => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    const key = matchedCellText(text);
    if (keys.size < most) keys.set(text, key);
    return key;
  };
}

export interface TableInStore {
  readonly number: number;
  readonly table: TableShape;
}

export interface PlannedColumn {
  /** 0, or 1 for the joined table. */
  readonly side: 0 | 1;
  /** From 0 in its own table. */
  readonly index: number;
  readonly column: ColumnShape;
}

/**
 * The names that a statement uses, all of them made here: tables `t0v0` (values and keys) and `t0c0` (cells as written),
 * columns `v3`, `k3`, `c3`. A scope collects which parts a statement needs.
 */
export class PlanScope {
  private readonly parts = new Set<string>();

  constructor(
    readonly tables: readonly TableInStore[],
    private readonly join: { readonly left: number; readonly right: number } | undefined,
  ) {
    if (tables.length === 0) throw new PlanError('no-table', '');
    if (join && tables.length < 2) throw new PlanError('no-table', 'join');
  }

  get isJoined(): boolean {
    return this.join !== undefined;
  }

  /** Errors: `PlanError` for a column that no table has. */
  column(at: number, path: string): PlannedColumn {
    const width = this.tables[0]?.table.columns.length ?? 0;
    const side = at < width ? 0 : 1;
    const index = side === 0 ? at : at - width;
    const column = side === 1 && !this.join ? undefined : this.tables[side]?.table.columns[index];
    if (!column) throw new PlanError('unknown-column', path);
    return { side, index, column };
  }

  private name({ side, index }: PlannedColumn, kind: 'v' | 'k' | 'c'): string {
    const part = Math.floor(index / columnsInPart);
    const alias = `${side === 0 ? 'a' : 'b'}${kind === 'c' ? 'c' : ''}${part}`;
    this.parts.add(alias);
    return `${alias}.${kind}${index}`;
  }

  value(column: PlannedColumn): string {
    return this.name(column, 'v');
  }

  key(column: PlannedColumn): string {
    return column.column.type === 'text' ? this.name(column, 'k') : `lower(trim(${this.name(column, 'c')}))`;
  }

  distinguishing(column: PlannedColumn): string {
    return column.column.type === 'text' ? this.name(column, 'k') : this.value(column);
  }

  hasNoValue(column: PlannedColumn): string {
    return `${this.distinguishing(column)} IS NULL`;
  }

  /** The tables that the names above need. To be asked last. */
  from(): string {
    const [first, second] = this.tables;
    const joined = (alias: string): string => {
      const side = alias.startsWith('a') ? 0 : 1;
      const kind = alias[1] === 'c' ? 'c' : 'v';
      const part = alias.replace(/\D/gu, '');
      return ` JOIN t${this.tables[side]?.number}${kind}${part} AS ${alias} ON ${alias}.r = ${side === 0 ? 'a0' : 'b0'}.r`;
    };
    const further = [...this.parts].filter((alias) => alias !== 'a0' && alias !== 'b0').sort();
    const other = this.join ? ` JOIN t${second?.number}v0 AS b0` : '';
    return `t${first?.number}v0 AS a0${other}${further.map(joined).join('')}`;
  }

  /** The conditions with that of the join. To be asked before `from`. */
  where(conditions: readonly string[]): string {
    const all = this.join ? [this.joinOn(), ...conditions] : conditions;
    return all.length > 0 ? ` WHERE ${all.map((one) => `(${one})`).join(' AND ')}` : '';
  }

  private joinOn(): string {
    const { left, right } = this.join ?? { left: 0, right: 0 };
    const one = this.column(left, 'join.left');
    const column = this.tables[1]?.table.columns[right];
    if (one.side !== 0) throw new PlanError('no-join', 'join.left');
    if (!column) throw new PlanError('unknown-column', 'join.right');
    const other: PlannedColumn = { side: 1, index: right, column };
    if (one.column.type === 'text' && column.type === 'text') return `${this.key(one)} = ${this.key(other)}`;
    if (one.column.type !== column.type) throw new PlanError('no-join', 'join.right');
    const scaled = (expression: string, by: number) => (by > 0 ? `${expression} * ${10 ** by}` : expression);
    const apart = one.column.scale - column.scale;
    return `${scaled(this.value(one), -apart)} = ${scaled(this.value(other), apart)}`;
  }

  rows(): string {
    return this.isJoined ? 'a0.r AS r0, b0.r AS r1' : 'a0.r AS r0';
  }

  order(direction: 'ASC' | 'DESC' = 'ASC'): string {
    return this.isJoined ? `a0.r ${direction}, b0.r ${direction}` : `a0.r ${direction}`;
  }

  withoutTotals(): string {
    return this.isJoined ? 'a0.total = 0 AND b0.total = 0' : 'a0.total = 0';
  }
}
