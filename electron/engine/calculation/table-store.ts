import { chmodSync } from 'node:fs';
import Database from 'libsql';
import type { Plan } from './plans/plan';
import { PlanError } from './plans/plan';
import { cellKey, columnsInPart, type SqlArgument, type TableInStore } from './plans/scope';
import type { Statement } from './plans/statements';
import { type PlanResult, type RowSource, resultOf } from './run-plan';
import type { TypedTable } from './tables/typed-table';

/**
 * Typed tables in SQLite, in a file or (`:memory:`) in memory. Statements that read run while the connection refuses to
 * write; only `addTable` lifts that, for its own time.
 */
export class TableStore {
  private readonly tables = new Map<string, TableInStore>();

  private constructor(private readonly connection: Database.Database) {}

  static open(path: string): TableStore {
    const connection = new Database(path);
    connection.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA query_only = ON',
    );
    // What a person's tables hold is the person's.
    if (path !== ':memory:') chmodSync(path, 0o600);
    return new TableStore(connection);
  }

  /** Loads a table; one of the same id goes. Rows are numbered as in `table.rows`. */
  addTable(id: string, table: TypedTable): void {
    const number = this.tables.size + [...this.tables.keys()].filter((known) => known === id).length;
    this.connection.exec('PRAGMA query_only = OFF');
    try {
      this.connection.exec('BEGIN');
      this.load(number, table);
      this.connection.exec('COMMIT');
      this.tables.set(id, { number, table });
    } finally {
      this.connection.exec('PRAGMA query_only = ON');
    }
  }

  private load(number: number, table: TypedTable): void {
    const totals = new Set(table.totals);
    const parts = Math.max(1, Math.ceil(table.columns.length / columnsInPart));
    for (let part = 0; part < parts; part += 1) {
      const columns = table.columns.slice(part * columnsInPart, (part + 1) * columnsInPart);
      const indexes = columns.map((_, at) => part * columnsInPart + at);
      const valued = indexes.filter((at) => hasValues(table, at));
      const keyed = indexes.filter((at) => table.columns[at]?.type === 'text');
      const values = [...valued.map((at) => `v${at} INTEGER`), ...keyed.map((at) => `k${at} TEXT`)];
      // A column that a plan names has its name here even where it has no value at all.
      const absent = indexes.filter((at) => !valued.includes(at)).map((at) => `v${at} INTEGER`);
      this.connection.exec(`DROP TABLE IF EXISTS t${number}v${part}; DROP TABLE IF EXISTS t${number}c${part}`);
      this.connection.exec(
        `CREATE TABLE t${number}v${part} (r INTEGER PRIMARY KEY, total INTEGER, ${[...values, ...absent].join(', ')})`,
      );
      this.connection.exec(
        `CREATE TABLE t${number}c${part} (r INTEGER PRIMARY KEY, ${indexes.map((at) => `c${at} TEXT`).join(', ') || 'none TEXT'})`,
      );
      const keys = new Map<string, string | null>();
      const keyOf = (text: string): string | null => {
        const known = keys.get(text);
        if (known !== undefined) return known;
        const key = cellKey(text) || null;
        if (keys.size < 200_000) keys.set(text, key);
        return key;
      };
      this.insert(
        `t${number}v${part}`,
        2 + valued.length + keyed.length,
        table.rows.length,
        (row) => {
          const cells = table.rows[row] ?? [];
          const taken: SqlArgument[] = [row, totals.has(row) ? 1 : 0];
          for (const at of valued) taken.push((table.columns[at]?.values[row] ?? null) as SqlArgument);
          for (const at of keyed) taken.push(keyOf(cells[at] ?? '') as SqlArgument);
          return taken;
        },
        ['r', 'total', ...valued.map((at) => `v${at}`), ...keyed.map((at) => `k${at}`)],
      );
      this.insert(
        `t${number}c${part}`,
        1 + indexes.length,
        table.rows.length,
        (row) => {
          const cells = table.rows[row] ?? [];
          return [row, ...indexes.map((at) => cells[at] ?? '')];
        },
        ['r', ...indexes.map((at) => `c${at}`)],
      );
    }
  }

  /** Many rows a statement: one at a time takes three times as long. */
  private insert(
    table: string,
    width: number,
    count: number,
    rowOf: (row: number) => SqlArgument[],
    names: readonly string[],
  ): void {
    const atOnce = Math.max(1, Math.min(100, Math.floor(8000 / width)));
    const places = `(${new Array(width).fill('?').join(', ')})`;
    const prepared = (rows: number) =>
      this.connection.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES ${new Array(rows).fill(places).join(', ')}`,
      );
    const many = count >= atOnce ? prepared(atOnce) : null;
    let row = 0;
    while (row < count) {
      const rows = many && count - row >= atOnce ? atOnce : count - row;
      const args: SqlArgument[] = [];
      for (let at = 0; at < rows; at += 1) for (const value of rowOf(row + at)) args.push(value);
      (rows === atOnce && many ? many : prepared(rows)).run(args);
      row += rows;
    }
  }

  /** The tables of these ids, the first and the joined one. Errors: `PlanError` `no-table`. */
  private inStore(ids: readonly string[]): TableInStore[] {
    return ids.map((id) => {
      const table = this.tables.get(id);
      if (!table) throw new PlanError('no-table', '');
      return table;
    });
  }

  /** Runs a plan over one table, or two where it joins. Errors: `PlanError`. */
  run(plan: Plan, ids: readonly string[]): PlanResult {
    const tables = this.inStore(ids);
    const source: RowSource = {
      all: ({ sql, args }: Statement) =>
        this.connection
          .prepare(sql)
          .safeIntegers(true)
          .all(...args.map((arg) => (typeof arg === 'number' ? BigInt(arg) : arg))) as Record<string, unknown>[],
    };
    return resultOf(plan, tables, source);
  }

  close(): void {
    this.connection.close();
  }
}

const hasValues = (table: TypedTable, at: number): boolean => {
  const column = table.columns[at];
  return column !== undefined && (column.type !== 'text' || column.partly !== null);
};
