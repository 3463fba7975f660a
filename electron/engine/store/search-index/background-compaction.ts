const changesAtMost = 8;
const quietMs = 1500;

/** Compacts after a break, after eight changes, or for the first search: it writes most of the index again. */
export class BackgroundCompaction {
  private running: Promise<void> | null = null;
  private again: Promise<void> | null = null;
  /** The running one, where it folds rows in that searches wait for. */
  private waitedFor: Promise<void> | null = null;
  private after: Promise<void> = Promise.resolve();
  private changes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly compact: () => Promise<void>,
    private readonly follow: () => Promise<void>,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  /** Compacts beside other work; called again while one waits behind another, it is that one. */
  soon(): Promise<void> {
    clearTimeout(this.timer);
    if (this.again) return this.again;
    if (this.running) {
      this.again = this.running.then(() => {
        this.again = null;
        return this.soon();
      });
      return this.again;
    }
    const running = this.compact()
      .catch(this.onTrouble)
      .finally(() => {
        this.running = null;
        this.waitedFor = null;
        this.after = this.after.then(this.follow).catch(this.onTrouble);
      });
    this.running = running;
    if (this.changes > 0) this.waitedFor = running;
    this.changes = 0;
    return running;
  }

  afterChange(): void {
    this.changes += 1;
    clearTimeout(this.timer);
    if (this.changes >= changesAtMost) void this.soon();
    else this.timer = setTimeout(() => void this.soon(), quietMs).unref();
  }

  /** Resolves when the rows of every change are folded in, and starts postponed work at once; null if they are. */
  folded(): Promise<void> | null {
    return this.changes > 0 ? this.soon() : this.waitedFor;
  }

  async settled(): Promise<void> {
    if (this.changes > 0) await this.soon();
    else await (this.again ?? this.running);
    await this.after;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.changes = 0;
  }
}
