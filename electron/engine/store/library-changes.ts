import type { LibrarySettings } from './library-settings';
import { Turns } from './turns';

const unsettledKey = 'index-unsettled';
const holdPatienceMs = 10_000;

/**
 * Changes of index, catalogue and stored files, one at a time, each marked from before its first row until it is
 * settled: what a failure or the end of the process leaves half done, the next change or the next start puts right.
 */
export class LibraryChanges {
  private readonly turns = new Turns();

  /** @param recover puts right what is half done */
  constructor(
    private readonly settings: LibrarySettings,
    private readonly recover: () => Promise<void>,
  ) {}

  /** An aborted signal ends the waiting for its turn. Errors: those of `work`. */
  change<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.turns.take(async () => {
      await this.settle();
      this.settings.set(unsettledKey, '1');
      const result = await work();
      this.settings.set(unsettledKey, '0');
      return result;
    }, signal);
  }

  /** Puts right what the change before left half done, where it did. Part of a change, or of the start. */
  async settle(): Promise<void> {
    if (this.settings.get(unsettledKey) !== '1') return;
    await this.recover();
    this.settings.set(unsettledKey, '0');
  }

  /** Work that only reads, while nothing changes: it has its turn among the changes. */
  still<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.turns.take(work, signal);
  }

  /** No change begins until what this returns is called, but not for long. */
  hold(): () => void {
    return this.turns.hold(holdPatienceMs);
  }
}
