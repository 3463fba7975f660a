import { z } from 'zod';
import type { ErrorReport } from '../errors';
import type { DocumentSummary } from './documents';
import { id, name, path } from './values';

const folder = z.strictObject({ folderId: id });

/**
 * - `watching`: what changes in it is added a few seconds later.
 * - `scanning`: it is being compared with what was there last time.
 * - `away`: it cannot be found, or is suddenly empty, as the folder of a drive that was unplugged. Nothing is taken for
 *   removed, and it is looked for from time to time.
 * - `waiting`: it came with the library, and nobody has allowed it on this computer (`settings.allow`).
 * - `resting`: this process does not watch, as the command line; `watch.scan` looks once.
 */
export const watchStates = ['watching', 'scanning', 'away', 'waiting', 'resting'] as const;
export type WatchState = (typeof watchStates)[number];

export const watchRequests = {
  /** In the order in which they were added. */
  'watch.list': z.strictObject({}),
  /**
   * Watches a folder, to any depth, and adds what is in it. One that is watched already gets the options that are given. Errors:
   * `vanished`, `bad-request` (no folder, or the library lies in it), `library-locked`.
   */
  'watch.add': z.strictObject({
    path,
    collection: name.optional(),
    /** Looks every half minute instead of being told by the system: for network drives, which do not tell. */
    polling: z.boolean().optional(),
  }),
  /** Other options for one. Errors: `watch-not-found`, `library-locked`. */
  'watch.configure': z.strictObject({ folderId: id, collection: name.optional(), polling: z.boolean().optional() }),
  /** Its documents stay. Errors: `watch-not-found`. */
  'watch.remove': folder,
  /** Looks now, at one or at all, and returns when what has changed is in the queue; `wait`: when the queue is through. */
  'watch.scan': z.strictObject({ folderId: id.optional(), wait: z.boolean().optional() }),
  /** Documents whose files are gone stay, these or all, and are not offered again. Errors: `watch-not-found`. */
  'watch.keep': z.strictObject({ folderId: id, documentIds: z.array(id).min(1).max(10_000).optional() }),
  /** Watches from now on until the engine is closed, in a process that does not by itself. */
  'watch.start': z.strictObject({}),
} as const;

/** A document whose file is no longer in its watched folder. */
export type GoneDocument = Pick<DocumentSummary, 'documentId' | 'title' | 'path'>;

export interface WatchedFolder {
  readonly folderId: string;
  /** Absolute. */
  readonly path: string;
  /** Where new documents go; empty: the default collection. */
  readonly collection: string;
  readonly polling: boolean;
  readonly state: WatchState;
  /** ISO 8601. */
  readonly addedAt: string;
  /** When it was last compared; null before the first time. ISO 8601. */
  readonly lastScan: string | null;
  /** Files of formats that can be read, as of the last look. */
  readonly files: number;
  /** Offered for removal: nothing is removed by itself. */
  readonly gone: readonly GoneDocument[];
  /** Why the last look has not come to its end, or why only polling is left; else null. */
  readonly error: ErrorReport | null;
}

interface Folders {
  readonly folders: readonly WatchedFolder[];
}

export interface WatchResults {
  'watch.list': Folders;
  'watch.add': WatchedFolder;
  'watch.configure': WatchedFolder;
  'watch.remove': { readonly removed: boolean };
  'watch.scan': Folders;
  'watch.keep': WatchedFolder;
  'watch.start': Folders;
}
