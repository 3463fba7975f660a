import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EngineProcess } from '../integration/library/engine-process';
import { testOptions } from '../integration/open-test-engine';
import { temporaryFolder } from '../temporary-folder';
import { dropFiles, type LaunchedApp, launchApp } from './app';
import { inWindows } from './in-windows';
import { fitsSmallest, noGraveFaults, resize } from './pictures';

const patience = 60_000;
const words = /Another Vitrine has this library open/;
const gone = /move the folder back/;

inWindows('a library that another process writes', () => {
  let launched: LaunchedApp;
  let other: EngineProcess;
  const folder = temporaryFolder();
  const library = join(folder, 'library');
  const ferry = join(folder, 'ferry.txt');
  const heron = join(folder, 'heron.txt');
  const at = (testId: string) => launched.window.getByTestId(testId);
  const row = (text: string) => launched.window.locator('[data-testid="document-row"]', { hasText: text });

  beforeAll(async () => {
    mkdirSync(library);
    writeFileSync(ferry, 'The zxferry leaves at seven.');
    writeFileSync(heron, 'The zxheron stands at the bank.');
    other = await EngineProcess.open(testOptions(library));
    await other.ask('ingest.run', { paths: [ferry] });
    launched = await launchApp({ library });
    await resize(launched, { width: 1440, height: 900 });
    await at('nav-library').click();
    await row('ferry').waitFor({ timeout: patience });
  });
  afterAll(async () => {
    await launched.close();
    await other.kill();
  });

  it('says so where somebody would change something, and at what is dropped', async () => {
    await at('other-writer').waitFor({ timeout: patience });
    expect(await at('other-writer').textContent()).toMatch(words);
    await noGraveFaults(launched);
    await fitsSmallest(launched);

    const hover = (type: string) =>
      launched.window.evaluate((name) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['a'], 'a.txt'));
        globalThis.dispatchEvent(new DragEvent(name, { dataTransfer }));
      }, type);
    await hover('dragenter');
    await at('drop-target').waitFor({ timeout: patience });
    expect(await at('drop-target').textContent()).toMatch(words);
    await noGraveFaults(launched);
    await hover('dragleave');

    await dropFiles(launched.window, '#root', [heron]);
    await launched.window.locator('[data-testid="queue"]').getByText(words).waitFor({ timeout: patience });
    expect(await row('heron').count()).toBe(0);
  });

  it('says what helps where its folder is gone, and no more of it once that is back', async () => {
    const says = (text: RegExp) => at('other-writer').filter({ hasText: text }).waitFor({ timeout: patience });
    renameSync(library, `${library}-moved`);
    await says(gone);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    renameSync(`${library}-moved`, library);
    await says(words);
  });

  it('can be changed as soon as the other one has ended, and says nothing more of it', async () => {
    await other.kill();
    await at('other-writer').waitFor({ state: 'detached', timeout: patience });
    await dropFiles(launched.window, '#root', [heron]);
    await row('heron').waitFor({ timeout: patience });
  });
});
