import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaunchedApp, launchApp, requestIn } from './app';
import { inWindows } from './in-windows';
import { noGraveFaults } from './pictures';

const patience = 60_000;
/** The port for discarding: nobody listens there. */
const nobody = 'http://127.0.0.1:9';

inWindows('beside the composer', () => {
  let launched: LaunchedApp;
  const at = (testId: string) => launched.window.getByTestId(testId);
  const request = requestIn(() => launched.window);
  beforeAll(async () => {
    launched = await launchApp();
    await request('settings.set', { values: { ollamaHost: nobody, chatModel: 'ollama:gone:1b' } });
    await at('try-sample').click({ timeout: patience });
    await at('suggestion').first().waitFor({ timeout: patience });
  });
  afterAll(() => launched.close());

  it('a server that is down is said in words, and quoting is chosen in its place by the keyboard', async () => {
    await expect.poll(() => at('model-picker').textContent(), { timeout: patience }).toBe('gone:1b');
    await at('model-picker').focus();
    await launched.window.keyboard.press('Enter');
    await at('picker-server-ollama').waitFor({ timeout: patience });
    expect(await at('picker-server-ollama').textContent()).toContain('does not answer at');
    expect(await at('picker-server-ollama').textContent()).toContain('ask without a model');
    expect(await at('model-choice').first().textContent()).toBe('Quoted from the documents (no model)');
    await noGraveFaults(launched);

    await launched.window.keyboard.press('Home');
    await launched.window.keyboard.press('Enter');
    await expect.poll(() => at('model-picker').textContent(), { timeout: patience }).toBe('Quoted, no model');
    expect((await request('settings.get', {})).fields.chatModel.value).toBeNull();
  });
});
