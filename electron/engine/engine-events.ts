import type { EngineEvent } from '@shared/contract';

type Listener = (event: EngineEvent) => void;

/** Who hears what the engine tells, in the order in which they began to listen. */
export class EngineEvents {
  readonly #listeners = new Set<Listener>();

  readonly emit: Listener = (event) => {
    for (const listener of this.#listeners) listener(event);
  };

  /** Returns what ends the listening. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
