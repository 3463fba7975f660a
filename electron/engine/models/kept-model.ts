interface Disposable {
  dispose(): Promise<void>;
}

interface Kept<M> {
  readonly id: string;
  readonly model: Promise<M>;
  /** Uses that have not ended. */
  readonly uses: Set<Promise<unknown>>;
}

/**
 * One model that is opened when it is first used, kept for the next use, and let go when another one is used in its
 * place or on request; never while a use of it is under way.
 */
export class KeptModel<M extends Disposable> {
  private kept: Kept<M> | null = null;
  /** Settles when every model that was let go has been disposed. */
  private leaving: Promise<unknown> = Promise.resolve();

  constructor(private readonly open: (id: string) => Promise<M>) {}

  /** Of the model that is open or being opened. */
  get id(): string | null {
    return this.kept?.id ?? null;
  }

  /**
   * Works with the model, which is opened where it is not open. Errors: those of opening it, which the next use tries
   * again, and of the work.
   */
  async use<T>(id: string, work: (model: M) => T | Promise<T>): Promise<T> {
    const { model, uses } = this.opened(id);
    const use = model.then(work);
    uses.add(use);
    try {
      return await use;
    } finally {
      uses.delete(use);
    }
  }

  /**
   * Lets go of the model, once its uses have ended; the next use opens it again. Settles when it is disposed and so is
   * every one before it. Errors: those of disposing.
   */
  async dispose(): Promise<void> {
    const { kept } = this;
    this.kept = null;
    if (kept) {
      this.leaving = Promise.all([this.leaving, letGo(kept)]);
      // Told to whoever disposes; nobody may be waiting now.
      this.leaving.catch(() => undefined);
    }
    await this.leaving;
  }

  private opened(id: string): Kept<M> {
    if (this.kept?.id === id) return this.kept;
    // Not waited for: a use that a server holds up would hold up the next model too.
    void this.dispose().catch(() => undefined);
    const kept: Kept<M> = { id, model: this.open(id), uses: new Set() };
    this.kept = kept;
    kept.model.catch(() => {
      if (this.kept === kept) this.kept = null;
    });
    return kept;
  }
}

async function letGo<M extends Disposable>({ model, uses }: Kept<M>): Promise<void> {
  await Promise.allSettled(uses);
  // One that could not be opened has nothing to give back; who used it was told.
  const opened = await model.catch(() => null);
  await opened?.dispose();
}
