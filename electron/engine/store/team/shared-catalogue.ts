import { join } from 'node:path';
import { assertOwn } from '../../own-files';
import type { RecordedStatement, SqlDatabase, SqlValue } from '../catalogue/database';
import type { RemoteFiles } from '../library/uploads';

export interface CatalogueServer {
  readonly url: string;
  readonly token: string;
  /** Through the connection gate. */
  request(request: Request): Promise<Response>;
  /** For what goes around the gate: the replica's own connection. Errors: `offline`. */
  assertReachable(): void;
  /** The tables that a place's catalogue has beside those of a folder. */
  readonly schema: readonly string[];
  /** The built `replica-worker.cjs`. */
  readonly workerFile: string;
}

export interface LibraryTeam {
  readonly server: CatalogueServer;
  readonly deskId: string;
  /** In front of the paths of this desk. */
  readonly desk: string;
  readonly readsOnly: boolean;
  readonly files: RemoteFiles;
}

/** Grows by one with every change of findable content. */
export const versionKey = 'library-version';
export const versionIn = (database: SqlDatabase): number =>
  Number(database.get('SELECT value FROM settings WHERE key = ?', versionKey)?.value ?? 0);

const teamPart = 'team';

/** The folder of a desk's copy of the place's catalogue. Errors: `library-linked`. */
export function teamFolder(libraryFolder: string): string {
  assertOwn(libraryFolder, [teamPart]);
  return join(libraryFolder, teamPart);
}

/** The tables that the members of a place share, each after those that it points to, with what a row is known by. */
export const sharedTables = {
  contents: ['content_id'],
  texts: ['content_id'],
  chunks: ['chunk_id'],
  collections: ['name'],
  documents: ['document_id'],
  document_collections: ['document_id', 'name'],
  document_tags: ['document_id', 'name'],
  terms: ['term'],
  embeddings: ['key'],
} as const;
export type Table = keyof typeof sharedTables;
export const sharedTableNames = Object.keys(sharedTables) as Table[];

/** The part of a catalogue that the members of a team place share; in a folder, the library's own catalogue. */
export interface SharedCatalogue {
  readonly database: SqlDatabase;
  /** Null in a folder: no one else changes it. */
  readonly replica: ReplicaState | null;
  /**
   * Runs one transaction, again if another member was faster: `work` must use this catalogue only. @param along changes
   * of this desk's own catalogue
   */
  commit<T>(work: () => T, along?: (result: T) => void): Promise<T>;
  close(): void;
}

export interface ReplicaState {
  /** When the place was last heard of, ms of this computer's clock; null: not since this process began. */
  readonly syncedAt: number | null;
  /** Why it could not be reached the last time it was tried; null where it was. */
  readonly trouble: unknown;
  /** Takes in what others have changed. Errors: `offline`, `team-unreachable`, `team-refused`. */
  sync(): Promise<void>;
  rows<T>(sql: string, ...values: SqlValue[]): T[];
  /** Runs statements that do not depend on present rows in one transaction. Errors: as `sync`, `team-read-only`. */
  write(statements: readonly RecordedStatement[]): Promise<Record<string, unknown>[][]>;
  /** Removes foreign parts from the place's schema. Errors: as `write`, `schema-foreign` for parts that stay. */
  clean(): Promise<void>;
}

export const ownCatalogue = (database: SqlDatabase): SharedCatalogue => ({
  database,
  replica: null,
  commit: async (work, along = () => undefined) =>
    database.transaction(() => {
      const result = work();
      along(result);
      return result;
    }),
  close: () => database.close(),
});

/** Removes a folder's own data after it became a desk, or the rest of an interrupted way back. */
export function forgetShared(own: SqlDatabase): void {
  if (sharedTableNames.every((table) => table === 'embeddings' || countOf(own, table) === 0)) return;
  own.transaction(() => {
    for (const table of [...sharedTableNames].reverse()) own.run(`DELETE FROM ${table}`);
  });
  own.forgetJournal();
}

export const countOf = (database: SqlDatabase, table: Table): number =>
  Number(database.get(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0);
