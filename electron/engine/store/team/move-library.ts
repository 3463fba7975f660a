import { createHash } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import type { TeamMove } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { checksumOfFile, ifThere } from '../../files';
import type { RecordedStatement, SqlDatabase } from '../catalogue/database';
import type { Library } from '../library/library';
import type { UploadStore } from '../library/uploads';
import { followedKey, PlaceFollower } from './place-follower';
import { Replica } from './replica';
import {
  countOf,
  forgetShared,
  type LibraryTeam,
  sharedTableNames,
  sharedTables,
  type Table,
  teamFolder,
  versionKey,
} from './shared-catalogue';

type Value = string | number | bigint | Uint8Array | null;
type Row = Readonly<Record<string, Value>>;

const rowsAtOnce = 1000;
const bytesAtOnce = 4_000_000;

export interface Moved {
  readonly documents: number;
  readonly files: number;
}

export interface MoveRequest {
  readonly signal: AbortSignal;
  onProgress(phase: TeamMove['phase'], share: number): void;
}

/**
 * Copies a folder's catalogue and files to an empty place, or continues that, and compares both row by row. The folder
 * stays as it is. Errors: those of the place, `team-differs`, `team-place`.
 */
export async function shareLibrary(
  library: Library,
  team: LibraryTeam,
  { placeId, complete }: { readonly placeId: string; readonly complete: readonly RecordedStatement[] },
  request: MoveRequest,
): Promise<Moved> {
  return library.changeAll(async (own) => {
    const replica = await Replica.open(teamFolder(library.folder), team.server, team.deskId);
    try {
      await replica.sync();
      const [there] = replica.rows<{ id: string }>('SELECT place_id AS id FROM team_place');
      // A complete one was stopped before anyone here could be informed.
      if (there && there.id !== placeId) throw new VitrineError('team-place', { why: 'taken' });
      const moved = await copyInto(own, replica, library.uploads, team, request);
      const version = String(library.version);
      const sql = 'INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)';
      await replica.write([...complete, { sql, args: [versionKey, version] }]);
      PlaceFollower.hasAll(own);
      library.setSetting(followedKey, version);
      return moved;
    } finally {
      replica.close();
    }
  }, request.signal);
}

async function copyInto(
  own: SqlDatabase,
  replica: Replica,
  uploads: UploadStore,
  { desk, files }: Pick<LibraryTeam, 'desk' | 'files'>,
  request: MoveRequest,
): Promise<Moved> {
  const { signal, onProgress } = request;
  const asShared = (table: Table, row: Row): Row => (table === 'documents' ? { ...row, path: desk + row.path } : row);
  const total = rowCount(own);
  let done = 0;
  for (const table of sharedTableNames) {
    for (const page of pagesOf(own, table)) {
      signal.throwIfAborted();
      const rows = page.map((row) => asShared(table, row));
      const there = new Set(rowsLike(replica.database, table, rows).map((row) => digestOf(row)));
      const fresh = rows.filter((row) => !there.has(digestOf(row))).map((row) => writes(table, row));
      await send(replica, fresh);
      done += rows.length;
      onProgress('catalogue', done / total);
    }
  }
  await replica.sync();
  // Rows of a stopped try that the folder has removed since.
  for (const table of [...sharedTableNames].reverse()) {
    for (const page of pagesOf(replica.database, table)) {
      const known = new Set(rowsLike(own, table, page).map((row) => keyOf(table, row)));
      const gone = page.filter((row) => !known.has(keyOf(table, row))).map((row) => removes(table, row));
      await send(replica, gone);
    }
  }
  const stored = storedFiles(own);
  for (const [at, { storedPath }] of stored.entries()) {
    signal.throwIfAborted();
    // A file that is missing here was missing before.
    const bytes = (await files.isThere(storedPath))
      ? null
      : await ifThere(uploads.read(storedPath, null).catch(unlessMissing));
    if (bytes) await files.put(storedPath, bytes);
    onProgress('files', (at + 1) / stored.length);
  }
  await replica.sync();
  await assertAlike(own, replica.database, asShared, request);
  return { documents: countOf(own, 'documents'), files: stored.length };
}

/** Copies a place into the folder and compares both. Errors: those of the place, `disk-full`, `team-differs`. */
export async function unshareLibrary(library: Library, { desk }: Pick<LibraryTeam, 'desk'>, request: MoveRequest) {
  await library.place?.take(request.signal);
  return library.changeAll(async (own, { database }) => {
    const moved = await copyBack(own, database, library.uploads, desk, request);
    library.place?.end(true);
    return moved;
  }, request.signal);
}

async function copyBack(
  own: SqlDatabase,
  shared: SqlDatabase,
  uploads: UploadStore,
  desk: string,
  request: MoveRequest,
): Promise<Moved & { readonly missing: string[] }> {
  const { signal, onProgress } = request;
  const asOwn = (table: Table, row: Row): Row =>
    table === 'documents' && String(row.path).startsWith(desk)
      ? { ...row, path: String(row.path).slice(desk.length) }
      : row;
  forgetShared(own);
  const total = rowCount(shared);
  let done = 0;
  for (const table of sharedTableNames) {
    for (const page of pagesOf(shared, table)) {
      signal.throwIfAborted();
      own.transaction(() => {
        for (const row of page) {
          const { sql, args } = writes(table, asOwn(table, row));
          own.run(sql, ...args);
        }
      });
      done += page.length;
      onProgress('catalogue', done / total);
      await breath();
    }
  }
  const stored = storedFiles(own);
  const missing: string[] = [];
  for (const [at, { storedPath, bytes, checksum, title }] of stored.entries()) {
    signal.throwIfAborted();
    const here = await ifThere(checksumOfFile(uploads.absolute(storedPath)));
    if (here !== checksum) {
      await uploads.forgetCopy(storedPath);
      try {
        await uploads.read(storedPath, { bytes, checksum }, true);
      } catch (error) {
        if (!(error instanceof VitrineError) || error.code !== 'team-file') throw error;
        missing.push(title);
      }
    }
    onProgress('files', (at + 1) / stored.length);
  }
  await assertAlike(shared, own, asOwn, request);
  return { documents: countOf(own, 'documents'), files: stored.length - missing.length, missing };
}

function rowCount(database: SqlDatabase): number {
  const count = sharedTableNames.reduce((sum, table) => sum + countOf(database, table), 0);
  return Math.max(1, count);
}

const storedFiles = (database: SqlDatabase) =>
  database.all<{ storedPath: string; bytes: number; checksum: string; title: string }>(
    `SELECT stored_path AS storedPath, bytes, checksum,
       coalesce((SELECT title FROM documents d WHERE d.content_id = c.content_id ORDER BY document_id LIMIT 1), '') AS title
     FROM contents c WHERE stored_path <> '' ORDER BY stored_path`,
  );

/** libSQL gives bytes of several rows as bare buffers, which it takes nowhere. */
const rowsOf = (database: SqlDatabase, sql: string, values: readonly Value[]): Row[] =>
  database.all<Row>(sql, ...values).map((row) => {
    const entries = Object.entries(row as Record<string, Value | ArrayBuffer>);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, value instanceof ArrayBuffer ? new Uint8Array(value) : value]),
    );
  });

/** Rows of a table in the order of their keys, a bounded number at once. */
function* pagesOf(database: SqlDatabase, table: Table): Generator<Row[]> {
  const keys = sharedTables[table];
  const places = keys.map(() => '?').join(', ');
  let last: Row | null = null;
  for (;;) {
    const after: Value[] = last ? keyIn(table, last) : [];
    const where: string = last ? `WHERE (${keys}) > (${places})` : '';
    const page: Row[] = rowsOf(database, `SELECT * FROM ${table} ${where} ORDER BY ${keys} LIMIT ${rowsAtOnce}`, after);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1) ?? null;
  }
}

/** Those rows of a table that are known by what these are known by. */
function rowsLike(database: SqlDatabase, table: Table, rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => rowsOf(database, `SELECT * FROM ${table} WHERE ${byKey(table)}`, keyIn(table, row)));
}

const byKey = (table: Table): string => sharedTables[table].map((key) => `${key} = ?`).join(' AND ');
const keyIn = (table: Table, row: Row): Value[] => sharedTables[table].map((key) => row[key] ?? null);
const keyOf = (table: Table, row: Row): string => digestOf(keyIn(table, row));

/** The values of a row, in the order of their names. */
function digestOf(row: Row | readonly Value[]): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${value === null ? 'null' : (typeof value).replace('bigint', 'number')}\0`);
    hash.update(value instanceof Uint8Array ? value : String(value)).update('\0');
  }
  return hash.digest('base64');
}

/** Not by `REPLACE`, with which goes what points to the row. */
function writes(table: Table, row: Row): RecordedStatement {
  const names = Object.keys(row);
  const others = names.filter((name) => !(sharedTables[table] as readonly string[]).includes(name));
  const change = others.length > 0 ? `UPDATE SET ${others.map((name) => `${name} = excluded.${name}`)}` : 'NOTHING';
  return {
    sql: `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})
      ON CONFLICT (${sharedTables[table]}) DO ${change}`,
    args: Object.values(row),
  };
}

const removes = (table: Table, row: Row): RecordedStatement => ({
  sql: `DELETE FROM ${table} WHERE ${byKey(table)}`,
  args: keyIn(table, row),
});

async function send(replica: Replica, statements: readonly RecordedStatement[]): Promise<void> {
  let batch: RecordedStatement[] = [];
  let bytes = 0;
  for (const statement of statements) {
    batch.push(statement);
    bytes += statement.args.reduce<number>(
      (sum, value) => sum + (value instanceof Uint8Array || typeof value === 'string' ? value.length : 8),
      0,
    );
    if (bytes < bytesAtOnce) continue;
    await replica.write(batch);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) await replica.write(batch);
}

async function assertAlike(
  from: SqlDatabase,
  to: SqlDatabase,
  as: (table: Table, row: Row) => Row,
  { signal, onProgress }: MoveRequest,
): Promise<void> {
  for (const [at, table] of sharedTableNames.entries()) {
    if (countOf(from, table) !== countOf(to, table)) throw new VitrineError('team-differs', { table });
    for (const page of pagesOf(from, table)) {
      signal.throwIfAborted();
      const wanted = page.map((row) => digestOf(as(table, row)));
      const found = rowsLike(to, table, page).map((row) => digestOf(row));
      if (wanted.some((digest, place) => digest !== found[place])) throw new VitrineError('team-differs', { table });
      await breath();
    }
    onProgress('checking', (at + 1) / sharedTableNames.length);
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof VitrineError && error.code === 'document-not-found') return null;
  throw error;
}
