import { describe, expect, it } from 'vitest';
import { libraryWithIndex } from './open-test-library';

describe('ingests that are over', () => {
  it('are listed, the last one first, and of more than twenty the oldest are forgotten', async () => {
    const library = await libraryWithIndex();
    for (let n = 1; n <= 23; n += 1) {
      const moment = Date.now();
      library.jobs.add({ jobId: `job-${n}`, paths: [], collection: '', profile: 'balanced' }, 'now');
      library.jobs.setState(`job-${n}`, 'done');
      while (Date.now() === moment);
    }
    const listed = library.jobs.list().map(({ jobId }) => jobId);
    expect(listed).toEqual(Array.from({ length: 20 }, (_one, at) => `job-${23 - at}`));
    library.close();
  });
});
