import type { ErrorReport } from '@shared/errors';
import { create } from 'zustand';
import { host } from './host';
import { newId } from './new-id';

interface PullState {
  /** What is being pulled, or was pulled last: an id of `models.pull`. */
  readonly model: string | null;
  /** What people call it. */
  readonly name: string;
  readonly requestId: string | null;
  readonly done: number;
  /** Null where the server does not say. */
  readonly total: number | null;
  readonly error: ErrorReport | null;
  /** Goes on when the room is left. Resolves when it is over. */
  start(model: string, name: string): Promise<void>;
  cancel(): void;
  onProgress(requestId: string, done: number, total: number | null): void;
}

/** The one pull of a model that a person has started. */
export const usePull = create<PullState>((set, get) => ({
  model: null,
  name: '',
  requestId: null,
  done: 0,
  total: null,
  error: null,
  async start(model, name) {
    if (get().requestId) return;
    const requestId = newId();
    set({ model, name, requestId, done: 0, total: null, error: null });
    const answer = await host().request('models.pull', { model }, { requestId });
    if (answer.ok) set({ requestId: null });
    // A person who cancels needs no telling.
    else if (answer.error.code === 'cancelled') set({ requestId: null, model: null });
    else set({ requestId: null, error: answer.error });
  },
  cancel() {
    const { requestId } = get();
    if (requestId) host().cancel(requestId);
  },
  onProgress: (requestId, done, total) => {
    if (requestId === get().requestId) set({ done, total });
  },
}));
