import { resolve } from 'node:path';
import type { CareProgress, RepairReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { EngineContext, RouteContext } from '../engine-context';
import { newJobId, repairLibrary } from '../jobs/care/repair-library';
import { planRepair } from '../jobs/care/repair-plan';
import { backupLibrary, checkLibrary, restoreLibrary } from '../store';
import type { careRouteNames, RoutesOf } from './lazy-routes';

/** Looking after a library: checks, repairs and backups. */
export const maintenanceRoutes: RoutesOf<(typeof careRouteNames)[number]> = {
  'library.check': async (parts, { depth = 'whole' }, context) => {
    const { library } = parts;
    const onLooked = looking(parts, context);
    return library.still(
      async () => (await checkLibrary(library, depth, context.signal, onLooked)).report,
      context.signal,
    );
  },
  'library.repairPlan': async (parts, _input, context) =>
    planRepair(parts.library, context.signal, looking(parts, context), {
      id: parts.activeModel.id,
      isHere: () => parts.ingestModel.isHere(),
    }),
  'library.repair': async (parts, _input, context) => repair(parts, context),
  'library.backup': async (parts, { path, replace = false }, context) =>
    backupLibrary(parts.library, { path: resolve(path), replace, signal: context.signal, ...told(parts, context) }),
  'library.restore': async (parts, { path, folder, replace = false }, context) =>
    restoreLibrary({ path: resolve(path), folder, replace, signal: context.signal, ...told(parts, context) }),
  'library.restoreHere': async () => {
    throw new VitrineError('bad-request', { why: 'no-exchange-here' });
  },
};

const msBetweenEvents = 100;

/** Tells at most ten times a second, and always of the last file. */
function told({ emit }: Pick<EngineContext, 'emit'>, { requestId }: RouteContext) {
  let last = 0;
  return {
    onProgress(progress: CareProgress) {
      const now = performance.now();
      if (now - last < msBetweenEvents && progress.filesDone < progress.filesTotal) return;
      last = now;
      emit({ type: 'library.care', requestId, progress });
    },
  };
}

/** A check's progress as that of a task: what it looks at in the place of files. */
function looking(parts: Pick<EngineContext, 'emit'>, context: RouteContext): (done: number, total: number) => void {
  const { onProgress } = told(parts, context);
  return (filesDone, filesTotal) => onProgress({ task: 'check', filesDone, filesTotal, bytesDone: 0, bytesTotal: 0 });
}

/** Among ingests and reindexes, in its turn. Errors: as `repairLibrary`. */
export async function repair(
  parts: Omit<EngineContext, 'stop'>,
  { requestId, signal }: RouteContext,
): Promise<RepairReport> {
  const { library, jobs, config, ingestModel, ingests, emit } = parts;
  library.assertWritable();
  const limits = await config.limits();
  const report = await jobs.run(
    () =>
      repairLibrary({
        library,
        limits,
        model: () => ingestModel.openIfHere(),
        entry: ingestModel.entry,
        signal,
        onLooked: looking(parts, { requestId, signal }),
        async readAgain(paths) {
          const job = { jobId: newJobId(), paths, collection: '', profile: undefined };
          return (await ingests.enqueue(job, requestId)).jobId;
        },
      }),
    signal,
  );
  if (report.done.length > 0) emit({ type: 'library.changed', requestId, libraryVersion: library.version });
  return report;
}
