import type { ParsedRequestOf, RepairReport, Results } from '@shared/contract';
import type { EngineParts, RouteContext } from './engine-parts';
import { newJobId, repairLibrary } from './repair-library';
import { checkLibrary } from './store';

type Route = 'library.check' | 'library.repair';
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
};

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
