import type { Run, RunSummary } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { StateCreator } from 'zustand';
import { t } from '../strings/index';
import { host } from './host';
import { deleteWithUndo } from './undoable-delete';

/** The kept runs, as one part of the state of Stages. */
export interface RunList {
  readonly runs: readonly RunSummary[];
  /** Deleted, but not yet for good. */
  readonly leaving: ReadonlySet<string>;
  loadRuns(): Promise<void>;
  removeRun(runId: string): void;
}

/** What the list knows of the run that is open. */
interface OpenRun {
  readonly run: Run | null;
  readonly error: ErrorReport | null;
  startNew(): void;
}

const runsListed = 200;

/** A prompt as it stands in a list: on one line, at most 160 characters. */
export function oneLine(prompt: string): string {
  return prompt.trim().replaceAll(/\s+/g, ' ').slice(0, 160);
}

export const runList: StateCreator<RunList & OpenRun, [], [], RunList> = (set, get) => ({
  runs: [],
  leaving: new Set(),
  async loadRuns() {
    const result = await host().request('run.list', { limit: runsListed });
    if (result.ok) set({ runs: result.data });
    else set({ error: result.error });
  },
  removeRun(runId) {
    const prompt = get().runs.find((known) => known.runId === runId)?.prompt ?? '';
    deleteWithUndo({
      text: t('library.deletedTitle', { title: oneLine(prompt) }),
      hide() {
        set((state) => ({ leaving: new Set([...state.leaving, runId]) }));
        if (get().run?.runId === runId) get().startNew();
      },
      show() {
        set((state) => ({ leaving: new Set([...state.leaving].filter((id) => id !== runId)) }));
      },
      async carryOut() {
        const result = await host().request('run.delete', { runIds: [runId] });
        await get().loadRuns();
        return result;
      },
    });
  },
});
