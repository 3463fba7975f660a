import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropFiles, electronPath, type LaunchedApp, launchApp, project, temporaryFolder } from './app';
import { checkedPicture, picture, pictureOfSmallest, resize, usualSize } from './pictures';

if (!electronPath)
  console.warn('skipped: tests/e2e/conversation-header.test.ts needs an Electron (npm test finds one)');

const patience = 60_000;

describe.skipIf(!electronPath)('the line over a conversation', () => {
  let launched: LaunchedApp;
  const folder = temporaryFolder('conversation-header');
  const at = (testId: string) => launched.window.getByTestId(testId);
  const centre = () => launched.window.locator('[data-pane="centre"] header h2').first();
  const focused = () => launched.window.evaluate(() => (document.activeElement as HTMLElement).dataset.testid);
  const toast = (tone: string) => launched.window.locator(`[data-tone="${tone}"]`).last();

  /** Exports as Markdown to this place, as if it had been chosen in the system's dialog. */
  async function exportTo(path: string): Promise<void> {
    await launched.app.evaluate(({ session }, place) => {
      session.defaultSession.once('will-download', (_event, item) => item.setSavePath(place));
    }, path);
    await at('export').click();
    await launched.window.getByRole('menuitem').first().click();
  }

  beforeAll(async () => {
    const pdf = join(folder, 'report.pdf');
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), pdf);
    launched = await launchApp();
    await resize(launched, usualSize);
    await at('nav-library').click();
    await dropFiles(launched.window, '#root', [pdf]);
    await at('document-row').first().waitFor({ timeout: patience });
    await at('nav-chat').click();
    await at('composer').fill('What is the limit for silk?');
    await launched.window.keyboard.press('Enter');
    await at('citation-chip').first().waitFor({ timeout: patience });
  });
  afterAll(async () => {
    await launched.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves name, question and case as they are on Escape', async () => {
    const before = await centre().textContent();
    await at('citation-chip').first().click();
    await at('pdf-highlight').first().waitFor({ timeout: patience });
    await at('rename').click();
    await at('conversation-name').fill('Another name');
    await launched.window.keyboard.press('Escape');
    await expect.poll(focused).toBe('rename');
    expect(await centre().textContent()).toBe(before);
    await at('edit').click();
    await at('edit-question').fill('Another question?');
    await launched.window.keyboard.press('Escape');
    await expect.poll(focused).toBe('edit');
    expect(await launched.window.locator('[data-pane="case"]').count()).toBe(1);
    // Out of the field the key does what it does everywhere.
    await at('composer').click();
    await launched.window.keyboard.press('Escape');
    await launched.window.locator('[data-pane="case"]').waitFor({ state: 'detached' });
  });

  it('takes a new name by a click elsewhere, and leaves the focus where that click was', async () => {
    await at('rename').click();
    await at('conversation-name').fill('Silk and light');
    await at('composer').click();
    await launched.window.keyboard.type('How');
    await expect.poll(() => centre().textContent()).toBe('Silk and light');
    await expect.poll(() => at('composer').inputValue()).toBe('How');
    await expect.poll(focused).toBe('composer');
  });

  it('says where an export was saved', async () => {
    const file = join(folder, 'silk.md');
    await exportTo(file);
    const name = folder.split('/').at(-1);
    // The one that tells the new name may still be there.
    await expect.poll(() => toast('quiet').textContent()).toContain(`“silk.md” is saved in “${name}”.`);
    expect(readFileSync(file, 'utf8')).toContain('[Citation 1]');
    await picture(launched, 'export-saved');
  });

  it('says that an export could not be written, and what to do', async () => {
    // A file where the folder should be: nobody can write there, not even an administrator.
    writeFileSync(join(folder, 'taken'), '');
    await exportTo(join(folder, 'taken/silk.md'));
    await toast('danger').waitFor({ timeout: patience });
    expect(await toast('danger').textContent()).toMatch(/“silk\.md” could not be saved in “taken”\. Choose a folder/);
    await checkedPicture(launched, 'export-failed');
    await pictureOfSmallest(launched, 'export-failed');
  });

  it('does all of it without an error on the console', () => {
    expect(launched.pageErrors).toEqual([]);
  });
});
