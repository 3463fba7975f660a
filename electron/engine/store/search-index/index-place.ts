import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { VitrineError } from '@shared/errors';
import { folderSize, replaceFile } from '../../files';
import { assertOwn, ownPath, removeOwn } from '../../own-files';
import { placeError } from '../errors';

interface RemoteIndex {
  readonly uri: string;
  /** As LanceDB's object stores name them: `endpoint`, `region`, `accessKeyId`, `allowHttp` … */
  readonly storage: Readonly<Record<string, string>>;
  assertReachable(): void;
}

/** A host's address; without one, the library's remembered place. */
export interface GivenIndex {
  readonly uri: string | null;
  reach(uri: string): Omit<RemoteIndex, 'uri'>;
  /** Grows with each change of it: a store is then connected to again. */
  readonly changes: number;
  /** Told the library's id before anything is asked of a store: which places it may use depends on it. */
  of(library: string | null): void;
}

/** LanceDB's memory, bytes. It frees removed versions only when it is full, and its own bounds are 6 and 1 GiB. */
const cachedIndexBytes = 256n * 2n ** 20n;
const cachedMetadataBytes = 32n * 2n ** 20n;

/** A silent store is reported, not waited for: object stores' own patience is three minutes. */
const patience = { connect_timeout: '5s', timeout: '30s', client_max_retries: '3', client_retry_timeout: '20' };

export const indexUriKey = 'index-uri';

export interface RemembersPlace {
  readonly folder: string;
  setting(key: string): string | null;
  setSetting(key: string, value: string): void;
}

const addressOfStore = /^s3:\/\/[A-Za-z0-9.-]+(\/[A-Za-z0-9._/-]*)?$/;

export class IndexPlaces {
  private last: IndexPlace | null = null;

  /** Errors: `bad-request` for a given address that is no place for an index. */
  constructor(
    private readonly library: RemembersPlace,
    private readonly given: GivenIndex | null,
  ) {
    if (given?.uri) this.at(given.uri);
  }

  /** A place that was given once is the library's own from then on, where this process may write. */
  keepGiven(): void {
    if (this.given?.uri) this.library.setSetting(indexUriKey, this.given.uri);
  }

  /** The place outside the library folder that the library itself names; null where it names none. */
  get remembered(): string | null {
    return this.library.setting(indexUriKey) || null;
  }

  get now(): IndexPlace {
    const uri = this.given?.uri ?? this.library.setting(indexUriKey);
    const changes = this.given?.changes ?? 0;
    if (!this.last || this.last.uri !== (uri || null) || this.last.changes !== changes)
      this.last = this.at(uri || null);
    return this.last;
  }

  /** Another place for the same index; null: the library folder. Errors: `bad-request` for an address of another kind. */
  at(uri: string | null): IndexPlace {
    if (uri !== null && !addressOfStore.test(uri)) {
      throw new VitrineError('bad-request', { uri, why: 'no-index-place' });
    }
    const unasked = { storage: {}, assertReachable: () => undefined };
    const remote = uri === null ? null : { uri, ...(this.given?.reach(uri) ?? unasked) };
    return new IndexPlace(this.library.folder, remote, this.given?.changes ?? 0);
  }

  assertMovable(): void {
    if (!this.given?.uri) return;
    throw new VitrineError('bad-request', { why: 'index-place-given' });
  }

  remember({ uri }: IndexPlace): void {
    this.library.setSetting(indexUriKey, uri ?? '');
  }
}

export class IndexPlace {
  constructor(
    private readonly libraryFolder: string,
    private readonly remote: RemoteIndex | null,
    readonly changes: number,
  ) {}

  private get folder(): string {
    return join(this.libraryFolder, 'index');
  }

  get uri(): string | null {
    return this.remote?.uri ?? null;
  }

  get name(): string {
    return this.remote?.uri ?? this.folder;
  }

  /** The validity of a connection: another place, or other keys, need another. */
  get connectionKey(): string {
    return this.remote ? `${this.changes} ${this.remote.uri}` : this.folder;
  }

  /** Errors: `offline` for a place on another computer. */
  assertReachable(): void {
    this.remote?.assertReachable();
  }

  /** Errors: `library-linked`, `offline`. @param shared every read looks for the newest state */
  async connect(shared: boolean): Promise<Connection> {
    this.assertReachable();
    const lancedb = await import('@lancedb/lancedb');
    const consistency = shared ? { readConsistencyInterval: 0 } : {};
    const options = { ...consistency, session: new lancedb.Session(cachedIndexBytes, cachedMetadataBytes) };
    if (this.remote) {
      return lancedb.connect(this.remote.uri, { ...options, storageOptions: { ...patience, ...this.remote.storage } });
    }
    assertOwn(this.libraryFolder, ['index']);
    await mkdir(this.folder, { recursive: true });
    return lancedb.connect(this.folder, options);
  }

  /** For a person who looks into the folder; the catalogue's copy counts. */
  async showManifest(manifest: object): Promise<void> {
    if (!this.remote)
      replaceFile(ownPath(this.libraryFolder, 'index', 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }

  /** LanceDB does not know a table whose folder is gone or damaged, but its rest must go too. */
  async removeTable(connection: Connection, table: string): Promise<void> {
    if (!this.remote) assertOwn(this.libraryFolder, ['index']);
    await connection.dropTable(table).catch(async (error: unknown) => {
      if (!this.remote) await removeOwn(this.libraryFolder, 'index', `${table}.lance`);
      else if (!/not found/i.test(String(error))) throw error;
    });
  }

  /** Removes a table at the former place of an index. A store that does not answer keeps it. */
  async leave(table: string): Promise<void> {
    try {
      const connection = await this.connect(false);
      await this.removeTable(connection, table);
      connection.close();
    } catch (error) {
      if (!this.remote) throw error;
    }
  }

  async size(
    ask: (
      read: (table: Table) => Promise<{ files: number; bytes: number }>,
    ) => Promise<{ files: number; bytes: number }>,
  ): Promise<{ files: number; bytes: number }> {
    if (!this.remote) return folderSize(this.folder);
    try {
      return await ask(async (table) => {
        const { totalBytes, fragmentStats } = await table.stats();
        return { files: fragmentStats.numFragments, bytes: totalBytes };
      });
    } catch (error) {
      if (!(error instanceof VitrineError) || !['offline', 'not-allowed', 'index-unavailable'].includes(error.code))
        throw error;
      return { files: 0, bytes: 0 };
    }
  }
}

/** Returns a connection to the new place of an index. Errors: those of a disk or a store. */
export async function reachedPlace(target: IndexPlace): Promise<Connection> {
  try {
    const connection = await target.connect(false);
    await connection.tableNames();
    return connection;
  } catch (error) {
    throw placeError(error, target);
  }
}
