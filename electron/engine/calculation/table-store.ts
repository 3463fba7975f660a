import { chmodSync } from 'node:fs';
import { VitrineError } from '@shared/errors';
import { type SqlArgument, SqliteConnection, type SqlStatement } from '../sqlite';
import type { Plan } from './plans/plan';
import { PlanError } from './plans/plan';
import { cellFromStore, columnsInPart, rememberedKeys, storedText, type TableInStore } from './plans/scope';
import type { Statement } from './plans/statements';
import { mostRowsLookedAt } from './reading/matching-rows';
import { type PlanResult, type RowSource, resultOf } from './run-plan';
import type { PlacedTable, RowPlace } from './tables/document-tables';
import type { TableShape, TypedTable } from './tables/typed-table';

/** Grows when a file of tables of an earlier Vitrine is to be made again. */
const formatVersion = 1;

/** A file from a copied library may contain calculating parts; ours has tables of plain columns, and indexes. */
const foreignSql =
  "SELECT name FROM sqlite_master WHERE sql IS NOT NULL AND (type NOT IN ('table', 'index') OR sql GLOB '*(*(*' OR sql LIKE 'CREATE VIRTUAL%')";

export interface KeptTable extends TableShape {
  readonly rowCount: number;
  readonly page: PlacedTable['page'];
  readonly cells: PlacedTable['cells'];
}

/**
 * Typed tables in SQLite, in a file or (`:memory:`) in memory, numbered from 0. Statements that read run while the
 * connection refuses to write; only `addTable` lifts that, for its own time.
 */
export class TableStore {
  private readonly kept: KeptTable[] = [];
  private readonly statements = new Map<string, SqlStatement>();

  private constructor(private readonly connection: SqliteConnection) {}

  /** A file of tables, made where it is not there. Errors: `schema-foreign`. */
  static open(path: string): TableStore {
    const connection = new SqliteConnection(path);
    connection.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, shape TEXT); PRAGMA query_only = ON',
    );
    // The content of a person's tables belongs to the person.
    if (path !== ':memory:') chmodSync(path, 0o600);
    const store = new TableStore(connection);
    if (connection.prepare(foreignSql).all().length > 0) {
      connection.close();
      throw new VitrineError('schema-foreign', { file: path });
    }
    const rows = connection.prepare('SELECT shape FROM tables ORDER BY number').all<{ shape: string }>();
    for (const { shape } of rows) store.kept.push(JSON.parse(shape) as KeptTable);
    return store;
  }

  /** For a whole file: `complete` was called at its end by a Vitrine of this format. */
  get isComplete(): boolean {
    const [row] = this.connection.prepare('PRAGMA user_version').all<{ user_version: number }>();
    return row?.user_version === formatVersion;
  }

  complete(): void {
    this.connection.exec(`PRAGMA query_only = OFF; PRAGMA user_version = ${formatVersion}; PRAGMA query_only = ON`);
  }

  get tables(): readonly KeptTable[] {
    return this.kept;
  }

  /** Loads a table; its number. Rows are numbered as in `table.rows`. */
  addTable(table: TypedTable, from: Pick<PlacedTable, 'page' | 'cells' | 'places'> | null = null): number {
    const number = this.kept.length;
    const { columns, header, headerRows, totals, reasons } = table;
    const shape: KeptTable = {
      columns: columns.map(({ values: _, ...column }) => column),
      header,
      headerRows,
      totals,
      reasons,
      rowCount: table.rows.length,
      page: from?.page ?? null,
      cells: from?.cells ?? null,
    };
    this.connection.exec('PRAGMA query_only = OFF; BEGIN');
    try {
      this.load(number, table);
      if (from) this.loadPlaces(number, from.places.slice(headerRows));
      this.connection.prepare('INSERT INTO tables VALUES (?, ?)').run([number, JSON.stringify(shape)]);
      this.connection.exec('COMMIT');
    } finally {
      this.connection.exec('PRAGMA query_only = ON');
    }
    this.kept.push(shape);
    return number;
  }

  private load(number: number, table: TypedTable): void {
    const totals = new Set(table.totals);
    const parts = Math.max(1, Math.ceil(table.columns.length / columnsInPart));
    const read = new SampledRows(table);
    for (let part = 0; part < parts; part += 1) {
      const columns = table.columns.slice(part * columnsInPart, (part + 1) * columnsInPart);
      const indexes = columns.map((_, at) => part * columnsInPart + at);
      const valued = indexes.filter((at) => hasValues(table, at));
      const keyed = indexes.filter((at) => table.columns[at]?.type === 'text');
      const values = [...valued.map((at) => `v${at} INTEGER`), ...keyed.map((at) => `k${at} TEXT`)];
      // A column that a plan names has its name here even where it has no value at all.
      const absent = indexes.filter((at) => !valued.includes(at)).map((at) => `v${at} INTEGER`);
      this.connection.exec(
        `CREATE TABLE t${number}v${part} (r INTEGER PRIMARY KEY, total INTEGER, ${[...values, ...absent].join(', ')})`,
      );
      this.connection.exec(
        `CREATE TABLE t${number}c${part} (r INTEGER PRIMARY KEY, ${indexes.map((at) => `c${at} TEXT`).join(', ') || 'none TEXT'})`,
      );
      const keyOf = rememberedKeys(keysRemembered);
      const names = ['r', 'total', ...valued.map((at) => `v${at}`), ...keyed.map((at) => `k${at}`)];
      this.insert(`t${number}v${part}`, names, table.rows.length, (row) => {
        const taken: SqlArgument[] = [row, totals.has(row) ? 1 : 0];
        for (const at of valued) taken.push(table.columns[at]?.values[row] ?? null);
        for (const at of keyed) {
          const key = keyOf(table.rows[row]?.[at] ?? '');
          if (key !== '') read.has(row, at, key);
          taken.push(key || null);
        }
        return taken;
      });
      // To sort a million texts by groups takes 1.3 s, to walk along an index of them 0.1 s.
      for (const at of table.rows.length >= leastIndexed ? keyed : []) {
        if (read.different(at) <= mostGroups)
          this.connection.exec(`CREATE INDEX i${number}k${at} ON t${number}v${part} (k${at}, total)`);
      }
      this.insert(`t${number}c${part}`, ['r', ...indexes.map((at) => `c${at}`)], table.rows.length, (row) => {
        const cells = table.rows[row] ?? [];
        return [row, ...indexes.map((at) => storedText(cells[at] ?? ''))];
      });
    }
    this.connection.exec(`CREATE TABLE t${number}s (r INTEGER PRIMARY KEY)`);
    const sample = read.rows();
    this.insert(`t${number}s`, ['r'], sample.length, (at) => [sample[at] ?? 0]);
  }

  private loadPlaces(number: number, places: readonly RowPlace[]): void {
    this.connection.exec(`CREATE TABLE t${number}p (r INTEGER PRIMARY KEY, start INTEGER, finish INTEGER)`);
    const placeOf = (row: number): SqlArgument[] => [row, places[row]?.start ?? 0, places[row]?.end ?? 0];
    this.insert(`t${number}p`, ['r', 'start', 'finish'], places.length, placeOf);
  }

  /** Many rows a statement: one at a time takes three times as long. */
  private insert(table: string, names: readonly string[], count: number, rowOf: (row: number) => SqlArgument[]): void {
    const atOnce = Math.max(1, Math.min(100, Math.floor(8000 / names.length)));
    const places = `(${names.map(() => '?').join(', ')})`;
    const into = `INSERT INTO ${table} (${names.join(', ')}) VALUES`;
    const prepared = (rows: number) => this.connection.prepare(`${into} ${new Array(rows).fill(places).join(', ')}`);
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

  /**
   * The table in the form for reading a question: all of a short table, otherwise sample rows with every value that a
   * question can name. Row numbers are its own. Errors: `PlanError` `no-table`.
   */
  sample(number: number): TypedTable {
    const { rowCount: _, page: _page, cells: _cells, ...shape } = this.table(number);
    const width = shape.columns.length;
    const columns = shape.columns.map((column) => ({ ...column, values: [] as (number | null)[] }));
    const rows: string[][] = [];
    const totals: number[] = [];
    for (let part = 0; part * columnsInPart < Math.max(1, width); part += 1) {
      const from = part * columnsInPart;
      const indexes = columns.slice(from, from + columnsInPart).map((__, at) => from + at);
      const names = indexes.map((at) => `c.c${at}, v.v${at}`).join(', ') || 'NULL';
      const found = this.connection
        .prepare(
          `SELECT v.total, ${names} FROM t${number}s AS s JOIN t${number}c${part} AS c ON c.r = s.r JOIN t${number}v${part} AS v ON v.r = s.r ORDER BY s.r`,
        )
        .asLists()
        .all<unknown[]>();
      for (const [row, [total, ...cells]] of found.entries()) {
        const whole = rows[row] ?? [];
        rows[row] = whole;
        if (part === 0 && total === 1) totals.push(row);
        for (const [at, index] of indexes.entries()) {
          const value = cells[2 * at + 1];
          whole.push(cellFromStore(cells[2 * at]));
          columns[index]?.values.push(typeof value === 'number' ? value : null);
        }
      }
    }
    return { ...shape, columns, rows, totals };
  }

  /** Positions of rows in the text of their document. Errors: `PlanError` `no-table`. */
  places(number: number, rows: readonly number[]): (RowPlace | null)[] {
    this.table(number);
    const statement = this.connection.prepare(`SELECT start, finish AS "end" FROM t${number}p WHERE r = ?`);
    return rows.map((row) => statement.all<RowPlace>([row])[0] ?? null);
  }

  /** Errors: `PlanError` `no-table`. */
  private table(number: number): KeptTable {
    const table = this.kept[number];
    if (!table) throw new PlanError('no-table', '');
    return table;
  }

  /** Runs a plan over one table, or two where it joins. Errors: `PlanError`. */
  run(plan: Plan, numbers: readonly number[]): PlanResult {
    const tables = numbers.map((number): TableInStore => ({ number, table: this.table(number) }));
    const source: RowSource = {
      all: ({ sql, args }: Statement) =>
        this.prepared(sql).all(args.map((arg) => (typeof arg === 'number' ? BigInt(arg) : arg))),
    };
    return resultOf(plan, tables, source);
  }

  /** Cells are read one by one: by few statements. */
  private prepared(sql: string): SqlStatement {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.connection.prepare(sql).withBigIntegers();
    this.statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.connection.close();
  }
}

const keysRemembered = 200_000;

/** Rows from which texts with few different values have an index. */
const leastIndexed = 50_000;
const mostGroups = 1000;

/** A column with more different cells names rows: a question that names one of them asks what a passage says. */
const mostDifferent = 5000;
/** A name of one row is read otherwise than a name of several. */
const rowsOfCell = 3;
/** Of the sample rows, so many are there for the sake of a cell. */
const mostNaming = (mostRowsLookedAt * 3) / 4;

/** The sample rows of a long table: those with the first occurrences of a cell, and the first ones. */
class SampledRows {
  /** By column, the number of rows of each cell, up to the limit. */
  private readonly known = new Map<number, Map<string, number>>();
  private readonly naming = new Map<number, number[]>();

  constructor(private readonly table: TypedTable) {}

  /** A row has a cell of this key in a column of texts. */
  has(row: number, column: number, key: string): void {
    const known = this.known.get(column) ?? new Map<string, number>();
    this.known.set(column, known);
    const before = known.get(key) ?? 0;
    if (known.size > mostDifferent || before === rowsOfCell) return;
    known.set(key, before + 1);
    const naming = this.naming.get(column) ?? [];
    this.naming.set(column, naming);
    naming.push(row);
  }

  /** How many different cells a column has; of many, more than are counted. */
  different(column: number): number {
    return this.known.get(column)?.size ?? 0;
  }

  rows(): number[] {
    const found = new Set<number>(this.table.totals);
    const fewestFirst = [...this.naming]
      .filter(([column]) => this.different(column) <= mostDifferent)
      .map(([, rows]) => rows)
      .sort((a, b) => a.length - b.length);
    for (const rows of fewestFirst) {
      if (found.size + rows.length <= mostNaming) for (const row of rows) found.add(row);
    }
    for (let row = 0; row < this.table.rows.length && found.size < mostRowsLookedAt; row += 1) found.add(row);
    return [...found].sort((a, b) => a - b);
  }
}

const hasValues = (table: TypedTable, at: number): boolean => {
  const column = table.columns[at];
  return column !== undefined && (column.type !== 'text' || column.partly !== null);
};
