import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeServer, ollamaWith, part } from '../integration/chat/fake-server';
import { dropFiles, electronPath, type LaunchedApp, launchApp, project, resultIn, temporaryFolder } from './app';
import { checkedPicture, pictureOfSmallest } from './pictures';

if (!electronPath) console.warn('skipped: tests/e2e/without-index.test.ts needs an Electron (npm test finds one)');

const patience = 60_000;

describe.skipIf(!electronPath)('a question while the index cannot be searched, in the window', () => {
  let launched: LaunchedApp;
  let server: FakeServer;
  const library = temporaryFolder('without-index');
  const at = (testId: string) => launched.window.getByTestId(testId);
  const request = resultIn(() => launched.window);

  beforeAll(async () => {
    server = await ollamaWith((_request, response) => response.end(part('About fifty lux.') + part('', true)));
    launched = await launchApp({ library });
    await request('settings.set', { values: { ollamaHost: server.address, chatModel: 'ollama:writer:1b' } });
    await dropFiles(launched.window, '#root', [join(project, 'tests/fixtures/documents/handbook.md')]);
    await at('ingest-report').waitFor({ timeout: patience });
    // The upkeep shortly after the start would put the index right again.
    const log = () => readFileSync(join(library, 'logs', 'vitrine.log'), 'utf8');
    await vi.waitFor(() => expect(log()).toContain('library.check'), { timeout: patience, interval: 200 });
    rmSync(join(library, 'index'), { recursive: true, maxRetries: 5 });
    const searched = () => request('search.run', { query: 'lux' });
    await vi.waitFor(async () => expect(await searched()).toMatchObject({ ok: false }), { timeout: patience });
    await at('nav-chat').click();
    await at('composer').waitFor({ timeout: patience });
  });
  afterAll(async () => {
    await launched.close();
    await server.close();
    rmSync(library, { recursive: true, force: true, maxRetries: 5 });
  });

  it('R12 offers an answer without the documents, and says what it is', async () => {
    const { window } = launched;
    await at('composer').fill('How many lux does silk bear?');
    await window.keyboard.press('Enter');
    const offered = window.getByRole('button', { name: 'Answer without my documents' });
    await offered.waitFor({ timeout: patience });
    await checkedPicture(launched, 'chat-without-index');
    await pictureOfSmallest(launched, 'chat-without-index');
    // Asking again looks where this question looked, wherever the composer looks by now.
    expect(await at('looks-again').count()).toBe(0);
    await at('scope-picker').focus();
    await window.keyboard.press('Enter');
    await window.keyboard.type('handbook');
    await expect.poll(() => at('scope-choice').count()).toBe(1);
    await window.keyboard.press('Enter');
    await window.keyboard.press('Escape');
    expect(await at('looks-again').textContent()).toBe('Looks again everywhere, as this question did');
    await checkedPicture(launched, 'chat-without-index-again');
    await pictureOfSmallest(launched, 'chat-without-index-again');
    await at('retry').focus();
    await window.keyboard.press('Enter');
    await at('stop').waitFor({ state: 'detached', timeout: patience });
    expect(await at('looks-again').textContent()).toBe('Looks again everywhere, as this question did');
    expect(await window.getByRole('alert').count()).toBe(1);
    await offered.click();
    await window.locator('[data-testid="answer"]:not([data-outcome="streaming"])').waitFor({ timeout: patience });
    expect(await at('answer').textContent()).toContain('About fifty lux.');
    expect(await at('confidence').textContent()).toContain('Written without your documents');
    expect(await window.getByText('Written by writer:1b without your documents').isVisible()).toBe(true);
    // In the place of the refusal.
    expect(await window.getByRole('alert').count()).toBe(0);
    await checkedPicture(launched, 'chat-without-documents');
    await pictureOfSmallest(launched, 'chat-without-documents');
  });
});
