import { incomingFolder } from '@shared/host/incoming-file';
import type { DocumentStore } from './documents';
import type { IngestJobStore } from './ingest-jobs';
import { readOr, unlessDamaged } from './read-or';
import type { RecognitionStore } from './recognitions';
import type { UploadStore } from './uploads';

interface Stores {
  readonly documents: DocumentStore;
  readonly jobs: IngestJobStore;
  readonly recognitions: RecognitionStore;
  readonly uploads: UploadStore;
}

/**
 * Puts right what the process that wrote before has left half done, as far as the catalogue can be read: at once, before
 * anything new can be begun. Errors: those of the store, but for `library-damaged`.
 */
export function clearLeftBehind({ jobs, recognitions, uploads }: Stores): void {
  const unlessUnreadable = (work: () => unknown): unknown => readOr(work, () => null);
  unlessUnreadable(() => jobs.interrupt());
  uploads.clearStaging();
  unlessUnreadable(() => jobs.unfinished || recognitions.forgetStrays());
}

/** Removes pasted and uploaded files that nothing rests on. Only at a start: later, one may wait for its ingest. */
export async function clearIncoming({ documents, jobs, uploads }: Stores): Promise<void> {
  const wanted = () => [...documents.pathsThrough(incomingFolder), ...jobs.list().flatMap(({ paths }) => paths)];
  await unlessDamaged(() => uploads.clearIncoming(wanted));
}
