import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronPath, type LaunchedApp, launchApp, project } from './app';

if (!electronPath) console.warn('skipped: tests/e2e/screens.test.ts needs an Electron (npm test finds one)');

const patience = 30_000;
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
] as const;
const screens = join(project, 'tests/e2e/__screens__');

/** Pictures of every view for people to look at; two of them are published in docs/images with UPDATE_IMAGES=1. */
describe.skipIf(!electronPath).each(['light', 'dark'] as const)('every view, %s', (theme) => {
  let launched: LaunchedApp;
  const at = (testId: string) => launched.window.getByTestId(testId);
  const resize = (size: (typeof sizes)[number]) =>
    launched.app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);

  /** The view in both sizes; fails when something stands outside the window sideways, or axe finds a grave fault. */
  const picture = async (name: string): Promise<void> => {
    for (const size of sizes) {
      await resize(size);
      await launched.window.waitForFunction((width) => window.innerWidth === width, size.width);
      await launched.window.screenshot({
        path: join(screens, `${name}-${theme}-${size.width}.png`),
        animations: 'disabled',
      });
      const overflow = await launched.window.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await resize(sizes[0]);
    // Legacy mode: Electron's window cannot open the blank page that axe would otherwise use.
    const { violations } = await new AxeBuilder({ page: launched.window }).setLegacyMode(true).analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  };

  beforeAll(async () => {
    mkdirSync(screens, { recursive: true });
    launched = await launchApp();
    await launched.window.emulateMedia({ colorScheme: theme });
  });
  afterAll(() => launched.close());

  it('first start', async () => {
    await at('try-sample').waitFor({ timeout: patience });
    await picture('first-start');
  });

  it('first answer, two clicks later, and its source', async () => {
    await at('try-sample').click();
    await at('suggestion').first().waitFor({ timeout: patience });
    await picture('welcome');
    await at('suggestion').nth(1).click();
    await launched.window.locator('[data-testid="answer"][data-outcome="answered"]').waitFor({ timeout: patience });
    await picture('answer');
    await at('citation-chip').first().click();
    // Lit on the page of a PDF, or in the text of anything else.
    const lit = launched.window.locator('[data-testid="pdf-highlight"], [data-testid="source-highlight"]');
    await lit.first().waitFor({ timeout: patience });
    await picture('answer-with-source');
    if (process.env.UPDATE_IMAGES) {
      mkdirSync(join(project, 'docs/images'), { recursive: true });
      await launched.window.screenshot({
        path: join(project, `docs/images/main-window-${theme}.png`),
        animations: 'disabled',
      });
    }
  });

  it('stages with the inspector', async () => {
    await at('why').first().click();
    await launched.window
      .locator('[data-testid="stage-Prompt_Builder"][data-state="done"]')
      .waitFor({ timeout: patience });
    await picture('stages');
    if (process.env.UPDATE_IMAGES) {
      await launched.window.screenshot({
        path: join(project, `docs/images/stages-${theme}.png`),
        animations: 'disabled',
      });
    }
  });

  it('library', async () => {
    await at('nav-library').click();
    await at('document-row').first().waitFor({ timeout: patience });
    await picture('library');
  });
});
