import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { SerialQueue } from '../../../../electron/engine/async';
import { IngestQueue } from '../../../../electron/engine/jobs/ingest/ingest-queue';
import type { IngestQueueParts } from '../../../../electron/engine/jobs/ingest/job-outcomes';

const damaged = new VitrineError('library-damaged');

interface Faults {
  reads?: boolean;
  writes?: boolean;
}

/** A queue over one job, of whose rows nothing can be read or written from some moment on. */
function queueWith(faults: Faults) {
  const said: unknown[] = [];
  let tries = 0;
  const jobs = {
    in: () => {
      if (faults.reads) throw damaged;
      return ['job'];
    },
    has: () => {
      if (faults.reads) throw damaged;
      return true;
    },
    state: () => 'paused',
    summary: () => ({}),
    report: () => 'what became of it so far',
    files: { putBack: () => undefined },
    setState: (_jobId: string, state: string) => {
      if (state === 'running') tries += 1;
      if (faults.writes && state !== 'waiting') throw damaged;
    },
  };
  const parts = {
    library: { assertWritable: () => undefined, jobs },
    model: { isHere: async () => true, wentWith: async () => false },
    turns: new SerialQueue(),
    own: { begin: () => undefined, has: () => true, end: () => undefined },
    emit: () => undefined,
    log: (_jobId: string, what: string) => said.push(what),
  } as unknown as IngestQueueParts;
  return { queue: new IngestQueue(parts), said, tries: () => tries };
}

const noEnd = new AbortController().signal;

describe('a queue whose jobs cannot be read or written any more', () => {
  it('tells who waits for one and the log, and does not take it again and again', async () => {
    const { queue, said, tries } = queueWith({ writes: true });
    const over = queue.over('job', noEnd);
    queue.resume('job');
    await expect(over).rejects.toMatchObject({ code: 'library-damaged' });
    await queue.close();
    expect(said).toEqual(['ingest.queue']);
    expect(tries()).toBe(1);
  });

  it('says so where it was to look for the next', async () => {
    const faults: Faults = {};
    const { queue, said } = queueWith(faults);
    const over = queue.over('job', noEnd);
    faults.reads = true;
    // As `wake` is called by a job that came before the damage.
    expect(() => queue.resumeInterrupted()).toThrow(damaged);
    faults.reads = false;
    faults.writes = true;
    queue.resume('job');
    faults.reads = true;
    await expect(over).rejects.toMatchObject({ code: 'library-damaged' });
    await queue.close();
    expect(said).toEqual(['ingest.queue']);
  });

  it('tells who stops waiting for one', async () => {
    const faults: Faults = {};
    const { queue } = queueWith(faults);
    const stopper = new AbortController();
    const over = queue.over('job', stopper.signal);
    faults.reads = true;
    stopper.abort();
    await expect(over).rejects.toMatchObject({ code: 'library-damaged' });
  });
});
