import { ownPath } from '../../own-files';
import type { RecordedStatement, SqlDatabase, SqlValue } from '../catalogue/database';
import type { RemoteFiles } from '../library/uploads';

/** How the server of a place's catalogue is reached. */
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

/** The team place that a library folder belongs to. */
export interface LibraryTeam {
  readonly server: CatalogueServer;
  readonly deskId: string;
  /** In front of the paths of this desk. */
  readonly desk: string;
  /** Whether its member may only read. */
  readonly readsOnly: boolean;
  readonly files: RemoteFiles;
}

/** Grows by one with every change of findable content. */
export const versionKey = 'library-version';
export const versionIn = (database: SqlDatabase): number =>
  Number(database.get('SELECT value FROM settings WHERE key = ?', versionKey)?.value ?? 0);

/** The folder of a desk's copy of the place's catalogue. Errors: `library-linked`. */
export const teamFolder = (libraryFolder: string): string => ownPath(libraryFolder, 'team');

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
   * One transaction that changes findable content; it resolves when the change is final. If another member was faster,
   * `work` is run again over their state, so it must only read and write this catalogue.
   *
   * @param along changes of this desk's own catalogue: in a folder part of the transaction, otherwise after it
   */
  commit<T>(work: () => T, along?: (result: T) => void): Promise<T>;
  close(): void;
}

/** How far a desk is behind its place. */
export interface ReplicaState {
  /** When the place was last heard of, ms of this computer's clock; null: not since this process began. */
  readonly syncedAt: number | null;
  /** Why it could not be reached the last time it was tried; null where it was. */
  readonly trouble: unknown;
  /** Takes in what others have changed. Errors: `offline`, `team-unreachable`, `team-refused`. */
  sync(): Promise<void>;
  /** Rows of the copy. */
  rows<T>(sql: string, ...values: SqlValue[]): T[];
  /**
   * Statements in one transaction, or none of them, that do not depend on present rows; with their rows. Errors: as
   * `sync`, `team-read-only`.
   */
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
