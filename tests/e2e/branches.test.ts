import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ollamaWith } from '../integration/chat/fake-server';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize } from './pictures';

inWindows('the versions of an exchange, and conversations in their list', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { add, at, focused, keys, locator, request } = launched;
  const questions = async () => (await locator('article h3').allTextContents()).map((one) => one.trim());
  const logged = async () => (await request('chat.findLogs', { limit: 50 })).entries.length;

  /** Does something that asks, and waits until it is answered and drawn. */
  async function answered(asks: () => Promise<unknown>): Promise<void> {
    const before = await logged();
    await asks();
    await expect.poll(logged).toBe(before + 1);
    await expect.poll(() => at('stop').count()).toBe(0);
  }
  const ask = (question: string) =>
    answered(async () => {
      await at('composer').fill(question);
      await keys('Enter');
    });

  beforeAll(async () => {
    const files = ['opening-hours.txt', 'handbook.md'].map((name) => join(folder, name));
    writeFileSync(files[0] ?? '', 'The museum opens at nine. The museum closes at six, on Sundays at four.\n');
    copyFileSync(join(project, 'tests/fixtures/documents/handbook.md'), files[1] ?? '');
    await launched.open();
    await resize(launched, { width: 1440, height: 900 });
    await add(files);
    await at('nav-chat').click();
  });

  it('W30 are inside it, counted, and the keyboard moves through them with their later questions', async () => {
    const first = 'Question: When does the museum open?';
    const closes = 'Question: When does the museum close?';
    await ask('When does the museum open?');
    await ask('When does the museum close?');
    expect(await at('versions').count()).toBe(0);
    await answered(() => at('regenerate').first().click());
    await expect.poll(() => at('version').allTextContents()).toEqual(['2/2']);
    await expect.poll(questions).toEqual([first]);
    expect(await at('conversation').count()).toBe(1);
    await noGraveFaults(launched);
    await fitsSmallest(launched);

    await at('version-before').focus();
    await keys('Enter');
    await expect.poll(() => at('version').allTextContents()).toEqual(['1/2']);
    await expect.poll(questions).toEqual([first, closes]);
    await expect.poll(focused).toBe('version-before');
    expect(await at('version-before').getAttribute('aria-disabled')).toBe('true');
    await keys('Enter');
    expect(await at('version').textContent()).toBe('1/2');
    await keys('Tab');
    expect(await focused()).toBe('version-after');
    await keys('Enter');
    await expect.poll(focused).toBe('version-after');
    await expect.poll(questions).toEqual([first]);
    await keys('Shift+Tab');
    await keys('Enter');
    await expect.poll(questions).toHaveLength(2);
  });

  it('W30 are found by their words where they are not shown, and opened there', async () => {
    await answered(async () => {
      await launched.window.getByRole('heading', { name: 'When does the museum close?' }).hover();
      await at('edit').last().click();
      await at('edit-question').fill('When does the museum close on Saturdays?');
      await keys('Enter');
    });
    await at('version-before').last().click();
    await expect.poll(() => at('version').allTextContents()).toEqual(['1/2', '1/2']);
    await at('new-chat').click();
    await at('find-conversation').fill('museum saturdays');
    await at('conversation').first().click();
    await expect.poll(() => at('version').allTextContents()).toEqual(['1/2', '2/2']);
    await at('find-conversation').fill('');
    await keys('Escape');
  });

  it('W30 are one on its way from the start, in a list that names running answers, in German too', async () => {
    await request('settings.set', { values: { 'appearance.language': 'de' } });
    await locator('html[lang="de"]').waitFor();
    const server = await ollamaWith(() => undefined);
    try {
      await request('settings.set', { values: { ollamaHost: server.address, chatModel: 'ollama:writer:1b' } });
      await at('regenerate').first().click();
      await expect.poll(() => at('version').allTextContents()).toEqual(['3/3']);
      expect(await at('conversation').first().getByRole('img').getAttribute('aria-label')).toBe('Wird beantwortet');
      await at('version-before').click();
      await expect.poll(() => at('version').allTextContents()).toEqual(['2/2']);
      // Another one's first question, before it has an answer, and that of the version left.
      await at('new-chat').click();
      await at('composer').fill('How many lux does silk bear?');
      await keys('Enter');
      await expect.poll(() => at('being-answered').count()).toBe(2);
      await at('conversation').last().click();
      await expect.poll(() => at('version').allTextContents()).toEqual(['3/3']);
      await noGraveFaults(launched);
      await fitsSmallest(launched);
      await at('stop').click();
      await at('conversation').filter({ hasText: 'silk' }).click();
      await expect.poll(questions).toEqual(['Frage: How many lux does silk bear?']);
      await at('stop').click();
      expect(launched.pageErrors).toEqual([]);
    } finally {
      await server.close();
    }
    await request('settings.set', { values: { 'appearance.language': 'en', chatModel: null } });
    await locator('html[lang="en"]').waitFor();
  });

  it('W30 are pinned, named, moved and taken back in the list, by its menu, its button, the keyboard and by hand', async () => {
    const rows = () => locator('[data-pane="list"] li').allTextContents();
    const own = () => at('conversation').filter({ hasText: 'museum' }).first();
    await at('new-chat').click();
    await ask('Who keeps the silk?');
    await own().focus();
    await keys('Shift+F10');
    await at('menu-pin').click();
    await expect.poll(async () => (await rows())[0]).toContain('museum');
    await own().hover();
    await locator('[data-pane="list"] li')
      .filter({ hasText: 'museum' })
      .getByTestId('conversation-more')
      .first()
      .click();
    await at('menu-rename').click();
    await at('row-name').fill('Opening');
    await keys('Enter');
    await at('conversation').filter({ hasText: 'Opening' }).waitFor();

    const silk = at('conversation').filter({ hasText: 'Who keeps the silk' });
    await silk.click({ button: 'right' });
    await at('menu-move').click();
    await at('menu-new-folder').click();
    await at('row-name').fill('Light');
    await keys('Enter');
    await expect.poll(() => at('conversation-folder').allTextContents()).toEqual(['Light']);
    await noGraveFaults(launched);
    await at('conversation-folder').click();
    await expect.poll(() => silk.count()).toBe(0);
    await launched.window.reload();
    await at('conversation-folder').waitFor();
    expect(await at('conversation-folder').getAttribute('aria-expanded')).toBe('false');
    await at('conversation-folder').click();
    await silk.dragTo(at('conversation').filter({ hasText: 'Opening' }));
    await expect.poll(() => at('conversation-folder').count()).toBe(0);
    await launched.window.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => at('conversation-folder').count()).toBe(1);
    await at('conversation-folder').focus();
    await keys('Delete');
    await expect.poll(() => at('conversation-folder').count()).toBe(0);
    await silk.waitFor();
  });
});
