import { resolve } from 'node:path';
import type { careRequests, RepairReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { Uses } from '../engine-context';
import { careTold, type RouteContext } from '../events';
import { newJobId, planRepair, repairLibrary } from '../jobs/care/repair-library';
import { checkWithVectors } from '../jobs/care/sampled-vectors';
import { backupLibrary, restoreLibrary } from '../store';
import type { RoutesOf } from './lazy-routes';

export const maintenanceRoutes: RoutesOf<keyof typeof careRequests> = {
  'library.check': async (parts, { depth = 'whole' }, context) => {
    return checkWithVectors(parts, depth, context.signal, looking(parts, context));
  },
  'library.repairPlan': async (parts, _input, context) =>
    planRepair(parts.library, context.signal, looking(parts, context), {
      id: parts.activeModel.id,
      isHere: () => parts.ingestModel.isHere(),
    }),
  'library.repair': async (parts, _input, context) => repair(parts, context),
  'library.backup': async ({ library, emit }, { path, replace = false }, { requestId, signal }) =>
    backupLibrary(library, { path: resolve(path), replace, signal, onProgress: careTold(emit, requestId) }),
  'library.restore': async ({ emit }, { path, folder, replace = false }, { requestId, signal }) =>
    restoreLibrary({ path: resolve(path), folder, replace, signal, onProgress: careTold(emit, requestId) }),
  'library.restoreHere': refuse,
  'library.move': refuse,
};

/** Hosts that can exchange their library answer these routes themselves (host/exchangeable-engine.ts). */
async function refuse(): Promise<never> {
  throw new VitrineError('bad-request', { why: 'no-exchange-here' });
}

/** A check's progress as that of a task: what it looks at in the place of files. */
function looking({ emit }: Uses<'emit'>, { requestId }: RouteContext) {
  const tell = careTold(emit, requestId);
  return (filesDone: number, filesTotal: number) =>
    tell({ task: 'check', filesDone, filesTotal, bytesDone: 0, bytesTotal: 0 });
}

/** Among ingests and reindexes, in its turn. Errors: as `repairLibrary`. */
export async function repair(
  parts: Uses<'library' | 'jobs' | 'vectorTurns' | 'config' | 'ingestModel' | 'ingests' | 'emit'>,
  { requestId, signal }: RouteContext,
  isAsked = true,
): Promise<RepairReport> {
  const { library, jobs, vectorTurns, config, ingestModel, ingests, emit } = parts;
  library.assertWritable();
  const limits = await config.limits();
  const mend = () =>
    repairLibrary({
      library,
      limits,
      model: () => ingestModel.openIfHere(),
      entry: ingestModel.entry,
      isAsked,
      signal,
      onLooked: looking(parts, { requestId, signal }),
      async readAgain(paths) {
        const job = { jobId: newJobId(), paths, collection: '' };
        return (await ingests.enqueue(job, requestId)).jobId;
      },
    });
  const report = await jobs.run(() => vectorTurns.run(mend, signal), signal);
  if (report.done.length > 0) emit({ type: 'library.changed', requestId, libraryVersion: library.version });
  return report;
}
