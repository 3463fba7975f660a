import type {
  FileReport,
  IngestFileStage,
  IngestJobFile,
  IngestJobState,
  IngestJobSummary,
  IngestReport,
} from '@shared/contract';
import type { ErrorReport } from '@shared/errors';
import type { SqlRow } from './database';
import { list, text } from './document-rows';

/** A row of `ingest_jobs` with the sums over its files: files, bytes, done, failed, bytes_done, chunks. */
export function summaryOf(row: SqlRow, sums: SqlRow | undefined): IngestJobSummary {
  return {
    jobId: text(row.job_id),
    state: text(row.state) as IngestJobState,
    paths: list<string>(row.paths),
    collection: text(row.collection),
    profile: text(row.profile),
    createdAt: text(row.created_at),
    endedAt: typeof row.ended_at === 'string' ? row.ended_at : null,
    filesTotal: Number(sums?.files ?? 0),
    filesDone: Number(sums?.done ?? 0),
    filesFailed: Number(sums?.failed ?? 0),
    bytesTotal: Number(sums?.bytes ?? 0),
    bytesDone: Number(sums?.bytes_done ?? 0),
    chunks: Number(sums?.chunks ?? 0),
    error: typeof row.error === 'string' ? (JSON.parse(row.error) as ErrorReport) : null,
  };
}

/** A row of `ingest_files`. */
export function fileOf(row: SqlRow): IngestJobFile {
  return {
    path: text(row.path),
    bytes: Number(row.bytes),
    stage: text(row.stage) as IngestFileStage,
    report: typeof row.report === 'string' ? (JSON.parse(row.report) as FileReport) : null,
  };
}

/** A row of `ingest_jobs`, and what became of its files so far. */
export function reportOf(row: SqlRow, files: readonly FileReport[]): IngestReport {
  const count = (status: FileReport['status']) => files.filter((file) => file.status === status).length;
  return {
    files,
    totals: {
      files: files.length,
      indexed: count('indexed'),
      unchanged: count('unchanged'),
      replaced: count('replaced'),
      duplicate: count('duplicate'),
      failed: count('failed'),
      skipped: Number(row.skipped),
      chunks: files.reduce((sum, file) => sum + file.chunks, 0),
      embedded: Number(row.embedded),
      cached: Number(row.cached),
      ms: Number(row.ms),
    },
    cancelled: row.state !== 'done',
  };
}
