import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { VitrineError } from '@shared/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { ReadLater, SecondTries } from '../../../../electron/engine/jobs/ingest/ingest-job';
import {
  clockOf,
  type Passed,
  ReaderWatch,
  readingStopped,
} from '../../../../electron/engine/jobs/ingest/reader-watch';

/**
 * Works for so long and then waits for so long, again and again, as a thread on a busy computer does. Its first message
 * is its number on Linux; then it has got on.
 */
const reader = `
const { readlinkSync } = require('node:fs');
const { parentPort, workerData: { workMs, waitMs } } = require('node:worker_threads');
const waits = new Int32Array(new SharedArrayBuffer(4));
parentPort.postMessage(process.platform === 'linux' ? Number(readlinkSync('/proc/thread-self').split('/').at(-1)) : null);
for (;;) {
  for (const until = performance.now() + workMs; performance.now() < until; );
  if (waitMs > 0) Atomics.wait(waits, 0, 0, waitMs);
  parentPort.postMessage(null);
}`;

const bounds = { ms: 700, stillMs: 60_000, bytes: 2 ** 40 };

describe('a reading under watch', () => {
  const workers: Worker[] = [];
  afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.terminate())));

  /** The bound that a reader passes within so many ms; null for none. `goesOn`: whether it shows progress. */
  async function passedWithin(wallMs: number, load: object, within = bounds, goesOn = false): Promise<Passed | null> {
    const worker = new Worker(reader, { eval: true, workerData: load });
    workers.push(worker);
    const [number] = await once(worker, 'message');
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), wallMs);
      const watched = new ReaderWatch().begin(within, clockOf(worker, number), (passed) => {
        clearTimeout(timer);
        resolve(passed);
      });
      if (goesOn) worker.on('message', () => watched.goesOn());
    });
  }

  it('goes on for longer than its bound where it gets a processor now and then', async () => {
    expect(await passedWithin(3 * bounds.ms, { workMs: 5, waitMs: 45 })).toBeNull();
  });

  it('is stopped by the time of its processor', async () => {
    expect(await passedWithin(60_000, { workMs: 50, waitMs: 0 })).toBe('time');
  });

  it('is stopped sooner where it shows no progress, and not where it does', async () => {
    const still = { ...bounds, ms: 60_000, stillMs: 400 };
    expect(await passedWithin(60_000, { workMs: 60_000, waitMs: 0 }, still)).toBe('progress');
    expect(await passedWithin(1500, { workMs: 20, waitMs: 0 }, still, true)).toBeNull();
  });

  it('tells if the thread had to wait for the processor', async () => {
    const busyOf = async (load: object) => {
      const worker = new Worker(reader, { eval: true, workerData: load });
      workers.push(worker);
      const [number] = await once(worker, 'message');
      return new Promise((resolve) => {
        new ReaderWatch().begin({ ...bounds, ms: 200 }, clockOf(worker, number), (_passed, isBusy) => resolve(isBusy));
      });
    };
    expect(await busyOf({ workMs: 10, waitMs: 60 })).toBe(true);
  });

  it('is stopped where it waits for ever', async () => {
    const short = { ...bounds, ms: 50, stillMs: 50 };
    expect(await passedWithin(60_000, { workMs: 0, waitMs: 60_000 }, short)).toBe('waiting');
  });
});

describe('a file that was stopped', () => {
  const stopped = readingStopped('time', bounds);
  const refused = new VitrineError('damaged');
  const failing = (error: unknown) => () => Promise.reject(error);
  function triesOf(filesTotal: number) {
    const put: string[] = [];
    const files = { last: (_jobId: string, path: string) => put.push(path) };
    const jobs = { summary: () => ({ filesTotal }), files } as unknown as ConstructorParameters<typeof SecondTries>[0];
    return { tries: new SecondTries(jobs, 'job'), put };
  }

  it.each([
    ['time', stopped],
    ['memory', readingStopped('memory', bounds)],
  ])('for want of %s is put behind the others once, and then fails', async (_, error) => {
    const { tries, put } = triesOf(2);
    await expect(tries.cut('a.pdf', failing(error))).rejects.toBeInstanceOf(ReadLater);
    expect([put, tries.knows('a.pdf'), tries.knows('b.pdf')]).toEqual([['a.pdf'], true, false]);
    await expect(tries.cut('a.pdf', failing(error))).rejects.toBe(error);
    expect(put).toEqual(['a.pdf']);
  });

  it('is read once more where it is the only one and the computer was busy', async () => {
    const { tries, put } = triesOf(1);
    const busy = readingStopped('time', bounds, true);
    await expect(tries.cut('a.pdf', failing(busy))).rejects.toBeInstanceOf(ReadLater);
    await expect(tries.cut('a.pdf', failing(busy))).rejects.toBe(busy);
    expect(put).toEqual(['a.pdf']);
  });

  it('fails at once where no other was read beside it, or where it is damaged', async () => {
    await expect(triesOf(1).tries.cut('a.pdf', failing(stopped))).rejects.toBe(stopped);
    await expect(triesOf(2).tries.cut('a.pdf', failing(refused))).rejects.toBe(refused);
  });

  it('is described without the name of a setting’s key', () => {
    const { hint } = stopped.report();
    expect(hint).toContain('Settings › Limits');
    expect(hint).not.toMatch(/\w\.\w/);
  });
});
