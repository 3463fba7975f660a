import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostBridge } from '@shared/contract/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { electronPath, type LaunchedApp, launchApp, project, temporaryFolder } from './app';

if (!electronPath) console.warn('skipped: tests/e2e/poison-file.test.ts needs an Electron (npm test finds one)');

const patience = 60_000;
const deadly = { NODE_OPTIONS: `--require ${join(project, 'tests/integration/library/ends-the-process.cjs')}` };

describe.skipIf(!electronPath)('a file that ends the process whenever it is read, in the window', () => {
  let launched: LaunchedApp;
  const folder = temporaryFolder('poison');
  const library = join(folder, 'library');
  const at = (testId: string) => launched.window.getByTestId(testId);
  const documents = () =>
    launched.window.evaluate(async () => {
      const answer = await (window.vitrine as HostBridge).request('library.list', {});
      return answer.ok ? answer.data.map(({ title, state }) => `${title}: ${state}`).sort() : [answer.error.message];
    });

  beforeAll(async () => {
    mkdirSync(join(folder, 'files'));
    for (const name of ['heron', 'ends-the-process'])
      writeFileSync(join(folder, 'files', `${name}.txt`), `On ${name}.`);
    for (let start = 1; start <= 3; start += 1) {
      const { code } = await run(['ingest', join(folder, 'files'), '--library', library], { env: deadly });
      expect(code, `start ${start}`).not.toBe(0);
    }
    launched = await launchApp({ library });
    await at('nav-library').click();
  });
  afterAll(async () => {
    await launched.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('I10 is set aside with its reason while the queue goes on, and is read once more on request', async () => {
    await at('failed-files').waitFor({ timeout: patience });
    expect(await at('failed-files').textContent()).toMatch(/ends-the-process\.txt.*Vitrine ended 3 times/);
    expect(await documents()).toEqual(['ends-the-process: failed', 'heron: ready']);
    await at('file-retry').click();
    await expect.poll(documents, { timeout: patience }).toEqual(['ends-the-process: ready', 'heron: ready']);
    expect(launched.pageErrors).toEqual([]);
  });
});
