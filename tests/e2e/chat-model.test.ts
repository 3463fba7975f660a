import { copyFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Answer } from '@shared/contract';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type FakeServer, fakeServer, ollamaWith, part } from '../integration/chat/fake-server';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, TestWindow } from './in-windows';
import { noGraveFaults } from './pictures';

/** The promise of five seconds is held to in tests/integration/chat/model-faults.test.ts, on a clock of its own. */
const mostMs = 20_000;
const question = 'What is the limit for silk?';

const status = (code: number) => (_request: unknown, response: ServerResponse) =>
  response.writeHead(code, { 'retry-after': '90' }).end('{"error":"no"}');
const silent = (): void => {};

inWindows('a chat model, in the window', () => {
  let server: FakeServer | null = null;
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { add, at, keys, locator, request } = launched;

  /** Asks in a new conversation with the server at this address in Ollama's place. */
  async function askAt(ollamaHost: string): Promise<Answer> {
    await request('settings.set', { values: { ollamaHost, chatModel: 'ollama:writer:1b' } });
    await at('new-chat').click();
    const [before] = (await request('chat.findLogs', { limit: 1 })).entries;
    await at('composer').fill(question);
    await keys('Enter');
    const newest = async () => (await request('chat.findLogs', { limit: 1 })).entries[0];
    await expect.poll(async () => (await newest())?.messageId).not.toBe(before?.messageId);
    await locator('[data-testid="answer"]:not([data-outcome="streaming"])').waitFor();
    const entry = await newest();
    if (!entry) throw new Error('nothing was logged');
    return entry;
  }

  beforeAll(async () => {
    const pdf = join(folder, 'report.pdf');
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), pdf);
    await launched.open();
    await add([pdf]);
    await at('nav-chat').click();
    await at('composer').waitFor();
  });
  afterEach(async () => {
    await server?.close();
    server = null;
    await request('settings.set', { reset: ['ollamaHost', 'chatModel'] });
  });

  it('C4 that names no source has the sources found, which look and read different from its own', async () => {
    const said = 'The limit for silk is fifty lux. Silk is lit with fifty lux [Citation 1]. Do ask if you need more.';
    server = await ollamaWith((_request, response) => response.end(part(said) + part('', true)));
    const answer = await askAt(server.address);
    expect(answer.cited?.map(({ origin }) => origin)).toEqual(['found', 'model']);
    const chips = at('citation-chip');
    expect(await chips.allTextContents()).toEqual(['1*', '1']);
    expect(await chips.first().getAttribute('aria-label')).toContain('Found by Vitrine: the model named no source.');
    expect(await chips.last().getAttribute('aria-label')).not.toContain('Found by Vitrine');
    expect(await at('found-sources').textContent()).toContain('For 1 sentence the model named no source');
    expect(await locator('ol[aria-label="Sources"]').textContent()).not.toContain('found');
    await chips.first().focus();
    await at('citation-preview').waitFor();
    expect(await at('citation-preview').textContent()).toContain('Found by Vitrine: the model named no source.');
    await noGraveFaults(launched);
    await keys('Escape');
    await chips.first().click();
    await at('pdf-highlight').first().waitFor();
    await keys('Escape');
  });

  it('C4 has the found source told in the list of sources and behind “Why this answer?” too', async () => {
    const said = 'The limit for silk is fifty lux. Do ask if you need more.';
    server = await ollamaWith((_request, response) => response.end(part(said) + part('', true)));
    const answer = await askAt(server.address);
    expect(answer.citations.map(({ origin, snippet }) => [origin, snippet.includes('fifty lux')])).toEqual([
      ['found', true],
    ]);
    expect(await locator('ol[aria-label="Sources"]').textContent()).toContain('found');
    await noGraveFaults(launched);
    await at('why').click();
    expect(await at('why-line').textContent()).toMatch(/→ 1 cited$/);
    await noGraveFaults(launched);
    await at('open-in-stages').click();
    await at('candidates').focus();
    await keys('ArrowDown');
    await keys('ArrowRight');
    await at('cited-by').waitFor();
    expect(await at('cited-by').textContent()).toBe('found by Vitrine as a source: the model named none');
    await at('nav-chat').click();
    await at('composer').waitFor();
  });

  it('C8 is asked once more as a version beside the first answer, which stays as it was', async () => {
    const chat = (_request: unknown, response: ServerResponse) =>
      response.end(part('The limit for silk is fifty lux.') + part('', true));
    const models = ['writer:1b', 'other:2b'].map((name) => ({ name, model: name, size: 1, details: {} }));
    server = await fakeServer({
      '/api/tags': (_request, response) => response.end(JSON.stringify({ models })),
      '/api/show': (_request, response) =>
        response.end(JSON.stringify({ model_info: { 'x.context_length': 8192 }, capabilities: ['completion'] })),
      '/api/chat': (request, response, body) =>
        'format' in JSON.parse(body) ? response.end(part('', true)) : chat(request, response),
    });
    const first = await askAt(server.address);
    expect(first.model).toContain('writer:1b');
    await at('more').focus();
    await keys('Enter', 'Enter');
    const other = locator('[data-testid="another-model"][data-model="ollama:other:2b"]');
    await other.waitFor();
    expect(await at('another-model').allTextContents()).toEqual([
      'Quoted from the documents (no model)',
      'other:2bOllama',
    ]);
    await noGraveFaults(launched);
    await other.click();
    await launched.window.getByText('Written by', { exact: false }).filter({ hasText: 'other:2b' }).waitFor();
    const entries = (await request('chat.findLogs', { limit: 2 })).entries;
    expect(entries.map(({ model, question: asked }) => [model, asked])).toEqual([
      ['ollama:other:2b', question],
      [first.model, question],
    ]);
    expect(entries[0]?.conversationId).toBe(first.conversationId);
    expect(await at('version').textContent()).toBe('2/2');
    // The model of the next question is the chosen one, as before.
    expect((await request('settings.get', {})).fields.chatModel.value).toBe('ollama:writer:1b');
  });

  it('C3 shows its passages before its first word, and after it the cited ones and, folded, the others', async () => {
    const lamps = join(folder, 'lamps.md');
    writeFileSync(lamps, '# Lamps\n\nThe limit of a lamp is named on its case. Silk has lamps of its own.\n');
    await launched.drop([lamps]);
    await launched.holds(2);
    let write = (): void => {};
    server = await ollamaWith((_request, response) => {
      response.flushHeaders();
      write = () => response.end(part('The limit for silk is fifty lux.') + part('', true));
    });
    const answering = askAt(server.address);
    await at('given-source').nth(1).waitFor();
    expect(await at('answer').count()).toBe(0);
    const count = await at('given-source').count();
    await noGraveFaults(launched);
    await at('given-source').last().click();
    await at('pdf-highlight').or(at('source-highlight')).first().waitFor();
    await keys('Escape');
    write();
    const { conversationId } = await answering;
    const shown = async () => [await at('cited-source').count(), await at('given').locator('summary').textContent()];
    const kept = [1, `Also given to the model: ${count - 1} passage${count === 2 ? '' : 's'}`];
    await expect.poll(shown).toEqual(kept);
    await launched.window.reload();
    await at('conversation').first().click();
    await expect.poll(shown).toEqual(kept);
    expect(await request('chat.messages', { conversationId })).toMatchObject([{ given: { length: count - 1 } }]);
    await at('given').locator('summary').click();
    await at('given-source').last().click();
    await at('pdf-highlight').or(at('source-highlight')).first().waitFor();
    await keys('Escape');
  });

  it.each<[string, string, () => Promise<FakeServer | string>]>([
    ['is not on the server', 'Pull it', () => fakeServer({})],
    ['is stopped', 'does not answer', async () => 'http://127.0.0.1:9'],
    [
      'is at a wrong address',
      'is not at this address',
      () => fakeServer({ '/api/show': (_request, response) => response.writeHead(404).end('404 page not found') }),
    ],
    ['hangs', 'did not answer in time', () => fakeServer({ '/api/show': silent, '/api/chat': silent })],
    ['answers 429', 'too much to do', () => ollamaWith(status(429))],
    ['answers 500', 'status 500', () => ollamaWith(status(500))],
  ])('C1 that %s: the answer is quoted, and the window says “%s”', async (_what, words, open) => {
    const opened = await open();
    server = typeof opened === 'string' ? null : opened;
    const answer = await askAt(typeof opened === 'string' ? opened : opened.address);
    // The stages' time is not the server's; A4 asks it for its tokenizer.
    const { total, stages } = answer.timings;
    const ours = Object.entries(stages).reduce((sum, [stage, ms]) => sum + (stage === 'A4_Condenser' ? 0 : ms), 0);
    expect(total - ours).toBeLessThan(mostMs);
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true });
    expect(await at('citation-chip').count()).toBeGreaterThan(0);
    const shown = (await locator('article').last().textContent()) ?? '';
    expect(shown).toContain(words);
    expect(shown).not.toMatch(/ZodError|TypeError|inside Vitrine/u);
  });

  it('C8 is asked nothing else while an answer is on its way, and the buttons above it say so', async () => {
    let holds = false;
    server = await ollamaWith((_request, response) =>
      holds ? response.write(part('The limit')) : response.end(part('The limit is fifty lux [Citation 1].', true)),
    );
    await askAt(server.address);
    holds = true;
    await at('edit').focus();
    await keys('Enter');
    await at('edit-question').fill('And for paper?');
    await at('composer').fill(question);
    await keys('Enter');
    await at('stop').waitFor();
    for (const button of ['regenerate', 'resend']) expect(await at(button).getAttribute('aria-disabled')).toBe('true');
    await noGraveFaults(launched);
    await at('resend').click({ force: true });
    expect(await at('edit-question').inputValue()).toBe('And for paper?');
    expect(await locator('article').count()).toBe(2);
    await at('stop').click();
    await expect.poll(() => at('composer').evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => at('regenerate').first().getAttribute('aria-disabled')).toBe('false');
    await keys('Escape');
  });
});
