import type { IngestJobSummary, IngestProgress } from '@shared/contract';
import { describe, expect, it } from 'vitest';
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

  it('tells the time left by what this stretch of work took, of the bytes that are left', () => {
    const begun = performance.now();
    const { tally, told } = goingOn();
    while (performance.now() - begun < 20);
    tally.fileOver(40, false);
    tally.progress('embedding', null, true);
    // 40 bytes took all the time there was, and 10 are left.
    expect(told.at(-1)?.msLeft).toBeLessThanOrEqual((performance.now() - begun) / 4 + 1);
    expect(told.at(-1)?.msLeft).toBeGreaterThan(0);
    tally.fileOver(10, true);
    tally.progress('embedding', null, true);
    expect(told.at(-1)).toMatchObject({ msLeft: 0, bytesDone: 100, filesDone: 4, filesFailed: 2 });
  });
});
