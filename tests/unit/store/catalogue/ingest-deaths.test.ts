import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqlDatabase } from '../../../../electron/engine/store/catalogue/database';
import { deathsAFile, setAside } from '../../../../electron/engine/store/catalogue/ingest-job-files';
import { IngestJobStore } from '../../../../electron/engine/store/catalogue/ingest-jobs';
import { libraryWithIndex } from '../open-test-library';

const files = ['/a', '/b', '/c', '/d'].map((path) => ({ path, bytes: 1 }));
let database: SqlDatabase;
let jobs: IngestJobStore;

beforeEach(() => {
  database = SqlDatabase.open(':memory:');
  jobs = new IngestJobStore(database);
  jobs.add({ jobId: 'job', paths: ['/'], collection: '', profile: 'balanced' }, '2026-01-01T00:00:00Z');
  jobs.addFiles('job', files, [], { skipped: 0, outside: [] });
});
afterEach(() => database.close());

/** A process that has these files in hand when it ends without a word; the next one starts. */
function ends(...inHand: readonly string[]): void {
  jobs.setState('job', 'running');
  jobs.files.setStages('job', inHand, 'reading');
  jobs.interrupt();
}

function over(path: string, error: 'file-set-aside' | 'damaged' | null = null): void {
  const report = { path, documentId: null, chunks: 0, pages: 0, warnings: [] };
  const failure = error && { code: error, message: '', hint: '' };
  jobs.files.finish('job', [{ ...report, status: error ? 'failed' : 'indexed', error: failure }]);
}

function turns(): [string, number][] {
  const taken: [string, number][] = [];
  for (let next = jobs.files.next('job'); next; next = jobs.files.next('job')) {
    taken.push([next.path, next.deaths]);
    jobs.files.setStages('job', [next.path], 'reading');
  }
  jobs.files.putBack('job');
  return taken;
}

describe('files that a process ended with', () => {
  it('come last, those that may be to blame for more of it behind the others', () => {
    ends('/a', '/b');
    expect(turns()).toEqual([
      ['/c', 0],
      ['/d', 0],
      ['/a', 1],
      ['/b', 1],
    ]);
    ends('/a');
    expect(turns().slice(2)).toEqual([
      ['/b', 1],
      ['/a', 2],
    ]);
  });

  it('are blamed alone where one of them was in hand before: what else was there is not', () => {
    ends('/a');
    ends('/a', '/b');
    expect(turns()).toEqual([
      ['/b', 0],
      ['/c', 0],
      ['/d', 0],
      ['/a', 2],
    ]);
  });

  it('are forgotten when they were read, well or not', () => {
    ends('/a', '/b');
    over('/a');
    over('/b', 'damaged');
    jobs.files.retry('job', ['/b']);
    expect(turns().at(0)).toEqual(['/b', 0]);
  });

  it('are set aside after so many ends, and have one more try then', () => {
    for (let n = 0; n < deathsAFile; n += 1) ends('/a');
    const last = turns().at(-1)?.[1] ?? 0;
    expect(setAside(last - 1)).toBeNull();
    expect(setAside(last)).toMatchObject({ code: 'file-set-aside', details: { times: deathsAFile } });
    over('/a', 'file-set-aside');
    jobs.files.retry('job', ['/a']);
    expect(setAside(turns().at(-1)?.[1] ?? 0)).toBeNull();
    ends('/a');
    expect(setAside(turns().at(-1)?.[1] ?? 0)).not.toBeNull();
  });

  it('stay known where another job takes the place of theirs', () => {
    ends('/a');
    jobs.remove('job');
    jobs.add({ jobId: 'job', paths: ['/'], collection: '', profile: 'balanced' }, '2026-01-02T00:00:00Z');
    jobs.addFiles('job', files, [], { skipped: 0, outside: [] });
    expect(turns().at(-1)).toEqual(['/a', 1]);
  });
});

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
