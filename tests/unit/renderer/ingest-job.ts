import type { IngestJobSummary } from '@shared/contract/index';

/** A job that has read three of ten files, but for what a test changes. */
export const ingestJob = (change: Partial<IngestJobSummary> = {}): IngestJobSummary => ({
  jobId: 'a',
  state: 'running',
  paths: ['/papers'],
  collection: '',
  profile: 'balanced',
  createdAt: '2026-01-01T10:00:00.000Z',
  endedAt: null,
  filesTotal: 10,
  filesDone: 2,
  filesFailed: 1,
  bytesTotal: 0,
  bytesDone: 0,
  chunks: 0,
  error: null,
  ...change,
});
