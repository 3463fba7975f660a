import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaunchedApp, launchApp } from './app';
import { inWindows } from './in-windows';

const patience = 60_000;

inWindows('the window of a German system', () => {
  let launched: LaunchedApp;
  const at = (testId: string) => launched.window.getByTestId(testId);

  beforeAll(async () => {
    launched = await launchApp({ args: ['--lang=de'], env: { LANGUAGE: 'de', LANG: 'de_DE.UTF-8' } });
  });
  afterAll(() => launched.close());

  it('speaks German from the first picture on', async () => {
    await at('try-sample').waitFor({ timeout: patience });
    expect(await launched.window.locator('html').getAttribute('lang')).toBe('de');
    expect(await at('try-sample').textContent()).toBe('Beispielbibliothek ausprobieren');
  });

  it('says in German how well an answer is supported, and what was different', async () => {
    await at('try-sample').click();
    await at('suggestion').nth(1).click({ timeout: patience });
    await launched.window.locator('[data-testid="answer"][data-outcome="answered"]').waitFor({ timeout: patience });
    expect(await at('confidence').textContent()).toMatch(/Wörtlich aus (einer Stelle|\d+ Stellen) zitiert/);
    await at('notes').first().locator('summary').first().click();
    expect(await at('notes').first().textContent()).toContain('Regeln');
  });

  it('shows stages, inspector and library', async () => {
    await at('why').first().click();
    const built = launched.window.locator('[data-testid="stage-Prompt_Builder"][data-state="done"]');
    await built.waitFor({ timeout: patience });
    expect(await built.getAttribute('aria-label')).toContain('Stufe 8, Prompt Builder, baut: fertig');
    await at('nav-library').click();
    await at('document-row').first().waitFor({ timeout: patience });
    const collection = (name: string) => launched.window.locator(`[data-testid="collection"][data-name="${name}"]`);
    expect(await collection('Library').textContent()).toContain('Bibliothek');
    expect(await collection('Sample').textContent()).toContain('Beispiel');
    expect(await at('library-model').textContent()).toBe('Universal Sentence Encoder lite');
    expect(await at('library-model').getAttribute('title')).toBe('use-lite');
    expect(launched.pageErrors).toEqual([]);
  });
});
