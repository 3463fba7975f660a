import type { PulledFile } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { host, newId } from '../bridge/host';
import { slice } from './slice';

const first = {
  /** What is being pulled, or was pulled last: an id of `models.pull`. */
  model: null as string | null,
  name: '',
  requestId: null as string | null,
  /** Of the file that comes now, bytes. */
  done: 0,
  /** Null where the server does not say. */
  total: null as number | null,
  /** Bytes a second, of the file that comes now; null until there is something to tell it from. */
  perSecond: null as number | null,
  /** What the graph was held against, once it is there; null for what a server pulled. */
  checked: null as PulledFile['checkedAgainst'] | null,
  error: null as ErrorReport | null,
};

const graph = 'onnx/model_quantized.onnx';
const soonestMs = 500;

/** The one pull of a model that a person has started. */
export const usePull = slice(first, (set, get) => {
  let discards = false;
  let from = { file: '', at: 0, done: 0 };

  /** Ends it for now: what has come stays, and the next start goes on from there. */
  function pause() {
    const { requestId } = get();
    if (requestId) host().cancel(requestId);
  }

  return {
    pause,
    /** Goes on when the room is left. Resolves when it is over. */
    async start(model: string, name: string) {
      if (get().requestId) return;
      const requestId = newId();
      discards = false;
      from = { file: '', at: 0, done: 0 };
      set({ ...first, model, name, requestId });
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
    /** Ends it and throws away what has come, where Vitrine keeps it. */
    cancel() {
      discards = true;
      pause();
    },
    /** Says no longer how the last one ended. */
    forget() {
      if (!get().requestId) set({ model: null, error: null, checked: null });
    },
    onProgress(requestId: string, file: string, done: number, total: number | null) {
      if (requestId !== get().requestId) return;
      const now = performance.now();
      if (from.file !== file) from = { file, at: now, done };
      const ms = now - from.at;
      set({ done, total, perSecond: ms < soonestMs ? null : ((done - from.done) / ms) * 1000 });
    },
  };
});
