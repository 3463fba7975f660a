import type { Run, RunImport, RunSummary, StageRecord } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { type StageId, stageIds } from '@shared/stage-names';
import { create } from 'zustand';
import { t } from '../strings/index';
import { host } from './host';
import { newId } from './new-id';
import { editRequest, editsOf, useRunEdits } from './run-edits';
import { saveFile } from './save-file';
import { useShell } from './shell';
import { deleteWithUndo } from './undoable-delete';

export type SnapshotKey = StageId | 'raw';

interface StagesState {
  readonly runs: readonly RunSummary[];
  /** Deleted, but not yet for good. */
  readonly leaving: ReadonlySet<string>;
  readonly run: Run | null;
  readonly draft: string;
  /** What is running now: the request to cancel, and the one stage or `all`. */
  readonly busy: { readonly requestId: string; readonly what: StageId | 'all' } | null;
  readonly error: ErrorReport | null;
  /** The state the inspector shows; null follows the latest. */
  readonly shown: SnapshotKey | null;
  readonly hovered: string | null;
  readonly pinned: string | null;
  /** What the library lacks to run the open run again with the same result, where it was imported; null otherwise. */
  readonly missing: RunImport['missing'] | null;
  /** Stages before which "Run all" stops. */
  readonly breakpoints: ReadonlySet<StageId>;
  setDraft(draft: string): void;
  loadRuns(): Promise<void>;
  openRun(runId: string): Promise<void>;
  startNew(): void;
  runStage(stage: StageId): Promise<void>;
  runAll(): Promise<void>;
  /** Runs again what is out of date, up to the next breakpoint. */
  catchUp(): Promise<void>;
  /** Makes a new run of the edits of the open one, opens it and runs it to its end. */
  runEdited(): Promise<void>;
  toggleBreakpoint(stage: StageId): void;
  stop(): void;
  removeRun(runId: string): void;
  /** Offers the open run to be saved, with every state and the passages it found. */
  exportRun(): Promise<void>;
  /** Takes in a run that was exported here or elsewhere, and opens it. */
  importRun(file: File): Promise<void>;
  forgetMissing(): void;
  show(snapshot: SnapshotKey | null): void;
  hover(chunkId: string | null): void;
  pin(chunkId: string | null): void;
  onStage(runId: string, record: StageRecord): void;
}

/** A prompt as it stands in a list: on one line, at most 160 characters. */
export function oneLine(prompt: string): string {
  return prompt.trim().replaceAll(/\s+/g, ' ').slice(0, 160);
}

/** The last stage whose state the run holds, or `raw`. */
export function latestSnapshot(run: Run): SnapshotKey {
  return [...stageIds].reverse().find((stage) => run.snapshots[stage] !== undefined) ?? 'raw';
}

const opened = (run: Run) =>
  ({ run, draft: run.prompt, shown: null, error: null, pinned: null, hovered: null }) as const;

/** What is no JSON goes to the engine as the text it is: the engine says what is wrong with it. */
function parsedOrAsIs(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

export const useStages = create<StagesState>((set, get) => {
  /** The run that the next stage belongs to: the open one, or a new one when the prompt was changed. */
  async function runFor(requestId: string, fresh: boolean): Promise<Run | null> {
    const { run, draft } = get();
    if (run && !fresh && run.prompt === draft) return run;
    const started = await host().request('run.start', { prompt: draft }, { requestId });
    take(started);
    set({ pinned: null, hovered: null });
    return started.ok ? started.data : null;
  }

  function take(result: Result<Run>): void {
    if (result.ok) set({ run: result.data, shown: null });
    else set({ error: result.error });
  }

  async function work(
    what: StageId | 'all',
    fresh: boolean,
    step: (run: Run, requestId: string) => Promise<Result<Run>>,
  ) {
    if (get().busy || get().draft.trim() === '') return;
    const requestId = newId();
    set({ busy: { requestId, what }, error: null });
    const run = await runFor(requestId, fresh);
    if (run) {
      const result = await step(run, requestId);
      take(result);
      // A failure leaves its cause in the run's own record; the pane shows it.
      if (!result.ok) await refresh(run.runId);
      if (useShell.getState().cases.stages === null && window.innerWidth >= 1360) {
        useShell.getState().showCase({ kind: 'inspector' }, 'stages');
      }
    }
    set({ busy: null });
    await get().loadRuns();
  }

  async function refresh(runId: string): Promise<void> {
    const current = await host().request('run.get', { runId });
    if (current.ok && get().run?.runId === runId) set({ run: current.data });
  }

  /** Runs what is not done up to the next breakpoint; a run that stands before one goes past it. */
  function runOn(run: Run, requestId: string): Promise<Result<Run>> {
    return host().request('run.auto', { runId: run.runId, stopBefore: [...get().breakpoints] }, { requestId });
  }

  return {
    runs: [],
    leaving: new Set(),
    run: null,
    draft: '',
    busy: null,
    error: null,
    shown: null,
    hovered: null,
    pinned: null,
    missing: null,
    breakpoints: new Set(),
    setDraft: (draft) => set({ draft }),
    async loadRuns() {
      const result = await host().request('run.list', { limit: 200 });
      if (result.ok) set({ runs: result.data });
      else set({ error: result.error });
    },
    async openRun(runId) {
      const result = await host().request('run.get', { runId });
      if (result.ok) {
        set({ ...opened(result.data), missing: null });
      } else set({ error: result.error });
    },
    startNew: () => set({ run: null, draft: '', shown: null, error: null, pinned: null, hovered: null, missing: null }),
    runStage: (stage) =>
      work(stage, false, (run, requestId) => host().request('run.stage', { runId: run.runId, stage }, { requestId })),
    async runAll() {
      const { run } = get();
      const finished = run?.stages.every((record) => record.state === 'done') ?? false;
      await work('all', finished, (current, requestId) => runOn(current, requestId));
    },
    catchUp: () =>
      work('all', false, (run, requestId) =>
        host().request('run.catchUp', { runId: run.runId, stopBefore: [...get().breakpoints] }, { requestId }),
      ),
    async runEdited() {
      const { run, busy } = get();
      const edits = editsOf(useRunEdits.getState(), run);
      if (!run || busy || edits.size === 0) return;
      const requestId = newId();
      set({ busy: { requestId, what: 'all' }, error: null });
      const made = await host().request('run.edit', editRequest(run.runId, edits), { requestId });
      if (made.ok) {
        useRunEdits.getState().discard();
        set({ run: made.data, draft: made.data.prompt, shown: null });
        const result = await runOn(made.data, requestId);
        take(result);
        if (!result.ok) await refresh(made.data.runId);
      } else set({ error: made.error });
      set({ busy: null });
      await get().loadRuns();
    },
    toggleBreakpoint: (stage) =>
      set((state) => {
        const breakpoints = new Set(state.breakpoints);
        if (!breakpoints.delete(stage)) breakpoints.add(stage);
        return { breakpoints };
      }),
    stop() {
      const { busy } = get();
      if (busy) host().cancel(busy.requestId);
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
    async exportRun() {
      const { run } = get();
      if (!run) return;
      const result = await host().request('run.export', { runId: run.runId });
      if (result.ok) {
        const name = oneLine(run.prompt)
          .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
          .replaceAll(/^-|-$/g, '')
          .slice(0, 40);
        const content = JSON.stringify(result.data, null, 2);
        saveFile({ fileName: `${name || 'run'}.vitrine-run.json`, mime: 'application/json', content });
      } else set({ error: result.error });
    },
    async importRun(file) {
      const text = await file.text();
      const result = await host().request('run.import', { data: parsedOrAsIs(text) });
      if (result.ok) set({ ...opened(result.data.run), missing: result.data.missing });
      else set({ error: result.error });
      await get().loadRuns();
    },
    forgetMissing: () => set({ missing: null }),
    show: (shown) => set({ shown }),
    hover: (hovered) => set({ hovered }),
    pin: (pinned) => set((state) => ({ pinned: state.pinned === pinned ? null : pinned })),
    onStage: (runId, record) =>
      set((state) => {
        // An event may come after the result that it led to, which knows better.
        if (state.run?.runId !== runId || state.busy === null) return {};
        const stages = state.run.stages.map((known) => (known.stage === record.stage ? record : known));
        // What the stage left the last time is not what it leaves now: the new state comes with the run.
        const { [record.stage]: _, ...others } = state.run.snapshots;
        const snapshots = record.state === 'running' ? others : state.run.snapshots;
        return { run: { ...state.run, stages, snapshots } };
      }),
  };
});
