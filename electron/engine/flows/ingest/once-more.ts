/** How long what was in the way may take to pass; the catalogue itself has waited for longer than that. */
export const pauseMs = 2000;

/** One more try after a pause, for work that has fallen over something that may pass. */
export class OnceMore {
  private timer: NodeJS.Timeout | undefined;
  private waits = false;
  private spent = false;

  /** Whether `after` would give another try. */
  get isLeft(): boolean {
    return this.waits || !this.spent;
  }

  /** Does the work after the pause; false where the work fell at that try. */
  after(work: () => void): boolean {
    if (this.waits) return true;
    this.spent = !this.spent;
    if (!this.spent) return false;
    this.waits = true;
    this.timer = setTimeout(() => {
      this.waits = false;
      work();
    }, pauseMs);
    return true;
  }

  /** The work goes on: when it falls again, it has another try. */
  worked(): void {
    this.spent = false;
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
