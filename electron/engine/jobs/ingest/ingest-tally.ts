import { extname } from 'node:path';
import type { FileReport, IngestJobSummary, IngestPhase, IngestProgress } from '@shared/contract';
import type { reportOf } from '@shared/errors';
import { factsOf, formatOfExtension } from '@shared/formats';
import type { JobCounts, QueuedFile } from '../../store';

const progressEveryMs = 100;
/** Also where nothing happens: so a file that holds up the others is named, and nothing is said to be nearly over. */
const tickMs = 1000;
/** Before that, the first files do not predict the others: the estimate would be hours instead of minutes. */
const estimateAfterMs = 10_000;
/** Without progress for so long, the time left is unknown. */
const stillMs = 10_000;
const rateMs = 20_000;
/** A file is being embedded when the last of its vectors is no older. */
const freshMs = 2000;
/** So many characters of a kind weigh as much as its earlier figure. */
const charactersOfBefore = 40_000;

/** Files of one extension: bytes and characters of those that were read, and bytes of the others. */
interface Kind {
  readonly usual: number;
  bytes: number;
  characters: number;
  unread: number;
}

/** How far a job is, told at most ten times a second and at least once; begins where the catalogue says that it stopped. */
export class IngestTally {
  private readonly started = performance.now();
  private lastProgress = 0;
  private filesTotal = 0;
  private filesBefore = 0;
  private chunksBefore = 0;
  private filesNow = 0;
  private filesFailed = 0;
  embedded = 0;
  cached = 0;
  private chunksNow = 0;
  private chunksTotal = 0;
  private pages: { readonly done: number; readonly of: number } | null = null;
  private readonly kinds = new Map<string, Kind>();
  private readonly underway = new Map<string, { readonly bytes: number; readonly isCut: boolean }>();
  private charactersCut = 0;
  private charactersDone = 0;
  private share = 0;
  private lastVector = { path: '', at: Number.NEGATIVE_INFINITY };
  private lastMove = this.started;
  private marks: { readonly at: number; readonly characters: number }[] = [];
  private tick: NodeJS.Timeout | null = null;

  constructor(
    private readonly jobId: string,
    private readonly onProgress: (progress: IngestProgress) => void,
  ) {}

  begin(job: IngestJobSummary, waiting: readonly QueuedFile[]): void {
    this.filesTotal = job.filesTotal;
    this.filesBefore = job.filesDone + job.filesFailed;
    this.filesFailed = job.filesFailed;
    this.chunksBefore = job.chunks;
    this.chunksTotal = job.chunks;
    this.share = job.bytesTotal > 0 ? job.bytesDone / job.bytesTotal : 0;
    for (const { path, bytes } of waiting) this.kindOf(path).unread += bytes;
    this.tick = setInterval(() => this.progress(), tickMs);
    this.tick.unref();
  }

  end(): void {
    if (this.tick) clearInterval(this.tick);
  }

  begun({ path, bytes }: QueuedFile): void {
    this.underway.set(path, { bytes, isCut: false });
    this.progress();
  }

  putOff(path: string): void {
    this.underway.delete(path);
  }

  cut(path: string, texts: readonly string[]): void {
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    this.charactersCut += characters;
    this.chunksTotal += texts.length;
    this.wasRead(path, characters);
    this.progress();
  }

  recognised(path: string, done: number, of: number): void {
    this.lastMove = performance.now();
    this.pages = { done, of };
    this.tell('reading', path);
    this.pages = null;
  }

  vectorMade(path: string, characters: number): void {
    this.chunksNow += 1;
    this.charactersCut -= characters;
    this.charactersDone += characters;
    this.lastVector = { path, at: performance.now() };
    this.lastMove = this.lastVector.at;
    this.progress();
  }

  /** A file is read and embedded, or failed, or brings nothing new. */
  fileOver(path: string, failed: boolean): void {
    this.wasRead(path, 0);
    this.underway.delete(path);
    this.filesNow += 1;
    this.lastMove = performance.now();
    if (failed) this.filesFailed += 1;
  }

  get counts(): JobCounts {
    return { embedded: this.embedded, cached: this.cached, ms: Math.round(performance.now() - this.started) };
  }

  /** Reports the file at work, at most once a moment: the one being embedded, otherwise the one read longest. */
  progress(): void {
    const now = performance.now();
    if (now - this.lastProgress < progressEveryMs) return;
    const { path, at } = this.lastVector;
    const [inReading] = [...this.underway].find(([, { isCut }]) => !isCut) ?? [];
    const [longest = null] = this.underway.keys();
    if (now - at < freshMs) this.tell('embedding', path);
    else if (inReading !== undefined) this.tell('reading', inReading);
    else this.tell(longest === null ? 'reading' : 'embedding', longest);
  }

  tell(phase: IngestPhase, currentFile: string | null): void {
    const now = performance.now();
    this.lastProgress = now;
    const left = this.charactersLeft();
    const known = this.charactersDone + left;
    // News about waiting files never lowers the reported progress.
    if (known > 0) this.share = Math.max(this.share, this.charactersDone / known);
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
      share: phase === 'done' ? 1 : this.share,
      msLeft: phase === 'done' ? 0 : this.msLeft(now, left),
    });
  }

  private msLeft(now: number, left: number): number | null {
    while (this.marks.length > 1 && now - (this.marks[0]?.at ?? now) > rateMs) this.marks.shift();
    // From the first one on: before it the model is opened.
    if (this.charactersDone > 0) this.marks.push({ at: now, characters: this.charactersDone });
    const [from = { at: now, characters: this.charactersDone }] = this.marks;
    const done = this.charactersDone - from.characters;
    if (now - this.started < estimateAfterMs || now - this.lastMove >= stillMs || done === 0) return null;
    return Math.round(((now - from.at) / done) * left);
  }

  private charactersLeft(): number {
    let left = this.charactersCut;
    for (const { usual, bytes, characters, unread } of this.kinds.values()) {
      left += (unread * (characters + charactersOfBefore)) / (bytes + charactersOfBefore / usual);
    }
    return left;
  }

  private wasRead(path: string, characters: number): void {
    const file = this.underway.get(path);
    if (!file || file.isCut) return;
    const { bytes } = file;
    this.underway.set(path, { bytes, isCut: true });
    const kind = this.kindOf(path);
    kind.unread -= bytes;
    kind.bytes += bytes;
    kind.characters += characters;
  }

  private kindOf(path: string): Kind {
    const extension = extname(path).slice(1).toLowerCase();
    const known = this.kinds.get(extension);
    if (known) return known;
    const usual = factsOf(formatOfExtension(extension))?.charactersAByte ?? 1;
    const kind = { usual, bytes: 0, characters: 0, unread: 0 };
    this.kinds.set(extension, kind);
    return kind;
  }
}

export function outcome(path: string, status: FileReport['status'], documentId: string | null): FileReport {
  return { path, status, documentId, chunks: 0, pages: 0, error: null, warnings: [] };
}

export function failed(path: string, error: ReturnType<typeof reportOf>): FileReport {
  return { ...outcome(path, 'failed', null), error };
}
