import type { IdleClock } from '../electron/engine/models';

/** A clock that moves on command; its watcher then looks. */
export class HandClock implements IdleClock {
  private time = 0;
  private readonly watchers = new Set<() => void>();

  now(): number {
    return this.time;
  }

  watch(look: () => void): () => void {
    this.watchers.add(look);
    return () => this.watchers.delete(look);
  }

  get watched(): number {
    return this.watchers.size;
  }

  async goOn(ms: number): Promise<void> {
    this.time += ms;
    for (const look of this.watchers) look();
    // A look can take a few turns of promises.
    await new Promise((done) => setImmediate(done));
  }
}
