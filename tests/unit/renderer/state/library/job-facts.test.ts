import type { IngestJobSummary, IngestProgress } from '@shared/contract/index';
import { describe, expect, it } from 'vitest';
import { jobFacts, jobFigures, shownJobs } from '../../../../../renderer/state/library/ingest-queue';
import { ingestJob } from '../../ingest-job';

const job = (change: Partial<IngestJobSummary> = {}) =>
  ingestJob({ bytesTotal: 4_000_000, bytesDone: 1_000_000, chunks: 40, ...change });
const progress = (change: Partial<IngestProgress> = {}): IngestProgress => ({
  jobId: 'a',
  phase: 'embedding',
  currentFile: '/papers/x.pdf',
  filesDone: 5,
  filesTotal: 10,
  filesFailed: 1,
  chunksDone: 90,
  chunksTotal: 120,
  share: 0.5,
  msLeft: 65_000,
  ...change,
});

describe('the figures of an ingest', () => {
  it('are those of its progress while it runs', () => {
    const figures = jobFigures(job(), progress());
    expect(figures.share).toBe(0.5);
    expect(jobFacts(figures)).toEqual(['5 of 10 files', '1 min 10 s left']);
  });

  it('are those of the catalogue once it is stable, as far as this window has seen it', () => {
    expect(jobFacts(jobFigures(job({ state: 'paused' }), progress()))).toEqual(['3 of 10 files']);
    const shares = [progress(), undefined].map((seen) => jobFigures(job({ state: 'paused' }), seen).share);
    expect(shares).toEqual([0.5, 0.25]);
  });

  it('never go back where the catalogue is ahead of a late event', () => {
    const late = jobFigures(job({ filesDone: 8, bytesDone: 3_000_000 }), progress());
    expect(late.filesOver).toBe(9);
  });
});

describe('the list of ingests', () => {
  const ended = (jobId: string, second: number, filesFailed = 0) =>
    job({ jobId, state: 'done', endedAt: `2026-01-01T10:00:0${second}.000Z`, filesFailed });
  const ids = (jobs: readonly IngestJobSummary[]) => jobs.map(({ jobId }) => jobId);

  it('leaves a job that ends where it is: above those whose turn comes later', () => {
    const before = shownJobs([job({ jobId: 'a' }), job({ jobId: 'b', state: 'waiting' })], () => true);
    const after = shownJobs([job({ jobId: 'b' }), ended('a', 1)], () => true);
    expect([ids(before), ids(after)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('has of those that are over only the last of this window', () => {
    const jobs = [ended('d', 4), ended('c', 3), ended('b', 2, 1), ended('a', 1)];
    expect(ids(shownJobs(jobs, () => true))).toEqual(['d']);
    expect(ids(shownJobs(jobs, () => false))).toEqual([]);
  });
});
