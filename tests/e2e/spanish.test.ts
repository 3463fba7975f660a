import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaunchedApp, launchApp } from './app';
import { inWindows } from './in-windows';
import { noGraveFaults } from './pictures';

const patience = 60_000;

inWindows('the window of a Spanish system', () => {
  let launched: LaunchedApp;
  const at = (testId: string) => launched.window.getByTestId(testId);

  beforeAll(async () => {
    launched = await launchApp({ args: ['--lang=es'], env: { LANGUAGE: 'es', LANG: 'es_ES.UTF-8' } });
  });
  afterAll(() => launched.close());

  it('speaks Spanish from the first picture on, in its menu too', async () => {
    await at('try-sample').waitFor({ timeout: patience });
    expect(await launched.window.locator('html').getAttribute('lang')).toBe('es');
    expect(await at('try-sample').textContent()).toBe('Probar la biblioteca de ejemplo');
    const labels = await launched.app.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label }) => label.replace('&', '')),
    );
    expect(labels).toEqual(expect.arrayContaining(['Archivo', 'Editar', 'Ver']));
  });

  it('shows an answer, the stages and the limits, light and dark', async () => {
    await at('try-sample').click();
    await at('suggestion').nth(1).click({ timeout: patience });
    await launched.window.locator('[data-testid="answer"][data-outcome="answered"]').waitFor({ timeout: patience });
    expect(await at('confidence').textContent()).toMatch(/Citado literalmente de (un pasaje|\d+ pasajes)/);
    await noGraveFaults(launched);
    await at('why').first().click();
    const built = launched.window.locator('[data-testid="stage-Prompt_Builder"][data-state="done"]');
    await built.waitFor({ timeout: patience });
    expect(await built.getAttribute('aria-label')).toContain('Etapa 8, Prompt Builder, construye: hecha');
    await noGraveFaults(launched);
    await at('nav-settings').click();
    await launched.window.getByText('Cada número del proceso').click();
    await launched.window.getByText('N0: partes de una consulta').waitFor({ timeout: patience });
    await noGraveFaults(launched);
    expect(launched.pageErrors).toEqual([]);
  });
});
