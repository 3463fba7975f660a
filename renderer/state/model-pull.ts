import type { PulledFile } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { create } from 'zustand';
import { host, newId } from '../bridge/host';

interface PullState {
  /** What is being pulled, or was pulled last: an id of `models.pull`. */
  readonly model: string | null;
  readonly name: string;
  readonly requestId: string | null;
  /** Of the file that comes now, bytes. */
  readonly done: number;
  /** Null where the server does not say. */
  readonly total: number | null;
  /** Bytes a second, of the file that comes now; null until there is something to tell it from. */
  readonly perSecond: number | null;
  /** What the graph was held against, once it is there; null for what a server pulled. */
  readonly checked: PulledFile['checkedAgainst'] | null;
  readonly error: ErrorReport | null;
  /** Goes on when the room is left. Resolves when it is over. */
  start(model: string, name: string): Promise<void>;
  /** Ends it for now: what has come stays, and the next start goes on from there. */
  pause(): void;
  /** Ends it and throws away what has come, where Vitrine keeps it. */
  cancel(): void;
  /** Says no longer how the last one ended. */
  forget(): void;
  onProgress(requestId: string, file: string, done: number, total: number | null): void;
}

const graph = 'onnx/model_quantized.onnx';
const soonestMs = 500;

/** The one pull of a model that a person has started. */
export const usePull = create<PullState>((set, get) => {
  let discards = false;
  let from = { file: '', at: 0, done: 0 };

  return {
    model: null,
    name: '',
    requestId: null,
    done: 0,
    total: null,
    perSecond: null,
    checked: null,
    error: null,
    async start(model, name) {
      if (get().requestId) return;
      const requestId = newId();
      discards = false;
      from = { file: '', at: 0, done: 0 };
      set({ model, name, requestId, done: 0, total: null, perSecond: null, checked: null, error: null });
      const answer = await host().request('models.pull', { model }, { requestId });
      if (answer.ok) {
        const checked = answer.data.files.find(({ file }) => file === graph)?.checkedAgainst ?? null;
        return set({ requestId: null, checked });
      }
      if (answer.error.code !== 'cancelled') return set({ requestId: null, error: answer.error });
      if (discards) {
        const removed = await host().request('models.remove', { model });
        // A server keeps what it pulled, and of the rest nothing may have come yet.
        if (!removed.ok && removed.error.code !== 'model-missing') {
          return set({ requestId: null, error: removed.error });
        }
      }
      // A person who cancels needs no telling.
      set({ requestId: null, model: null });
    },
    pause() {
      const { requestId } = get();
      if (requestId) host().cancel(requestId);
    },
    cancel() {
      discards = true;
      get().pause();
    },
    forget: () => {
      if (!get().requestId) set({ model: null, error: null, checked: null });
    },
    onProgress(requestId, file, done, total) {
      if (requestId !== get().requestId) return;
      const now = performance.now();
      if (from.file !== file) from = { file, at: now, done };
      const ms = now - from.at;
      set({ done, total, perSecond: ms < soonestMs ? null : ((done - from.done) / ms) * 1000 });
    },
  };
});
