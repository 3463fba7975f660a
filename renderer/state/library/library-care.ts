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
} from '@shared/contract/index';
import { type ErrorReport, type Result, reportOf } from '@shared/errors';
import { host, newId } from '../../bridge/host';
import { type Access, slice } from '../slice';

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

type Care = Access<typeof first>;

async function run<R extends CareRoute>(
  { set, get }: Care,
  task: CareTask,
  route: R,
  input: RequestOf<R>,
): Promise<Results[R] | null> {
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

async function asked<T>({ set }: Care, task: CareTask, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    set({ failed: { task, error: reportOf(error) } });
    return null;
  }
}

/** Check, repair, backup, restore and move of the library, one at a time; they go on when the room is left. */
export const useCare = slice(first, (set, get) => {
  const care: Care = { set, get };
  return {
    async check() {
      set({ plan: null, repaired: null });
      set({ plan: await run(care, 'check', 'library.repairPlan', {}) });
    },
    async repair() {
      const repaired = await run(care, 'repair', 'library.repair', {});
      if (repaired) set({ repaired, plan: null });
    },
    async backUp(name: string) {
      const path = await asked(care, 'backup', () => host().chooseNewFile(name));
      if (path === null) return;
      set({ backup: null });
      // The system's dialog has asked whether a file may give way.
      set({ backup: await run(care, 'backup', 'library.backup', { path, replace: true }) });
    },
    async chooseBackup() {
      const [path] = (await asked(care, 'restore', () => host().chooseFiles('backup'))) ?? [];
      if (path !== undefined) set({ chosen: path, restored: null, opened: null, failed: null });
    },
    async restore(where: 'here' | 'new-folder') {
      const path = get().chosen;
      if (path === null) return;
      if (where === 'here') {
        set({ chosen: null });
        set({ restored: await run(care, 'restore', 'library.restoreHere', { path }) });
        return;
      }
      const [folder] = (await asked(care, 'restore', () => host().chooseFiles('new-folder'))) ?? [];
      if (folder === undefined) return;
      set({ chosen: null });
      set({ restored: await run(care, 'restore', 'library.restore', { path, folder }) });
    },
    async move() {
      const [folder] = (await asked(care, 'move', () => host().chooseFiles('new-folder'))) ?? [];
      if (folder === undefined) return;
      set({ moved: null });
      set({ moved: await run(care, 'move', 'library.move', { folder }) });
    },
    async openRestored() {
      const { restored } = get();
      if (restored) set({ opened: await host().openLibrary(restored.folder) });
    },
    cancel() {
      const { running } = get();
      if (running) host().cancel(running.requestId);
    },
    onProgress(requestId: string, progress: CareProgress) {
      if (get().running?.requestId === requestId) set({ progress });
    },
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
