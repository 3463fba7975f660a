import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize, usualSize } from './pictures';

const costs = join(project, 'tests/fixtures/scans/costs.png');

inWindows('pasting into the window', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator, request } = launched;
  const toast = (text: RegExp) => locator('[data-tone]').filter({ hasText: text });
  const paths = async () => (await request('library.list', {})).map(({ path }) => path);
  const paste = () => keys('ControlOrMeta+V');
  /** A picture on the clipboard, as a screenshot is there: bytes, and no name. */
  const takeScreenshot = (file: string) =>
    launched.app.evaluate(async ({ clipboard, ClipboardItem, nativeImage }, path) => {
      const image = nativeImage.createFromPath(path);
      const older: { writeImage?(picture: Electron.NativeImage): void } = clipboard as object;
      if (older.writeImage) older.writeImage(image);
      else await clipboard.write([new ClipboardItem({ 'image/png': new Blob([new Uint8Array(image.toPNG())]) })]);
    }, file);
  const copyText = (text: string) =>
    launched.app.evaluate(async ({ clipboard, ClipboardItem }, words) => {
      const older: { writeText?(text: string): void } = clipboard as object;
      if (older.writeText) older.writeText(words);
      else await clipboard.write([new ClipboardItem({ 'text/plain': words })]);
    }, text);

  beforeAll(async () => {
    await launched.open();
    await resize(launched, usualSize);
    await at('try-sample').waitFor();
    await at('nav-library').click();
  });

  it('I15 of a screenshot says that text recognition is off, and offers to switch it on', async () => {
    await takeScreenshot(costs);
    await paste();
    // The target of the pointer stays.
    await toast(/Text recognition is off/).hover();
    await noGraveFaults(launched);
    expect(await paths()).toEqual([]);
    expect(existsSync(join(launched.library, 'incoming'))).toBe(false);
  });

  it('I15 takes the screenshot in as a document with the minute in its name, and asks nothing', async () => {
    await toast(/Text recognition is off/)
      .getByRole('button')
      .click();
    await toast(/Pasted as/).waitFor();
    await expect.poll(async () => (await request('library.list', {})).map(({ state }) => state)).toEqual(['ready']);
    const [path = ''] = await paths();
    expect(path).toMatch(/[\\/]incoming[\\/][0-9a-f]{16}[\\/]Pasted picture \d{4}-\d\d-\d\d \d\d\.\d\d\.png$/);
    await noGraveFaults(launched);
    const found = await request('search.run', { query: 'committee of conservators', mode: 'keyword' });
    expect(found.results.length).toBeGreaterThan(0);
  });

  it('I15 is undone by one press: the document goes, and its bytes with it', async () => {
    copyFileSync(join(project, 'resources/icons/256x256.png'), join(folder, 'other.png'));
    await takeScreenshot(join(folder, 'other.png'));
    const [earlier = null] = await toast(/Pasted as/).elementHandles();
    await paste();
    await launched.window.waitForFunction((one) => !one?.isConnected, earlier);
    await expect.poll(() => readdirSync(join(launched.library, 'incoming')).length).toBe(2);
    await toast(/Pasted as/)
      .last()
      .getByRole('button')
      .click();
    await expect.poll(() => readdirSync(join(launched.library, 'incoming')).length).toBe(1);
    expect(await paths()).toHaveLength(1);
  });

  it('I15 of a longer text outside a field offers to add it as a document', async () => {
    await copyText('The heron boat is blue and sails at nine. '.repeat(8));
    await locator('[data-pane="centre"]').focus();
    await paste();
    await toast(/A text of 336 characters/)
      .getByRole('button')
      .click();
    await expect.poll(async () => (await paths()).filter((path) => /Pasted text .*\.txt$/.test(path)).length).toBe(1);
    await fitsSmallest(launched);
  });

  it('leaves text pasted during typing in its field', async () => {
    await at('nav-chat').click();
    await at('composer').focus();
    await copyText('Which boat is blue? ');
    await paste();
    await expect.poll(() => at('composer').inputValue()).toBe('Which boat is blue? ');
    await takeScreenshot(join(folder, 'other.png'));
    await paste();
    await toast(/Pasted as/)
      .last()
      .waitFor();
    expect(await at('composer').inputValue()).toBe('Which boat is blue? ');
    expect(await at('nav-chat').getAttribute('aria-current')).toBeTruthy();
  });

  leavesNoErrors(launched);
});
