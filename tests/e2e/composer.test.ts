import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { RequestOf, RouteName } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronPath, type LaunchedApp, launchApp, project } from './app';

if (!electronPath) console.warn('skipped: tests/e2e/composer.test.ts needs an Electron (npm test finds one)');

const patience = 30_000;
/** The port for discarding: nobody listens there. */
const nobody = 'http://127.0.0.1:9';
const screens = join(project, 'tests/e2e/__screens__');

describe.skipIf(!electronPath).each(['light', 'dark'] as const)('beside the composer, %s', (theme) => {
  let launched: LaunchedApp;
  const at = (testId: string) => launched.window.getByTestId(testId);
  const request = <R extends RouteName>(route: R, input: RequestOf<R>) =>
    launched.window.evaluate(([name, value]) => window.vitrine?.request(name as RouteName, value as never), [
      route,
      input,
    ] as const);
  const picture = async (name: string): Promise<void> => {
    const path = join(screens, `composer-${name}-${theme}.png`);
    await launched.window.screenshot({ path, animations: 'disabled' });
    const { violations } = await new AxeBuilder({ page: launched.window }).setLegacyMode(true).analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  };

  beforeAll(async () => {
    mkdirSync(screens, { recursive: true });
    launched = await launchApp();
    await launched.window.emulateMedia({ colorScheme: theme });
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
    await picture('models');

    await launched.window.keyboard.press('Home');
    await launched.window.keyboard.press('Enter');
    await expect.poll(() => at('model-picker').textContent(), { timeout: patience }).toBe('Quoted, no model');
    expect(await request('settings.get', {})).toMatchObject({
      ok: true,
      data: { fields: { chatModel: { value: null } } },
    });
  });
});
