import { z } from 'zod';
import type { ErrorReport } from '../errors';
import type { DocumentSummary, FileReport, IngestReport } from './documents';
import { id, name, path, route } from './values';

const adding = {
  jobId: id.optional(),
  paths: z.array(path).min(1).max(100_000),
  collection: name.optional(),
  profile: name.optional(),
  /** Folders that every file must really lie in, links followed; without, what lies in a folder stays in it. */
  within: z.array(path).min(1).max(100).optional(),
};

const job = { jobId: id };

/**
 * - `waiting`: its turn comes after the jobs before it. `running`: one at a time.
 * - `paused`: on request; waits for `ingest.resume`, also over restarts.
 * - `interrupted`: the process ended in the middle of it. Goes on at the next start, or on `ingest.resume` where the
 *   setting `ingest.resume` is `ask`.
 * - `done`, `cancelled`: over. `stopped`: over by an error that the next file would have met too (`error` says which),
 *   such as a full disk; `ingest.resume` goes on where it stopped.
 */
export type IngestJobState = 'waiting' | 'running' | 'paused' | 'interrupted' | 'done' | 'cancelled' | 'stopped';

export const ingestFileStages = ['waiting', 'reading', 'writing', 'done', 'failed'] as const;
export type IngestFileStage = (typeof ingestFileStages)[number];

export const ingestRequests = {
  /**
   * Returns when the job is over and its passages have vectors, with `wordsOnly` when the job is over. Progress comes as
   * `ingest.progress` and `library.vectors` events.
   */
  'ingest.run': route<IngestReport>()({ ...adding, wordsOnly: z.boolean().optional() }),
  'ingest.sample': route<IngestReport>()({ jobId: id.optional() }),
  /** Ends a job, also a running one, within a second; added documents stay. */
  'ingest.cancel': route<{ readonly cancelled: boolean }>()(job),

  /** Like `ingest.run`, but returns as soon as the job is in the catalogue. */
  'ingest.enqueue': route<IngestJobSummary>()(adding),
  /** In the order of their turns, those that are over behind, the last one first. */
  'ingest.jobs': route<{ readonly jobs: readonly IngestJobSummary[] }>()({}),
  /** Files of a job by stage, in the order in which they are taken. */
  'ingest.files': route<{ readonly total: number; readonly files: readonly IngestJobFile[] }>()({
    jobId: id,
    stages: z.array(z.enum(ingestFileStages)).min(1).optional(),
    limit: z.number().int().min(1).max(10_000).optional(),
    offset: z.number().int().min(0).optional(),
  }),
  /** The next job may run. */
  'ingest.pause': route<IngestJobSummary>()(job),
  /** Continues one job, or all that can continue; `wait`: returns when they end, otherwise at once. */
  'ingest.resume': route<{ readonly jobs: readonly IngestJobSummary[] }>()({
    jobId: id.optional(),
    wait: z.boolean().optional(),
  }),
  /** Takes failed files of a job, all or these, once more; `wait` as above. Cancelled files stay cancelled. */
  'ingest.retry': route<IngestJobSummary>()({
    jobId: id,
    paths: z.array(path).min(1).max(100_000).optional(),
    /** Opens those of the paths that want one; kept until this process ends, and nowhere written. */
    password: z.string().min(1).max(1000).optional(),
    wait: z.boolean().optional(),
  }),
  /** Reads the files of documents once more, as a job of its own; documents keep their collections. */
  'ingest.again': route<IngestJobSummary>()({ documentIds: z.array(id).min(1).max(10_000) }),
  /** The file goes first, and its job before the others; a file in reading does not wait. */
  'ingest.prioritise': route<IngestJobSummary>()({ jobId: id, path: path.optional() }),
  /** Forgets jobs that are over, all or these; documents stay. */
  'ingest.forget': route<{ readonly forgotten: number }>()({ jobIds: z.array(id).min(1).max(1000).optional() }),

  /** How many passages have vectors; null if all have. Without one, a passage is found by its words alone. */
  'vectors.get': route<VectorProgress | null>()({}),
  /** Makes no vectors until `vectors.resume`, over restarts too. Errors: `library-locked`. */
  'vectors.pause': route<VectorProgress | null>()({}),
  'vectors.resume': route<VectorProgress | null>()({}),
} as const;

/**
 * `running`: the model makes vectors, behind the reading of files. `waiting`: for the model, or for other work on the
 * index. `paused`: on request. `stopped`: by `error`; hosts that stay open try again after a minute.
 */
export interface VectorProgress {
  readonly state: 'running' | 'waiting' | 'paused' | 'stopped';
  /** Passages of the library, and those that are also found by meaning. */
  readonly passages: number;
  readonly done: number;
  readonly msLeft: number | null;
  readonly error: ErrorReport | null;
}

export interface IngestJobSummary {
  readonly jobId: string;
  readonly state: IngestJobState;
  readonly paths: readonly string[];
  /** Empty where documents keep theirs. */
  readonly collection: string;
  readonly profile: string;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly filesTotal: number;
  readonly filesDone: number;
  readonly filesFailed: number;
  /** Bytes of all its files, and of those that are done or failed; as they were when the folders were walked. */
  readonly bytesTotal: number;
  readonly bytesDone: number;
  readonly chunks: number;
  readonly error: ErrorReport | null;
}

export interface IngestJobFile {
  readonly path: string;
  readonly bytes: number;
  readonly stage: IngestFileStage;
  readonly report: FileReport | null;
}

const folder = { folderId: id };

/**
 * - `watching`: changes in it are added a few seconds later.
 * - `scanning`: it is being compared with its last state.
 * - `away`: it cannot be found, or is suddenly empty, as the folder of an unplugged drive. Nothing counts as removed,
 * and Vitrine looks for it from time to time.
 * - `waiting`: it came with the library, and no person has allowed it on this computer (`settings.allow`).
 * - `resting`: this process does not watch, as the command line; `watch.scan` looks once.
 */
export type WatchState = 'watching' | 'scanning' | 'away' | 'waiting' | 'resting';

export const watchRequests = {
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

export type GoneDocument = Pick<DocumentSummary, 'documentId' | 'title' | 'path'>;

export interface WatchedFolder {
  readonly folderId: string;
  readonly path: string;
  /** The collection of new documents; empty: the default one. */
  readonly collection: string;
  readonly polling: boolean;
  readonly state: WatchState;
  readonly addedAt: string;
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
