import type {
  BackupReport,
  CareProgress,
  MoveReport,
  Rebuild,
  RepairPlan,
  RepairReport,
  RequestOf,
  RestoreReport,
  Results,
  VectorProgress,
} from '@shared/contract/index';
import { type ErrorReport, type Result, reportOf } from '@shared/errors';
import { host, newId } from '../../bridge/host';
import { slice } from '../slice';

export type CareTask = 'check' | 'repair' | 'backup' | 'restore' | 'move';
type CareRoute =
  | 'library.repairPlan'
  | 'library.repair'
  | 'library.backup'
  | 'library.restore'
  | 'library.restoreHere'
  | 'library.move';

const first = {
  running: null as { readonly task: CareTask; readonly requestId: string } | null,
  progress: null as CareProgress | null,
  failed: null as { readonly task: CareTask; readonly error: ErrorReport } | null,
  plan: null as RepairPlan | null,
  repaired: null as RepairReport | null,
  backup: null as BackupReport | null,
  restored: null as RestoreReport | null,
  moved: null as MoveReport | null,
  /** Whether the restored library could be opened beside this one; null until that is asked. */
  opened: null as boolean | null,
  chosen: null as string | null,
};

async function run<R extends CareRoute>(task: CareTask, route: R, input: RequestOf<R>): Promise<Results[R] | null> {
  const { getState: get, setState: set } = useCare;
  if (get().running) return null;
  const requestId = newId();
  set({ running: { task, requestId }, progress: null, failed: null });
  const answer = await host().request(route, input, { requestId });
  set({ running: null, progress: null });
  if (answer.ok) return answer.data;
  // A person who cancels needs no telling.
  if (answer.error.code !== 'cancelled') set({ failed: { task, error: answer.error } });
  return null;
}

/** The choice in a dialog of the system; null for none, and for a failure, which is shown where the result would be. */
async function chosenIn(task: CareTask, asking: Promise<string | null | readonly string[]>): Promise<string | null> {
  try {
    const [path = null] = [await asking].flat();
    return path;
  } catch (error) {
    useCare.setState({ failed: { task, error: reportOf(error) } });
    return null;
  }
}

/** Check, repair, backup, restore and move of the library, one at a time; they go on when the room is left. */
export const useCare = slice(first, (set, get) => ({
  async check(): Promise<void> {
    set({ plan: null, repaired: null });
    set({ plan: await run('check', 'library.repairPlan', {}) });
  },
  async repair(): Promise<void> {
    const repaired = await run('repair', 'library.repair', {});
    if (repaired) set({ repaired, plan: null });
  },
  async backUp(name: string): Promise<void> {
    const path = await chosenIn('backup', host().chooseNewFile(name));
    if (path === null) return;
    set({ backup: null });
    // The system's dialog has asked whether a file may give way.
    set({ backup: await run('backup', 'library.backup', { path, replace: true }) });
  },
  async chooseBackup(): Promise<void> {
    const chosen = await chosenIn('restore', host().chooseFiles('backup'));
    if (chosen !== null) set({ chosen, restored: null, opened: null, failed: null });
  },
  async restore(where: 'here' | 'new-folder'): Promise<void> {
    const path = get().chosen;
    if (path === null) return;
    const folder = where === 'here' ? null : await chosenIn('restore', host().chooseFiles('new-folder'));
    if (where === 'new-folder' && folder === null) return;
    set({ chosen: null });
    set({
      restored:
        folder === null
          ? await run('restore', 'library.restoreHere', { path })
          : await run('restore', 'library.restore', { path, folder }),
    });
  },
  async move(): Promise<void> {
    const folder = await chosenIn('move', host().chooseFiles('new-folder'));
    if (folder === null) return;
    set({ moved: null });
    set({ moved: await run('move', 'library.move', { folder }) });
  },
  async openRestored(): Promise<void> {
    const { restored } = get();
    if (restored) set({ opened: await host().openLibrary(restored.folder) });
  },
  cancel(): void {
    const { running } = get();
    if (running) host().cancel(running.requestId);
  },
  onProgress(requestId: string, progress: CareProgress): void {
    if (get().running?.requestId === requestId) set({ progress });
  },
}));

/** How far a task of care is: by its bytes, or by its files where it counts those; null until it is known. */
export function careShare({ bytesDone, bytesTotal, filesDone, filesTotal }: CareProgress) {
  if (bytesTotal > 0) return { done: bytesDone, total: bytesTotal };
  return filesTotal > 0 ? { done: filesDone, total: filesTotal } : null;
}

/** How many passages have vectors; null where all have. */
export const useMeaning = slice({ vectors: null as VectorProgress | null }, (set) => {
  const take = async (answer: Promise<Result<VectorProgress | null>>): Promise<void> => {
    const result = await answer;
    if (result.ok) set({ vectors: result.data });
  };
  return {
    load: () => take(host().request('vectors.get', {})),
    pause: () => take(host().request('vectors.pause', {})),
    resume: () => take(host().request('vectors.resume', {})),
  };
});

const noRebuild = { rebuild: null as Rebuild | null, refused: null as ErrorReport | null };

export const isUnderWay = (rebuild: Rebuild | null): boolean =>
  rebuild !== null && rebuild.state !== 'done' && rebuild.state !== 'cancelled';

export const useRebuild = slice(noRebuild, (set) => {
  async function take(answer: Promise<Result<Rebuild | null>>): Promise<void> {
    const result = await answer;
    // Its state comes as events, too: those are newer than an answer that waited for the work to end.
    set(result.ok ? { refused: null } : { refused: result.error });
  }
  return {
    async load() {
      const answer = await host().request('rebuild.get', {});
      if (answer.ok) set({ rebuild: answer.data });
    },
    start: (asked: RequestOf<'rebuild.start'>) => take(host().request('rebuild.start', asked)),
    pause: () => take(host().request('rebuild.pause', {})),
    resume: () => take(host().request('rebuild.resume', {})),
    cancel: () => take(host().request('rebuild.cancel', {})),
  };
});
