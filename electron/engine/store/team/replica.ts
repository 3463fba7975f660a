import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Client, createClient, LibsqlBatchError, LibsqlError } from '@libsql/client/http';
import { VitrineError } from '@shared/errors';
import { withoutSecrets } from '@shared/secrets';
import { pause, raceTimeout, SerialQueue } from '../../async';
import { assertOwn, partAt, removeOwnNow } from '../../own-files';
import { type RecordedStatement, SqlDatabase, type SqlValue } from '../catalogue/database';
import { migrations } from '../catalogue/migrations';
import { isDamage, isUnreachable } from '../errors';
import {
  type CatalogueServer,
  forgetShared,
  type LibraryTeam,
  ownCatalogue,
  type ReplicaState,
  type SharedCatalogue,
  teamFolder,
  versionKey,
} from './shared-catalogue';

export type ReplicaWork = Readonly<Record<'file' | 'url' | 'token', string>>;

/** A server that says nothing for this long is not there, ms. */
const patienceMs = 20_000;
/** A copy of everything comes over a slow line too, ms. */
const firstPatienceMs = 30 * 60_000;
/** Time, ms, in which the outcome of a change with a lost answer is looked up. */
const uncertainMs = 30_000;
const mostTries = 40;
const replicaFiles = ['', '-wal', '-shm', '-client_wal_index', '-info'];

/**
 * A place's catalogue on a libSQL server, and this desk's copy of it (docs/adr/0050). A change runs on the copy, is
 * recorded and rolled back. The server takes the statements if its catalogue still has the expected version.
 */
export class Replica implements SharedCatalogue {
  syncedAt: number | null = null;
  trouble: unknown = null;
  private readonly turns = new SerialQueue();
  private readonly syncs: SyncThread;
  private readonly client: Client;

  private constructor(
    readonly database: SqlDatabase,
    server: CatalogueServer,
    /** This desk's name for itself: the key of its last change. */
    private readonly deskId: string,
    syncs: SyncThread,
  ) {
    this.syncs = syncs;
    this.client = clientOf(server);
  }

  get replica(): ReplicaState {
    return this;
  }

  /** Opens or makes this copy. Errors: `offline`, `team-unreachable`, `team-refused`, `library-newer`, `disk-full`. */
  static async open(folder: string, server: CatalogueServer, deskId: string): Promise<Replica> {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'replica.db');
    const syncs = new SyncThread({ file, url: server.url, token: server.token }, server);
    try {
      if (existsSync(file)) {
        try {
          return new Replica(SqlDatabase.openReplica(file, server.schema), server, deskId, syncs);
        } catch (error) {
          if (!isDamage(error) && !(error instanceof VitrineError && error.code === 'library-damaged')) throw error;
          // A copy only.
          for (const end of replicaFiles) removeOwnNow(...partAt(folder), `replica.db${end}`);
        }
      }
      await syncs.sync(firstPatienceMs).catch(async (error: unknown) => {
        const client = clientOf(server);
        throw await told(error, client).finally(() => client.close());
      });
      const replica = new Replica(SqlDatabase.openReplica(file, server.schema), server, deskId, syncs);
      replica.syncedAt = Date.now();
      return replica;
    } catch (error) {
      syncs.close();
      throw error;
    }
  }

  /** As of the server's catalogue, without its place in a desk: for what sets a place up. Errors: as `commit`. */
  async sync(): Promise<void> {
    await this.turns.run(() => this.takeIn());
  }

  private async takeIn(): Promise<void> {
    try {
      await this.syncs.sync(patienceMs);
      this.database.assertKnown();
      this.syncedAt = Date.now();
      this.trouble = null;
    } catch (error) {
      this.trouble = await told(error, this.client);
      throw this.trouble;
    }
  }

  /** Errors: `offline`, `team-unreachable`, `team-refused`, `team-read-only`, `team-busy`, those of `work`. */
  async commit<T>(work: () => T, along: (result: T) => void = () => undefined): Promise<T> {
    return this.turns.run(async () => {
      const result = await this.committed(work);
      along(result);
      return result;
    });
  }

  private async committed<T>(work: () => T): Promise<T> {
    const key = `last-commit-of-${this.deskId}`;
    for (let tries = 1; ; tries += 1) {
      const id = randomUUID();
      const version = this.setting(versionKey);
      const cookie = this.database.schemaCookie;
      const { result, statements } = this.database.record(() => {
        const done = work();
        this.database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, id);
        return done;
      });
      const guard = { sql: guardSql, args: [version, cookie] };
      try {
        await this.send([guard, ...statements]);
      } catch (error) {
        if (isOutrun(error)) {
          if (tries === mostTries) throw new VitrineError('team-busy', {}, { cause: error });
          await pause(Math.random() * 20 * Math.min(tries, 10));
          await this.takeIn();
          continue;
        }
        if (error instanceof LibsqlError) throw refusalOf(error);
        // The answer is lost, the change perhaps not.
        if (!arrived(error) || !(await this.cameThrough(key, id))) throw unreachable(error);
      }
      // It is kept there: a copy that cannot be brought up to date now is so later.
      await this.takeIn().catch(() => undefined);
      return result;
    }
  }

  private async cameThrough(key: string, id: string): Promise<boolean> {
    const last = Date.now() + uncertainMs;
    for (;;) {
      try {
        await this.takeIn();
        return this.setting(key) === id;
      } catch (error) {
        if (Date.now() > last || (error instanceof VitrineError && error.code !== 'team-unreachable')) throw error;
        await pause(1000);
      }
    }
  }

  private setting(key: string): string | null {
    const [row] = this.database.all<{ value: string }>('SELECT value FROM settings WHERE key = ?', key);
    return row?.value ?? null;
  }

  rows<T>(sql: string, ...values: SqlValue[]): T[] {
    return this.database.all<T>(sql, ...values);
  }

  async write(statements: readonly RecordedStatement[]): Promise<Record<string, unknown>[][]> {
    try {
      return (await this.send(statements)).map(({ rows }) => rows as unknown as Record<string, unknown>[]);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async clean(): Promise<void> {
    await this.turns.run(async () => {
      await this.syncs.sync(patienceMs);
      const statements = this.database.cleaning();
      if (statements.length > 0) await this.write(statements.map((sql) => ({ sql, args: [] })));
      await this.takeIn();
    });
  }

  /** Makes an empty server the catalogue of a place. Errors: as `commit`, `team-place` if it has something else. */
  static async make(server: CatalogueServer): Promise<void> {
    const client = clientOf(server);
    try {
      const { rows } = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
      const names = rows
        .map(({ name }) => String(name))
        .filter((name) => !/^(?:sqlite|libsql|_litestream)_/u.test(name));
      if (names.includes('team_place')) return;
      if (names.length > 0) throw new VitrineError('team-place', { why: 'taken' });
      const steps = [...migrations, ...server.schema, `PRAGMA user_version = ${migrations.length}`];
      await client.executeMultiple(`BEGIN IMMEDIATE; ${steps.join(';\n')}; COMMIT`);
    } catch (error) {
      throw refusalOf(error);
    } finally {
      client.close();
    }
  }

  /** One transaction, in its turn among those of other desks, for which SQLite does not wait for ever. */
  private async send(statements: readonly RecordedStatement[]) {
    const batch = statements.map(({ sql, args }) => ({ sql, args: args.map(hranaValue) }));
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.client.batch(batch, 'write');
      } catch (error) {
        if (!isLocked(error) || tries === mostTries) throw error;
        await pause(Math.random() * 50 * Math.min(tries, 10));
      }
    }
  }

  close(): void {
    this.client.close();
    this.syncs.close();
    this.database.close();
  }
}

const clientOf = ({ url, token: authToken, request }: CatalogueServer): Client =>
  createClient({ url, authToken, fetch: request });

/** A key that is no longer taken is met by libSQL's copying as silence; asked otherwise, the server says so. */
async function told(error: unknown, client: Client): Promise<unknown> {
  if (!isUnreachable(error)) return error;
  const refused = await client.execute('SELECT 1').then(() => null, refusalOf);
  return refused instanceof VitrineError && refused.code === 'team-refused' ? refused : error;
}

/** Fails where the catalogue is of another version than the one that a change was made for, or has another schema. */
const guardSql = `SELECT json(iif((SELECT value FROM settings WHERE key = '${versionKey}') IS ?
  AND (SELECT schema_version FROM pragma_schema_version) IS ?, '1', 'outrun'))`;
const isOutrun = (error: unknown): boolean =>
  error instanceof LibsqlBatchError && error.statementIndex === 0 && /malformed JSON/u.test(error.message);

/** Nothing of it was done: another desk writes. */
const isLocked = (error: unknown): boolean =>
  error instanceof LibsqlError && /SQLITE_BUSY|database is locked/iu.test(`${error.code} ${error.message}`);

/** Whole numbers travel as such: SQLite would take them for others in a column without a kind. */
const hranaValue = (value: RecordedStatement['args'][number]) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;

function refusalOf(error: unknown): unknown {
  if (!(error instanceof LibsqlError)) return unreachable(error);
  const text = `${error.code} ${error.message}`;
  if (/\b401\b|Unauthorized/iu.test(text)) return new VitrineError('team-refused', {}, { cause: error });
  if (/\b403\b|forbidden/iu.test(text)) return new VitrineError('team-read-only', {}, { cause: error });
  if (isLocked(error)) return new VitrineError('team-busy', {}, { cause: error });
  if (/SERVER_ERROR|HTTP status 5|timeout|timed out|STREAM_EXPIRED/iu.test(text)) return unreachable(error);
  return error;
}

/** Whether a request may have reached the server: not if the connection was refused. */
function arrived(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code ?? '')) return false;
    if (one instanceof VitrineError && one.code === 'offline') return false;
  }
  return true;
}

const unreachable = (cause: unknown): unknown =>
  cause instanceof VitrineError
    ? cause
    : new VitrineError('team-unreachable', { said: withoutSecrets(String(cause)).slice(0, 300) }, { cause });

/** The thread of a replica: one sync at a time, each with its end. */
class SyncThread {
  private worker: Worker | null = null;
  private turn = 0;
  private readonly waiting = new Map<number, (failure: string | null) => void>();

  constructor(
    private readonly work: ReplicaWork,
    private readonly server: CatalogueServer,
  ) {}

  /** Errors: `offline`, `team-unreachable`, `team-refused`, `library-linked`. */
  async sync(patience: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.look(patience);
      } catch (error) {
        // The server is putting its log of changes in order, and has the part that is wanted in a moment.
        if (!/snapshot not/iu.test(String((error as Error).cause)) || tries === mostTries) throw error;
        await pause(500);
      }
    }
  }

  private async look(patience: number): Promise<void> {
    const [library, part] = partAt(dirname(this.work.file));
    assertOwn(library, [part]);
    this.server.assertReachable();
    // A wait for a dead server continues beside this: it is asked again when it has ended.
    if (this.waiting.size > 0)
      throw new VitrineError('team-unreachable', { said: 'An earlier look has no answer yet.' });
    const worker = this.started();
    this.turn += 1;
    const { turn } = this;
    const ended = new Promise<string | null>((resolve) => this.waiting.set(turn, resolve));
    worker.postMessage(turn);
    const answer = await raceTimeout(ended, patience);
    if (!answer) throw new VitrineError('team-unreachable', { said: `No answer in ${patience} ms.` });
    if (answer.value === null) return;
    const cause = new Error(answer.value);
    if (/401|Unauthorized|unauthenticated|JWT/iu.test(answer.value))
      throw new VitrineError('team-refused', {}, { cause });
    throw new VitrineError('team-unreachable', { said: withoutSecrets(answer.value).slice(0, 300) }, { cause });
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(this.server.workerFile, { workerData: this.work });
    worker.unref();
    worker.on('message', ({ turn, failure = null }: { turn: number; failure?: string | null }) => {
      this.waiting.get(turn)?.(failure);
      this.waiting.delete(turn);
    });
    const gone = (error: unknown) => {
      this.worker = null;
      for (const end of this.waiting.values()) end(error instanceof Error ? error.message : 'ended');
      this.waiting.clear();
    };
    worker.on('error', gone);
    worker.on('exit', gone);
    this.worker = worker;
    return worker;
  }

  close(): void {
    void this.worker?.terminate();
  }
}

/** Opens the searched catalogue. @param isWriter whether the rest of a former place is removed */
export async function openShared(
  folder: string,
  own: SqlDatabase,
  team: LibraryTeam | null,
  isWriter: boolean,
): Promise<SharedCatalogue> {
  if (team) {
    if (isWriter) forgetShared(own);
    return Replica.open(teamFolder(folder), team.server, team.deskId);
  }
  if (isWriter) removeOwnNow(...partAt(teamFolder(folder)));
  return ownCatalogue(own);
}
