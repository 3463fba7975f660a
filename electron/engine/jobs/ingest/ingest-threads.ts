import { Worker } from 'node:worker_threads';
import { type Result, VitrineError } from '@shared/errors';
import type { ModelCatalogue } from '@shared/model-catalogue';
import { type BirpcReturn, createBirpc } from 'birpc';
import { channelOf } from '../../async';
import type { CutContent, FileToCut, TextToRecut } from './cut-content';

type Functions = BirpcReturn<IngestThreadFunctions, object>;

interface Thread {
  readonly worker: Worker;
  readonly rpc: Functions;
  readonly exited: Promise<void>;
  readonly tasks: Set<Task<unknown>>;
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
 * it has room. A thread is started when a task finds no other with room, and let go when it was idle for a while.
 */
export class IngestThreads {
  private readonly threads = new Set<Thread>();
  private readonly line: Task<unknown>[] = [];
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

  /** A file's text and chunks. Errors: `reader-crashed`, those of reading a document; an aborted signal throws its reason. */
  cut(file: FileToCut, signal?: AbortSignal): Promise<CutContent> {
    // Before the texts that wait: they come from files that were cut.
    return this.put((rpc, id) => rpc.cut(id, file), signal, true);
  }

  /** The chunks of a text of the library, cut again. Errors: `no-text`, `reader-crashed`; an aborted signal throws its reason. */
  recut(text: TextToRecut, signal?: AbortSignal): Promise<CutContent> {
    return this.put((rpc, id) => rpc.recut(id, text), signal, true);
  }

  /** Ends all threads, each after the text that it is at. */
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
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.closed) throw new VitrineError('engine-down', { why: 'closing' });
    this.lastId += 1;
    const id = this.lastId;
    return new Promise<T>((resolve, reject) => {
      const stop = () => {
        const at = this.line.indexOf(task as Task<unknown>);
        if (at >= 0) this.line.splice(at, 1);
        for (const { tasks, rpc } of this.threads) if (tasks.has(task as Task<unknown>)) void rpc.stop.asEvent(id);
        // A run on its way is not waited for.
        reject(signal?.reason);
      };
      const over = () => signal?.removeEventListener('abort', stop);
      const task: Task<T> = {
        id,
        signal,
        deaths: 0,
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

  /** Gives waiting tasks to the threads that have the fewest, and starts one where all are at work. */
  private spread(): void {
    if (this.idle) clearTimeout(this.idle);
    while (this.line.length > 0) {
      const open = [...this.threads].filter(({ closing }) => !closing);
      let thread = open.sort((a, b) => a.tasks.size - b.tasks.size)[0];
      if ((!thread || thread.tasks.size > 0) && open.length < this.options.most) thread = this.start();
      if (!thread || thread.tasks.size >= tasksAThread) return;
      const task = this.line.shift();
      if (task) void this.give(thread, task);
    }
    if ([...this.threads].every(({ tasks }) => tasks.size === 0)) {
      this.idle = setTimeout(() => void this.rest(), this.options.idleMs ?? 30_000);
      this.idle.unref();
    }
  }

  private async give(thread: Thread, task: Task<unknown>): Promise<void> {
    thread.tasks.add(task);
    thread.worker.ref();
    try {
      const answer = await task.ask(thread.rpc);
      if (answer.ok) task.resolve(answer.data);
      else task.reject(VitrineError.of(answer.error));
    } catch (error) {
      // The thread is gone: what was in its hands has another try, in another one.
      task.deaths += 1;
      if (task.signal?.aborted || task.deaths >= deathsATask) task.reject(crashed(error));
      else this.line.unshift(task);
    }
    thread.tasks.delete(task);
    if (thread.tasks.size === 0) thread.worker.unref();
    try {
      this.spread();
    } catch (error) {
      // No other thread can be started, for want of memory say: what waits is told so.
      for (const waiting of this.line.splice(0)) waiting.reject(crashed(error));
    }
  }

  private start(): Thread {
    const { workerFile, data } = this.options;
    const worker = new Worker(workerFile, { workerData: data, name: 'vitrine-ingest' });
    const rpc = createBirpc<IngestThreadFunctions, object>({}, channelOf(worker));
    let cause: unknown = null;
    worker.on('error', (error) => {
      cause = error;
    });
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        this.threads.delete(thread);
        rpc.$close(cause instanceof Error ? cause : new Error(`exit code ${code}`));
        resolve();
      });
    });
    const thread: Thread = { worker, rpc, exited, tasks: new Set(), closing: false };
    this.threads.add(thread);
    return thread;
  }

  private async end(thread: Thread): Promise<void> {
    if (!thread.closing) {
      thread.closing = true;
      // Idle threads hold no process; one whose end is waited for does, or the process ends first and closes nothing.
      thread.worker.ref();
      // A thread that is gone already has nothing to close.
      await thread.rpc.close().catch(() => undefined);
    }
    await thread.exited;
  }
}

function crashed(cause: unknown): VitrineError {
  return new VitrineError('reader-crashed', {}, { cause });
}

/** What a thread of an ingest is started with: where it finds the model that it opens at its first task. */
export interface IngestThreadData {
  readonly modelId: string;
  readonly catalogue: ModelCatalogue;
  readonly bundledModelFolder: string;
  readonly modelFolders: readonly string[];
  readonly downloadFolder: string;
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
