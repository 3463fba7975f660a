import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { VitrineError } from '@shared/errors';
import { folderSize } from './folder-size';

/** An index outside the library folder, such as `s3://bucket/prefix`; one for each library. */
export interface RemoteIndex {
  readonly uri: string;
  /** As LanceDB's object stores name them: `endpoint`, `region`, `accessKeyId`, `allowHttp` … */
  readonly storage: Readonly<Record<string, string>>;
  /** Called before anything is asked of it. Errors: `offline`. */
  assertReachable(): void;
}

/** The same as a host names it; without an address, at the one the library remembers. */
export type GivenIndex = Omit<RemoteIndex, 'uri'> & { readonly uri: string | null };

/**
 * What LanceDB keeps in memory of an index and of what its versions say, bytes. It forgets nothing of a version that is
 * gone until these are full (measured over 1,500 small changes: 14 MB for the last 250 of them, and growing), and its own
 * bounds are 6 GiB and 1 GiB.
 */
const cachedIndexBytes = 256n * 2n ** 20n;
const cachedMetadataBytes = 32n * 2n ** 20n;

/** Setting of a library whose index lies elsewhere. */
export const indexUriKey = 'index-uri';

export interface RemembersPlace {
  readonly folder: string;
  readonly writable: boolean;
  setting(key: string): string | null;
  setSetting(key: string, value: string): void;
}

/** Where the index lies: in the library folder, or in an object store (design: locations are URIs). */
export class IndexPlace {
  private constructor(
    private readonly folder: string,
    private readonly remote: RemoteIndex | null,
  ) {}

  /** A place that was given once is the library's own from then on. */
  static of(library: RemembersPlace, given: GivenIndex | null): IndexPlace {
    const uri = given?.uri ?? library.setting(indexUriKey);
    if (library.writable && given?.uri) library.setSetting(indexUriKey, given.uri);
    return new IndexPlace(join(library.folder, 'index'), given && uri ? { ...given, uri } : null);
  }

  /** For messages. */
  get name(): string {
    return this.remote?.uri ?? this.folder;
  }

  /** Errors: `offline` for a place on another computer. */
  assertReachable(): void {
    this.remote?.assertReachable();
  }

  /** @param shared another process writes this index: every read looks for its newest state */
  async connect(shared: boolean): Promise<Connection> {
    this.assertReachable();
    const lancedb = await import('@lancedb/lancedb');
    const consistency = shared ? { readConsistencyInterval: 0 } : {};
    const options = { ...consistency, session: new lancedb.Session(cachedIndexBytes, cachedMetadataBytes) };
    if (this.remote) {
      return lancedb.connect(this.remote.uri, { ...options, storageOptions: { ...this.remote.storage } });
    }
    await mkdir(this.folder, { recursive: true });
    return lancedb.connect(this.folder, options);
  }

  /** For whoever looks into the folder; what counts is the catalogue's. */
  async showManifest(manifest: object): Promise<void> {
    if (!this.remote) await writeFile(join(this.folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }

  /** A table whose folder is gone or damaged is not known to LanceDB any more, but what is left of it must go too. */
  async removeTable(connection: Connection, table: string): Promise<void> {
    await connection.dropTable(table).catch(async (error: unknown) => {
      if (!this.remote) await rm(join(this.folder, `${table}.lance`), { recursive: true, force: true });
      else if (!/not found/i.test(String(error))) throw error;
    });
  }

  /**
   * Files and bytes on disk; of an object store the fragments and bytes that the table tells of, and nothing where it
   * cannot be asked: how the index is, the health says.
   */
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
      if (!(error instanceof VitrineError) || !['offline', 'index-unavailable'].includes(error.code)) throw error;
      return { files: 0, bytes: 0 };
    }
  }
}
