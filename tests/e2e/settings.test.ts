import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { inWindows, TestWindow } from './in-windows';

inWindows('the settings', () => {
  const launched = new TestWindow();
  const { at, keys, locator, request } = launched;
  const root = (read: 'fontSize' | 'contrast') =>
    launched.window.evaluate((what) => {
      const { style, dataset } = document.documentElement;
      return what === 'fontSize' ? style.fontSize : dataset[what];
    }, read);
  const open = async (section: string): Promise<void> => {
    await at('nav-settings').click();
    await locator(`[data-id="${section}"] [data-testid="settings-section"]`).click();
    await at(`settings-${section}`).waitFor();
  };
  /** The test id of the focused element, or of its container. */
  const focused = () =>
    launched.window.evaluate(
      () =>
        document.activeElement?.closest('[data-testid]')?.getAttribute('data-testid') ??
        document.activeElement?.tagName,
    );
  const isOffline = async () => (await request('settings.get', {})).fields.offline.value;

  beforeAll(async () => {
    // An address where nothing answers: what runs on this machine changes nothing.
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await at('nav-chat').waitFor();
  });

  it('open with a key, as the last room', async () => {
    await keys('Control+7');
    await at('settings-models').waitFor();
    await keys('Control+1');
    await at('composer').or(at('try-sample')).first().waitFor();
    await keys('Control+,');
    await at('settings-models').waitFor();
  });

  it('say that a server does not answer, and what decides its address', async () => {
    await locator('[data-testid="health-ollama"][data-state="down"]').waitFor();
    await at('server-card-ollama').locator('summary').click();
    expect(await at('settings-models').textContent()).toContain('OLLAMA_HOST');
  });

  it('add a server by its name, ask it at once, refuse an address that is none, and take it back when it is removed', async () => {
    const served = createServer((asked, answer) => {
      answer.statusCode = asked.headers.authorization === 'Bearer sk-right' ? 200 : 401;
      answer.end(JSON.stringify({ data: [{ id: 'writer' }] }));
    });
    await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
    const { port } = served.address() as AddressInfo;
    const state = async (id: string) => locator(`[data-testid="tested-openai-${id}"]`).getAttribute('data-state');
    await at('add-server').click();
    expect(await at('new-server-url').inputValue()).toBe('http://127.0.0.1:1234/v1');
    await at('new-server-kind').selectOption('openai-vllm');
    expect(await at('new-server-name').inputValue()).toBe('vLLM');
    await at('new-server-name').fill('At home');
    await at('new-server-kind').selectOption('openai');
    await at('new-server-name').fill('At home');
    await at('new-server-url').fill('not an address');
    await at('new-server-add').click();
    await at('add-server-panel').getByText('must be an http or https address').waitFor();
    await at('new-server-url').fill(`http://127.0.0.1:${port}/v1`);
    await at('new-server-key').fill('sk-wrong');
    await keys('Enter');
    await expect.poll(() => state('at-home')).toBe('key-refused');
    const card = at('server-card-openai-at-home');
    await card.locator('summary').click();
    expect(await card.textContent()).toContain(`It is sent to http://127.0.0.1:${port} and nowhere else.`);
    await at('setting-key-openai-at-home').fill('sk-right');
    await keys('Enter');
    await expect.poll(() => at('tested-openai-at-home').textContent()).toMatch(/^Reached\. · 1 model · /u);
    await locator('[data-testid="chat-model"][data-model="openai-at-home:writer"]').waitFor();
    await at('remove-openai-at-home').click();
    await card.waitFor({ state: 'detached' });
    await keys('Control+z');
    await card.waitFor();
    expect((await request('settings.get', {})).keys['openai-at-home']?.hasKey).toBe(true);
    await request('settings.set', { values: { servers: [] } });
    await card.waitFor({ state: 'detached' });
    served.closeAllConnections();
    await new Promise((resolve) => served.close(resolve));
  });

  it('scale the text, and draw more contrast', async () => {
    await open('appearance');
    await at('setting-text-size-200').click();
    await expect.poll(() => root('fontSize')).toBe('200%');
    const overflow = () => launched.window.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await at('setting-text-size-100').click();
    await expect.poll(() => root('fontSize')).toBe('');
    await at('setting-contrast-more').click();
    await expect.poll(() => root('contrast')).toBe('more');
    await at('setting-contrast-normal').click();
    await expect.poll(() => root('contrast')).toBeUndefined();
  });

  it('let other programs call after a switch, with a token that is shown once and revoked', async () => {
    await open('privacy');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await at('api-port').fill(String((other.address() as AddressInfo).port));
    await at('api-port').press('Enter');
    await at('api-on').click();
    const state = at('api-state');
    await expect.poll(() => state.textContent()).toContain('belongs to another program');
    await new Promise((resolve) => other.close(resolve));
    await at('api-on').click();
    await expect.poll(() => state.textContent()).toBe('Nothing listens.');
    await at('api-on').click();
    await expect.poll(() => state.textContent()).toMatch(/http:\/\/127\.0\.0\.1:\d+/u);
    const address = /http:\S+\d/u.exec((await state.textContent()) ?? '')?.[0];
    const called = (token: string) =>
      fetch(`${address}/v1/models`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
    await at('api-token-name').fill('editor');
    await at('api-token-make').click();
    const token = (await at('api-token').textContent()) ?? '';
    expect(await called(token)).toBe(200);
    await keys('Escape');
    await at('api-token').waitFor({ state: 'detached' });
    await locator('[data-testid="api-tokens"] button').click();
    await expect.poll(() => called(token)).toBe(401);
    await at('api-on').click();
    await expect.poll(() => called(token).catch(() => 'nobody')).toBe('nobody');
  });

  it('turn offline mode on and off, and list the connections', async () => {
    await open('privacy');
    await at('connections').waitFor();
    expect(await at('connections').textContent()).toContain('127.0.0.1:9');
    await at('setting-offline').click();
    await expect.poll(() => isOffline()).toBe(true);
    await expect.poll(() => at('setting-offline').getAttribute('aria-checked')).toBe('true');
    await at('setting-offline').click();
    await expect.poll(() => isOffline()).toBe(false);
  });

  it('list what few people change where all settings are asked for, and keep that', async () => {
    expect(await at('settings-section').count()).toBe(8);
    await at('settings-all').click();
    await expect.poll(() => at('settings-section').count()).toBe(10);
    expect((await request('settings.get', {})).fields['appearance.allSettings'].value).toBe(true);
  });

  it('find a setting by any of its names, in sections that are hidden too, and lead to it by keys alone', async () => {
    await at('settings-basic').click();
    await expect.poll(() => at('settings-section').count()).toBe(8);
    await keys('Control+f');
    await keys('d', 'a', 'r', 'k', 'Enter');
    await expect.poll(() => focused()).toContain('setting-theme-');
    await at('find-settings').fill('evidence rel');
    await at('found-setting').first().waitFor();
    await at('find-settings').fill('least relevance');
    expect((await at('found-settings').locator('mark').allTextContents()).slice(0, 2)).toEqual(['Least', 'relevance']);
    await at('find-settings').press('ArrowDown');
    await keys('Enter');
    await expect.poll(() => focused()).toBe('limit-gate.relevanceThreshold');
    await at('find-settings').fill('font');
    await at('found-setting').first().waitFor();
    await at('find-settings').press('Escape');
    await at('found-setting').first().waitFor({ state: 'detached' });
    await keys('Control+k');
    await at('palette-query').fill('dark');
    await locator('[data-testid="palette-option"]', { hasText: 'Theme' }).last().click();
    await expect.poll(() => focused()).toContain('setting-theme-');
    await at('settings-all').click();
  });

  it('show sizes with their unit, and temperature where answers are set up', async () => {
    await open('limits');
    expect(await at('limit-answer.temperature').count()).toBe(0);
    await at('limits-ingest').locator('summary').click();
    const size = at('limit-ingest.maxFileBytes');
    expect(await size.inputValue()).toBe('100 MB');
    await size.fill('2 GB');
    await size.press('Enter');
    await at('changed-ingest.maxFileBytes').waitFor();
    expect((await request('limits.get', {})).values.ingest.maxFileBytes).toBe(2_000_000_000);
    await at('reset-ingest.maxFileBytes').click();
    await expect.poll(() => size.inputValue()).toBe('100 MB');
    await open('models');
    expect(await at('limit-answer.temperature').inputValue()).toBe('0');
  });

  it('switch the modes of agents, and keep an agent that does not fit in its field, with the reason', async () => {
    await open('agents');
    await at('agents-second-pass').click();
    const changed = async () => (await request('agents.get', {})).flatMap((file) => file.changed);
    await expect.poll(changed).toEqual(['passes']);
    const shaper = at('agent-json-A2_PromptShaper');
    await shaper.locator('summary').first().click();
    await shaper.locator('textarea').fill('{"version": 1}');
    await at('agent-save-A2_PromptShaper').click();
    await shaper.getByRole('alert').waitFor();
    await at('agent-reset-A2_PromptShaper').click();
    await expect.poll(changed).toEqual([]);
  });

  it('copy by one press what other assistants start their server with', async () => {
    await launched.window.getByRole('button', { name: 'Copy the entry' }).click();
    const copied = () => launched.app.evaluate(({ clipboard }) => clipboard.readText());
    const { mcp } = await request('app.about', {});
    await expect.poll(async () => JSON.parse((await copied()) || 'null')).toEqual({ mcpServers: { vitrine: mcp } });
    expect(mcp?.args).toEqual([expect.stringMatching(/scripts.vitrine\.mjs$/), 'mcp', '--library', expect.any(String)]);
  });

  it('refuse a limit at its field, accept another, and take it back', async () => {
    await open('limits');
    await at('limits-gate').locator('summary').click();
    const field = at('limit-gate.relevanceThreshold');
    await field.waitFor();
    const before = await field.inputValue();
    await field.fill('2');
    await field.press('Enter');
    await at('limit-gate.relevanceThreshold-error').waitFor();
    await field.fill('0.42');
    await field.press('Enter');
    await at('changed-gate.relevanceThreshold').waitFor();
    expect(await at('limit-gate.relevanceThreshold-error').count()).toBe(0);
    await at('reset-gate.relevanceThreshold').click();
    await at('changed-gate.relevanceThreshold').waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).toBe(before);
  });
});
