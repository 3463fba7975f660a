import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../cli/vitrine-command';
import { statuses, TestEngine } from '../open-test-engine';

const deadly = { NODE_OPTIONS: `--require ${join(__dirname, 'ends-the-process.cjs')}` };
const poison = 'ends-the-process.txt';
const vitrine = TestEngine.each(async () => {
  for (const name of ['a.txt', poison, 'z.txt']) await vitrine.file(`files/${name}`, `The text of ${name}.`);
});

/** An ingest in a process of its own that ends in the middle of the file. */
async function start(): Promise<void> {
  await vitrine.engine.close();
  const { code } = await run(['ingest', vitrine.path('files'), '--library', vitrine.library], { env: deadly });
  expect(code).not.toBe(0);
  await vitrine.reopen();
}

const again = async () => statuses(await vitrine.ingest(vitrine.path('files')));

describe('a file that ends the process whenever it is read', () => {
  it('I10 blocks no one, is set aside after three starts with its reason, and is read again on request', async () => {
    await start();
    // After the first end the file is unknown; from then on the others come first.
    await start();
    expect((await vitrine.ask('library.list', {})).map(({ path }) => path).sort()).toEqual([
      vitrine.path('files/a.txt'),
      vitrine.path('files/z.txt'),
    ]);
    await start();
    const set = { 'a.txt': 'unchanged', [poison]: 'failed: file-set-aside', 'z.txt': 'unchanged' };
    expect(await again()).toEqual(set);
    const { jobs } = await vitrine.ask('ingest.jobs', {});
    expect(jobs).toMatchObject([{ state: 'done', filesDone: 2, filesFailed: 1 }]);
    const retried = await vitrine.ask('ingest.retry', { jobId: jobs[0]?.jobId ?? '', wait: true });
    expect(retried).toMatchObject({ state: 'done', filesDone: 3, filesFailed: 0 });
  });

  it('I10 is blamed for nothing where the end came by chance', async () => {
    await start();
    expect(await again()).toEqual({ 'a.txt': 'indexed', [poison]: 'indexed', 'z.txt': 'indexed' });
  });
});
