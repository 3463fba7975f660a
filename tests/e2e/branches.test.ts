import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ollamaWith } from '../integration/chat/fake-server';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize } from './pictures';

inWindows('the branches of a conversation', () => {
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

  it('C8 are said where an earlier answer is asked again, counted, and turned through by the keyboard', async () => {
    const first = 'Question: When does the museum open?';
    await ask('When does the museum open?');
    await ask('When does the museum close?');
    expect(await at('versions').count()).toBe(0);
    await answered(() => at('regenerate').first().click());
    await launched.window.getByText('Asked again in a branch: the earlier answer stays as it was.').first().waitFor();
    await expect.poll(() => at('version').allTextContents()).toEqual(['Version 2 of 2']);
    await expect.poll(questions).toEqual([first]);
    expect(await at('branch-of').textContent()).toBe('Branch of “When does the museum open?”');
    expect(await at('conversation').first().textContent()).toContain('Branch · ');
    await noGraveFaults(launched);
    await fitsSmallest(launched);

    await at('version-before').focus();
    await keys('Enter');
    await expect.poll(() => at('version').allTextContents()).toEqual(['Version 1 of 2']);
    await expect.poll(questions).toEqual([first, 'Question: When does the museum close?']);
    await expect.poll(focused).toBe('version-before');
    expect(await at('version-before').getAttribute('aria-disabled')).toBe('true');
    await keys('Enter');
    expect(await at('version').textContent()).toBe('Version 1 of 2');
    expect(await at('branch-of').count()).toBe(0);
    await noGraveFaults(launched);

    await keys('Tab');
    expect(await focused()).toBe('version-after');
    await keys('Enter');
    await expect.poll(focused).toBe('version-after');
    await expect.poll(questions).toEqual([first]);
    await at('branch-of').click();
    await expect.poll(questions).toHaveLength(2);
  });

  it('C8 count what was asked otherwise after the same exchanges, in German too, without what is deleted', async () => {
    await request('settings.set', { values: { 'appearance.language': 'de' } });
    await locator('html[lang="de"]').waitFor();
    await ask('Welche Grenze gilt für Seide?');
    await at('more').first().click();
    await at('branch').click();
    await expect.poll(questions).toHaveLength(1);
    await ask('When does the museum close on Sundays?');
    await expect.poll(() => at('version').allTextContents()).toEqual(['Fassung 1 von 2', 'Fassung 2 von 2']);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await at('conversation').first().focus();
    await keys('Delete');
    await at('conversation').filter({ hasText: '3 Fragen' }).click();
    await expect.poll(() => at('version').allTextContents()).toEqual(['Fassung 1 von 2']);
    await request('settings.set', { values: { 'appearance.language': 'en' } });
    await locator('html[lang="en"]').waitFor();
  });

  it('C8 lead back before they have an answer', async () => {
    const server = await ollamaWith(() => undefined);
    try {
      await request('settings.set', { values: { ollamaHost: server.address, chatModel: 'ollama:writer:1b' } });
      await at('regenerate').first().click();
      await at('back-to-earlier').waitFor();
      await noGraveFaults(launched);
      await at('back-to-earlier').focus();
      await keys('Enter');
      await expect.poll(questions).toHaveLength(3);
      expect(launched.pageErrors).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
