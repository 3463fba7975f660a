import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EngineProcess } from '../integration/library/engine-process';
import { testOptions } from '../integration/test-options';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize } from './pictures';

const words = /Another Vitrine has this library open/;
const gone = /move the folder back/;

inWindows('a library that another process writes', () => {
  let other: EngineProcess;
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, locator } = launched;
  const library = join(folder, 'library');
  const ferry = join(folder, 'ferry.txt');
  const heron = join(folder, 'heron.txt');
  const row = (text: string) => locator('[data-testid="document-row"]', { hasText: text });

  beforeAll(async () => {
    mkdirSync(library);
    writeFileSync(ferry, 'The zxferry leaves at seven.');
    writeFileSync(heron, 'The zxheron stands at the bank.');
    other = await EngineProcess.open(testOptions(library));
    await other.ask('ingest.run', { paths: [ferry] });
    await launched.open({ library });
    await resize(launched, { width: 1440, height: 900 });
    await at('nav-library').click();
    await row('ferry').waitFor();
  });
  afterAll(async () => {
    await launched.close();
    await other.kill();
  });

  it('says so at an attempted change, and at a drop', async () => {
    await at('other-writer').waitFor();
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
    await at('drop-target').waitFor();
    expect(await at('drop-target').textContent()).toMatch(words);
    await noGraveFaults(launched);
    await hover('dragleave');

    await drop([heron]);
    await at('queue').getByText(words).waitFor();
    expect(await row('heron').count()).toBe(0);
  });

  it('says what helps where its folder is gone, and no more of it once that is back', async () => {
    const says = (text: RegExp) => at('other-writer').filter({ hasText: text }).waitFor();
    renameSync(library, `${library}-moved`);
    await says(gone);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    renameSync(`${library}-moved`, library);
    await says(words);
  });

  it('can be changed as soon as the other one has ended, and says nothing more of it', async () => {
    await other.kill();
    await at('other-writer').waitFor({ state: 'detached' });
    await drop([heron]);
    await row('heron').waitFor();
  });
});
