import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeServer, ollamaWith, part } from '../integration/chat/fake-server';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize, usualSize } from './pictures';

/** The discard port: no server listens there. */
const nobody = 'http://127.0.0.1:9';

inWindows('a question while it is written', () => {
  let server: FakeServer;
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { add, at, keys, locator, request } = launched;
  const tokens = async () => Number(/([\d.,]+)/.exec((await at('question-meter').textContent()) ?? '')?.[1]);
  const paste = async (text: string) => {
    await launched.app.evaluate(async ({ clipboard, ClipboardItem }, words) => {
      const older: { writeText?(text: string): void } = clipboard as object;
      if (older.writeText) older.writeText(words);
      else await clipboard.write([new ClipboardItem({ 'text/plain': words })]);
    }, text);
    await at('composer').focus();
    await keys('ControlOrMeta+V');
  };

  beforeAll(async () => {
    server = await ollamaWith((_request, response) => response.end(part('Blue. [Citation 1]', true)));
    await launched.open();
    await resize(launched, usualSize);
    const file = join(folder, 'boats.txt');
    writeFileSync(file, 'The heron boat is blue and sails at nine.');
    await at('try-sample').waitFor();
    await add([file]);
    await at('nav-chat').click();
    await at('composer').waitFor();
  });
  afterAll(async () => {
    await launched.close();
    await server.close();
  });

  it('says of a server that is down that it is, and quoting is chosen in its place by the keyboard', async () => {
    await request('settings.set', { values: { ollamaHost: nobody, chatModel: 'ollama:gone:1b' } });
    await expect.poll(() => at('model-picker').textContent()).toBe('gone:1b');
    await at('model-picker').focus();
    await keys('Enter');
    await at('picker-server-ollama').waitFor();
    expect(await at('picker-server-ollama').textContent()).toContain('does not answer at');
    expect(await at('picker-server-ollama').textContent()).toContain('ask without a model');
    expect(await at('model-choice').first().textContent()).toBe('Quoted from the documents (no model)');
    await noGraveFaults(launched);

    await keys('Home');
    await keys('Enter');
    await expect.poll(() => at('model-picker').textContent()).toBe('Quoted, no model');
    expect((await request('settings.get', {})).fields.chatModel.value).toBeNull();
  });

  it('says nothing of tokens where no model writes the answer', async () => {
    await at('composer').fill('Which boat is blue?');
    expect((await request('chat.measure', { question: 'Which boat is blue?' })).prompt).toBeNull();
    expect(await at('question-meter').count()).toBe(0);
  });

  it('C2 says how much of the window it takes of the model, and more as it grows', async () => {
    await request('settings.set', { values: { ollamaHost: server.address, chatModel: 'ollama:writer:1b' } });
    await at('question-meter').waitFor();
    expect(await at('question-meter').textContent()).toMatch(/^about \d+ of 8,192 tokens/);
    expect(await at('question-meter').getAttribute('title')).toMatch(/writer:1b: question \d+, .* left for passages/);
    const before = await tokens();
    await at('composer').pressSequentially(' And at what time does it sail, and from which harbour?');
    await expect.poll(tokens).toBeGreaterThan(before + 5);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    // It changes with every word: no one wants to hear that read out.
    expect(
      await at('question-meter').evaluate((element) => element.closest('[aria-live], [role="status"]')),
    ).toBeNull();
    await at('composer').fill('');
    await expect.poll(() => at('question-meter').count()).toBe(0);
  });

  it('C12 offers to add pasted text as a document if it is too long for a question', async () => {
    const long = 'The ledger of the harbour lists the heron boat. '.repeat(60).trim();
    await at('composer').fill('Sum this up: ');
    await paste(long);
    await at('as-document').waitFor();
    expect(await at('long-question').textContent()).toContain('a question may have 2,000');
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await at('as-document').click();
    // The target of the pointer stays, however long the text is read.
    const taken = locator('[data-tone]').filter({ hasText: 'Pasted as' });
    await taken.hover();
    await expect.poll(() => at('composer').inputValue()).toBe('Sum this up:');
    await expect
      .poll(async () => (await request('library.list', {})).map(({ title, state }) => `${title} ${state}`).join())
      .toMatch(/Pasted text .* ready/);
    expect(await at('nav-chat').getAttribute('aria-current')).toBeTruthy();
    // Taken back, it is the question again.
    await taken.getByRole('button').click();
    await expect.poll(() => at('composer').inputValue()).toContain(long);
    await expect.poll(async () => (await request('library.list', {})).length).toBe(1);
  });

  leavesNoErrors(launched);
});
