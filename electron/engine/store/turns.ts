/** Lets work through one at a time, in the order it came. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

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
      return await work();
    } finally {
      end();
    }
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
