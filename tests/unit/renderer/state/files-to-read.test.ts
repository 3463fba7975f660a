import type { IngestJobSummary } from '@shared/contract/index';
import { describe, expect, it } from 'vitest';
import { filesToRead } from '../../../../renderer/state/ingest-queue';
import { ingestJob } from '../ingest-job';

const job = (jobId: string, change: Partial<IngestJobSummary>) => ingestJob({ jobId, ...change });

describe('files that are not read yet', () => {
  it('are those of all jobs that are not over, by the later of catalogue and progress', () => {
    const jobs = [
      job('a', {}),
      job('b', { state: 'waiting' }),
      job('c', { state: 'done' }),
      job('d', { state: 'cancelled' }),
    ];
    expect(filesToRead(jobs, {})).toBe(14);
    expect(filesToRead(jobs, { a: { filesDone: 8, filesTotal: 12 } })).toBe(11);
  });

  it('are none before a job knows its files', () => {
    expect(filesToRead([job('a', { filesTotal: 0, filesDone: 0, filesFailed: 0 })], {})).toBe(0);
  });
});
