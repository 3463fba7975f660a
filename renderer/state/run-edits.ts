import type { RequestOf, Run } from '@shared/contract/index';
import type { StageId } from '@shared/stage-names';
import { create } from 'zustand';

type RunEdit = RequestOf<'run.edit'>['edits'][number];
export type EditPath = RunEdit['path'];
export type EditValue = RunEdit['value'];

interface EditsState {
  /** The run that the edits belong to; those of another run are gone. */
  readonly runId: string | null;
  readonly edits: ReadonlyMap<EditPath, EditValue>;
  /** Notes an edit of a run, or takes it back where the value is what the run has anyway. */
  set(runId: string, path: EditPath, value: EditValue, original: EditValue): void;
  discard(): void;
}

export const useRunEdits = create<EditsState>((set) => ({
  runId: null,
  edits: new Map(),
  set: (runId, path, value, original) =>
    set((state) => {
      const edits = new Map(state.runId === runId ? state.edits : []);
      if (same(value, original)) edits.delete(path);
      else edits.set(path, value);
      return { runId, edits };
    }),
  discard: () => set({ runId: null, edits: new Map() }),
}));

const none: ReadonlyMap<EditPath, EditValue> = new Map();

/** The edits of a run, none where the noted ones belong to another. */
export function editsOf(state: Pick<EditsState, 'runId' | 'edits'>, run: Run | null): ReadonlyMap<EditPath, EditValue> {
  return run && state.runId === run.runId ? state.edits : none;
}

function same(one: EditValue, other: EditValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What `run.edit` is asked: a selection made by hand has to be condensed, not made anew by the gate. */
export function editRequest(
  runId: string,
  edits: ReadonlyMap<EditPath, EditValue>,
): { readonly runId: string; readonly edits: RunEdit[]; readonly from?: StageId } {
  const list = [...edits].map(([path, value]) => ({ path, value: Array.isArray(value) ? [...value] : value }));
  return { runId, edits: list, ...(edits.has('final_selection_ids') ? { from: 'A4_Condenser' as const } : {}) };
}

/** The selection with a chunk kept or dropped; kept ones stay in the order of `ranked`. */
export function toggled(selection: readonly string[], chunkId: string, ranked: readonly string[]): readonly string[] {
  if (selection.includes(chunkId)) return selection.filter((id) => id !== chunkId);
  const place = (id: string): number => ranked.indexOf(id);
  const at = selection.findIndex((id) => place(id) > place(chunkId));
  return at < 0 ? [...selection, chunkId] : [...selection.slice(0, at), chunkId, ...selection.slice(at)];
}
