import { afterEach, describe, expect, it, vi } from 'vitest';
import { libraryWithIndex } from '../open-test-library';

afterEach(() => {
  vi.useRealTimers();
});

/** Ids of the jobs listed after 23 have ended, each so many milliseconds after the one before. */
async function listedAfter(millisecondsApart: number): Promise<string[]> {
  const library = await libraryWithIndex();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  for (let n = 1; n <= 23; n += 1) {
    library.jobs.add({ jobId: `job-${n}`, paths: [], collection: '', profile: 'balanced' }, 'now');
    library.jobs.setState(`job-${n}`, 'done');
    vi.setSystemTime(Date.now() + millisecondsApart);
  }
  const listed = library.jobs.list().map(({ jobId }) => jobId);
  library.close();
  return listed;
}

const lastTwenty = Array.from({ length: 20 }, (_one, at) => `job-${23 - at}`);

describe('ingests that are over', () => {
  it('are listed, the last one first, and of more than twenty the oldest are forgotten', async () => {
    expect(await listedAfter(1)).toEqual(lastTwenty);
  });

  it('are forgotten by their turns where they ended in the same millisecond', async () => {
    expect(await listedAfter(0)).toEqual(lastTwenty);
  });
});
