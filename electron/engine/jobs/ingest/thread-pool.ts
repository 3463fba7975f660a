import { Worker } from 'node:worker_threads';
import { type Result, VitrineError } from '@shared/errors';
import { type BirpcReturn, createBirpc } from 'birpc';
import { channelOf, raceTimeout } from '../../async';
import { clockOf, ReaderWatch, type ReadingBounds, readingStopped, type WatchedReading } from './reader-watch';

export interface PoolThreadFunctions {
  /** Ends a task before its next text or page, where the thread can. */
  stop(task: number): void;
  /** Frees the thread's resources when its task has ended; then the thread ends. */
  close(): Promise<void>;
}

export interface PoolThreadTold {
  /** From now on the task's file is read. */
  begun(task: number, threadNumber: number | null): void;
  goesOn(task: number): void;
}

interface Thread<F extends object> {
  readonly worker: Worker;
  readonly rpc: BirpcReturn<F, object>;
  readonly control: BirpcReturn<PoolThreadFunctions, object>;
  readonly exited: Promise<void>;
  readonly tasks: Set<Task<F>>;
  /** The file in reading, until its answer is there, and the end of the watch over it. */
  reading: { readonly task: Task<F>; readonly watched: WatchedReading } | null;
  cause: unknown;
  closing: boolean;
}

interface Task<F extends object> {
  readonly id: number;
  readonly signal: AbortSignal | undefined;
  /** Asks a thread for it and hands over what it answers. Errors: those of the thread's end. */
  run(rpc: BirpcReturn<F, object>): Promise<void>;
  reject(error: unknown): void;
  /** Threads that ended with it in their hands. */
  deaths: number;
  /** For a reading: its bounds. It has its thread alone, which may be ended in the middle of it. */
  readonly bounds: ReadingBounds | undefined;
  /** Whether no other file may be read beside it: the memory growth is then its own. */
  alone: boolean;
  verdict: VitrineError | 'once more' | null;
}

export interface ThreadPoolOptions {
  readonly workerFile: string;
  readonly data?: unknown;
  readonly most: number;
  /** Threads that had nothing to do for this long are let go. */
  readonly idleMs?: number;
}

interface TaskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly isFirst?: boolean;
  readonly bounds?: ReadingBounds;
}

const shareOfMemory = 0.5;
/** Mebibytes for the objects of a thread. A sheet of a million rows takes 700. */
const mostHeap = 896;
/** More would only wait for the one thread that writes. */
const mostThreads = 8;

export function threadsForMemory(processors: number, freeBytes: number, bytesAThread: number): number {
  const inMemory = Math.floor((freeBytes * shareOfMemory) / bytesAThread);
  return Math.max(1, Math.min(processors, inMemory, mostThreads));
}

/** One at work and one at hand: a thread never waits for the engine's thread, which may be busy. */
const tasksAThread = 2;
/** A task that ends a thread may have been beside the one that did: it is tried once more. */
const deathsATask = 2;

/** Threads that take tasks from one line, start when needed and end when idle. Readings are watched (docs/adr/0057). */
export class ThreadPool<F extends object> {
  private readonly threads = new Set<Thread<F>>();
  private readonly line: Task<F>[] = [];
  private readonly watch = new ReaderWatch();
  private lastId = 0;
  private idle: NodeJS.Timeout | null = null;
  private closed = false;

  /** @param msToStop time for a thread to end a task before the pool ends the thread */
  constructor(
    private readonly options: ThreadPoolOptions,
    private readonly name: string,
    private readonly msToStop: number,
  ) {}

  get most(): number {
    return this.options.most;
  }

  get size(): number {
    return this.threads.size;
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

  /** Errors: the answer's, `reader-crashed`, for a reading `too-slow` and `too-large`, the signal's reason. */
  protected put<T>(
    ask: (rpc: BirpcReturn<F, object>, id: number) => Promise<Result<T>>,
    { signal, isFirst, bounds }: TaskOptions,
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.closed) throw new VitrineError('engine-down', { why: 'closing' });
    this.lastId += 1;
    const id = this.lastId;
    let stop = (): void => {};
    const work = new Promise<T>((resolve, reject) => {
      const task: Task<F> = {
        id,
        signal,
        deaths: 0,
        bounds,
        alone: false,
        verdict: null,
        async run(rpc) {
          const answer = await ask(rpc, id);
          if (answer.ok) resolve(answer.data);
          else reject(VitrineError.of(answer.error));
        },
        reject,
      };
      stop = () => {
        const at = this.line.indexOf(task);
        if (at >= 0) this.line.splice(at, 1);
        for (const thread of this.threads) if (thread.tasks.has(task)) this.stop(thread, task);
        // A run on its way is not waited for.
        reject(signal?.reason);
      };
      if (isFirst) this.line.unshift(task);
      else this.line.push(task);
      this.spread();
    });
    signal?.addEventListener('abort', stop, { once: true });
    return work.finally(() => signal?.removeEventListener('abort', stop));
  }

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
      // Later tasks wait too, or no thread would ever be free for a file.
      if (!thread) return;
      this.line.splice(at, 1);
      void this.give(thread, task);
    }
    if ([...this.threads].every(({ tasks }) => tasks.size === 0)) {
      this.idle = setTimeout(() => void this.rest(), this.options.idleMs ?? 30_000);
      this.idle.unref();
    }
  }

  private mayRun({ bounds, alone }: Task<F>): boolean {
    const files = [...this.threads].flatMap(({ tasks }) => [...tasks].filter((task) => task.bounds));
    return bounds === undefined || !(alone ? files.length > 0 : files.some((file) => file.alone));
  }

  /** The thread that has the fewest tasks, or a new one where all are at work; null where none has room. */
  private threadFor(task: Task<F>): Thread<F> | null {
    const open = [...this.threads].filter(({ closing }) => !closing);
    const [thread] = open
      .filter(({ tasks }) => ![...tasks].some(wantsThread))
      .sort((a, b) => a.tasks.size - b.tasks.size);
    if ((!thread || thread.tasks.size > 0) && open.length < this.options.most) return this.start();
    return thread && thread.tasks.size < (wantsThread(task) ? 1 : tasksAThread) ? thread : null;
  }

  private async give(thread: Thread<F>, task: Task<F>): Promise<void> {
    thread.tasks.add(task);
    thread.worker.ref();
    try {
      await task.run(thread.rpc);
    } catch (error) {
      this.lost(task, thread.cause ?? error);
    }
    thread.tasks.delete(task);
    if (thread.reading?.task === task) {
      thread.reading.watched.end();
      thread.reading = null;
    }
    if (thread.tasks.size === 0) thread.worker.unref();
    try {
      this.spread();
    } catch (error) {
      // No other thread can be started, perhaps for lack of memory: waiting tasks get the error.
      for (const waiting of this.line.splice(0)) waiting.reject(crashed(error));
    }
  }

  /** The thread is gone: unless it was ended for the task's sake, that has another try, in another one. */
  private lost(task: Task<F>, cause: unknown): void {
    const { verdict, bounds } = task;
    task.verdict = null;
    if (verdict === null) task.deaths += 1;
    if (verdict instanceof VitrineError) task.reject(verdict);
    else if (bounds && isOutOfMemory(cause)) task.reject(readingStopped('memory', bounds));
    else if (task.signal?.aborted || this.closed || task.deaths >= deathsATask) task.reject(crashed(cause));
    else this.line.unshift(task);
  }

  private begun(thread: Thread<F>, id: number, threadNumber: number | null): void {
    const task = [...thread.tasks].find((given) => given.id === id);
    if (!task?.bounds) return;
    const { bounds } = task;
    const watched = this.watch.begin(bounds, clockOf(thread.worker, threadNumber), (passed, isBusy) => {
      if (passed === 'memory') this.passedMemory(thread, bounds);
      else this.endReading(thread, readingStopped(passed, bounds, isBusy));
    });
    thread.reading = { task, watched };
    // It began late, and is not needed any more.
    if (thread.closing || task.signal?.aborted) this.endSoon(thread, task);
  }

  /** Of several readings, each runs once more, alone. */
  private passedMemory(thread: Thread<F>, bounds: ReadingBounds): void {
    const reading = [...this.threads].filter((one) => one.reading?.task.verdict === null);
    if (reading.length === 1) this.endReading(thread, readingStopped('memory', bounds));
    else for (const one of reading) this.endReading(one, 'once more');
  }

  private endReading(thread: Thread<F>, verdict: Task<F>['verdict']): void {
    const { reading } = thread;
    if (!reading || reading.task.verdict) return;
    reading.task.verdict = verdict;
    reading.task.alone = verdict === 'once more';
    thread.closing = true;
    void thread.worker.terminate();
  }

  private stop(thread: Thread<F>, task: Task<F>): void {
    void thread.control.stop.asEvent(task.id);
    this.endSoon(thread, task);
  }

  private endSoon(thread: Thread<F>, task: Task<F>): void {
    setTimeout(() => {
      if (thread.reading?.task === task) this.endReading(thread, crashed('stopped'));
    }, this.msToStop);
  }

  private start(): Thread<F> {
    const { workerFile, data } = this.options;
    const worker = new Worker(workerFile, {
      workerData: data,
      name: this.name,
      resourceLimits: { maxOldGenerationSizeMb: mostHeap },
    });
    const told: PoolThreadTold = {
      begun: (task, threadNumber) => this.begun(thread, task, threadNumber),
      goesOn: (task) => {
        if (thread.reading?.task.id === task) thread.reading.watched.goesOn();
      },
    };
    const control = createBirpc<PoolThreadFunctions, PoolThreadTold>(told, channelOf(worker));
    worker.on('error', (error) => {
      thread.cause = error;
    });
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        this.threads.delete(thread);
        control.$close(thread.cause instanceof Error ? thread.cause : new Error(`exit code ${code}`));
        resolve();
      });
    });
    const thread: Thread<F> = {
      worker,
      // It answers to all of its own functions; the pool itself knows those of every thread.
      rpc: control as unknown as Thread<F>['rpc'],
      control,
      exited,
      tasks: new Set(),
      reading: null,
      cause: null,
      closing: false,
    };
    this.threads.add(thread);
    return thread;
  }

  private async end(thread: Thread<F>): Promise<void> {
    if (!thread.closing) {
      thread.closing = true;
      // Idle threads hold no process; one whose end is waited for does, or the process ends first and closes nothing.
      thread.worker.ref();
      // A thread that is gone already has nothing to close.
      const closed = thread.control.close().catch(() => undefined);
      // One that embeds is waited for: ended inside onnxruntime it would take the process along.
      if (!(await raceTimeout(closed, this.msToStop))) this.endReading(thread, crashed('closing'));
      await closed;
    }
    await thread.exited;
  }
}

/** A file has its thread for itself, and so has a task that a thread has ended with: others would be blamed for it. */
const wantsThread = ({ bounds, deaths }: Pick<Task<object>, 'bounds' | 'deaths'>): boolean =>
  bounds !== undefined || deaths > 0;

const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';

function crashed(cause: unknown): VitrineError {
  return new VitrineError('reader-crashed', {}, { cause });
}
