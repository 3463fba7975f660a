import type { FileReport, IngestPhase, IngestProgress, IngestReport } from '@shared/contract';
import type { reportOf } from '@shared/errors';
import { safeDisplayName } from './ingest';

const progressEveryMs = 100;

/** What an ingest has done so far: one report a file, counts, and progress told at most ten times a second. */
export class IngestTally {
  private readonly reports: FileReport[] = [];
  private readonly started = performance.now();
  private lastProgress = 0;
  total = 0;
  embedded = 0;
  cached = 0;
  chunksDone = 0;
  chunksTotal = 0;

  constructor(
    private readonly jobId: string,
    /** Files that are read and embedded, and not yet committed. */
    private readonly waiting: () => number,
    private readonly onProgress: (progress: IngestProgress) => void,
  ) {}

  add(...reports: readonly FileReport[]): void {
    this.reports.push(...reports);
  }

  progress(phase: IngestPhase, currentFile: string | null, always = false): void {
    const now = performance.now();
    if (!always && now - this.lastProgress < progressEveryMs) return;
    this.lastProgress = now;
    const seconds = (now - this.started) / 1000;
    const filesDone = this.reports.length + this.waiting();
    this.onProgress({
      jobId: this.jobId,
      phase,
      currentFile,
      filesDone,
      filesTotal: this.total,
      chunksDone: this.chunksDone,
      chunksTotal: this.chunksTotal,
      rate: seconds > 0 ? this.chunksDone / seconds : 0,
      msLeft: filesDone > 0 ? ((now - this.started) / filesDone) * (this.total - filesDone) : null,
    });
  }

  report(skipped: number, cancelled: boolean): IngestReport {
    const files = [...this.reports].sort((a, b) => (a.path < b.path ? -1 : 1));
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
        skipped,
        chunks: files.reduce((sum, file) => sum + file.chunks, 0),
        embedded: this.embedded,
        cached: this.cached,
        ms: Math.round(performance.now() - this.started),
      },
      cancelled,
    };
  }
}

/** A file's report before it is known what is in it. */
export function outcome(path: string, status: FileReport['status'], documentId: string | null): FileReport {
  return { path, status, documentId, chunks: 0, pages: 0, error: null, warnings: [] };
}

export function failed(path: string, error: ReturnType<typeof reportOf>): FileReport {
  return { ...outcome(path, 'failed', null), error };
}

export function missingFile(path: string): ReturnType<typeof reportOf> {
  return {
    code: 'vanished',
    message: `"${safeDisplayName(path)}" is not there.`,
    hint: 'Check the path; the file may have been moved or renamed.',
  };
}
