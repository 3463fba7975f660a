/** Lets work through one at a time, in the order it came. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private readonly holds = new Set<Promise<void>>();

  /** Runs `work` when everything before it is over. An aborted signal ends the waiting with its reason, not the work. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.last;
    let end = (): void => {};
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.last = Promise.all([before, mine]);
    try {
      await waited(before, signal);
      while (this.holds.size > 0) await waited(Promise.all(this.holds), signal);
      return await work();
    } finally {
      end();
    }
  }

  /**
   * From now on nothing begins until what this returns is called, or `mostMs` have passed; what has begun goes on. May
   * be called by several at once: then the last of them lets work through again.
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

function waited(before: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (!signal) return before;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void before.then(() => {
      signal.removeEventListener('abort', stop);
      resolve(undefined);
    });
  });
}
