import { z } from 'zod';

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

export const maintenanceRequests = {
  /** Holds index, text index and stored files against the catalogue. Changes wait meanwhile, searches do not. */
  'library.check': z.strictObject({ depth: z.enum(['quick', 'whole']).optional() }),
  /** Rebuilds from the catalogue what a whole check finds missing, and takes out what the catalogue does not know. */
  'library.repair': z.strictObject({}),
} as const;

export interface MaintenanceResults {
  'library.check': CheckReport;
  'library.repair': RepairReport;
}
