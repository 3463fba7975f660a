import { Worker } from 'node:worker_threads';
import { codedError, type Result, VitrineError } from '@shared/errors';
import type { OcrLanguage } from '@shared/settings';
import { tooSlow, unused } from '@shared/words/sayings';
import { type BirpcReturn, createBirpc } from 'birpc';
import { channelOf, raceTimeout } from '../../async';
import type { OcrLimits, RecognisedPage } from '../../ingest';
import { ReaderWatch, type ReadingBounds, readTooLarge } from './reader-watch';

interface Thread {
  readonly worker: Worker;
  readonly rpc: BirpcReturn<RecognitionThreadFunctions, object>;
  /** Told where the thread ends before its answer. */
  readonly gone: Promise<never>;
  /** What it was started with, to be compared. */
  readonly startedWith: string;
}

export interface RecognitionThreadsOptions {
  /** The built `recognition-worker.cjs`. */
  readonly workerFile: string;
  /** Threads that there may be. */
  readonly most: number;
  /** Threads that had nothing to do for this long are let go, with the 250 MB that each holds. */
  readonly idleMs?: number;
}

/** Threads that recognise text, a page at a time each. A page that is not wanted any more ends its thread. */
export class RecognitionThreads {
  private readonly free: Thread[] = [];
  private readonly all = new Set<Thread>();
  private working = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly watch = new ReaderWatch();
  private idle: NodeJS.Timeout | null = null;

  constructor(private readonly options: RecognitionThreadsOptions) {}

  get most(): number {
    return this.options.most;
  }

  /** Threads that there are now. */
  get size(): number {
    return this.all.size;
  }

  /**
   * What stands on a page. One that takes more time or memory than it may, or ends its thread, has `trouble` and no text.
   *
   * @param mebibytes that the process may grow by for each page at a time
   * Errors: `encrypted`, `damaged`; an aborted signal ends the thread and throws its reason, at once.
   */
  async recognise(
    file: FileToRecognise,
    page: number,
    data: RecognitionThreadData,
    mebibytes: number,
    signal: AbortSignal,
  ): Promise<RecognisedPage> {
    await this.turn(signal);
    const thread = this.threadFor(data);
    thread.worker.ref();
    let isWhole = false;
    let passed: 'time' | 'memory' | null = null;
    const bounds = { ms: data.limits.secondsAPage * 1000, bytes: mebibytes * 1024 ** 2 * this.options.most };
    let over = (): void => {};
    try {
      const late = new Promise<never>((_, reject) => {
        over = this.watch.begin(bounds, (what) => {
          passed = what;
          reject(new Error(what));
        });
      });
      const work = Promise.race([thread.rpc.recognise(file, page), thread.gone, late]);
      const answer = (await raceTimeout<Result<RecognisedPage>>(work, 0, signal))?.value;
      if (!answer) throw new Error('nothing');
      isWhole = true;
      if (!answer.ok) throw VitrineError.of(answer.error);
      return answer.data;
    } catch (error) {
      signal.throwIfAborted();
      if (isWhole) throw error;
      return { page, width: 0, height: 0, paragraphs: [], trouble: troubleOf(passed, bounds) };
    } finally {
      over();
      if (isWhole) {
        thread.worker.unref();
        this.free.push(thread);
      } else await this.end(thread);
      this.working -= 1;
      // All of them: one that was stopped meanwhile takes no turn.
      for (const resume of this.waiting.splice(0)) resume();
      this.letGoWhenIdle();
    }
  }

  /** Ends all threads, whatever they are at. */
  async close(): Promise<void> {
    if (this.idle) clearTimeout(this.idle);
    await Promise.all([...this.all].map((thread) => this.end(thread)));
  }

  private async turn(signal: AbortSignal): Promise<void> {
    while (this.working >= this.options.most) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    signal.throwIfAborted();
    this.working += 1;
    if (this.idle) clearTimeout(this.idle);
  }

  private threadFor(data: RecognitionThreadData): Thread {
    const startedWith = JSON.stringify(data);
    const at = this.free.findIndex((thread) => thread.startedWith === startedWith);
    const [found] = at >= 0 ? this.free.splice(at, 1) : [];
    if (found) return found;
    // Of other languages: nobody asks for them any more.
    for (const other of this.free.splice(0)) void this.end(other);
    return this.start(data, startedWith);
  }

  private start(data: RecognitionThreadData, startedWith: string): Thread {
    const worker = new Worker(this.options.workerFile, { workerData: data, name: 'vitrine-recognition' });
    const rpc = createBirpc<RecognitionThreadFunctions, object>({}, channelOf(worker));
    const gone = new Promise<never>((_, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`exit code ${code}`)));
    });
    // Met where a page is waited for; a thread that ends between pages harms nobody.
    gone.catch(() => this.forget(thread));
    const thread: Thread = { worker, rpc, gone, startedWith };
    this.all.add(thread);
    return thread;
  }

  private forget(thread: Thread): void {
    this.all.delete(thread);
    const at = this.free.indexOf(thread);
    if (at >= 0) this.free.splice(at, 1);
  }

  private async end(thread: Thread): Promise<void> {
    this.forget(thread);
    await thread.worker.terminate();
  }

  private letGoWhenIdle(): void {
    if (this.working > 0) return;
    this.idle = setTimeout(() => void this.close(), this.options.idleMs ?? 30_000);
    this.idle.unref();
  }
}

function troubleOf(passed: 'time' | 'memory' | null, bounds: ReadingBounds) {
  if (passed === 'memory') return codedError(readTooLarge(bounds));
  return passed === 'time' ? tooSlow(bounds.ms) : unused('thread-ended');
}

/** What a thread that recognises text is started with. */
export interface RecognitionThreadData {
  readonly languages: readonly OcrLanguage[];
  readonly limits: OcrLimits;
}

/** A file whose pages are wanted; the bytes are shared with the threads and not copied. */
export interface FileToRecognise {
  /** sha256 of the bytes: a thread keeps the file open that it was asked for last. */
  readonly checksum: string;
  readonly bytes: SharedArrayBuffer;
}

/** What the engine asks of such a thread. Nothing here rejects; a page that cannot be read says so in `trouble`. */
export interface RecognitionThreadFunctions {
  recognise(file: FileToRecognise, page: number): Promise<Result<RecognisedPage>>;
}
