import { resolve } from 'node:path';
import type { CareProgress, MaintenanceResults, ParsedRequestOf, RepairReport, Results } from '@shared/contract';
import type { EngineParts, RouteContext } from './engine-parts';
import { newJobId, repairLibrary } from './repair-library';
import { backupLibrary, checkLibrary, restoreLibrary } from './store';

type Route = keyof MaintenanceResults;
type Handler<R extends Route> = (
  parts: EngineParts,
  input: ParsedRequestOf<R>,
  context: RouteContext,
) => Promise<Results[R]>;

/** Looking after a library: checks and repairs. */
export const maintenanceRoutes: { readonly [R in Route]: Handler<R> } = {
  'library.check': async ({ library }, { depth = 'whole' }, { signal }) =>
    library.still(async () => (await checkLibrary(library, depth, signal)).report, signal),
  'library.repair': async (parts, _input, context) => repair(parts, context),
  'library.backup': async (parts, { path, replace = false }, context) =>
    backupLibrary(parts.library, { path: resolve(path), replace, signal: context.signal, ...told(parts, context) }),
  'library.restore': async (parts, { path, folder, replace = false }, context) =>
    restoreLibrary({ path: resolve(path), folder, replace, signal: context.signal, ...told(parts, context) }),
};

const msBetweenEvents = 100;

/** Tells at most ten times a second, and always of the last file. */
function told({ emit }: EngineParts, { requestId }: RouteContext) {
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

/** Among ingests and reindexes, in its turn. Errors: as `repairLibrary`. */
export async function repair(
  parts: Omit<EngineParts, 'stop'>,
  { requestId, signal }: RouteContext,
): Promise<RepairReport> {
  const { library, jobs, config, activeModel, ingests, emit } = parts;
  library.assertWritable();
  const limits = await config.limits();
  const report = await jobs.take(
    () =>
      repairLibrary({
        library,
        limits,
        model: () => activeModel.load(),
        signal,
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
