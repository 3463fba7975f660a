import type { CareProgress, EngineEvent } from '@shared/contract';

export interface RouteContext {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

type Listener = (event: EngineEvent) => void;

/** The listeners of an engine, called in the order in which they subscribed. */
export class EngineEvents {
  readonly #listeners = new Set<Listener>();

  readonly emit: Listener = (event) => {
    for (const listener of this.#listeners) listener(event);
  };

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const msBetweenEvents = 100;

/** Reports the progress of a backup, restore or check: at most ten times a second, and always for the last file. */
export function careTold(emit: Listener, requestId: string): (progress: CareProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < msBetweenEvents && progress.filesDone < progress.filesTotal) return;
    last = now;
    emit({ type: 'library.care', requestId, progress });
  };
}
