import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { beside } from '../integration/open-test-engine';
import { dropFiles, electronPath, type LaunchedApp, launchApp, requestIn, temporaryFolder } from './app';

if (!electronPath) console.warn('skipped: tests/e2e/without-model.test.ts needs an Electron (npm test finds one)');

const models = beside('models', 'a model that comes later, in the window');
const patience = 60_000;

describe.skipIf(!electronPath || !models)(
  'documents that come while the embedding model is away, in the window',
  () => {
    let launched: LaunchedApp;
    const folder = temporaryFolder('without-model');
    const library = join(folder, 'library');
    const at = (testId: string) => launched.window.getByTestId(testId);
    const request = requestIn(() => launched.window);
    const search = (query: string, mode: 'hybrid' | 'keyword' | 'vector') => request('search.run', { query, mode });

    beforeAll(async () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'heron.txt'), 'The heron boat is blue.');
      const env = { VITRINE_MODELS: models ?? '' };
      for (const command of [
        ['models', 'use', 'all-MiniLM-L6-v2'],
        ['ingest', join(folder, 'heron.txt')],
      ]) {
        const { code, stderr } = await run([...command, '--library', library], { env });
        expect(code, stderr).toBe(0);
      }
      launched = await launchApp({ library });
      await at('nav-library').click();
    });
    afterAll(async () => {
      await launched.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('R12 are read and found by their words, and the window says what they wait for', async () => {
      const silk = join(folder, 'silk.txt');
      writeFileSync(silk, 'The limit for silk is fifty lux.');
      await dropFiles(launched.window, '#root', [silk]);
      await at('ingest-report').waitFor({ timeout: patience });
      expect(await at('ingest-report').textContent()).toContain('Found by its words only');
      const found = await search('silk', 'hybrid');
      expect(found.results.map(({ text }) => text)).toEqual(['The limit for silk is fifty lux.']);
      expect(found.notices.map(({ code }) => code)).toContain('keyword-only');
      await launched.window.keyboard.press('Control+,');
      await launched.window.locator('[data-id="storage"] [data-testid="settings-section"]').click();
      await at('index-waits').waitFor({ timeout: patience });
      expect(await at('index-waits').textContent()).toContain('documents: 1.');
    });

    it('R12 are embedded as soon as a folder with the model is added', async () => {
      await launched.app.evaluate(({ dialog }, path) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
      }, models ?? '');
      await launched.window.getByRole('button', { name: 'Add a folder' }).click();
      await at('index-waits').waitFor({ state: 'detached', timeout: patience });
      const near = await search('The limit for silk is fifty lux.', 'vector');
      expect(near.results[0]?.text).toBe('The limit for silk is fifty lux.');
      expect(launched.pageErrors).toEqual([]);
    });
  },
);
