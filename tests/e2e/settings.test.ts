import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { inWindows, TestWindow } from './in-windows';

const sections = [
  'models',
  'search',
  'privacy',
  'appearance',
  'limits',
  'storage',
  'documents',
  'agents',
  'shortcuts',
  'about',
];

inWindows('the settings', () => {
  const launched = new TestWindow();
  const { at, keys, locator, request } = launched;
  const root = (read: 'lang' | 'fontSize' | 'contrast' | 'theme') =>
    launched.window.evaluate((what) => {
      const { lang, style, dataset } = document.documentElement;
      return what === 'lang' ? lang : what === 'fontSize' ? style.fontSize : dataset[what];
    }, read);
  const open = async (section: number): Promise<void> => {
    await at('nav-settings').click();
    await at('settings-section').nth(section).click();
    await at(`settings-${sections[section]}`).waitFor();
  };
  const setting = async (path: 'offline' | 'appearance.language' | 'desktop.tray' | 'desktop.notifications') =>
    (await request('settings.get', {})).fields[path].value;

  beforeAll(async () => {
    // An address where nothing answers: what runs on this machine changes nothing.
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await at('nav-chat').waitFor();
  });

  it('open with a key, as the last room', async () => {
    await keys('Control+6');
    await at('settings-models').waitFor();
    await keys('Control+1');
    await at('composer').or(at('try-sample')).first().waitFor();
    await keys('Control+,');
    await at('settings-models').waitFor();
  });

  it('say that a server does not answer, and what decides its address', async () => {
    await locator('[data-testid="health-ollama"][data-state="down"]').waitFor();
    expect(await at('settings-models').textContent()).toContain('OLLAMA_HOST');
  });

  it('keep an address that is none in its field, with the reason', async () => {
    await at('setting-openai').fill('not an address');
    await at('setting-openai').press('Enter');
    await at('setting-openai-error').waitFor();
    expect(await at('setting-openai').inputValue()).toBe('not an address');
    await at('setting-openai').press('Escape');
    await expect.poll(() => at('setting-openai').inputValue()).toBe('');
  });

  it('say where a key would go, and that nothing is sent while there is neither key nor address', async () => {
    const said = async () => (await at('settings-models').textContent()) ?? '';
    const noAddress = (name: string) => `Nothing is sent. A key without an address is for ${name} itself`;
    expect(await said()).toContain(noAddress('OpenAI'));
    expect(await said()).toContain(noAddress('Anthropic'));
    await at('setting-openai').fill('http://127.0.0.1:9/v1');
    await at('setting-openai').press('Enter');
    await expect.poll(said).toContain('One that you enter is sent to http://127.0.0.1:9 and');
    await at('setting-openai').fill('');
    await at('setting-openai').press('Enter');
    await expect.poll(said).toContain(noAddress('OpenAI'));
  });

  it('speak German and English again', async () => {
    await open(3);
    await at('setting-language-de').click();
    await launched.window.waitForFunction(() => document.documentElement.lang === 'de');
    expect((await at('nav-settings').textContent())?.replaceAll('\u00ad', '')).toBe('Einstellungen');
    expect(await setting('appearance.language')).toBe('de');
    await at('setting-language-en').click();
    await launched.window.waitForFunction(() => document.documentElement.lang === 'en');
    expect(await at('nav-settings').textContent()).toBe('Settings');
  });

  it('scale the text, and draw more contrast', async () => {
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

  it('turn offline mode on and off, and list the connections', async () => {
    await open(2);
    await at('connections').waitFor();
    expect(await at('connections').textContent()).toContain('127.0.0.1:9');
    await at('setting-offline').click();
    await expect.poll(() => setting('offline')).toBe(true);
    await expect.poll(() => at('setting-offline').getAttribute('aria-checked')).toBe('true');
    await at('setting-offline').click();
    await expect.poll(() => setting('offline')).toBe(false);
  });

  it('switch the modes of agents, and keep an agent that does not fit in its field, with the reason', async () => {
    await open(7);
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

  it('download a model that ranks from the hub that is set, and let go of it', async () => {
    // A hub that takes the question and never answers.
    const asked: string[] = [];
    const hub = createServer((request) => void asked.push(request.url ?? ''));
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
    const { port } = hub.address() as AddressInfo;
    await request('settings.set', { values: { hubEndpoint: `http://127.0.0.1:${port}` } });
    await open(1);
    await locator('[data-testid="search-model"][data-installed="true"]').first().waitFor();
    await at('download-model').first().click();
    await at('pull-progress').waitFor();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await at('pull-cancel').click();
    await at('pull-progress').waitFor({ state: 'detached' });
    expect(await at('download-model').first().isEnabled()).toBe(true);
    hub.closeAllConnections();
    await new Promise((resolve) => hub.close(resolve));
  });

  it('turn tray and notifications on and off; both are off at first', async () => {
    await open(3);
    for (const name of ['tray', 'notifications'] as const) {
      const field = `desktop.${name}` as const;
      expect(await setting(field)).toBe(false);
      await at(`setting-${name}`).click();
      await expect.poll(() => setting(field)).toBe(true);
      await at(`setting-${name}`).click();
      await expect.poll(() => setting(field)).toBe(false);
    }
  });

  it('refuse a limit at its field, accept another, and take it back', async () => {
    await open(4);
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
