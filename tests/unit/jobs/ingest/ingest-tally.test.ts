import type { IngestJobSummary, IngestProgress } from '@shared/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IngestTally } from '../../../../electron/engine/jobs/ingest/ingest-tally';

const job = { filesTotal: 6, bytesTotal: 100, filesDone: 1, filesFailed: 1, bytesDone: 25, chunks: 3 };
const files = [
  { path: '/a.txt', bytes: 1000 },
  { path: '/b.txt', bytes: 1000 },
  { path: '/c.pdf', bytes: 400_000 },
  { path: '/d.pdf', bytes: 10_000_000 },
];
const text = 'x'.repeat(1000);

/** A tally that goes on with a half-done job, and all that it has told. */
function goingOn(waiting = files) {
  const told: IngestProgress[] = [];
  const tally = new IngestTally('job', (progress) => told.push(progress));
  tally.begin(job as IngestJobSummary, waiting);
  /** Reads a file with these texts and embeds them, half a second each. */
  const embed = (path: string, texts: readonly string[]): void => {
    tally.cut(path, texts);
    for (const { length } of texts) {
      vi.advanceTimersByTime(500);
      tally.vectorMade(path, length);
    }
    tally.fileOver(path, false);
  };
  return { tally, told, embed, last: () => told.at(-1) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describe('how far an ingest is', () => {
  it('begins where the catalogue says that it stopped', () => {
    const { tally, last } = goingOn();
    tally.tell('reading', null);
    expect(last()).toMatchObject({ filesDone: 2, filesTotal: 6, filesFailed: 1, chunksDone: 3, share: 0.25 });
    expect(last()?.msLeft).toBeNull();
  });

  it('tells the time left by the text that is left, whatever bytes it is in, after ten seconds of work', () => {
    const { tally, last, embed } = goingOn([...files.slice(0, 2), { path: '/e.txt', bytes: 30_000 }]);
    for (const file of files.slice(0, 2)) tally.begun(file);
    embed('/a.txt', Array(15).fill(text));
    expect(last()?.msLeft).toBeNull();
    embed('/b.txt', Array(15).fill(text));
    tally.begun({ path: '/e.txt', bytes: 30_000 });
    tally.cut('/e.txt', Array(40).fill(text));
    tally.tell('embedding', '/e.txt');
    // A thousand characters take half a second, and forty thousand are left.
    expect(Math.round((last()?.msLeft ?? 0) / 1000)).toBe(20);
  });

  it('takes a file that waits for what files of its kind have brought, and before that for what they usually bring', () => {
    const { tally, last, embed } = goingOn();
    for (const file of files.slice(0, 3)) tally.begun(file);
    embed('/a.txt', Array(30).fill(text));
    tally.tell('embedding', '/a.txt');
    const before = last()?.msLeft ?? 0;
    // Ten megabytes are no more than pictures, as the first PDF is.
    embed('/c.pdf', [text]);
    tally.tell('embedding', '/c.pdf');
    expect(before / 1000).toBeGreaterThan(500);
    expect((last()?.msLeft ?? 0) / before).toBeLessThan(0.6);
    expect(last()?.share).toBeGreaterThanOrEqual(0.25);
  });

  it('names the file that is truly at work, each second, and no time where nothing has moved for ten', () => {
    const { tally, last, embed } = goingOn();
    tally.begun({ path: '/d.pdf', bytes: 10_000_000 });
    tally.begun({ path: '/a.txt', bytes: 1000 });
    embed('/a.txt', Array(30).fill(text));
    expect(last()).toMatchObject({ phase: 'embedding', currentFile: '/a.txt', msLeft: expect.any(Number) });
    vi.advanceTimersByTime(3000);
    expect(last()).toMatchObject({ phase: 'reading', currentFile: '/d.pdf', msLeft: expect.any(Number) });
    vi.advanceTimersByTime(8000);
    expect(last()).toMatchObject({ phase: 'reading', currentFile: '/d.pdf', msLeft: null });
    tally.end();
  });

  it('counts what failed, and ends with nothing left', () => {
    const { tally, last } = goingOn();
    tally.begun({ path: '/a.txt', bytes: 1000 });
    tally.fileOver('/a.txt', true);
    tally.tell('done', null);
    expect(last()).toMatchObject({ msLeft: 0, share: 1, filesDone: 3, filesFailed: 2 });
  });
});
