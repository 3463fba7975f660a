import { beforeAll, expect, it } from 'vitest';
import { inWindows, TestWindow } from './in-windows';
import { noGraveFaults } from './pictures';

/** The port for discarding: nobody listens there. */
const nobody = 'http://127.0.0.1:9';

inWindows('beside the composer', () => {
  const launched = new TestWindow();
  const { at, keys, request } = launched;
  beforeAll(async () => {
    await launched.open();
    await request('settings.set', { values: { ollamaHost: nobody, chatModel: 'ollama:gone:1b' } });
    await at('try-sample').click();
    await at('suggestion').first().waitFor();
  });

  it('a server that is down is said in words, and quoting is chosen in its place by the keyboard', async () => {
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
});
