import type { IngestJobState } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IngestJobFiles } from '../../../electron/engine/store/ingest-job-files';
import { IngestJobStore } from '../../../electron/engine/store/ingest-jobs';
import { TestEngine } from '../open-test-engine';

let vitrine: TestEngine;
let paths: string[];

beforeEach(async () => {
  vitrine = await TestEngine.open();
  paths = [
    await vitrine.file('one.txt', 'The lighthouse keeper counts the ships.'),
    await vitrine.file('two.txt', 'A baker weighs the flour at dawn.'),
  ];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await vitrine.close();
});

const locked = () => new VitrineError('library-locked', 'Another Vitrine is writing.', 'Try again in a moment.');

/** The first time that a job comes to this state, another process holds the catalogue. */
function lockedOnceAt(wanted: IngestJobState): void {
  const { setState } = IngestJobStore.prototype;
  let isLocked = true;
  vi.spyOn(IngestJobStore.prototype, 'setState').mockImplementation(function (this: IngestJobStore, ...args) {
    if (isLocked && args[1] === wanted) {
      isLocked = false;
      throw locked();
    }
    setState.apply(this, args);
  });
}

/** Two jobs, each with somebody who waits: how many documents each has brought, or the error told. */
async function ends(): Promise<(number | string)[]> {
  const told = paths.map(async (path) => {
    const result = await vitrine.engine.request('ingest.run', { paths: [path] });
    return result.ok ? result.data.totals.indexed : result.error.code;
  });
  return Promise.all(told);
}

/** How many passages there are of each. */
const found = () => Promise.all(['lighthouse', 'flour'].map(async (word) => (await vitrine.found(word)).length));

const states = async () => (await vitrine.ask('ingest.jobs', {})).jobs.map(({ state }) => state).sort();

describe('jobs of a catalogue that another process holds for a while', () => {
  it('I10 end well where it is at the end of the first, which was done', async () => {
    lockedOnceAt('done');
    expect(await ends()).toEqual([1, 1]);
    expect(await states()).toEqual(['done', 'done']);
    expect(await found()).toEqual([1, 1]);
  });

  it('I10 fail one alone where it is at the beginning, and nobody hears what is undone later', async () => {
    lockedOnceAt('running');
    vi.spyOn(IngestJobFiles.prototype, 'putBack').mockImplementationOnce(() => {
      throw locked();
    });
    const told = await ends();
    expect(new Set(told)).toEqual(new Set(['library-locked', 1]));
    expect(await states()).toEqual(['done', 'stopped']);
    expect(await found()).toEqual(told.map((end) => (end === 1 ? 1 : 0)));
  });
});
