import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronPath, type LaunchedApp, launchApp, project } from './app';

if (!electronPath) console.warn('skipped: tests/e2e/german.test.ts needs an Electron (npm test finds one)');

const patience = 30_000;
const screens = join(project, 'tests/e2e/__screens__');

describe.skipIf(!electronPath)('the window of a German system', () => {
  let launched: LaunchedApp;
  const at = (testId: string) => launched.window.getByTestId(testId);
  const resize = (width: number, height: number) =>
    launched.app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
      { width, height },
    );

  /** Longer words must not push anything out of the window, nor out of what has a place for one word. */
  const fits = async (name: string): Promise<void> => {
    for (const [width, height] of [
      [1280, 800],
      [900, 600],
    ] as const) {
      await resize(width, height);
      await launched.window.waitForFunction((wanted) => window.innerWidth === wanted, width);
      await launched.window.screenshot({ path: join(screens, `german-${name}-${width}.png`), animations: 'disabled' });
      const outside = await launched.window.evaluate(() => [
        ...(document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : []),
        ...[...document.querySelectorAll('nav button, [role="tab"]')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.textContent),
      ]);
      expect(outside, `${name}, ${width} px`).toEqual([]);
    }
    await resize(1280, 800);
  };

  beforeAll(async () => {
    mkdirSync(screens, { recursive: true });
    launched = await launchApp({ args: ['--lang=de'], env: { LANGUAGE: 'de', LANG: 'de_DE.UTF-8' } });
  });
  afterAll(() => launched.close());

  it('speaks German from the first picture on', async () => {
    await at('try-sample').waitFor({ timeout: patience });
    expect(await launched.window.locator('html').getAttribute('lang')).toBe('de');
    expect(await at('try-sample').textContent()).toBe('Beispielbibliothek ausprobieren');
    await fits('first-start');
  });

  it('says in German how well an answer is supported, and what was different', async () => {
    await at('try-sample').click();
    await at('suggestion').nth(1).click({ timeout: patience });
    await launched.window.locator('[data-testid="answer"][data-outcome="answered"]').waitFor({ timeout: patience });
    expect(await at('confidence').textContent()).toMatch(/Beruht auf (einer Stelle|\d+ Stellen)/);
    const original = at('original').first();
    expect(await original.locator('summary').textContent()).toBe('Im Wortlaut');
    await original.locator('summary').click();
    expect(await original.locator('p').textContent()).toMatch(/[a-z]/);
    await fits('answer');
  });

  it('shows stages, inspector and library', async () => {
    await at('why').first().click();
    const built = launched.window.locator('[data-testid="stage-Prompt_Builder"][data-state="done"]');
    await built.waitFor({ timeout: patience });
    expect(await built.getAttribute('aria-label')).toContain('Stufe 8, Prompt Builder, baut: fertig');
    await fits('stages');
    await at('nav-library').click();
    await at('document-row').first().waitFor({ timeout: patience });
    await fits('library');
    expect(launched.pageErrors).toEqual([]);
  });
});
