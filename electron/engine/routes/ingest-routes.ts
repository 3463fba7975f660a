import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type IngestJobSummary,
  type ingestRequests,
  type Notice,
  type ParsedRequestOf,
  sampleCollection,
  type VectorProgress,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { isRemote } from '@shared/formats';
import { notice } from '@shared/words/sayings';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { assertWithin } from '../jobs/ingest/job-bounds';
import { type Library, stateOfFile } from '../store';
import type { RoutesOf } from './lazy-routes';

const filesListed = 1000;

async function enqueue(
  { ingests }: Uses<'ingests'>,
  input: ParsedRequestOf<'ingest.enqueue'>,
  { requestId }: RouteContext,
) {
  const { jobId = requestId, paths, collection = '', profile, within } = input;
  if (within) await assertWithin(paths, within);
  return ingests.enqueue({ jobId, paths, collection, profile, within }, requestId);
}

/** The jobs as they are when each is over, or stopped by an error that its summary names. */
async function whenOver(
  { ingests, library, vectors }: Uses<'library' | 'ingests' | 'vectors'>,
  jobs: readonly IngestJobSummary[],
  { signal }: RouteContext,
): Promise<IngestJobSummary[]> {
  await Promise.allSettled(jobs.map(({ jobId }) => ingests.over(jobId, signal)));
  await vectors.over(signal).catch(() => undefined);
  return jobs.map(({ jobId }) => library.jobs.summary(jobId));
}

/**
 * Returns the paths of documents that are to be read again. Another member of a team place can write any path into the
 * shared catalogue. There, a file is read only if it still holds the bytes of its document.
 */
async function pathsToReadAgain(library: Library, documentIds: readonly string[]): Promise<string[]> {
  const documents = documentIds.map((documentId) => library.documents.byId(documentId));
  if (!library.replica) return documents.map(({ path }) => path);
  const paths: string[] = [];
  for (const { contentId, path } of documents) {
    // Only looking at a share tells its computer who looks.
    const file = contentId === null || isRemote(path) ? null : library.facts.storedFile(contentId);
    const state = file && (await stateOfFile(path, file, true).catch(() => null));
    if (state === 'well') paths.push(path);
  }
  if (paths.length === 0) throw new VitrineError('vanished');
  return paths;
}

const run: RoutesOf<'ingest.run'>['ingest.run'] = async (parts, { wordsOnly = false, ...input }, context) => {
  const { ingests, vectors, library } = parts;
  const jobId = input.jobId ?? context.requestId;
  const before = { ...vectors.counts };
  await enqueue(parts, { ...input, jobId }, context);
  const report = await ingests.over(jobId, context.signal);
  if (wordsOnly) return report;
  await vectors.over(context.signal).catch(() => undefined);
  const embedded = vectors.counts.embedded - before.embedded;
  const cached = vectors.counts.cached - before.cached;
  if (library.jobs.has(jobId)) library.jobs.count(jobId, { embedded, cached });
  const left = vectors.get();
  return {
    ...report,
    totals: { ...report.totals, embedded, cached },
    ...(left?.error && { notices: [...(report.notices ?? []), vectorsStopped(left)] }),
  };
};

const vectorsStopped = ({ done, passages, error }: VectorProgress): Notice =>
  notice('vectors-stopped', { passages: passages - done, of: passages, cause: error?.code ?? '' });

export const ingestRoutes: RoutesOf<keyof typeof ingestRequests> = {
  'ingest.run': run,
  'ingest.sample': async (parts, input, context) => {
    const names = (await readdir(parts.options.sampleFolder)).filter((name) => !name.startsWith('.')).sort();
    const paths = names.map((name) => join(parts.options.sampleFolder, name));
    return run(parts, { paths, collection: sampleCollection, ...(input.jobId ? { jobId: input.jobId } : {}) }, context);
  },
  'ingest.cancel': async ({ ingests, stop }, { jobId }) => ({
    // Requests may be stopped by their own id too.
    cancelled: (await ingests.cancel(jobId)) || stop(jobId),
  }),
  'ingest.enqueue': enqueue,
  'ingest.jobs': async ({ ingests }) => ({ jobs: ingests.list() }),
  'ingest.files': async ({ library }, { jobId, stages = null, limit = filesListed, offset = 0 }) =>
    library.jobs.listFiles(jobId, { stages, limit, offset }),
  'ingest.pause': async ({ ingests }, { jobId }) => ingests.pause(jobId),
  'ingest.resume': async (parts, { jobId = null, wait = false }, context) => {
    const jobs = parts.ingests.resume(jobId);
    return { jobs: wait ? await whenOver(parts, jobs, context) : jobs };
  },
  'ingest.retry': async (parts, { jobId, paths = null, password, wait = false }, context) => {
    const job = parts.ingests.retry(jobId, paths, password);
    const [over = job] = wait && job.state === 'waiting' ? await whenOver(parts, [job], context) : [];
    return over;
  },
  'ingest.again': async ({ ingests, library }, { documentIds }, { requestId }) => {
    const paths = await pathsToReadAgain(library, documentIds);
    return ingests.enqueue({ jobId: requestId, paths, collection: '' }, requestId);
  },
  'ingest.prioritise': async ({ ingests }, { jobId, path = null }) => ingests.prioritise(jobId, path),
  'vectors.get': async ({ vectors }) => vectors.get(),
  'vectors.pause': async ({ vectors }) => vectors.pause(),
  'vectors.resume': async ({ vectors }) => vectors.resume(),
  'ingest.forget': async ({ library }, { jobIds = null }) => {
    library.assertWritable();
    return { forgotten: library.jobs.forget(jobIds) };
  },
};
