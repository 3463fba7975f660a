import type { IngestProgress } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { ingestShare } from '../../../../renderer/library/ingest-share';

const progress = (change: Partial<IngestProgress>): IngestProgress => ({
  jobId: 'job',
  phase: 'embedding',
  currentFile: null,
  filesDone: 0,
  filesTotal: 0,
  chunksDone: 0,
  chunksTotal: 0,
  rate: 0,
  msLeft: null,
  ...change,
});

describe('the share of an ingest that is done', () => {
  it.each([
    ['nothing at the start', {}, 0],
    [
      'half the files and a quarter of the chunks',
      { filesDone: 5, filesTotal: 10, chunksDone: 25, chunksTotal: 100 },
      0.375,
    ],
    ['all of it when it is done, also without chunks', { phase: 'done', filesDone: 1, filesTotal: 1 }, 1],
    ['never more than all', { filesDone: 3, filesTotal: 2, chunksDone: 3, chunksTotal: 1 }, 1],
  ] as const)('%s', (_, change, share) => {
    expect(ingestShare(progress(change))).toBe(share);
  });
});
