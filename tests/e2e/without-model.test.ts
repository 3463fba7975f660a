import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { beside } from '../integration/test-options';
import { temporaryFolder } from '../temporary-folder';
import { electronPath } from './app';
import { TestWindow } from './in-windows';

if (!electronPath) console.warn('skipped: tests/e2e/without-model.test.ts needs an Electron (npm test finds one)');

const models = beside('models', 'a model that comes later, in the window');

describe.skipIf(!electronPath || !models)(
  'documents that come while the embedding model is away, in the window',
  () => {
    const folder = temporaryFolder();
    const launched = new TestWindow();
    const { at, drop, keys, locator, request } = launched;
    const library = join(folder, 'library');
    const search = (query: string, mode: 'hybrid' | 'keyword' | 'vector') => request('search.run', { query, mode });

    beforeAll(async () => {
      writeFileSync(join(folder, 'heron.txt'), 'The heron boat is blue.');
      const env = { VITRINE_MODELS: models ?? '' };
      for (const command of [
        ['models', 'use', 'all-MiniLM-L6-v2'],
        ['ingest', join(folder, 'heron.txt')],
      ]) {
        const { code, stderr } = await run([...command, '--library', library], { env });
        expect(code, stderr).toBe(0);
      }
      await launched.open({ library });
      await at('nav-library').click();
    });

    it('R12 are read and found by their words, and the window says what they wait for', async () => {
      const silk = join(folder, 'silk.txt');
      writeFileSync(silk, 'The limit for silk is fifty lux.');
      await drop([silk]);
      await at('ingest-report').waitFor();
      expect(await at('ingest-report').textContent()).toContain('Found by its words only');
      const found = await search('silk', 'hybrid');
      expect(found.results.map(({ text }) => text)).toEqual(['The limit for silk is fifty lux.']);
      expect(found.notices.map(({ code }) => code)).toContain('keyword-only');
      await keys('Control+,');
      await locator('[data-id="storage"] [data-testid="settings-section"]').click();
      await at('index-waits').waitFor();
      expect(await at('index-waits').textContent()).toContain('1 of 2 passages are found also by meaning');
    });

    it('R12 are embedded as soon as a folder with the model is added', async () => {
      await launched.chooses(models ?? '');
      await launched.window.getByRole('button', { name: 'Add a folder' }).click();
      await at('index-waits').waitFor({ state: 'detached' });
      const near = await search('The limit for silk is fifty lux.', 'vector');
      expect(near.results[0]?.text).toBe('The limit for silk is fifty lux.');
      expect(launched.pageErrors).toEqual([]);
    });
  },
);
