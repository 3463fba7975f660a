import type { IngestJobSummary, IngestProgress } from '@shared/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IngestTally } from '../../../../electron/engine/jobs/ingest/ingest-tally';

const job = { filesTotal: 6, bytesTotal: 40_000, filesDone: 1, filesFailed: 1, bytesDone: 10_000, chunks: 3 };

/** A tally that goes on with a half-done job, and all that it has told. */
function goingOn() {
  const told: IngestProgress[] = [];
  const tally = new IngestTally('job', (progress) => told.push(progress));
  tally.begin(job as IngestJobSummary);
  /** Reads a file of so many bytes, a kilobyte a second. */
  const read = (path: string, bytes: number, status: 'indexed' | 'failed' = 'indexed'): void => {
    tally.begun({ path, bytes });
    vi.advanceTimersByTime(bytes);
    tally.fileOver({ path, status, chunks: status === 'failed' ? 0 : 2 });
    tally.tell('reading', null);
  };
  return { tally, read, last: () => told.at(-1) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describe('how far the reading of an ingest is', () => {
  it('begins where the catalogue says that it stopped', () => {
    const { tally, last } = goingOn();
    tally.tell('reading', null);
    expect(last()).toMatchObject({ filesDone: 2, filesTotal: 6, filesFailed: 1, chunksDone: 3, share: 0.25 });
    expect(last()?.msLeft).toBeNull();
  });

  it('tells the time left by the bytes that are left, after ten seconds of work', () => {
    const { read, last } = goingOn();
    read('/a.txt', 5000);
    expect(last()?.msLeft).toBeNull();
    read('/b.txt', 10_000);
    expect(last()).toMatchObject({ share: 0.625, chunksDone: 7 });
    // A kilobyte a second, counted from the first look at it a second after the beginning.
    expect(Math.round((last()?.msLeft ?? 0) / 1000)).toBe(14);
  });

  it('names the file that is read longest, each second, and no time where nothing has moved for ten', () => {
    const { tally, read, last } = goingOn();
    tally.begun({ path: '/d.pdf', bytes: 10_000 });
    read('/a.txt', 12_000);
    vi.advanceTimersByTime(3000);
    expect(last()).toMatchObject({ phase: 'reading', currentFile: '/d.pdf', msLeft: expect.any(Number) });
    vi.advanceTimersByTime(8000);
    expect(last()).toMatchObject({ phase: 'reading', currentFile: '/d.pdf', msLeft: null });
    tally.end();
  });

  it('counts what failed, and ends with nothing left', () => {
    const { tally, read, last } = goingOn();
    read('/a.txt', 1000, 'failed');
    tally.tell('done', null);
    expect(last()).toMatchObject({ msLeft: 0, share: 1, filesDone: 3, filesFailed: 2 });
  });
});
