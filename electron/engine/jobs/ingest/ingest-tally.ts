import type { FileReport, IngestJobSummary, IngestPhase, IngestProgress } from '@shared/contract';
import type { reportOf } from '@shared/errors';
import type { JobCounts } from '../../store';

const progressEveryMs = 100;
/** Before that the first files say nothing of the others: hours are told where there are minutes. */
const estimateAfterMs = 10_000;

/** How far a job is, told at most ten times a second; begins where the catalogue says that it stopped. */
export class IngestTally {
  private readonly started = performance.now();
  private lastProgress = 0;
  private filesTotal = 0;
  private bytesTotal = 0;
  private filesBefore = 0;
  private bytesBefore = 0;
  private chunksBefore = 0;
  private bytesNow = 0;
  private filesNow = 0;
  private filesFailed = 0;
  embedded = 0;
  cached = 0;
  private chunksNow = 0;
  private chunksTotal = 0;
  private pages: { readonly done: number; readonly of: number } | null = null;

  constructor(
    private readonly jobId: string,
    private readonly onProgress: (progress: IngestProgress) => void,
  ) {}

  /** What the catalogue has of the job, when it begins or goes on. */
  begin(job: IngestJobSummary): void {
    this.filesTotal = job.filesTotal;
    this.bytesTotal = job.bytesTotal;
    this.filesBefore = job.filesDone + job.filesFailed;
    this.filesFailed = job.filesFailed;
    this.bytesBefore = job.bytesDone;
    this.chunksBefore = job.chunks;
    this.chunksTotal = job.chunks;
  }

  /** A file has been cut into this many chunks. */
  chunked(path: string, chunks: number): void {
    this.chunksTotal += chunks;
    this.progress('chunking', path);
  }

  /** Text has been recognised on so many of a file's pages. */
  recognised(path: string, done: number, of: number): void {
    this.pages = { done, of };
    this.progress('reading', path, true);
    this.pages = null;
  }

  /** One chunk of a file has its vector; `bytes` is the chunk's share of the file. */
  vectorMade(path: string, bytes: number): void {
    this.chunksNow += 1;
    this.bytesNow += bytes;
    this.progress('embedding', path);
  }

  /** A file is read and embedded, or failed; `bytes` is what of it was not counted with its chunks. */
  fileOver(bytes: number, failed: boolean): void {
    this.filesNow += 1;
    this.bytesNow += bytes;
    if (failed) this.filesFailed += 1;
  }

  /** What this stretch of work took. */
  get counts(): JobCounts {
    return { embedded: this.embedded, cached: this.cached, ms: Math.round(performance.now() - this.started) };
  }

  progress(phase: IngestPhase, currentFile: string | null, always = false): void {
    const now = performance.now();
    if (!always && now - this.lastProgress < progressEveryMs) return;
    this.lastProgress = now;
    const seconds = (now - this.started) / 1000;
    const bytesDone = Math.min(this.bytesTotal, Math.round(this.bytesBefore + this.bytesNow));
    const isKnown = this.bytesNow > 0 && now - this.started >= estimateAfterMs;
    const msLeft = isKnown ? ((now - this.started) / this.bytesNow) * (this.bytesTotal - bytesDone) : null;
    this.onProgress({
      jobId: this.jobId,
      phase,
      currentFile,
      ...(this.pages ? { pages: this.pages } : {}),
      filesDone: this.filesBefore + this.filesNow,
      filesTotal: this.filesTotal,
      filesFailed: this.filesFailed,
      chunksDone: this.chunksBefore + this.chunksNow,
      chunksTotal: this.chunksTotal,
      bytesDone,
      bytesTotal: this.bytesTotal,
      rate: seconds > 0 ? this.chunksNow / seconds : 0,
      msLeft: phase === 'done' ? 0 : msLeft === null ? null : Math.round(msLeft),
    });
  }
}

/** A file's report before it is known what is in it. */
export function outcome(path: string, status: FileReport['status'], documentId: string | null): FileReport {
  return { path, status, documentId, chunks: 0, pages: 0, error: null, warnings: [] };
}

export function failed(path: string, error: ReturnType<typeof reportOf>): FileReport {
  return { ...outcome(path, 'failed', null), error };
}
