import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { dropFiles, type LaunchedApp, launchApp, project, requestIn } from './app';
import { inWindows } from './in-windows';
import { litColours, litWords } from './pdf-light';
import { noGraveFaults } from './pictures';

const patience = 60_000;
/** Pages are read in seconds each, and in many more beside other work. */
const longPatience = 240_000;

inWindows('scans and pictures in the window', () => {
  let launched: LaunchedApp;
  const folder = temporaryFolder();
  const at = (testId: string) => launched.window.getByTestId(testId);
  const request = requestIn(() => launched.window);
  const row = (name: string) => launched.window.locator('[data-testid="document-row"]', { hasText: name }).first();
  const find = async (text: string): Promise<void> => {
    await at('pdf-page').waitFor({ timeout: patience });
    await launched.window.locator('[data-testid="pdf-page"][data-drawn="true"]').waitFor({ timeout: patience });
    await at('pdf-page').click();
    await launched.window.keyboard.press('Control+f');
    await at('source-find').fill(text);
    await at('pdf-highlight').first().waitFor({ timeout: patience });
  };

  beforeAll(async () => {
    for (const name of ['report.pdf', 'costs.png']) {
      copyFileSync(join(project, 'tests/fixtures/scans', name), join(folder, name));
    }
    launched = await launchApp();
    await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1400, 860));
    await at('nav-library').click();
    // The room knows that it is empty before anything is dropped on it.
    await at('try-sample').first().waitFor({ timeout: patience });
  });
  afterAll(() => launched.close());

  it('are refused with the way to switch text recognition on', async () => {
    await dropFiles(launched.window, '#root', [join(folder, 'report.pdf'), join(folder, 'costs.png')]);
    await row('report').waitFor({ timeout: patience });
    await row('costs').waitFor({ timeout: patience });
    expect(await launched.window.locator('body').textContent()).toContain('text recognition');
  });

  it('are read once it is switched on in the settings, which say what it costs and who waits', async () => {
    await launched.window.keyboard.press('Control+,');
    await launched.window.locator('[data-testid="settings-section"]', { hasText: 'Documents' }).click();
    await at('setting-ocr').waitFor({ timeout: patience });
    expect(await at('settings-documents').textContent()).toContain('5 seconds');
    expect(await at('waiting-scans').textContent()).toContain('2 documents');
    expect(await at('read-scans').count()).toBe(0);
    await at('setting-ocr').focus();
    await launched.window.keyboard.press('Space');
    await at('read-scans').waitFor({ timeout: patience });
    // English is enough, and the last language cannot be taken away.
    await at('setting-ocr-deu').focus();
    await launched.window.keyboard.press('Space');
    await expect.poll(() => at('setting-ocr-eng').isDisabled(), { timeout: patience }).toBe(true);
    await noGraveFaults(launched);
    await at('read-scans').click();
    await expect.poll(() => at('waiting-scans').count(), { timeout: longPatience }).toBe(0);
    const states = async () => (await request('library.list', {})).map(({ state }) => state);
    await expect.poll(states, { timeout: longPatience }).toEqual(['ready', 'ready']);
  }, 300_000);

  it('are opened on their page, with the words lit where they stand', async () => {
    await at('nav-library').click();
    await row('Report on the display cases').or(row('report')).first().dblclick();
    await find('international committee');
    expect(await litWords(launched.window)).toContain('committee');
    // Printed letters under the light, and not beside it.
    const { yellow, dark } = await litColours(launched.window);
    expect(yellow).toBeGreaterThan(0.3);
    expect(dark).toBeGreaterThan(0.01);
    await noGraveFaults(launched);
    await launched.window.keyboard.press('Escape');
    await row('costs').dblclick();
    await find('committee of conservators');
    expect(await litWords(launched.window)).toContain('committee');
    expect((await litColours(launched.window)).dark).toBeGreaterThan(0.01);
    await noGraveFaults(launched);
  });
});
