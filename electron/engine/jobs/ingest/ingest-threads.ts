import { Worker } from 'node:worker_threads';
import { type Result, VitrineError } from '@shared/errors';
import type { ModelCatalogue } from '@shared/model-catalogue';
import { type BirpcReturn, createBirpc } from 'birpc';
import { channelOf, raceTimeout } from '../../async';
import type { CutContent, FileToCut, TextToRecut } from './cut-content';
import { msToStop, ReaderWatch, type ReadingBounds, readingBounds, readTooLarge, readTooLong } from './reader-watch';

type Functions = BirpcReturn<IngestThreadFunctions, object>;

interface Thread {
  readonly worker: Worker;
  readonly rpc: Functions;
  readonly exited: Promise<void>;
  readonly tasks: Set<Task<unknown>>;
  /** The file that it has begun to read, until its answer is there, and what ends the watch over it. */
  reading: { readonly task: Task<unknown>; readonly over: () => void } | null;
  /** Why it ended by itself. */
  cause: unknown;
  closing: boolean;
}

interface Task<T> {
  readonly id: number;
  readonly signal: AbortSignal | undefined;
  ask(rpc: Functions): Promise<Result<T>>;
  resolve(value: T): void;
  reject(error: unknown): void;
  /** Threads that ended with it in their hands. */
  deaths: number;
  /** Of a file to be read: what that may take. It has its thread for itself, which may be ended in the middle of it. */
  readonly bounds: ReadingBounds | undefined;
  /** Whether no other file may be read beside it, so that the memory that is taken is its own. */
  alone: boolean;
  /** What becomes of it when its thread has been ended for its sake. */
  verdict: VitrineError | 'once more' | null;
}

export interface IngestThreadsOptions {
  /** The built worker, `out/main/ingest-worker.cjs`. */
  readonly workerFile: string;
  readonly data: IngestThreadData;
  readonly most: number;
  /** Threads that had nothing to do for this long are let go. */
  readonly idleMs?: number;
}

/** Of the memory that is free, threads take half at the most. */
const shareOfMemory = 0.5;
/** More would only wait for the one thread that writes. */
const mostThreads = 8;

/** One a processor, as far as memory goes; at least one. */
export function threadsFor(processors: number, freeBytes: number, bytesAThread: number): number {
  const inMemory = Math.floor((freeBytes * shareOfMemory) / bytesAThread);
  return Math.max(1, Math.min(processors, inMemory, mostThreads));
}

/** One at work and one at hand, so that a thread never waits for the engine's thread, which may be busy. */
const tasksAThread = 2;
/** A task that ends a thread may have been beside the one that did: it is tried once more. */
const deathsATask = 2;

/**
 * Threads that do an ingest's work on the processors: tasks wait in one line, and each thread takes the next one when
 * it has room. A thread is started when a task finds no other with room, and let go when it was idle for a while. One
 * that reads a file is watched from outside, and ended where that takes too much (docs/adr/0045).
 */
export class IngestThreads {
  private readonly threads = new Set<Thread>();
  private readonly line: Task<unknown>[] = [];
  private readonly watch = new ReaderWatch();
  private lastId = 0;
  private idle: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: IngestThreadsOptions) {}

  /** Threads that there may be. */
  get most(): number {
    return this.options.most;
  }

  /** Threads that are there now. */
  get size(): number {
    return this.threads.size;
  }

  /**
   * `Float32Array[dimension]` a passage, in order. Errors: `reader-crashed` where its thread ended twice, models' codes;
   * an aborted signal throws its reason at once.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    return this.put((rpc, id) => rpc.embed(id, texts), signal);
  }

  /**
   * A file's text and chunks. Errors: `reader-crashed`, `too-slow`, `too-large`, those of reading a document; an aborted
   * signal throws its reason.
   */
  cut(file: FileToCut, signal?: AbortSignal): Promise<CutContent> {
    const bounds = readingBounds(file.bytes.length, file.limits);
    // Before the texts that wait: they come from files that were cut.
    return this.put((rpc, id) => rpc.cut(id, file), signal, true, bounds);
  }

  /** The chunks of a text of the library, cut again. Errors: `no-text`, `reader-crashed`; an aborted signal throws its reason. */
  recut(text: TextToRecut, signal?: AbortSignal): Promise<CutContent> {
    return this.put((rpc, id) => rpc.recut(id, text), signal, true);
  }

  /** Ends all threads, each after the text that it is at, or in the middle of a file that does not stop. */
  async close(): Promise<void> {
    this.closed = true;
    await this.rest();
  }

  /** Lets the threads go that there are. The next task starts new ones. */
  async rest(): Promise<void> {
    if (this.idle) clearTimeout(this.idle);
    await Promise.all([...this.threads].map((thread) => this.end(thread)));
  }

  private put<T>(
    ask: (rpc: Functions, id: number) => Promise<Result<T>>,
    signal: AbortSignal | undefined,
    isFirst = false,
    bounds?: ReadingBounds,
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.closed) throw new VitrineError('engine-down', { why: 'closing' });
    this.lastId += 1;
    const id = this.lastId;
    return new Promise<T>((resolve, reject) => {
      const stop = () => {
        const at = this.line.indexOf(task as Task<unknown>);
        if (at >= 0) this.line.splice(at, 1);
        for (const thread of this.threads)
          if (thread.tasks.has(task as Task<unknown>)) this.stop(thread, task as Task<unknown>);
        // A run on its way is not waited for.
        reject(signal?.reason);
      };
      const over = () => signal?.removeEventListener('abort', stop);
      const task: Task<T> = {
        id,
        signal,
        deaths: 0,
        bounds,
        alone: false,
        verdict: null,
        ask: (rpc) => ask(rpc, id),
        resolve(value) {
          over();
          resolve(value);
        },
        reject(error) {
          over();
          reject(error);
        },
      };
      signal?.addEventListener('abort', stop, { once: true });
      if (isFirst) this.line.unshift(task as Task<unknown>);
      else this.line.push(task as Task<unknown>);
      this.spread();
    });
  }

  /** Gives waiting tasks to threads with room, in the order of the line. */
  private spread(): void {
    if (this.idle) clearTimeout(this.idle);
    for (let at = 0; at < this.line.length; ) {
      const task = this.line[at];
      if (!task) break;
      if (!this.mayRun(task)) {
        at += 1;
        continue;
      }
      const thread = this.threadFor(task);
      // Who comes later waits too, or no thread would ever be free for a file.
      if (!thread) return;
      this.line.splice(at, 1);
      void this.give(thread, task);
    }
    if ([...this.threads].every(({ tasks }) => tasks.size === 0)) {
      this.idle = setTimeout(() => void this.rest(), this.options.idleMs ?? 30_000);
      this.idle.unref();
    }
  }

  private mayRun({ bounds, alone }: Task<unknown>): boolean {
    const files = [...this.threads].flatMap(({ tasks }) => [...tasks].filter((task) => task.bounds));
    return bounds === undefined || !(alone ? files.length > 0 : files.some((file) => file.alone));
  }

  /** The thread that has the fewest tasks, or a new one where all are at work; null where none has room. */
  private threadFor(task: Task<unknown>): Thread | null {
    const open = [...this.threads].filter(({ closing }) => !closing);
    const [thread] = open
      .filter(({ tasks }) => ![...tasks].some(wantsThread))
      .sort((a, b) => a.tasks.size - b.tasks.size);
    if ((!thread || thread.tasks.size > 0) && open.length < this.options.most) return this.start();
    return thread && thread.tasks.size < (wantsThread(task) ? 1 : tasksAThread) ? thread : null;
  }

  private async give(thread: Thread, task: Task<unknown>): Promise<void> {
    thread.tasks.add(task);
    thread.worker.ref();
    try {
      const answer = await task.ask(thread.rpc);
      if (answer.ok) task.resolve(answer.data);
      else task.reject(VitrineError.of(answer.error));
    } catch (error) {
      this.lost(task, thread.cause ?? error);
    }
    thread.tasks.delete(task);
    if (thread.reading?.task === task) {
      thread.reading.over();
      thread.reading = null;
    }
    if (thread.tasks.size === 0) thread.worker.unref();
    try {
      this.spread();
    } catch (error) {
      // No other thread can be started, for want of memory say: what waits is told so.
      for (const waiting of this.line.splice(0)) waiting.reject(crashed(error));
    }
  }

  /** The thread is gone: unless it was ended for the task's sake, that has another try, in another one. */
  private lost(task: Task<unknown>, cause: unknown): void {
    const { verdict, bounds } = task;
    task.verdict = null;
    if (verdict === null) task.deaths += 1;
    if (verdict instanceof VitrineError) task.reject(verdict);
    else if (bounds && isOutOfMemory(cause)) task.reject(readTooLarge(bounds));
    else if (task.signal?.aborted || this.closed || task.deaths >= deathsATask) task.reject(crashed(cause));
    else this.line.unshift(task);
  }

  /** A thread has begun to read a file. */
  private begun(thread: Thread, id: number): void {
    const task = [...thread.tasks].find((given) => given.id === id);
    if (!task?.bounds) return;
    const { bounds } = task;
    const over = this.watch.begin(bounds, (passed) => {
      if (passed === 'time') this.endReading(thread, readTooLong(bounds));
      else this.passedMemory(thread, bounds);
    });
    thread.reading = { task, over };
    // It began late, and nobody wants it any more.
    if (thread.closing || task.signal?.aborted) this.endSoon(thread, task);
  }

  /** Where several read, each of them does it once more, alone. */
  private passedMemory(thread: Thread, bounds: ReadingBounds): void {
    const reading = [...this.threads].filter((one) => one.reading?.task.verdict === null);
    if (reading.length === 1) this.endReading(thread, readTooLarge(bounds));
    else for (const one of reading) this.endReading(one, 'once more');
  }

  private endReading(thread: Thread, verdict: Task<unknown>['verdict']): void {
    const { reading } = thread;
    if (!reading || reading.task.verdict) return;
    reading.task.verdict = verdict;
    reading.task.alone = verdict === 'once more';
    thread.closing = true;
    void thread.worker.terminate();
  }

  private stop(thread: Thread, task: Task<unknown>): void {
    void thread.rpc.stop.asEvent(task.id);
    this.endSoon(thread, task);
  }

  /** Ends the thread where it still reads this file after the time that it has to stop by itself. */
  private endSoon(thread: Thread, task: Task<unknown>): void {
    setTimeout(() => {
      if (thread.reading?.task === task) this.endReading(thread, crashed('stopped'));
    }, msToStop);
  }

  private start(): Thread {
    const { workerFile, data } = this.options;
    const worker = new Worker(workerFile, { workerData: data, name: 'vitrine-ingest' });
    const told: IngestThreadTold = { begun: (task) => this.begun(thread, task) };
    const rpc = createBirpc<IngestThreadFunctions, IngestThreadTold>(told, channelOf(worker));
    worker.on('error', (error) => {
      thread.cause = error;
    });
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        this.threads.delete(thread);
        rpc.$close(thread.cause instanceof Error ? thread.cause : new Error(`exit code ${code}`));
        resolve();
      });
    });
    const thread: Thread = { worker, rpc, exited, tasks: new Set(), reading: null, cause: null, closing: false };
    this.threads.add(thread);
    return thread;
  }

  private async end(thread: Thread): Promise<void> {
    if (!thread.closing) {
      thread.closing = true;
      // Idle threads hold no process; one whose end is waited for does, or the process ends first and closes nothing.
      thread.worker.ref();
      // A thread that is gone already has nothing to close.
      const closed = thread.rpc.close().catch(() => undefined);
      // One that embeds is waited for: ended inside onnxruntime it would take the process along.
      if (!(await raceTimeout(closed, msToStop))) this.endReading(thread, crashed('closing'));
      await closed;
    }
    await thread.exited;
  }
}

/** A file has its thread for itself, and so has a task that a thread has ended with: others would be blamed for it. */
const wantsThread = ({ bounds, deaths }: Task<unknown>): boolean => bounds !== undefined || deaths > 0;

const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';

function crashed(cause: unknown): VitrineError {
  return new VitrineError('reader-crashed', {}, { cause });
}

/** What a thread of an ingest is started with: where it finds the model that it opens at its first task. */
export interface IngestThreadData {
  readonly modelId: string;
  /** How it counts tokens where it opens no model: that is a server's, or not on this computer. */
  readonly counts?: 'server' | 'estimate';
  readonly catalogue: ModelCatalogue;
  readonly bundledModelFolder: string;
  readonly modelFolders: readonly string[];
  readonly downloadFolder: string;
}

/** What a thread of an ingest tells without being asked. */
export interface IngestThreadTold {
  /** From now on the task's file is read. */
  begun(task: number): void;
}

/** What the engine asks of a thread of an ingest. Nothing here rejects: what goes wrong is part of the answer. */
export interface IngestThreadFunctions {
  /** Vectors of passages, in order, one text a model call. */
  embed(task: number, texts: readonly string[]): Promise<Result<readonly Float32Array[]>>;
  /** A file's text and chunks. */
  cut(task: number, file: FileToCut): Promise<Result<CutContent>>;
  /** The chunks of a text of the library, cut again. */
  recut(task: number, text: TextToRecut): Promise<Result<CutContent>>;
  /** Ends a task before its next text or page. */
  stop(task: number): void;
  /** Lets go of the model when its run has ended, then the thread ends by itself. */
  close(): Promise<void>;
}
