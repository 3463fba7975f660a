import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../integration/chat/fake-server';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults } from './pictures';

inWindows('the first minutes with documents of one’s own', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, focused, keys, locator, request } = launched;
  let ollama: FakeServer;
  const text = join(folder, 'lease.txt');
  const scan = join(folder, 'costs.png');
  const answers = () => locator('[data-testid="answer"][data-outcome="answered"]');
  const titles = () => at('conversation').allTextContents();

  async function ask(question: string): Promise<void> {
    const before = await answers().count();
    await at('composer').fill(question);
    await at('send').click();
    await expect.poll(() => answers().count()).toBe(before + 1);
  }

  beforeAll(async () => {
    writeFileSync(text, 'The monthly rent is 840 euros. Dogs need the consent of the landlord in writing.\n');
    copyFileSync(join(project, 'tests/fixtures/scans/costs.png'), scan);
    ollama = await fakeServer({
      '/api/tags': (_request, response) => response.end(JSON.stringify({ models: [{ name: 'writer:1b', size: 9 }] })),
      '/api/show': (_request, response) => response.end('{"capabilities":["completion"],"model_info":{}}'),
    });
    await launched.open({ env: { OLLAMA_HOST: ollama.address } });
    await launched.chooses(text, scan);
  });
  afterAll(() => ollama.close());

  it('W25 lead from the first start to a cited answer about a document of one’s own in two presses', async () => {
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await at('add-files').click();
    expect(await at('suggestion').first().textContent()).toBe('What is “lease” about?');
    expect(await at('model-card').textContent()).toContain('Vitrine quotes now');
    await at('suggestion').first().click();
    await answers().first().waitFor();
    expect(await answers().first().textContent()).toContain('The monthly rent is 840 euros.');
    expect(await at('citation-chip').first().textContent()).toBe('1');
  });

  it('W25 offer a model that is found on this computer, once, in one press', async () => {
    await at('new-chat').click();
    await at('use-found-model').first().waitFor();
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    expect(await at('use-found-model').first().textContent()).toBe('Use writer:1b (Ollama)');
    await at('use-found-model').first().focus();
    await keys('Enter');
    await expect.poll(focused).toBe('composer');
    await expect.poll(() => at('model-picker').textContent()).toBe('writer:1b');
    await request('settings.set', { reset: ['chatModel'] });
    await expect.poll(() => at('model-picker').textContent()).toBe('Quoted, no model');
    await at('welcome').waitFor();
    expect(await at('model-card').count()).toBe(0);
  });

  it('lead to what could not be read, and offer to read a picture of words in one press', async () => {
    // The chat shows no report.
    expect(await at('queue').count()).toBe(0);
    await launched.window.getByText('1 added, 1 needs you', { exact: true }).waitFor();
    await launched.window.getByRole('button', { name: 'Show' }).click();
    await expect.poll(focused).toBe('needs-you');
    await at('recognise-scans').waitFor();
    expect(await at('recognise-scans').textContent()).toBe('Switch on text recognition and read it');
    // To try again what text recognition alone can read would fail again.
    expect(await at('file-retry').count()).toBe(0);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await at('recognise-scans').click();
    await at('recognise-scans').waitFor({ state: 'detached' });
    await expect.poll(async () => (await request('library.list', {})).map(({ error }) => error)).toEqual([null, null]);
  });

  it('never show the welcome between two conversations', async () => {
    await at('nav-chat').click();
    await at('new-chat').click();
    await ask('Which animals need the consent of the landlord?');
    await expect.poll(titles).toHaveLength(2);
    const welcomes = await launched.window.evaluateHandle(() => {
      const seen: string[] = [];
      const look = () => {
        const title = document.querySelector('[data-testid="pane-centre"] h1, [data-testid="pane-centre"] h2');
        if (document.querySelector('[data-testid="welcome"]')) seen.push('welcome');
        if (title?.textContent === 'New chat') seen.push('New chat');
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      return seen;
    });
    for (const position of [1, 0, 1]) {
      await at('conversation').nth(position).click();
      await answers().first().waitFor();
    }
    await at('more').first().click();
    await at('branch').click();
    await expect.poll(titles).toHaveLength(3);
    await answers().first().waitFor();
    expect(await welcomes.jsonValue()).toEqual([]);
  });

  it('find conversations by the search key, show the words, and undo that by Escape', async () => {
    await launched.window.locator('[data-pane="list"]').focus();
    await launched.window.keyboard.press('ControlOrMeta+f');
    await expect.poll(focused).toBe('find-conversation');
    await launched.window.keyboard.insertText('animals');
    await expect.poll(titles).toHaveLength(1);
    await at('conversation').first().click();
    await expect.poll(focused).toBe('conversation-find');
    await expect.poll(() => at('conversation-hits').textContent()).toMatch(/^1 of \d+$/);
    const lit = () =>
      launched.window.evaluate(() => {
        const [place] = CSS.highlights.get('found-here') ?? [];
        const top = place instanceof Range ? place.getBoundingClientRect().top : -1;
        return top > 0 && top < innerHeight ? String(place) : '';
      });
    await expect.poll(lit).toMatch(/animals/i);
    await launched.window.keyboard.press('Escape');
    await at('conversation-find').waitFor({ state: 'detached' });
    await at('find-conversation').focus();
    await launched.window.keyboard.press('Escape');
    await expect.poll(titles).toHaveLength(3);
  });

  it('bring an open conversation back that was deleted, by the key that takes back, to where it was read', async () => {
    await at('conversation').filter({ hasText: 'animals' }).click();
    await answers().first().waitFor();
    // Within the page: a slow machine does not use up the seconds of the undo.
    const left = await launched.window.evaluate(async () => {
      const field = () => document.querySelector<HTMLElement>('[data-testid="composer"]');
      const shown = () => document.querySelectorAll('[data-testid="answer"]').length;
      const row = document.querySelector<HTMLElement>('[data-testid="conversation"][title^="Which animals"]');
      row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }));
      while (shown() > 0 || document.activeElement !== field()) await new Promise(requestAnimationFrame);
      const mac = navigator.userAgent.includes('Mac');
      const keys = { key: 'z', code: 'KeyZ', ctrlKey: !mac, metaKey: mac, bubbles: true, cancelable: true };
      return field()?.dispatchEvent(new KeyboardEvent('keydown', keys));
    });
    expect(left).toBe(false);
    await answers().first().waitFor();
    expect(await answers().first().textContent()).toContain('Dogs need the consent');
    await expect.poll(titles).toHaveLength(3);
  });

  it('leave it to a field that its writer has emptied to bring its text back', async () => {
    const { keyboard } = launched.window;
    await at('composer').click();
    await keyboard.insertText('a long question');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('Backspace');
    await expect.poll(() => at('composer').inputValue()).toBe('');
    await keyboard.press('ControlOrMeta+z');
    await expect.poll(() => at('composer').inputValue()).toBe('a long question');
    await at('composer').fill('');
  });
});
