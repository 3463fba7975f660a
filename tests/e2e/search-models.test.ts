import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelsBeside } from '../integration/models/model-sources';
import { StandInHub } from '../integration/models/stand-in-hub';
import { tinyNli, tinyNliModel } from '../integration/models/tiny-models';
import { temporaryFolder } from '../temporary-folder';
import { electronPath, project } from './app';
import { TestWindow } from './in-windows';
import { isInSight, noGraveFaults, resize } from './pictures';

if (!electronPath) console.warn('skipped: tests/e2e/search-models.test.ts needs an Electron (npm test finds one)');

const sized = (width: number) => ({ width, height: 800 });
const better = 'all-MiniLM-L6-v2';
const beside = modelsBeside(better);
const recommended = 'multilingual-e5-small';
const ranking = 'lexical-cross-encoder';
const reader = modelsBeside('reader-minilm-l6') === beside ? 'reader-minilm-l6' : null;
const graph = 'onnx/model_quantized.onnx';
const comes = 10_000_000;

describe.skipIf(!electronPath || beside === null)('the models that find and rank', () => {
  let hub: StandInHub;
  const brought = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator, request } = launched;
  const row = (id: string) => locator(`[data-testid="search-model"][data-model="${id}"]`);
  const inRow = (id: string, testId: string) => row(id).getByTestId(testId);
  const inUse = (id: string) => locator(`[data-model="${id}"][data-active="true"]`);
  const notices = async (query: string) => (await request('search.run', { query })).notices.map(({ code }) => code);

  beforeAll(async () => {
    const names = ['config.json', 'tokenizer_config.json', 'tokenizer.json', graph];
    const files = new Map(names.map((name) => [name, readFileSync(join(beside ?? '', better, name))]));
    hub = await StandInHub.open(`Xenova/${better}`, files);
    await tinyNliModel(brought);
    for (const id of [ranking, ...(reader ? [reader] : [])]) {
      cpSync(join(beside ?? '', id), join(brought, id), { recursive: true });
    }
    const env = { OLLAMA_HOST: 'http://127.0.0.1:9', HF_ENDPOINT: hub.endpoint };
    await launched.open({ env });
    await resize(launched, sized(1280));
    await at('nav-library').click();
    await at('try-sample').click();
    await at('document-row').first().waitFor();
    await keys('Control+,');
    await at('settings-section').nth(1).click();
    await row('use-lite').waitFor();
  });
  afterAll(async () => {
    await launched.close();
    await hub.close();
  });

  it('I22 say of the recommended one what it takes here and what it gives, before it is got by one press', async () => {
    await at('offer-time').waitFor();
    expect(await at('offer-time').textContent()).toMatch(/^about \d/);
    expect(await at('offer-disk').textContent()).toBe('135 MB');
    expect(await at('model-gain').textContent()).toMatch(
      /100 questions.*: \d+ instead of \d+ in English and \d+ .* in German/,
    );
    expect(await at('recommendation').textContent()).toContain('Judged by the pace of Universal Sentence Encoder lite');
    expect(await at('search-model').first().getAttribute('data-model')).toBe(recommended);
    await noGraveFaults(launched);
    await at('get-recommended').focus();
    await keys('Enter');
    await locator('[data-testid="rebuild"][data-state="stopped"]').waitFor();
    expect(await at('rebuild').textContent()).toMatch(/does not have this model.*Import it from a folder/);
    expect(await at('rebuild').textContent()).toContain('The old index answers');
    expect(await inUse('use-lite').count()).toBe(1);
    expect(await at('rebuild').getByTestId('get-from-folder').count()).toBe(1);
    await at('rebuild-cancel').click();
    await at('recommendation').waitFor();
  });

  it('tell what each costs once it is measured, in memory and time a passage', async () => {
    expect(await row('use-lite').textContent()).toContain('Reads English');
    expect(await inRow(recommended, 'model-recommended').textContent()).toBe('Recommended');
    expect(await inRow(recommended, 'model-gain').textContent()).toContain('from one language to another');
    await expect.poll(() => inRow('use-lite', 'model-time').textContent()).toMatch(/ms a passage/);
    expect(await inRow('use-lite', 'model-memory').textContent()).toMatch(/[kM]B$/);
    expect(await inRow('use-lite', 'model-disk').textContent()).toMatch(/7\.\d MB$/);
    expect(await inRow(better, 'model-disk').textContent()).toMatch(/23\.7 MB to download$/);
    expect(await inRow(better, 'model-time').textContent()).toContain('once it is here');
    const none = locator('[data-testid="no-search-model"][data-job="rerank"]');
    expect([await none.getAttribute('data-active'), await none.getByTestId('use-none').count()]).toEqual(['true', 0]);
  });

  it('come from the hub: held up, gone on with from the same byte, and checked', async () => {
    hub.fail(graph, { kind: 'hang', afterBytes: comes });
    await inRow(better, 'download-model').focus();
    await keys('Enter');
    await expect.poll(() => inRow(better, 'pull-progress').textContent()).toContain('10 MB of 23 MB');
    const others = locator(`[data-testid="search-model"]:not([data-model="${better}"])`);
    const waits = others.getByTestId('download-model').first();
    expect(await waits.getAttribute('aria-disabled')).toBe('true');
    await waits.focus();
    await expect.poll(() => waits.evaluate((button) => button.getAttribute('aria-describedby'))).not.toBeNull();
    const why = launched.window.getByRole('tooltip').first();
    expect(await why.textContent()).toContain(`${better} is being downloaded. One model comes at a time`);
    await noGraveFaults(launched);
    await at('pull-pause').click();
    await inRow(better, 'resume-model').waitFor();
    // The button is there before the disk was looked at.
    await expect.poll(() => inRow(better, 'model-disk').textContent()).toMatch(/1\d\.\d MB of 23\.7 MB$/);
    await inRow(better, 'resume-model').click();
    await inRow(better, 'pull-done').waitFor();
    expect(await inRow(better, 'pull-done').textContent()).toContain('the one that Vitrine knows');
    expect(hub.rangesOf(graph)).toEqual([null, `bytes=${comes}-`]);
  });

  it('I13 are changed after an estimate, and the old index answers until the new one is ready', async () => {
    await inRow(better, 'use-model').click();
    await at('switch-panel').waitFor();
    const heading = at('switch-panel').getByRole('heading');
    await expect.poll(() => heading.evaluate((words) => words === document.activeElement)).toBe(true);
    await at('rebuild-estimate').waitFor();
    expect(await at('estimate-cached').textContent()).toBe('0');
    // It was measured for the estimate, and the row tells so.
    await expect.poll(() => inRow(better, 'model-time').textContent()).toMatch(/ms a passage/);
    await noGraveFaults(launched);
    await keys('Escape');
    await at('switch-panel').waitFor({ state: 'detached' });
    await expect
      .poll(() => inRow(better, 'use-model').evaluate((button) => button === document.activeElement))
      .toBe(true);
    expect(await inUse('use-lite').count()).toBe(1);

    await keys('Enter');
    await at('rebuild-now').click();
    expect(await notices('how do I ask a question')).not.toContain('keyword-only');
    await inUse(better).waitFor();
    expect(await notices('how do I ask a question')).toEqual([]);
  });

  it('are removed only after it was said what stops', async () => {
    await inRow(better, 'remove-model').click();
    await expect.poll(() => at('what-stops').textContent()).toMatch(/by words alone.*2\d\.\d MB are free again/);
    await noGraveFaults(launched);
    await at('keep-model').click();
    await expect
      .poll(() => inRow(better, 'remove-model').evaluate((button) => button === document.activeElement))
      .toBe(true);
    await inRow(better, 'remove-model').click();
    await at('remove-now').click();
    await inRow(better, 'download-model').waitFor();
    expect(await notices('what does a stage do')).toContain('keyword-only');
  });

  it('are imported from a folder, also unknown cross-encoders, and used', async () => {
    await launched.chooses(join(beside ?? '', better));
    hub.fail(graph, { kind: 'wrong-bytes' });
    await inRow(better, 'download-model').click();
    await row(better).getByRole('alert').waitFor();
    await at('import-models').click();
    await expect.poll(() => at('imported').textContent()).toBe(`${better} is here now.`);
    await expect.poll(() => inRow(better, 'remove-model').count()).toBe(1);
    await expect.poll(() => inRow(better, 'missing-model').count()).toBe(0);
    // An earlier obstacle is no news any more.
    await expect.poll(() => row(better).getByRole('alert').count()).toBe(0);
    expect(await notices('what does a stage do')).toEqual([]);
    await launched.chooses(brought);
    await at('import-models').click();
    for (const id of [tinyNli, ranking, ...(reader ? [reader] : [])]) {
      await row(id).waitFor();
      await inRow(id, 'use-model').click();
      await inUse(id).waitFor();
    }
    await inRow(ranking, 'measure-model').click();
    await expect.poll(() => inRow(ranking, 'model-time').textContent()).toMatch(/ms a pair/);
    if (reader) expect(await inRow(reader, 'not-measured').textContent()).toContain('shown and not used');
    for (const job of ['rerank', 'nli', ...(reader ? ['reader'] : [])]) {
      const none = locator(`[data-testid="no-search-model"][data-job="${job}"]`);
      await none.getByTestId('use-none').click();
      await expect.poll(() => none.getAttribute('data-active')).toBe('true');
    }
    // A model made differently from the hub's.
    cpSync(join(beside ?? '', better), join(brought, recommended), { recursive: true });
    await launched.chooses(join(brought, recommended));
    await at('get-from-folder').click();
    await inUse(recommended).waitFor();
    expect(await at('recommendation').count()).toBe(0);
    expect(await notices('what does a stage do')).toEqual([]);
    await launched.chooses(join(project, 'docs'));
    await at('import-models').click();
    await at('settings-search').getByRole('alert').waitFor();
    expect(await at('settings-search').getByRole('alert').textContent()).toContain('no model');
    expect(await at('settings-search').getByRole('alert').evaluate(isInSight)).toBe(true);
  });
});
