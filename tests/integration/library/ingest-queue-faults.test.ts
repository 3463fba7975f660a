import type { IngestJobState } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IngestJobFiles } from '../../../electron/engine/store/catalogue/ingest-job-files';
import { IngestJobStore } from '../../../electron/engine/store/catalogue/ingest-jobs';
import { TestEngine } from '../open-test-engine';

let paths: string[];
const vitrine = TestEngine.each(async () => {
  paths = [
    await vitrine.file('one.txt', 'The lighthouse keeper counts the ships.'),
    await vitrine.file('two.txt', 'A baker weighs the flour at dawn.'),
  ];
});
afterEach(() => vi.restoreAllMocks());

const held = () => new VitrineError('library-locked');

/** The first times that a job comes to this state, another process holds the catalogue. */
function locked(wanted: IngestJobState, times: number): void {
  const { setState } = IngestJobStore.prototype;
  let left = times;
  vi.spyOn(IngestJobStore.prototype, 'setState').mockImplementation(function (this: IngestJobStore, ...args) {
    if (left > 0 && args[1] === wanted) {
      left -= 1;
      throw held();
    }
    setState.apply(this, args);
  });
}

/** Two jobs with a waiting caller each: the number of documents each has brought, or the error. */
async function ends(): Promise<(number | string)[]> {
  const told = paths.map(async (path) => {
    const result = await vitrine.engine.request('ingest.run', { paths: [path] });
    return result.ok ? result.data.totals.indexed : result.error.code;
  });
  return Promise.all(told);
}

const found = () => Promise.all(['lighthouse', 'flour'].map(async (word) => (await vitrine.found(word)).length));

const states = async () => (await vitrine.ask('ingest.jobs', {})).jobs.map(({ state }) => state).sort();

describe('jobs of a catalogue that another process holds for a while', () => {
  it('I10 end well where it is at the end of the first, which was done', async () => {
    locked('done', 1);
    expect(await ends()).toEqual([1, 1]);
    expect(await states()).toEqual(['done', 'done']);
    expect(await found()).toEqual([1, 1]);
  });

  it('I10 end well where it is at the beginning of the first, which waits for another try', async () => {
    locked('running', 1);
    expect(await ends()).toEqual([1, 1]);
    expect(await states()).toEqual(['done', 'done']);
    expect(await found()).toEqual([1, 1]);
  });

  it('I10 end well where that it waits cannot be written down either', async () => {
    locked('running', 1);
    vi.spyOn(IngestJobFiles.prototype, 'putBack').mockImplementationOnce(() => {
      throw held();
    });
    expect(await ends()).toEqual([1, 1]);
    expect(await states()).toEqual(['done', 'done']);
  });

  it('I10 stop after a longer busy time, and continue on request', async () => {
    const [path = ''] = paths;
    locked('running', 2);
    expect(await vitrine.refusal('ingest.run', { paths: [path] })).toMatchObject({ code: 'library-locked' });
    expect(await states()).toEqual(['stopped']);
    const { jobs } = await vitrine.ask('ingest.jobs', {});
    await vitrine.ask('ingest.resume', { jobId: jobs[0]?.jobId ?? '' });
    await vi.waitFor(async () => expect(await states()).toEqual(['done']), 60_000);
    expect(await found()).toEqual([1, 0]);
  });
});
