import { z } from 'zod';
import type { ErrorReport } from '../errors';
import { name, path, route } from './values';

/**
 * - `catalogue-damaged`: faults that SQLite itself finds. Only a backup helps.
 * - `documents-lost`: stored files exist, and the catalogue knows no document: it was lost or emptied.
 * - `content-malformed`: chunks that are blank, lost, or different from their document's text (I17).
 * - `index-unreadable`: index or text index cannot be opened or read, or are missing.
 * - `rows-missing`, `rows-stray`, `rows-twice`: chunks without a row, rows without a chunk, double rows.
 * - `rows-malformed`: rows whose text, content or vector is not that of their chunk.
 * - `text-missing`: chunks that the text index does not find by their own words.
 * - `files-missing`, `files-changed`, `files-stray`: stored files that are gone, differ from the read bytes, or belong
 * to no document.
 * - `vectors-differ`: of a sample of a team place's texts, those whose shared vectors differ from this computer's
 * model.
 */
export type FindingKind =
  | 'catalogue-damaged'
  | 'documents-lost'
  | 'content-malformed'
  | 'index-unreadable'
  | 'rows-missing'
  | 'rows-stray'
  | 'rows-twice'
  | 'rows-malformed'
  | 'text-missing'
  | 'files-missing'
  | 'files-changed'
  | 'files-stray'
  | 'profiles-mixed'
  | 'vectors-differ';

export interface Finding {
  readonly kind: FindingKind;
  readonly count: number;
  /** Chunk ids, content ids or paths, at most 20 of them. */
  readonly examples: readonly string[];
}

export interface CheckReport {
  /** `quick`: counts, whether the index opens, a sample of files; in milliseconds. `whole`: every row and every byte. */
  readonly depth: 'quick' | 'whole';
  readonly findings: readonly Finding[];
  readonly looked: { readonly chunks: number; readonly rows: number; readonly files: number };
  readonly ms: number;
}

/**
 * - `recut`: documents are cut again from their stored text. `read-again`: whose text is lost too, from their files.
 *   Of `documents-lost`: from the stored files.
 * - `rows-made`, `rows-removed`: single rows of the index. `index-rebuilt`: all of them, with the text index.
 * - `vectors-later`: documents that are found by words only until the embedding model is on this computer.
 * - `files-copied`: stored files, from where they had come from. `files-set-aside`: those of no document, moved to `setAside`.
 * - `left`: what cannot be put right; `kind` says what it is.
 */
export type RepairAct =
  | 'recut'
  | 'read-again'
  | 'rows-made'
  | 'rows-removed'
  | 'index-rebuilt'
  | 'vectors-later'
  | 'files-copied'
  | 'files-set-aside'
  | 'left';

export interface RepairStep {
  readonly act: RepairAct;
  readonly kind: FindingKind;
  readonly count: number;
}

export interface RepairPlan {
  readonly check: CheckReport;
  readonly steps: readonly RepairStep[];
}

export interface RepairReport {
  readonly before: CheckReport;
  readonly done: readonly RepairStep[];
  /** A second check: the remaining faults cannot be repaired. */
  readonly after: CheckReport;
  /** Ingest that reads files again whose text is lost; null where there is none. */
  readonly jobId: string | null;
  /** The folder that stored files were moved to, for a person to empty; null where none were. */
  readonly setAside: string | null;
}

export interface BackupReport {
  readonly path: string;
  readonly bytes: number;
  /** Checksum of the file, hexadecimal, equal to `sha256sum`. */
  readonly sha256: string;
  readonly documents: number;
  readonly files: number;
  /** Stored files that are gone or not the bytes that were read: left out, or kept as they are. A check names them. */
  readonly missing: number;
  readonly changed: number;
  readonly ms: number;
}

/**
 * The state of a rebuild of the index. `waiting`: for ingests before it. `paused`: on request, over restarts too.
 * `interrupted`: the process ended in it; it continues like ingests. `stopped`: by `error`; it can continue. `done` and
 * `cancelled`: finished, reported until the next one starts or Vitrine closes. In every state but `done` the previous
 * index answers, and vectors are kept.
 */
export type RebuildState = 'waiting' | 'running' | 'paused' | 'interrupted' | 'stopped' | 'done' | 'cancelled';

export interface Rebuild {
  readonly state: RebuildState;
  readonly model: string;
  readonly profile: string;
  /** The new place of the index, empty for the library folder; absent if it stays. */
  readonly place?: string;
  /** The source of the model's files, if they are not here: a folder, or empty for the hub; absent if they are. */
  readonly from?: string;
  /**
   * `fetching`: the model's files come, beside ingests. `embedding`: vectors are made or found. `writing`: the new index
   * is made of them, in seconds.
   */
  readonly phase: 'fetching' | 'embedding' | 'writing';
  /** Progress of the phase, 0–1; a resumed one starts at its old value. */
  readonly share: number;
  /** Chunks of the library that the share is of, while they are embedded. */
  readonly ofChunks?: number;
  /** Texts that the model has seen, and those whose vectors were kept already, in this stretch of work. */
  readonly embedded: number;
  readonly cached: number;
  readonly msLeft: number | null;
  readonly error: ErrorReport | null;
  readonly report: RebuildReport | null;
}

export interface RebuildReport {
  readonly documents: number;
  readonly chunks: number;
  readonly embedded: number;
  /** From opening the model until the new index answers. */
  readonly ms: number;
  /** Part of `ms` for making the new index from the vectors; all of it but the opening if nothing was embedded. */
  readonly msWriting: number;
}

export interface RestoreReport {
  readonly folder: string;
  readonly madeAt: string;
  readonly documents: number;
  readonly files: number;
  readonly replaced: string | null;
  readonly ms: number;
}

export interface MoveReport {
  readonly folder: string;
  readonly left: string | null;
  readonly ms: number;
}

/**
 * How far a backup, restore or move is; `bytes` are those of the files in it, before they are packed. A check counts what it
 * looks at as files: documents, chunks and files, without bytes.
 */
export interface CareProgress {
  readonly task: 'backup' | 'restore' | 'move' | 'check';
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/**
 * Gets the model's files before, where they are not here: from a folder, or empty for the hub. A page may name only a
 * folder that a person chose in the system's dialog.
 */
const source = z.string().max(4096);

export const careRequests = {
  /** Compares index, text index and stored files with the catalogue. Changes wait until it is done, searches do not. */
  'library.check': route<CheckReport>()({ depth: z.enum(['quick', 'whole']).optional() }),
  'library.repairPlan': route<RepairPlan>()({}),
  /** Rebuilds from the catalogue what a whole check finds missing, and takes out what the catalogue does not know. */
  'library.repair': route<RepairReport>()({}),
  /**
   * The whole library without index and models as one file, while it is open; changes wait until it is done. Progress
   * comes as `library.care` events with the same requestId. An existing file is not overwritten without `replace`.
   */
  'library.backup': route<BackupReport>()({ path, replace: z.boolean().optional() }),
  /**
   * Unpacks a backup into another folder than that of the open library, every file held against its checksum. A library
   * that is there is not touched without `replace`, and is kept beside the new one then.
   */
  'library.restore': route<RestoreReport>()({ path, folder: path, replace: z.boolean().optional() }),
  /**
   * Unpacks a backup over the open library: it is unpacked and held against its checksums beside it first; then the
   * library is closed, kept under another name and the new one opened in its place (`engine.down`, `engine.up`). Where
   * that cannot be opened, all is as before. Only where the engine runs in a thread of its own.
   */
  'library.restoreHere': route<RestoreReport>()({ path }),
  /**
   * Moves the open library into this empty folder, on its disk or another, and leaves a link in its old place. Told by
   * `library.care`. If it is cancelled, or does not open at its new place, all is as before. Only where `library.restoreHere`
   * is answered. Errors: `bad-request` for a folder inside the library, `library-exists` for one that is not empty,
   * `disk-full`, `library-read-only`, `library-locked`, `library-linked`, `cancelled`.
   */
  'library.move': route<MoveReport>()({ folder: path }),
} as const;

export const rebuildRequests = {
  /** Rebuilds the index and returns when that is over; cancelled with its request. */
  'library.reindex': route<RebuildReport>()({
    model: name.optional(),
    profile: name.optional(),
    from: source.optional(),
  }),
  /**
   * Like `library.reindex`, but returns as soon as it is written down; progress comes as `library.rebuild` events. One
   * that is paused gives way to it; while one runs it is refused (`bad-request`).
   */
  'rebuild.start': route<Rebuild>()({
    model: name.optional(),
    profile: name.optional(),
    /** Moves the index: `s3://bucket/prefix`, or empty for the library folder. */
    place: z.string().max(1000).optional(),
    from: source.optional(),
  }),
  /** The one that runs, waits or was the last in this session. */
  'rebuild.get': route<Rebuild | null>()({}),
  'rebuild.pause': route<Rebuild | null>()({}),
  'rebuild.resume': route<Rebuild | null>()({}),
  /** Also of one that is over: it is not told any more. */
  'rebuild.cancel': route<Rebuild | null>()({}),
} as const;
