import type { FileReport } from '@shared/contract/index';
import { host } from '../state/host';
import { isOver, useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { sayError } from '../state/undoable-delete';

/** Ends an ingest and deletes what it has added; documents that were there before stay as they are. */
export async function takeBack(jobId: string): Promise<void> {
  const queue = useQueue.getState();
  await queue.cancel(jobId);
  await over(jobId);
  const files = await host().request('ingest.files', { jobId });
  if (!files.ok) {
    sayError(files.error);
    return;
  }
  const documentIds = addedBy(files.data.files.flatMap(({ report }) => report ?? []));
  const deleted =
    documentIds.length > 0 ? await host().request('library.delete', { documentIds: [...documentIds] }) : null;
  if (deleted && !deleted.ok) sayError(deleted.error);
  await queue.dismiss([jobId]);
  await useLibrary.getState().load();
}

/** Documents that were not there before these files. */
export function addedBy(reports: readonly FileReport[]): readonly string[] {
  return reports.flatMap(({ status, documentId }) =>
    documentId !== null && status !== 'unchanged' && status !== 'replaced' ? [documentId] : [],
  );
}

/** Resolves when the job has ended, also where it has already, or is not known here. */
function over(jobId: string): Promise<void> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    const look = (): void => {
      const job = useQueue.getState().jobs.find((known) => known.jobId === jobId);
      if (job && !isOver(job) && job.state !== 'stopped') return;
      stop();
      resolve();
    };
    stop = useQueue.subscribe(look);
    look();
  });
}
