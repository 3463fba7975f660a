import { z } from 'zod';

const path = z.string().min(1).max(4096);

/**
 * - `catalogue-damaged`: what SQLite itself finds wrong. Only a backup helps.
 * - `content-malformed`: chunks that are blank, lost, or not what their document says there (I17).
 * - `index-unreadable`: index or text index cannot be opened or read, or are not there.
 * - `rows-missing`, `rows-stray`, `rows-twice`: chunks without a row, rows without a chunk, rows that stand there more
 *   than once.
 * - `rows-malformed`: rows whose text, content or vector is not that of their chunk.
 * - `text-missing`: chunks that the text index does not find by their own words.
 * - `files-missing`, `files-changed`, `files-stray`: stored files that are gone, differ from what was read, or belong to
 *   no document.
 */
export const findingKinds = [
  'catalogue-damaged',
  'content-malformed',
  'index-unreadable',
  'rows-missing',
  'rows-stray',
  'rows-twice',
  'rows-malformed',
  'text-missing',
  'files-missing',
  'files-changed',
  'files-stray',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly count: number;
  /** Chunk ids, content ids or stored paths, at most 20 of them. */
  readonly examples: readonly string[];
  readonly message: string;
}

export interface CheckReport {
  /** `quick`: counts, whether the index opens, a sample of files; in milliseconds. `whole`: every row and every byte. */
  readonly depth: 'quick' | 'whole';
  readonly findings: readonly Finding[];
  readonly looked: { readonly chunks: number; readonly rows: number; readonly files: number };
  readonly ms: number;
}

export interface RepairReport {
  readonly before: CheckReport;
  /** What was done, in order. */
  readonly done: readonly {
    readonly kind: FindingKind;
    readonly count: number;
    readonly message: string;
  }[];
  /** Looked at again: what is left could not be repaired. */
  readonly after: CheckReport;
  /** Ingest that reads files again whose text is lost; null where there is none. */
  readonly jobId: string | null;
}

export interface BackupReport {
  readonly path: string;
  /** Of the file. */
  readonly bytes: number;
  readonly documents: number;
  readonly files: number;
  /** Stored files that are gone or not the bytes that were read: left out, or kept as they are. A check names them. */
  readonly missing: number;
  readonly changed: number;
  readonly ms: number;
}

export interface RestoreReport {
  readonly folder: string;
  /** ISO 8601: when the backup was made. */
  readonly madeAt: string;
  readonly documents: number;
  readonly files: number;
  /** Where a library that was replaced has been put; null where there was none. */
  readonly replaced: string | null;
  readonly ms: number;
}

/** How far a backup or restore is; `bytes` are those of the files in it, before they are packed. */
export interface CareProgress {
  readonly task: 'backup' | 'restore';
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

export const maintenanceRequests = {
  /** Holds index, text index and stored files against the catalogue. Changes wait meanwhile, searches do not. */
  'library.check': z.strictObject({ depth: z.enum(['quick', 'whole']).optional() }),
  /** Rebuilds from the catalogue what a whole check finds missing, and takes out what the catalogue does not know. */
  'library.repair': z.strictObject({}),
  /**
   * The whole library but its index and models as one file, while it is open; changes wait meanwhile. Progress comes as
   * `library.care` events with the same requestId. A file that is there is not written over without `replace`.
   */
  'library.backup': z.strictObject({ path, replace: z.boolean().optional() }),
  /**
   * Unpacks a backup into another folder than that of the open library, every file held against its checksum. A library
   * that is there is not touched without `replace`, and is kept beside the new one then.
   */
  'library.restore': z.strictObject({ path, folder: path, replace: z.boolean().optional() }),
} as const;

export interface MaintenanceResults {
  'library.check': CheckReport;
  'library.repair': RepairReport;
  'library.backup': BackupReport;
  'library.restore': RestoreReport;
}
