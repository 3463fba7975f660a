/**
 * A bounded line between who makes and who takes: `room` waits while more than `capacity` units stand in it, so that
 * what is made ahead never fills the memory.
 */
export class BoundedLine<T> {
  private readonly items: T[] = [];
  private held = 0;
  private closed = false;
  private wake: (() => void)[] = [];

  /** @param capacity units that may stand in the line before its maker waits */
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

  /** Puts an item at the end. */
  put(item: T): void {
    this.items.push(item);
    this.held += this.sizeOf(item);
    this.changed();
  }

  /** No more items will come. */
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

  /** The units of an item that was taken are free again. */
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
