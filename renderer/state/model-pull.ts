import type { PulledFile } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { host, newId } from '../bridge/host';
import { slice } from './slice';

const first = {
  /** The present or last download: an id of `models.pull`. */
  model: null as string | null,
  name: '',
  requestId: null as string | null,
  done: 0,
  /** Null where the server does not say. */
  total: null as number | null,
  /** Bytes a second, of the file that comes now; null until there is something to tell it from. */
  perSecond: null as number | null,
  /** The source of the graph's checksum, once it is there; null for a server's pull. */
  checked: null as PulledFile['checkedAgainst'] | null,
  error: null as ErrorReport | null,
};

const graph = 'onnx/model_quantized.onnx';
const soonestMs = 500;

export const usePull = slice(first, (set, get) => {
  let discards = false;
  let from = { file: '', at: 0, done: 0 };

  /** Stops it for now: the received part stays, and the next start continues there. */
  function pause() {
    const { requestId } = get();
    if (requestId) host().cancel(requestId);
  }

  return {
    pause,
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
      set({ requestId: null, model: null });
    },
    /** Ends it and deletes the received part, if Vitrine stores it. */
    cancel() {
      discards = true;
      pause();
    },
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
