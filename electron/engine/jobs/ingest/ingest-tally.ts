import type { FileReport, IngestJobSummary, IngestPhase, IngestProgress } from '@shared/contract';
import type { reportOf } from '@shared/errors';
import type { QueuedFile } from '../../store';

const progressEveryMs = 100;
/** Also where nothing happens: so a file that holds up the others is named, and nothing is said to be nearly over. */
const tickMs = 1000;
/** Before that, the first files do not predict the others: the estimate would be hours instead of minutes. */
const estimateAfterMs = 10_000;
/** Without progress for so long, the time left is unknown. */
const stillMs = 10_000;
const rateMs = 20_000;

/** How far the reading of a job is, at most ten times a second and at least once; begins where the catalogue stopped. */
export class IngestTally {
  private readonly started = performance.now();
  private lastProgress = 0;
  private filesTotal = 0;
  private filesOver = 0;
  private filesFailed = 0;
  private chunks = 0;
  private bytesTotal = 0;
  private bytesOver = 0;
  private pages: { readonly done: number; readonly of: number } | null = null;
  private readonly underway = new Map<string, number>();
  private lastMove = this.started;
  private marks: { readonly at: number; readonly bytes: number }[] = [];
  private tick: NodeJS.Timeout | null = null;

  constructor(
    private readonly jobId: string,
    private readonly onProgress: (progress: IngestProgress) => void,
  ) {}

  begin({ filesTotal, filesDone, filesFailed, chunks, bytesTotal, bytesDone }: IngestJobSummary): void {
    this.filesTotal = filesTotal;
    this.filesOver = filesDone + filesFailed;
    this.filesFailed = filesFailed;
    this.chunks = chunks;
    this.bytesTotal = bytesTotal;
    this.bytesOver = bytesDone;
    this.tick = setInterval(() => this.progress(), tickMs);
    this.tick.unref();
  }

  end(): void {
    if (this.tick) clearInterval(this.tick);
  }

  begun({ path, bytes }: QueuedFile): void {
    this.underway.set(path, bytes);
    this.progress();
  }

  putOff(path: string): void {
    this.underway.delete(path);
  }

  recognised(path: string, done: number, of: number): void {
    this.lastMove = performance.now();
    this.pages = { done, of };
    this.tell('reading', path);
    this.pages = null;
  }

  /** A file is read, or failed, or brings nothing new. */
  fileOver({ path, status, chunks }: Pick<FileReport, 'path' | 'status' | 'chunks'>): void {
    this.bytesOver += this.underway.get(path) ?? 0;
    this.underway.delete(path);
    this.filesOver += 1;
    this.chunks += chunks;
    this.lastMove = performance.now();
    if (status === 'failed') this.filesFailed += 1;
    this.progress();
  }

  /** Milliseconds that the job has taken in this process. */
  get ms(): number {
    return Math.round(performance.now() - this.started);
  }

  /** Reports the file that has been read longest, at most once a moment. */
  progress(): void {
    if (performance.now() - this.lastProgress < progressEveryMs) return;
    const [longest = null] = this.underway.keys();
    this.tell('reading', longest);
  }

  tell(phase: IngestPhase, currentFile: string | null): void {
    const now = performance.now();
    this.lastProgress = now;
    this.onProgress({
      jobId: this.jobId,
      phase,
      currentFile,
      ...(this.pages ? { pages: this.pages } : {}),
      filesDone: this.filesOver,
      filesTotal: this.filesTotal,
      filesFailed: this.filesFailed,
      chunksDone: this.chunks,
      share: phase === 'done' ? 1 : Math.min(1, this.bytesOver / Math.max(1, this.bytesTotal)),
      msLeft: phase === 'done' ? 0 : this.msLeft(now),
    });
  }

  private msLeft(now: number): number | null {
    while (this.marks.length > 1 && now - (this.marks[0]?.at ?? now) > rateMs) this.marks.shift();
    this.marks.push({ at: now, bytes: this.bytesOver });
    const [from = { at: now, bytes: this.bytesOver }] = this.marks;
    const done = this.bytesOver - from.bytes;
    if (now - this.started < estimateAfterMs || now - this.lastMove >= stillMs || done === 0) return null;
    return Math.round(((now - from.at) / done) * Math.max(0, this.bytesTotal - this.bytesOver));
  }
}

export function outcome(path: string, status: FileReport['status'], documentId: string | null): FileReport {
  return { path, status, documentId, chunks: 0, pages: 0, error: null, warnings: [] };
}

export function failed(path: string, error: ReturnType<typeof reportOf>): FileReport {
  return { ...outcome(path, 'failed', null), error };
}
