import { incomingFolder } from '@shared/host/incoming-file';
import type { ContentStore } from '../catalogue/contents';
import type { DocumentStore } from '../catalogue/documents';
import type { IngestJobStore } from '../catalogue/ingest-jobs';
import { unlessIndexUnavailable } from '../errors';
import type { ChunkIndex } from '../search-index/chunk-index';
import type { LostDocuments } from './lost-documents';
import type { UploadStore } from './uploads';

interface Parts {
  readonly contents: ContentStore;
  readonly documents: DocumentStore;
  readonly index: ChunkIndex;
  readonly jobs: IngestJobStore;
  readonly lost: LostDocuments;
  readonly uploads: UploadStore;
}

/** Removes unknown rows and tables, and of these files the unknown ones. Others may be the last copies and stay. */
export async function removeUnknown({ contents, index, uploads }: Parts, inFlight: readonly string[]): Promise<void> {
  const stored = new Set(contents.ids().map((contentId) => contents.storedPath(contentId)));
  for (const path of inFlight) if (!stored.has(path)) await uploads.remove(path);
  await unlessIndexUnavailable(async () => {
    const known = contents.chunkIds();
    await index.removeChunks((await index.chunkIds()).filter((id) => !known.has(id)));
    await index.removeStrayTables();
    await index.compact();
  });
}

/** Removes those of these files that were pasted or uploaded and that no document and no ingest to come rests on. */
export async function dropIncoming({ jobs, documents, uploads }: Parts, paths: readonly string[]): Promise<void> {
  const toCome = jobs.list().filter(({ state }) => state !== 'done' && state !== 'cancelled');
  const wanted = new Set([...documents.pathsThrough(incomingFolder), ...toCome.flatMap((job) => job.paths)]);
  await uploads.removeIncoming(paths.filter((path) => !wanted.has(path)));
}

/** Removes them all at a start. A catalogue without documents and jobs knows nothing: it may replace a lost one. */
export async function clearIncoming({ jobs, documents, lost, uploads }: Parts): Promise<void> {
  if ((await lost.meet()) || (documents.isEmpty && jobs.list().length === 0)) return;
  await uploads.clearIncoming(() => [
    ...documents.pathsThrough(incomingFolder),
    ...jobs.list().flatMap(({ paths }) => paths),
  ]);
}
