import type { Rebuild, RequestOf } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { create } from 'zustand';
import { host } from './host';

interface RebuildState {
  /** As the engine tells it; null where there is none. */
  readonly rebuild: Rebuild | null;
  /** Why the last thing that was asked for was refused. */
  readonly refused: ErrorReport | null;
  load(): Promise<void>;
  start(asked: RequestOf<'rebuild.start'>): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it; of one that is over, its words go. */
  cancel(): Promise<void>;
  onRebuild(rebuild: Rebuild | null): void;
}

/** Whether an index is being made, or will be. */
export const isUnderWay = (rebuild: Rebuild | null): boolean =>
  rebuild !== null && rebuild.state !== 'done' && rebuild.state !== 'cancelled';

/** The one rebuild of the index: the engine works on it whichever room is open, over restarts too. */
export const useRebuild = create<RebuildState>((set) => {
  async function take(answer: Promise<Result<Rebuild | null>>): Promise<void> {
    const result = await answer;
    // Its state comes as events, too: those are newer than an answer that waited for the work to end.
    set(result.ok ? { refused: null } : { refused: result.error });
  }
  return {
    rebuild: null,
    refused: null,
    async load() {
      const answer = await host().request('rebuild.get', {});
      if (answer.ok) set({ rebuild: answer.data });
    },
    start: (asked) => take(host().request('rebuild.start', asked)),
    pause: () => take(host().request('rebuild.pause', {})),
    resume: () => take(host().request('rebuild.resume', {})),
    cancel: () => take(host().request('rebuild.cancel', {})),
    onRebuild: (rebuild) => set({ rebuild }),
  };
});
