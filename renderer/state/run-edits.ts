import type { RequestOf, Run } from '@shared/contract/index';
import type { PromptExtras, Verdict } from '@shared/prompt/super-prompt';
import { slice } from './slice';

type RunEdit = RequestOf<'run.edit'>['edits'][number];
export type EditPath = RunEdit['path'];
export type EditValue = RunEdit['value'];

const first = {
  /** The run that the edits belong to; those of another run are gone. */
  runId: null as string | null,
  edits: new Map() as ReadonlyMap<EditPath, EditValue>,
};

export const useRunEdits = slice(first, (set) => ({
  /** Notes an edit of a run, or takes it back where the value is what the run has anyway. */
  set: (runId: string, path: EditPath, value: EditValue, original: EditValue) =>
    set((state) => {
      const edits = new Map(state.runId === runId ? state.edits : []);
      if (JSON.stringify(value) === JSON.stringify(original)) edits.delete(path);
      else edits.set(path, value);
      return { runId, edits };
    }),
  discard: () => set(first),
}));

export const editsOf = (state: typeof first, run: Run | null): ReadonlyMap<EditPath, EditValue> =>
  run && state.runId === run.runId ? state.edits : first.edits;

export function editRequest(runId: string, edits: ReadonlyMap<EditPath, EditValue>): RequestOf<'run.edit'> {
  const list = [...edits].map(([path, value]) => ({ path, value: Array.isArray(value) ? [...value] : value }));
  return { runId, edits: list };
}

type Verdicts = PromptExtras['verdicts'];

/** The verdict on a chunk with its edit; null for a chunk that the gate did not judge. */
export function verdictOf(
  verdicts: Verdicts,
  edits: ReadonlyMap<EditPath, EditValue>,
  chunkId: string,
): { readonly kept: boolean; readonly original: Verdict; readonly edited: boolean } | null {
  const original = verdicts?.[chunkId]?.verdict;
  if (original === undefined) return null;
  const asked = edits.get(`decisions.${chunkId}`);
  return { kept: (asked ?? original) === 'keep', original, edited: asked !== undefined };
}

export function otherVerdict({ kept, original }: { readonly kept: boolean; readonly original: Verdict }): Verdict {
  if (!kept) return 'keep';
  return original === 'keep' ? 'drop_irrelevant' : original;
}
