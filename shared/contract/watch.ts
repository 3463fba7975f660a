import { z } from 'zod';
import type { ErrorReport } from '../errors';
import type { DocumentSummary } from './documents';
import { id, name, path, route } from './values';

const folder = { folderId: id };

/**
 * - `watching`: changes in it are added a few seconds later.
 * - `scanning`: it is being compared with its last state.
 * - `away`: it cannot be found, or is suddenly empty, as the folder of an unplugged drive. Nothing counts as removed,
 * and Vitrine looks for it from time to time.
 * - `waiting`: it came with the library, and no person has allowed it on this computer (`settings.allow`).
 * - `resting`: this process does not watch, as the command line; `watch.scan` looks once.
 */
export const watchStates = ['watching', 'scanning', 'away', 'waiting', 'resting'] as const;
export type WatchState = (typeof watchStates)[number];

export const watchRequests = {
  /** In the order in which they were added. */
  'watch.list': route<Folders>()({}),
  /**
   * Watches a folder, to any depth, and adds its files. A watched one gets the given options. Errors: `vanished`,
   * `bad-request` (no folder, or the library is in it), `library-locked`.
   */
  'watch.add': route<WatchedFolder>()({
    path,
    collection: name.optional(),
    /** Looks every half minute instead of being told by the system: for network drives, which do not tell. */
    polling: z.boolean().optional(),
  }),
  /** Other options for one. Errors: `watch-not-found`, `library-locked`. */
  'watch.configure': route<WatchedFolder>()({
    folderId: id,
    collection: name.optional(),
    polling: z.boolean().optional(),
  }),
  /** Its documents stay. Errors: `watch-not-found`. */
  'watch.remove': route<{ readonly removed: boolean }>()(folder),
  /** Looks now, at one or at all, and returns when the changes are in the queue; `wait`: when the queue is through. */
  'watch.scan': route<Folders>()({ folderId: id.optional(), wait: z.boolean().optional() }),
  /** Documents whose files are gone stay, these or all, and are not offered again. Errors: `watch-not-found`. */
  'watch.keep': route<WatchedFolder>()({ folderId: id, documentIds: z.array(id).min(1).max(10_000).optional() }),
  /** Watches until the engine closes, in a process that otherwise does not watch. */
  'watch.start': route<Folders>()({}),
} as const;

/** A document whose file is no longer in its watched folder. */
export type GoneDocument = Pick<DocumentSummary, 'documentId' | 'title' | 'path'>;

export interface WatchedFolder {
  readonly folderId: string;
  readonly path: string;
  /** The collection of new documents; empty: the default one. */
  readonly collection: string;
  readonly polling: boolean;
  readonly state: WatchState;
  readonly addedAt: string;
  /** When it was last compared; null before the first time. */
  readonly lastScan: string | null;
  /** Files of formats that can be read, as of the last look. */
  readonly files: number;
  /** Offered for removal: nothing is removed automatically. */
  readonly gone: readonly GoneDocument[];
  /** The reason why the last look did not finish, or why only polling is left; otherwise null. */
  readonly error: ErrorReport | null;
}

interface Folders {
  readonly folders: readonly WatchedFolder[];
}
