import type { IngestProgress } from '@shared/contract/index';

/**
 * How much of an ingest is done, 0–1: the mean of the share of files and the share of chunks, since files are
 * all counted before the first chunk is, and chunks are where the time goes.
 */
export function ingestShare(progress: IngestProgress): number {
  if (progress.phase === 'done') return 1;
  const files = progress.filesTotal > 0 ? progress.filesDone / progress.filesTotal : 0;
  const chunks = progress.chunksTotal > 0 ? progress.chunksDone / progress.chunksTotal : 0;
  return Math.min(1, Math.max(0, (files + chunks) / 2));
}
