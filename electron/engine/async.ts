/** Waiting: for a time, for others, for other threads, for room, and no longer than a caller wants to. */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { MessagePort, Worker } from 'node:worker_threads';

/** Over after `ms` or when the signal aborts, whichever comes first. Never rejects: who must not go on looks at the signal. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeoutPromise(ms, undefined, { signal }).catch(() => undefined);

/**
 * The result within so many milliseconds, 0 for no limit; null without one. The work itself continues, and its later
 * failure is dropped. Errors: those of the work, the reason of an aborted signal.
 */
export async function raceTimeout<T>(
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<{ readonly value: T } | null> {
  // It may lose the race.
  work.catch(() => undefined);
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  const late = new Promise<null>((resolve, reject) => {
    if (ms > 0) timer = setTimeout(() => resolve(null), ms);
    stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work.then((value) => ({ value })), late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** A signal for work that must end within so many milliseconds, or with the caller's own. */
export function deadline(ms: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(Math.max(ms, 1));
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/**
 * Tries again after each failure for which `waitBefore` gives a wait.
 *
 * @param waitBefore ms until the next try, given the failure and the number of the failed try, from 1; null for a final
 * failure
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  waitBefore: (error: unknown, attempt: number) => number | null,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const ms = waitBefore(error, attempt);
      if (ms === null) throw error;
      await pause(ms, signal);
      signal?.throwIfAborted();
    }
  }
}

/**
 * Does the same work again and again in this many lanes, each until it says that nothing is left. When one fails, the
 * others end after what they are at, and the first failure is thrown.
 */
export async function besideEachOther(lanes: number, work: () => Promise<boolean>): Promise<void> {
  let failed = false;
  const lane = async (): Promise<void> => {
    try {
      while (!failed && (await work()));
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** A thread, or the port to one, as birpc takes it; an answer is waited for as long as it takes. */
export const channelOf = (port: Worker | MessagePort) => ({
  post: (message: unknown) => port.postMessage(message),
  on: (listener: (message: unknown) => void) => void port.on('message', listener),
  off: (listener: (message: unknown) => void) => void port.off('message', listener),
  timeout: -1,
});

/** Lets work through one at a time, in the order it came. */
export class SerialQueue {
  private count = 0;
  private last: Promise<unknown> = Promise.resolve();
  private readonly holds = new Set<Promise<void>>();

  get size(): number {
    return this.count;
  }

  /** Runs `work` when everything before it is over. An aborted signal ends the waiting with its reason, not the work. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for its turn, which lasts until what this returns is called. Errors: the reason of an aborted signal. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    const before = this.last;
    let end = (): void => {};
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.last = Promise.all([before, mine]);
    this.count += 1;
    const release = (): void => {
      this.count -= 1;
      end();
    };
    try {
      await raceTimeout(before, 0, signal);
      while (this.holds.size > 0) await raceTimeout(Promise.all(this.holds), 0, signal);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * From now on nothing starts until the returned function is called, or `mostMs` have passed; started work continues.
   * Several callers can hold at once: then the last of them releases.
   */
  hold(mostMs: number): () => void {
    let end = (): void => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const timer = setTimeout(end, mostMs).unref();
    this.holds.add(held);
    void held.then(() => {
      clearTimeout(timer);
      this.holds.delete(held);
    });
    return end;
  }
}

/** A bounded queue between producer and consumer: work ahead never fills the memory. */
export class BoundedQueue<T> {
  private readonly items: T[] = [];
  private held = 0;
  private closed = false;
  private wake: (() => void)[] = [];

  /** @param capacity units in it before its producer waits */
  constructor(
    private readonly capacity: number,
    private readonly signal: AbortSignal,
    private readonly sizeOf: (item: T) => number,
  ) {
    signal.addEventListener('abort', () => this.changed(), { once: true });
  }

  /** Resolves when there is room; an aborted signal throws its reason. */
  async room(): Promise<void> {
    while (this.held >= this.capacity) await this.change();
    this.signal.throwIfAborted();
  }

  put(item: T): void {
    this.items.push(item);
    this.held += this.sizeOf(item);
    this.changed();
  }

  close(): void {
    this.closed = true;
    this.changed();
  }

  /** The next item; null when the line is closed and empty. An aborted signal throws its reason. */
  async take(): Promise<T | null> {
    for (;;) {
      this.signal.throwIfAborted();
      const first = this.items.shift();
      if (first !== undefined) return first;
      if (this.closed) return null;
      await this.change();
    }
  }

  free(item: T): void {
    this.held -= this.sizeOf(item);
    this.changed();
  }

  private change(): Promise<void> {
    this.signal.throwIfAborted();
    return new Promise((resolve) => {
      this.wake.push(resolve);
    });
  }

  private changed(): void {
    const waiting = this.wake;
    this.wake = [];
    for (const resolve of waiting) resolve();
  }
}
