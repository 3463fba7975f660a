interface Disposable {
  dispose(): Promise<void>;
}

interface Kept<M> {
  readonly id: string;
  readonly model: Promise<M>;
  readonly uses: Set<Promise<unknown>>;
  /** When the last use ended, or opening began; by the clock of its idleness. */
  restsSince: number;
}

export interface IdleClock {
  /** Milliseconds since some moment; never less than before. */
  now(): number;
  /** Calls `look` now and again, until the returned function is called. It keeps no program alive. */
  watch(look: () => void): () => void;
}

export interface Idleness {
  readonly clock: IdleClock;
  /** Milliseconds; 0 keeps it. Read again at each look. */
  most(): Promise<number>;
  /** Told when a model has been let go, and, with the error, when that failed. */
  onLetGo(id: string, error: unknown): void;
}

const lookEveryMs = 15_000;

/** The clock of this computer; looks every 15 s. */
export const idleClock: IdleClock = {
  now: () => performance.now(),
  watch(look) {
    const timer = setInterval(look, lookEveryMs).unref();
    return () => clearInterval(timer);
  },
};

/** One model, opened at its first use, and let go for another one, after a long rest, or on request; never in use. */
export class IdleUnloadedModel<M extends Disposable> {
  private kept: Kept<M> | null = null;
  /** Settles when every model that was let go has been disposed. */
  private leaving: Promise<unknown> = Promise.resolve();
  private stopWatching = (): void => undefined;

  /** @param idleness null: it may rest for as long as it wants */
  constructor(
    private readonly open: (id: string) => Promise<M>,
    private readonly idleness: Idleness | null,
  ) {}

  get id(): string | null {
    return this.kept?.id ?? null;
  }

  /**
   * Works with the model, which is opened where it is not open. Errors: those of opening it, which the next use tries
   * again, and of the work.
   */
  async use<T>(id: string, work: (model: M) => T | Promise<T>): Promise<T> {
    const kept = this.opened(id);
    const use = kept.model.then(work);
    kept.uses.add(use);
    try {
      return await use;
    } finally {
      kept.uses.delete(use);
      kept.restsSince = this.now();
    }
  }

  /**
   * Closes the model once its uses have ended; the next use opens it again. Settles when it and every earlier one is
   * disposed. Errors: those of disposing.
   */
  async dispose(): Promise<void> {
    const { kept } = this;
    this.kept = null;
    this.stopWatching();
    const leaving = kept ? Promise.all([this.leaving, letGo(kept)]) : this.leaving;
    // The present caller gets the error, and later ones do not.
    this.leaving = leaving.catch(() => undefined);
    await leaving;
  }

  private opened(id: string): Kept<M> {
    if (this.kept?.id === id) return this.kept;
    // Not waited for: a use that a server holds up would hold up the next model too.
    void this.dispose().catch(() => undefined);
    const kept: Kept<M> = { id, model: this.open(id), uses: new Set(), restsSince: this.now() };
    this.kept = kept;
    const { idleness } = this;
    if (idleness) this.stopWatching = idleness.clock.watch(() => void this.look(kept, idleness));
    kept.model.catch(() => {
      if (this.kept !== kept) return;
      this.kept = null;
      this.stopWatching();
    });
    return kept;
  }

  private now(): number {
    return this.idleness?.clock.now() ?? 0;
  }

  private async look(kept: Kept<M>, { clock, most, onLetGo }: Idleness): Promise<void> {
    try {
      const limit = await most();
      // All that follows happens at once: no use can begin between the look and the letting go.
      const rested = kept.uses.size === 0 ? clock.now() - kept.restsSince : 0;
      if (this.kept !== kept || limit === 0 || rested < limit) return;
      await this.dispose();
      onLetGo(kept.id, null);
    } catch (error) {
      onLetGo(kept.id, error);
    }
  }
}

async function letGo<M extends Disposable>({ model, uses }: Kept<M>): Promise<void> {
  await Promise.allSettled(uses);
  // A model that failed to open has nothing to free; its caller got the error.
  const opened = await model.catch(() => null);
  await opened?.dispose();
}
