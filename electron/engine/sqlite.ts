/**
 * The one file that imports the SQLite driver. It lets nothing through that would end the process or break its memory
 * (docs/adr/0061): libSQL aborts on a truth value and on an object in the place of the list, and its SQLite breaks on
 * more than 32,767 aggregate terms.
 */
import { VitrineError } from '@shared/errors';
import Driver from 'libsql';

export type SqlArgument = string | number | bigint | Uint8Array | null;

export type SqlRow = Record<string, unknown>;

export interface SyncSource {
  readonly url: string;
  readonly token: string;
}

const most = 2n ** 63n;

/** In characters. The longest statement of Vitrine has about 30,000; so many terms as SQLite breaks on need 229,000. */
const longestSql = 100_000;

/** Returns the text as it is. Errors: `internal` for one that is too long. */
function bounded(sql: string): string {
  if (sql.length > longestSql) throw wrongValue('a statement that is too long');
  return sql;
}

/** Returns why SQLite cannot take the value; null if it can. */
function unfit(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'bigint') return -most <= value && value < most ? null : 'a number of more than 64 bits';
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return null;
  return `a value of the kind ${typeof value}`;
}

/** Returns the values as the driver takes them. Errors: `internal` for what SQLite cannot take. */
function checked(args: readonly SqlArgument[]): SqlArgument[] {
  if (!Array.isArray(args)) throw wrongValue('values that are no list');
  for (const value of args) {
    const reason = unfit(value);
    if (reason !== null) throw wrongValue(reason);
  }
  return args;
}

const wrongValue = (what: string) => new VitrineError('internal', { why: 'said', said: `SQLite was given ${what}` });

/** A prepared statement; it takes one value for each `?`, in order. */
export class SqlStatement {
  constructor(private readonly statement: Driver.Statement) {}

  withBigIntegers(): this {
    this.statement.safeIntegers(true);
    return this;
  }

  asLists(): this {
    this.statement.raw(true);
    return this;
  }

  all<T = SqlRow>(args: readonly SqlArgument[] = []): T[] {
    return this.statement.all(checked(args)) as T[];
  }

  /** Returns the first row. libSQL never resets a statement that failed here: prepare it again. */
  get<T = SqlRow>(args: readonly SqlArgument[] = []): T | undefined {
    return this.statement.get(checked(args)) as T | undefined;
  }

  run(args: readonly SqlArgument[] = []): number {
    return this.statement.run(checked(args)).changes;
  }
}

/** A connection to a file, or (`:memory:`) to a database in memory. Its errors are the driver's: see store/errors.ts. */
export class SqliteConnection {
  private readonly driver: Driver.Database;

  /** @param source for a copy that `sync` brings up to date and nothing here writes into */
  constructor(file: string, source: SyncSource | null = null) {
    this.driver = source
      ? new Driver(file, {
          syncUrl: source.url,
          authToken: source.token,
          readYourWrites: false,
        } as Driver.Options)
      : new Driver(file);
    // No table of a foreign file may call a function that reads or writes outside it. libSQL takes no such statement
    // on a copy that it syncs, and nothing queries that connection.
    if (source) return;
    this.driver.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  }

  get inTransaction(): boolean {
    return this.driver.inTransaction;
  }

  exec(sql: string): void {
    this.driver.exec(bounded(sql));
  }

  prepare(sql: string): SqlStatement {
    return new SqlStatement(this.driver.prepare(bounded(sql)));
  }

  /** Waits for the server in this thread. */
  sync(): void {
    this.driver.sync();
  }

  close(): void {
    this.driver.close();
  }
}
