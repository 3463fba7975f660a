import type { IngestJobSummary, IngestProgress } from '@shared/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IngestTally } from '../../../../electron/engine/jobs/ingest/ingest-tally';

const job = { filesTotal: 4, bytesTotal: 100, filesDone: 1, filesFailed: 1, bytesDone: 50, chunks: 3 };

/** A tally that goes on with a half-done job, and all that it has told. */
function goingOn(): { tally: IngestTally; told: IngestProgress[] } {
  const told: IngestProgress[] = [];
  const tally = new IngestTally('job', (progress) => told.push(progress));
  tally.begin(job as IngestJobSummary);
  return { tally, told };
}

describe('how far an ingest is', () => {
  it('begins where the catalogue says that it stopped', () => {
    const { tally, told } = goingOn();
    tally.progress('reading', null, true);
    expect(told.at(-1)).toMatchObject({ filesDone: 2, filesTotal: 4, filesFailed: 1, chunksDone: 3, bytesDone: 50 });
    expect(told.at(-1)?.msLeft).toBeNull();
  });

  afterEach(() => void vi.useRealTimers());

  it('tells the time left by what this stretch of work took, of the bytes that are left, after ten seconds of it', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { tally, told } = goingOn();
    tally.fileOver(40, false);
    vi.advanceTimersByTime(9000);
    tally.progress('embedding', null, true);
    expect(told.at(-1)?.msLeft).toBeNull();
    vi.advanceTimersByTime(3000);
    tally.progress('embedding', null, true);
    // 40 bytes took twelve seconds, and 10 are left.
    expect(told.at(-1)?.msLeft).toBe(3000);
    tally.fileOver(10, true);
    tally.progress('embedding', null, true);
    expect(told.at(-1)).toMatchObject({ msLeft: 0, bytesDone: 100, filesDone: 4, filesFailed: 2 });
  });
});
