import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, TestWindow } from './in-windows';
import { litColours, litWords } from './pdf-light';
import { noGraveFaults } from './pictures';

/** Pages are read in seconds each, and in many more beside other work. */
const longPatience = 240_000;

inWindows('scans and pictures in the window', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, keys, locator, request } = launched;
  const row = (name: string) => locator('[data-testid="document-row"]', { hasText: name }).first();
  const find = async (text: string): Promise<void> => {
    await at('pdf-page').first().waitFor();
    await locator('[data-testid="pdf-page"][data-drawn="true"]').first().waitFor();
    await at('pdf-page').first().click();
    await keys('Control+f');
    await at('source-find').fill(text);
    await at('pdf-highlight').first().waitFor();
  };

  beforeAll(async () => {
    for (const name of ['report.pdf', 'costs.png']) {
      copyFileSync(join(project, 'tests/fixtures/scans', name), join(folder, name));
    }
    await launched.open();
    await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1400, 860));
    await at('nav-library').click();
    // The room knows that it is empty before anything is dropped on it.
    await at('try-sample').first().waitFor();
  });

  it('are refused with the way to switch text recognition on', async () => {
    await drop([join(folder, 'report.pdf'), join(folder, 'costs.png')]);
    await row('report').waitFor();
    await row('costs').waitFor();
    expect(await locator('body').textContent()).toContain('text recognition');
  });

  it('are read once it is switched on in the settings, which say what it costs and who waits', async () => {
    await keys('Control+,');
    await locator('[data-testid="settings-section"]', { hasText: 'Documents' }).click();
    await at('setting-ocr').waitFor();
    expect(await at('settings-documents').textContent()).toContain('5 seconds');
    expect(await at('waiting-scans').textContent()).toContain('2 documents');
    expect(await at('read-scans').count()).toBe(0);
    await at('setting-ocr').focus();
    await keys('Space');
    await at('read-scans').waitFor();
    // English is enough, and the last language cannot be taken away.
    await at('setting-ocr-deu').focus();
    await keys('Space');
    await expect.poll(() => at('setting-ocr-eng').isDisabled()).toBe(true);
    await noGraveFaults(launched);
    await at('read-scans').click();
    await expect.poll(() => at('waiting-scans').count(), { timeout: longPatience }).toBe(0);
    const states = async () => (await request('library.list', {})).map(({ state }) => state);
    await expect.poll(states, { timeout: longPatience }).toEqual(['ready', 'ready']);
  }, 300_000);

  it('are opened on their page, with the words highlighted at their place', async () => {
    await at('nav-library').click();
    await row('Report on the display cases').or(row('report')).first().dblclick();
    await find('international committee');
    // A page is drawn again when it is enlarged for its first passage.
    await expect.poll(() => litWords(launched.window)).toContain('committee');
    // Printed letters under the light, and not beside it.
    const { yellow, dark } = await litColours(launched.window);
    expect(yellow).toBeGreaterThan(0.3);
    expect(dark).toBeGreaterThan(0.01);
    await noGraveFaults(launched);
    await keys('Escape');
    await row('costs').dblclick();
    await find('committee of conservators');
    await expect.poll(() => litWords(launched.window)).toContain('committee');
    await expect.poll(async () => (await litColours(launched.window)).dark).toBeGreaterThan(0.01);
    await noGraveFaults(launched);
  });
});
