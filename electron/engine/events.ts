import type { CareProgress, EngineEvent } from '@shared/contract';

type Listener = (event: EngineEvent) => void;

/** Who hears what an engine tells, in the order in which they began to listen. */
export class EngineEvents {
  readonly #listeners = new Set<Listener>();

  readonly emit: Listener = (event) => {
    for (const listener of this.#listeners) listener(event);
  };

  /** Returns what ends the listening. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const msBetweenEvents = 100;

/** Tells how far a backup, restore or check is, at most ten times a second, and always of the last file. */
export function careTold(emit: Listener, requestId: string): (progress: CareProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < msBetweenEvents && progress.filesDone < progress.filesTotal) return;
    last = now;
    emit({ type: 'library.care', requestId, progress });
  };
}
