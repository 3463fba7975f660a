import { setMaxListeners } from 'node:events';
import type { IngestProgress } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { BoundedQueue, raceTimeout } from '../../async';
import { statsOf } from '../../files';
import { type RecognisedPage, walk } from '../../ingest';
import { type Library, type NewIngestJob, type NextFile, type QueuedFile, setAside } from '../../store';
import type { CutContent, FileToCut } from './cut-content';
import { IngestCommits, msPerCommit } from './ingest-commits';
import type { IngestModel } from './ingest-model';
import { failed, IngestTally } from './ingest-tally';
import { JobBounds } from './job-bounds';
import {
  type BegunFile,
  FileFailures,
  type FilePreparation,
  failedFile,
  type PreparedFile,
  prepareFile,
} from './prepare-file';
import { wasBusy, wasStopped } from './reader-watch';
import type { Recognition } from './recognise-file';

export interface IngestListener {
  onProgress(progress: IngestProgress): void;
  /** Something new can be found, or a document of the library is under way. */
  onChanged(): void;
  onWritten(chunks: number, ms: number): void;
  /** A content without headings: its passages are of chapter Unknown, section N/A. */
  onWithoutHeadings(contentId: string): void;
}

export interface IngestJobParts {
  readonly library: Library;
  readonly model: IngestModel;
  readonly limits: PipelineLimits;
  readonly request: NewIngestJob;
  readonly listener: IngestListener;
  readonly signal: AbortSignal;
  readonly recognition: Recognition;
  readonly passwords: ReadonlyMap<string, string>;
}

/** Chunks that are read ahead of the commits; what a file adds to them beside its own. */
const chunksAhead = 256;
const chunksAFile = 4;
const msBetweenTold = 1000;
/** So long others wait behind a file for their turn. */
const msInTurn = 1000;

/** Works on the waiting files of a job: reads and commits side by side. Their vectors are made by the `VectorQueue`. */
export class IngestJob {
  readonly tally: IngestTally;
  /** Contents that are on their way, by id; how many files in the line bring or share them does not matter. */
  private readonly pending = new Map<string, Promise<CutContent>>();
  private readonly staged = new Set<string>();
  private readonly scans: DeferredOcr;
  private readonly tries: SecondTries;
  private readonly commits: IngestCommits;
  private readonly failures: FileFailures;

  constructor(private readonly parts: IngestJobParts) {
    const { library, model, request, listener, signal } = parts;
    this.tally = new IngestTally(request.jobId, (progress) => listener.onProgress(progress));
    this.scans = new DeferredOcr(parts.recognition, library, request.jobId, this.tally, signal);
    this.tries = new SecondTries(library.jobs, request.jobId);
    this.failures = new FileFailures(library, request.collection, signal);
    this.commits = new IngestCommits({
      library,
      model,
      request,
      onVisible: () => listener.onChanged(),
      onWritten: (chunks, ms) => listener.onWritten(chunks, ms),
      onContent: ({ content: { storedPath, contentId, headings } }) => {
        if (headings.length === 0) listener.onWithoutHeadings(contentId);
        this.staged.delete(storedPath);
        this.pending.delete(contentId);
      },
    });
  }

  get touched(): boolean {
    return this.commits.touched;
  }

  /** Errors: `index-…`, `library-locked`, `disk-full`, `library-read-only`, models' codes, the signal's reason. */
  async run(): Promise<void> {
    const { library, request } = this.parts;
    library.assertWritable();
    library.assertMatches(this.parts.model.entry.id, request.profile);
    // An index that cannot be read refuses before the work, not after it.
    await library.index.count();
    if (!library.jobs.walked(request.jobId)) await this.walk();
    this.tally.begin(library.jobs.summary(request.jobId));
    this.tally.tell('reading', null);
    try {
      // A file whose shared content was deleted while it waited has to be read again.
      while (library.jobs.files.next(request.jobId)) await this.pass();
    } finally {
      this.tally.end();
      for (const stored of this.staged) await library.uploads.discard(stored);
    }
  }

  private async walk(): Promise<void> {
    const { jobs } = this.parts.library;
    const { paths, jobId, within = null } = this.parts.request;
    const found = await walk(paths, this.parts.signal, { takesPictures: this.scans.isOn, within });
    const stats = await statsOf(found.files, this.parts.signal);
    // Bytes for the progress alone: the reader reports faults of the file.
    const files = found.files.map((path, at) => ({ path, bytes: stats[at]?.size ?? 0 }));
    // Small ones first: there is something to ask about at once. A sort keeps the order of those of one size.
    files.sort((a, b) => a.bytes - b.bytes);
    const missing = found.missing.map((path) => failed(path, new VitrineError('vanished').report()));
    const misnamed = found.misnamed.map((path) =>
      failed(path, new VitrineError('not-readable', { why: 'name' }).report()),
    );
    jobs.addFiles(jobId, files, [...missing, ...misnamed], found);
  }

  private async pass(): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([this.parts.signal, ending.signal]);
    // As many listen as files are under way.
    setMaxListeners(0, signal);
    const line = new BoundedQueue<PreparedFile>(
      chunksAhead,
      signal,
      ({ cut }) => chunksAFile + (cut?.content.chunks.length ?? 0),
    );
    const end = (error: unknown): never => {
      ending.abort(error);
      throw error;
    };
    const made = this.make(line, signal).catch(end);
    const [, taken] = await Promise.allSettled([made, this.take(line, signal).catch(end)]);
    // Both fail by the first one's error: it aborts the other.
    if (taken.status === 'rejected') throw taken.reason;
    await made;
  }

  private async make(line: BoundedQueue<PreparedFile>, signal: AbortSignal): Promise<void> {
    const { library, request } = this.parts;
    const { scans } = this;
    const preparation: FilePreparation = {
      library,
      limits: this.parts.limits,
      profile: request.profile,
      collection: request.collection,
      signal,
      bounds: new JobBounds(request),
      passwords: this.parts.passwords,
      cut: (path, file) => this.tries.cut(path, () => this.parts.model.cut(file, signal)),
      pending: this.pending,
      recognise: scans.isOn ? (path, file, pages) => scans.recognise(path, file, pages) : null,
    };
    const ahead = new FilesAhead();
    let begunFiles = 0;
    let begunTexts = 0;
    const enter = async (most: number) => {
      while (ahead.size > most) {
        const come = await ahead.next();
        if (come) line.put(come);
      }
    };
    try {
      for (;;) {
        await line.room();
        const next = library.jobs.files.next(request.jobId);
        // A suspect of a process's end has a pass alone: no other file is blamed.
        if (!next || (this.isAlone(next) && begunFiles > 0)) break;
        // Files read before scans are committed before them: scans take minutes.
        if (scans.knows(next.path) && begunTexts > 0) break;
        // Before it begins: while it is read it may turn out to be one.
        const isAlone = this.isAlone(next);
        begunFiles += 1;
        if (!scans.knows(next.path)) begunTexts += 1;
        library.jobs.files.setStages(request.jobId, [next.path], 'reading');
        this.tally.begun(next);
        this.tellProcessing(next.path);
        const begun = await this.begin(next, preparation);
        ahead.add(this.underway(next, begun), begun.waits === true);
        await enter(this.parts.model.filesAtOnce - 1);
        if (isAlone) break;
      }
      await enter(0);
    } finally {
      // Nothing may stage bytes any more when this has ended.
      await ahead.settled();
    }
    line.close();
  }

  private isAlone({ path, deaths }: NextFile): boolean {
    return deaths > 0 || this.tries.knows(path);
  }

  /** A document of the library is read again: who looks at it sees that, at most once a second. */
  private tellProcessing(path: string): void {
    const now = performance.now();
    if (now - this.lastTold < msBetweenTold || !this.parts.library.documents.byPath(path)) return;
    this.lastTold = now;
    this.parts.listener.onChanged();
  }

  private lastTold = Number.NEGATIVE_INFINITY;

  private async begin({ path, deaths }: NextFile, preparation: FilePreparation): Promise<BegunFile> {
    const error = setAside(deaths);
    if (error)
      return { rest: Promise.resolve(failedFile(path, error, this.parts.library, this.parts.request.collection)) };
    return prepareFile(path, preparation).catch((error: unknown) => ({
      rest: Promise.resolve(this.failures.ofFile(path, error)),
    }));
  }

  private async underway({ path }: QueuedFile, begun: BegunFile): Promise<PreparedFile | null> {
    const file = await begun.rest.catch((error: unknown) => {
      // It waits again, behind the others.
      if (error instanceof ReadLater) {
        this.tally.putOff(path);
        return null;
      }
      return this.failures.ofFile(path, error);
    });
    if (file?.cut) this.staged.add(file.cut.content.storedPath);
    return file;
  }

  private async take(line: BoundedQueue<PreparedFile>, signal: AbortSignal): Promise<void> {
    for (let coming = line.take(); ; coming = line.take()) {
      // Finished files become visible, also while a slow file is waited for.
      while (!(await raceTimeout(coming, msPerCommit))) await this.commits.flush(signal);
      const next = await coming;
      if (!next) break;
      line.free(next);
      this.tally.fileOver(next.report);
      await this.commits.add(next, signal);
    }
    await this.commits.flush(signal);
  }
}

interface FileAhead {
  readonly coming: Promise<PreparedFile | null>;
  /** Whether it shares the content of a file before it, and so may not come before that. */
  readonly waits: boolean;
  isLate: boolean;
  isThere: boolean;
}

/** Files that are read side by side. They come in order, but a slow one is passed by those behind it. */
class FilesAhead {
  private files: FileAhead[] = [];

  get size(): number {
    return this.files.length;
  }

  add(coming: FileAhead['coming'], waits: boolean): void {
    const file: FileAhead = { coming, waits, isLate: false, isThere: false };
    const come = () => {
      file.isThere = true;
    };
    // Its failure is handled at its await; until then it has no listener.
    coming.then(come, come);
    this.files.push(file);
  }

  async next(): Promise<PreparedFile | null> {
    for (;;) {
      const mayCome = this.files.filter(({ waits }, at) => !waits || at === 0);
      const next = mayCome.find(({ isLate, isThere }) => isLate && isThere) ?? mayCome.find(({ isLate }) => !isLate);
      if (!next) await Promise.race(mayCome.map(({ coming }) => coming));
      else if (next.isThere || (await raceTimeout(next.coming, msInTurn))) return this.taken(next);
      else next.isLate = true;
    }
  }

  settled(): Promise<unknown> {
    return Promise.allSettled(this.files.map(({ coming }) => coming));
  }

  private async taken(file: FileAhead): Promise<PreparedFile | null> {
    const come = await file.coming;
    this.files = this.files.filter((other) => other !== file);
    return come;
  }
}

/** Thrown in the reading of a file that has given its turn to all others of its job. */
export class ReadLater extends Error {}

/** Recognises scans when only scans are left: each takes many minutes. */
export class DeferredOcr {
  private readonly met = new Set<string>();

  constructor(
    private readonly recognition: Recognition,
    private readonly library: Library,
    private readonly jobId: string,
    private readonly tally: IngestTally,
    private readonly signal: AbortSignal,
  ) {}

  get isOn(): boolean {
    return this.recognition.isOn;
  }

  knows(path: string): boolean {
    return this.met.has(path);
  }

  /** Errors: `ReadLater`, those of `Recognition.pagesOf`. */
  async recognise(path: string, file: FileToCut, pages: readonly number[]): Promise<readonly RecognisedPage[]> {
    const { files } = this.library.jobs;
    if (!this.met.has(path)) {
      this.met.add(path);
      if (files.othersWait(this.jobId, [...this.met])) {
        files.last(this.jobId, path);
        throw new ReadLater();
      }
    }
    return this.recognition.pagesOf(file, pages, this.signal, (done, of) => this.tally.recognised(path, done, of));
  }
}

/** Files that the watch has stopped: each is read once more, alone; a job's only file if the computer was busy. */
export class SecondTries {
  private readonly stopped = new Set<string>();

  constructor(
    private readonly jobs: Pick<Library['jobs'], 'summary'> & {
      readonly files: Pick<Library['jobs']['files'], 'last'>;
    },
    private readonly jobId: string,
  ) {}

  knows(path: string): boolean {
    return this.stopped.has(path);
  }

  /** Reads a file. Errors: `ReadLater` if it is to be read once more, those of the reading otherwise. */
  async cut(path: string, read: () => Promise<CutContent>): Promise<CutContent> {
    try {
      return await read();
    } catch (error) {
      if (!wasStopped(error) || this.stopped.has(path)) throw error;
      if (!wasBusy(error) && this.jobs.summary(this.jobId).filesTotal < 2) throw error;
      this.stopped.add(path);
      this.jobs.files.last(this.jobId, path);
      throw new ReadLater();
    }
  }
}
