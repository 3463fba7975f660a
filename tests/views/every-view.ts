import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languageTable } from '@shared/words/languages';
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronPath, type LaunchedApp, launchApp, project, temporaryFolder } from '../e2e/app';
import { graveFaults, screens, themes } from '../e2e/pictures';
import { chatViews, lastChatViews } from './chat-views';
import { evaluateViews, writeSets } from './evaluate-views';
import { handsOn, type View } from './hands';
import { libraryViews, overviewViews } from './library-views';
import { stagesViews } from './stages-views';
import { tablesViews } from './tables-views';

const usual = { width: 1440, height: 900 };
const sizes = [{ width: 900, height: 600 }, { width: 2560, height: 1440 }, usual] as const;
/** Pictures of the README, which `npm run pictures` makes, by the name of the view. */
const published: Readonly<Record<string, string>> = { 'answer-with-pdf': 'main-window', 'inspector-prompt': 'stages' };

/**
 * Pictures of every view in two themes and three sizes, for people to look at. Each language is a file of its own
 * (every-view-*.test.ts), and two windows share them. In each picture, nothing may leave the window or be cut off in a
 * place for one word; and axe finds no grave fault in any.
 */
export function everyView(language: Language): void {
  if (!electronPath) console.warn('skipped: every view needs an Electron (npm test finds one)');
  describe.skipIf(!electronPath)(`every view, ${language}`, () => everyViewIn(language));
}

function everyViewIn(language: Language): void {
  let launched: LaunchedApp;
  let browser: CDPSession;
  const folder = temporaryFolder('screens');
  const hands = handsOn(() => launched, folder);
  const { at, key, seen } = hands;

  /** Content that leaves the window, or is too narrow for its own words. */
  const outside = () =>
    launched.window.evaluate(() => {
      const { documentElement: page } = document;
      return [
        ...(page.scrollWidth > innerWidth ? ['the page is wider than the window'] : []),
        ...(page.scrollHeight > innerHeight ? ['the page is higher than the window'] : []),
        ...[...document.querySelectorAll('nav button, [role="tab"]')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => `${element.textContent} is cut off`),
      ];
    });

  const picture = async (file: string): Promise<void> => {
    const { data } = (await browser.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })) as {
      data: string;
    };
    writeFileSync(file, Buffer.from(data, 'base64'));
  };

  async function draw(view: string, again: () => Promise<unknown>): Promise<void> {
    const found: string[] = [];
    for (const theme of themes) {
      await launched.window.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const size of sizes) {
        await launched.window.setViewportSize(size);
        await again();
        // Parts that measure themselves are drawn again.
        await launched.window.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        await picture(join(screens, language, `${view}-${theme}-${size.width}.png`));
        for (const fault of await outside()) found.push(`${view}, ${theme}, ${size.width} px: ${fault}`);
      }
      // The words change nothing of what axe looks at, but German ones were looked at above.
      if (language === 'en') {
        // Checks without colours are the same in the dark.
        const faults = await graveFaults(launched.window, theme === 'dark' ? ['color-contrast'] : undefined);
        found.push(...faults.map((fault) => `${theme}, ${fault}`));
      }
      const name = published[view];
      if (name && language === 'en' && process.env.VITRINE_PICTURES) {
        await picture(join(process.env.VITRINE_PICTURES, `${name}-${theme}.png`));
      }
    }
    expect(found).toEqual([]);
  }

  const settings = [
    'models',
    'search',
    'privacy',
    'appearance',
    'documents',
    'storage',
    'limits',
    'agents',
    'shortcuts',
    'about',
  ].map(
    (section, index): View => [
      `settings-${section}`,
      async () => {
        await at('nav-settings').click();
        await at('settings-all').click();
        await at('settings-section').nth(index).click();
        await seen(`settings-${section}`);
      },
    ],
  );
  const views: readonly View[] = [
    ['first-start', () => seen('try-sample')],
    [
      'stages-empty',
      async () => {
        await at('nav-stages').click();
        await seen('stage-prompt');
      },
    ],
    [
      'library-empty',
      async () => {
        await at('nav-library').click();
        await seen('try-sample');
      },
    ],
    [
      'evaluate',
      async () => {
        await at('nav-evaluate').click();
        await seen('choose-set-folder');
      },
    ],
    ...settings,
    ...chatViews(hands),
    ...stagesViews(hands),
    ...libraryViews(hands),
    ...evaluateViews(hands),
    ...tablesViews(hands),
    ...overviewViews(hands),
    ...lastChatViews(hands),
    ['palette', () => key('Control+K').then(() => seen('palette-option'))],
    ['palette-found', () => at('palette-query').fill('s')],
  ];

  beforeAll(async () => {
    mkdirSync(join(screens, language), { recursive: true });
    const documents = join(project, 'tests/fixtures/documents');
    copyFileSync(join(documents, 'report.pdf'), join(folder, 'report.pdf'));
    copyFileSync(join(documents, 'truncated.pdf'), join(folder, 'broken.pdf'));
    writeFileSync(join(folder, 'visits.csv'), 'Month,Visits\n2023-01-31,1200\n2023-02-28,900\n2023-03-31,2500\n');
    writeSets(folder);
    const system = {
      LANGUAGE: language,
      LANG: `${languageTable[language].locale.replace('-', '_')}.UTF-8`,
      OLLAMA_HOST: 'http://127.0.0.1:9',
    };
    launched = await launchApp({ args: [`--lang=${language}`], env: system });
    browser = await launched.window.context().newCDPSession(launched.window);
    await launched.window.setViewportSize(usual);
  });
  afterAll(async () => {
    await launched.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const [view, reach, again] of views) {
    it(view, async () => {
      await reach();
      await draw(view, again ?? (() => Promise.resolve()));
    });
  }

  it('shows every room of the rail', async () => {
    const rooms = await launched.window
      .locator('[data-pane="rail"] [data-testid^="nav-"]')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-testid')?.slice('nav-'.length)));
    expect(rooms.length).toBeGreaterThan(3);
    if (language === 'en' && process.env.VITRINE_PICTURES) {
      writeFileSync(join(process.env.VITRINE_PICTURES, 'made-of.json'), `${JSON.stringify({ rooms }, null, 2)}\n`);
    }
  });

  it('has no error on the console', () => {
    expect(launched.pageErrors).toEqual([]);
  });
}
