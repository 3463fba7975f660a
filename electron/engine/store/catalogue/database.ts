import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VitrineError } from '@shared/errors';
import { ownPath, removeOwnNow } from '../../own-files';
import { SqliteConnection, type SqlRow, type SqlStatement } from '../../sqlite';
import { isDatabaseBusy, storeError } from '../errors';
import { migrations } from './migrations';
import { cleaning, foreignError, foreignParts, type KnownSchema, type SchemaPart, schemaOf, schemaSql } from './schema';

/** A value of a statement: yes and no as 1 and 0, and objects as JSON, such as for `json_each`. */
export type SqlValue = string | number | bigint | boolean | object | null;
function bound(value: SqlValue) {
  if (typeof value === 'boolean') return Number(value);
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  return isJson ? JSON.stringify(value) : value;
}

export interface RecordedStatement {
  readonly sql: string;
  readonly args: readonly ReturnType<typeof bound>[];
}

const copiesKept = 2;
export const copiesFolder = 'before-update';
const versionOf = (name: string): number => Number(/-(\d+)\.db$/u.exec(name)?.[1] ?? 0);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One libSQL file. It is synchronous on purpose: nothing can come between the statements of a transaction. */
export class SqlDatabase {
  private readonly statements = new Map<string, SqlStatement>();
  private depth = 0;
  private recorded: RecordedStatement[] | null = null;
  /** The allowed schema of a replica; null for a file of this computer's own, which is checked as it is opened. */
  private known: KnownSchema | null = null;
  /** SQLite's count of changes of the schema, when it was last looked at and found to be known. */
  private cookie: unknown = null;
  private readonly inode: bigint | null;

  private constructor(
    private readonly connection: SqliteConnection,
    private readonly file: string,
  ) {
    this.inode = inodeOf(file);
  }

  /**
   * Opens or creates the file and refuses foreign parts before it reads anything. Errors: those of `storeError`,
   * `library-newer`, `schema-foreign`, `library-locked` after `patienceMs`.
   */
  static open(file: string, patienceMs = 10_000): SqlDatabase {
    const connect = () => {
      mkdirSync(dirname(file), { recursive: true });
      return new SqliteConnection(file);
    };
    return SqlDatabase.opened(file, connect, (connection) => {
      // First of all: another process may be opening or changing the file at this moment.
      connection.exec(`PRAGMA busy_timeout = ${patienceMs}`);
      switchToWal(connection, patienceMs);
      connection.exec('PRAGMA synchronous = NORMAL');
      connection.exec('PRAGMA foreign_keys = ON');
      // Deleted rows are overwritten in the file, and so are the pages that they free.
      connection.exec('PRAGMA secure_delete = ON');
      const database = new SqlDatabase(connection, file);
      database.refuseForeign();
      database.migrate();
      return database;
    });
  }

  /** Returns the database that `prepare` makes of a connection. Closes the connection if that fails. Errors: those of `storeError`. */
  private static opened(
    file: string,
    connect: () => SqliteConnection,
    prepare: (connection: SqliteConnection) => SqlDatabase,
  ): SqlDatabase {
    try {
      const connection = connect();
      try {
        return prepare(connection);
      } catch (error) {
        connection.close();
        throw error;
      }
    } catch (error) {
      throw storeError(error, dirname(file));
    }
  }

  /** Opens a file on a full or read-only disk. Errors: as `open`; `sealed` if the schema is out of date. */
  static openToRead(file: string, sealed: VitrineError): SqlDatabase {
    const connect = () => readingConnection(file);
    return SqlDatabase.opened(file, connect, (connection) => {
      connection.exec('PRAGMA temp_store = MEMORY');
      connection.exec('PRAGMA foreign_keys = ON');
      connection.exec('PRAGMA secure_delete = ON');
      const database = new SqlDatabase(connection, file);
      database.refuseForeign();
      if (database.schemaVersion() < migrations.length) throw sealed;
      return database;
    });
  }

  /**
   * Opens a copy that another process writes. Its schema may change at any time: every statement checks it. Errors:
   * `library-newer`, `library-older`, `library-damaged`. @param more tables beyond those of a folder
   */
  static openReplica(file: string, more: readonly string[]): SqlDatabase {
    const connect = () => new SqliteConnection(file);
    return SqlDatabase.opened(file, connect, (connection) => {
      connection.exec('PRAGMA busy_timeout = 10000');
      connection.exec('PRAGMA foreign_keys = ON');
      // A recorded change stays in memory until it is rolled back, and the journal belongs to the other connection.
      connection.exec('PRAGMA cache_spill = OFF');
      connection.exec('PRAGMA wal_autocheckpoint = 0');
      const database = new SqlDatabase(connection, file);
      database.known = schemaOf([...migrations, ...more]);
      const version = database.schemaVersion();
      if (version === migrations.length) return database;
      const code = version > migrations.length ? 'library-newer' : 'library-older';
      throw new VitrineError(code, { version, known: migrations.length });
    });
  }

  /** One that is in memory alone and goes with its closing: a large sort does not put anything aside on disk either. */
  static inMemory(): SqlDatabase {
    const database = SqlDatabase.open(':memory:');
    database.execute('PRAGMA temp_store = MEMORY');
    return database;
  }

  /** Whether the open file is still the one of its name. Errors: those of `open` if that is unknown. */
  inPlace(): 'here' | 'exchanged' | 'gone' {
    const inode = inodeOf(this.file);
    if (inode === null) return 'gone';
    return inode === this.inode ? 'here' : 'exchanged';
  }

  private schemaVersion(): number {
    const row = this.connection.prepare('PRAGMA user_version').get();
    return Number(row?.user_version ?? 0);
  }

  private get isReplica(): boolean {
    return this.known !== null;
  }

  /** Errors: `library-newer`, `schema-foreign`. */
  private refuseForeign(): void {
    const version = this.schemaVersion();
    if (version > migrations.length) throw new VitrineError('library-newer', { version, known: migrations.length });
    const parts = this.schemaParts();
    const foreign = parts.length > 0 ? foreignParts(parts, schemaOf(migrations.slice(0, version))) : [];
    if (foreign.length > 0) throw foreignError(foreign, 'library', this.file);
  }

  private schemaParts(): SchemaPart[] {
    return this.connection.prepare(schemaSql).all<SchemaPart>();
  }

  get schemaCookie(): number {
    const [row] = this.connection.prepare('PRAGMA schema_version').all<{ schema_version: number }>();
    return Number(row?.schema_version);
  }

  assertKnown(): void {
    if (this.known === null) return;
    const { schemaCookie } = this;
    if (schemaCookie === this.cookie) return;
    const foreign = foreignParts(this.schemaParts(), this.known);
    if (foreign.length > 0) throw foreignError(foreign, 'place', this.file);
    this.cookie = schemaCookie;
  }

  cleaning(): string[] {
    return this.known === null ? [] : cleaning(this.schemaParts(), this.known);
  }

  private migrate(): void {
    if (this.schemaVersion() === migrations.length) return;
    this.keepAsItWas(this.schemaVersion());
    this.transaction(() => {
      // Read again inside: another process may have taken the steps while this one waited.
      for (let step = this.schemaVersion(); step < migrations.length; step += 1) {
        this.connection.exec(migrations[step] ?? '');
        this.connection.exec(`PRAGMA user_version = ${step + 1}`);
      }
    });
  }

  /** Keeps the last two catalogues from before a change of the schema. Errors: `disk-full`, `library-read-only`. */
  private keepAsItWas(version: number): void {
    if (version === 0 || this.file === ':memory:') return;
    const library = dirname(this.file);
    const folder = ownPath(library, copiesFolder);
    const name = `${basename(this.file, '.db')}-${version}.db`;
    mkdirSync(folder, { recursive: true });
    // Left by an interrupted start.
    removeOwnNow(library, copiesFolder, name);
    this.connection.prepare('VACUUM INTO ?').run([join(folder, name)]);
    const copies = readdirSync(folder).sort((a, b) => versionOf(a) - versionOf(b));
    for (const old of copies.slice(0, -copiesKept)) removeOwnNow(library, copiesFolder, old);
  }

  get<T = SqlRow>(sql: string, ...values: SqlValue[]): T | undefined {
    return this.checked('get', sql, (statement) => statement.get<T>(values.map(bound)));
  }

  all<T = SqlRow>(sql: string, ...values: SqlValue[]): T[] {
    return this.checked('all', sql, (statement) => statement.all<T>(values.map(bound)));
  }

  has(sql: string, ...values: SqlValue[]): boolean {
    return this.get(sql, ...values) !== undefined;
  }

  number(sql: string, ...values: SqlValue[]): number {
    return Number(Object.values(this.get(sql, ...values) ?? {})[0] ?? 0);
  }

  column(sql: string, ...values: SqlValue[]): string[] {
    return this.all(sql, ...values).map((row) => text(Object.values(row)[0]));
  }

  run(sql: string, ...values: SqlValue[]): number {
    const args = values.map(bound);
    this.assertMayWrite();
    const changes = this.checked('run', sql, (statement) => statement.run(args));
    if (!sql.includes(' temp.')) this.recorded?.push({ sql, args });
    return changes;
  }

  /** Writes a row, by the names of its columns. @param otherwise what happens where it is there already */
  insert(table: string, row: Readonly<Record<string, SqlValue>>, otherwise = ''): void {
    const names = Object.keys(row);
    const places = names.map(() => '?');
    this.run(`INSERT INTO ${table} (${names}) VALUES (${places}) ${otherwise}`, ...Object.values(row));
  }

  execute(sql: string): void {
    // Temporary rows of this connection belong to no other.
    if (!/\btemp\b/iu.test(sql)) this.assertMayWrite();
    try {
      this.connection.exec(sql);
    } catch (error) {
      throw storeError(error, dirname(this.file));
    }
  }

  /** By its use, too: a statement of libSQL that has run in `all` gives its last row once more in `get`. */
  private checked<T>(use: 'get' | 'all' | 'run', sql: string, work: (statement: SqlStatement) => T): T {
    const key = `${use} ${sql}`;
    try {
      if (this.depth === 0) this.assertKnown();
      const statement = this.statements.get(key) ?? this.connection.prepare(sql);
      this.statements.set(key, statement);
      return work(statement);
    } catch (error) {
      // libSQL never resets one that has failed in `get`: it would fail for ever, of rows that can be read too.
      this.statements.delete(key);
      throw storeError(error, dirname(this.file));
    }
  }

  private assertMayWrite(): void {
    if (this.isReplica && !this.recorded) throw new VitrineError('team-fixed');
  }

  get isRecording(): boolean {
    return this.recorded !== null;
  }

  /** The changes of this work: its result and its statements, in order. Nothing of it stays here. */
  record<T>(work: () => T): { readonly result: T; readonly statements: readonly RecordedStatement[] } {
    const statements: RecordedStatement[] = [];
    this.assertKnown();
    this.begin();
    this.recorded = statements;
    try {
      return { result: work(), statements };
    } catch (error) {
      throw storeError(error, dirname(this.file));
    } finally {
      this.depth = 0;
      this.recorded = null;
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
    }
  }

  transaction<T>(work: () => T): T {
    if (this.depth > 0) return work();
    this.assertMayWrite();
    this.begin();
    try {
      const result = work();
      this.connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
      throw storeError(error, dirname(this.file));
    } finally {
      this.depth = 0;
    }
  }

  private begin(): void {
    try {
      this.connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      throw storeError(error, dirname(this.file));
    }
    this.depth = 1;
  }

  /** Overwritten pages are in the journal until it is written into the file: at once, if it has no reader now. */
  forgetJournal(): void {
    if (this.isReplica) return;
    this.all('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Leaves one file without journals. libSQL ends a connection only when its statements are collected as garbage. */
  close(): void {
    this.statements.clear();
    if (this.isReplica) {
      this.connection.close();
      return;
    }
    try {
      // At once or not at all: another process with the open file needs the journals and keeps them.
      this.connection.exec('PRAGMA busy_timeout = 0');
      this.connection.prepare('PRAGMA journal_mode = DELETE').get();
    } catch {
      // In use elsewhere, read-only or damaged: the journals keep the writes for the next opening.
    } finally {
      this.connection.close();
    }
  }
}

/** A log of changes whose index cannot be made beside it hinders reading; as of a file that never changes it does not. */
function readingConnection(file: string): SqliteConnection {
  const connection = new SqliteConnection(file);
  try {
    connection.exec('PRAGMA busy_timeout = 10000');
    connection.prepare('PRAGMA user_version').get();
    return connection;
  } catch {
    connection.close();
    const { href } = pathToFileURL(file);
    return new SqliteConnection(`${href}?immutable=1`);
  }
}

/** For a disk that is gone, but still in the list of disks. */
const codeOfGoneDisk = /^(?:EIO|ENXIO|ENODEV|ENOTCONN|ESTALE)$/u;

/** Null where there is no such file, or no such disk. Errors: those of `storeError`. */
function inodeOf(file: string): bigint | null {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
  } catch (error) {
    if (codeOfGoneDisk.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw storeError(error, dirname(file));
  }
}

/** SQLite ignores the busy timeout when two processes switch a file at the same time. So this waits here. */
function switchToWal(connection: SqliteConnection, patienceMs: number): void {
  const last = Date.now() + patienceMs;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isDatabaseBusy(error) || Date.now() > last) throw error;
      Atomics.wait(pause, 0, 0, 5 + Math.random() * 10);
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));
