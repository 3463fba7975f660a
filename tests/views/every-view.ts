import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languageTable } from '@shared/words/languages';
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropFiles, electronPath, type LaunchedApp, launchApp, project, requestIn, temporaryFolder } from '../e2e/app';
import { graveFaults, screens, themes } from '../e2e/pictures';

const patience = 60_000;
const usual = { width: 1440, height: 900 };
const sizes = [{ width: 900, height: 600 }, { width: 2560, height: 1440 }, usual] as const;
/** Pictures of the README, which `npm run pictures` makes, by the name of the view. */
const published: Readonly<Record<string, string>> = { 'answer-with-pdf': 'main-window', 'inspector-prompt': 'stages' };

/** A labelled set with a question that nothing answers, and a document that is not there. */
const labelled = {
  documents: [
    { _id: 'd1', title: 'Silk', text: 'Silk bears fifty lux. Its dyes fade in bright light.' },
    { _id: 'd2', title: 'Stone', text: 'Stone bears three hundred lux, and marble bears it too.' },
    { _id: 'd3', title: 'Paper', text: 'Paper yellows where the air is damp. It is kept at eighteen degrees.' },
  ],
  questions: [
    { _id: 'q1', text: 'How much light does silk bear?' },
    { _id: 'q2', text: 'Which degrees is paper kept at?' },
    { _id: 'q3', text: 'Zebrafish genome assembly?' },
  ],
  judgements: 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td3\t1\nq3\td2\t1\nq3\tgone\t1\n',
} as const;
const lines = (items: readonly object[]) => `${items.map((item) => JSON.stringify(item)).join('\n')}\n`;

/** `again` waits for what another size draws anew. */
type View = readonly [name: string, reach: () => Promise<unknown>, again?: () => Promise<unknown>];

const lit = '[data-testid="pdf-highlight"], [data-testid="source-highlight"]';
const page = '[data-testid="pdf-page"][data-drawn="true"]';

/**
 * Pictures of every view in two themes and three sizes, for people to look at; each language is a file of its own
 * (every-view-*.test.ts), so that two windows share them. In each picture, nothing may stand outside the window or be
 * cut off where there is a place for one word only; and axe finds no grave fault in any.
 */
export function everyView(language: Language): void {
  if (!electronPath) console.warn('skipped: every view needs an Electron (npm test finds one)');
  describe.skipIf(!electronPath)(`every view, ${language}`, () => everyViewIn(language));
}

function everyViewIn(language: Language): void {
  let launched: LaunchedApp;
  let browser: CDPSession;
  const folder = temporaryFolder('screens');
  const at = (testId: string) => launched.window.getByTestId(testId);
  const seen = (testId: string) => at(testId).first().waitFor({ timeout: patience });
  const isDrawn = (selector: string) => launched.window.locator(selector).first().waitFor({ timeout: patience });
  const key = (name: string) => launched.window.keyboard.press(name);
  const pane = (stage: string, state: string) =>
    launched.window.locator(`[data-testid="stage-${stage}"][data-state="${state}"]`).waitFor({ timeout: patience });
  const ask = async (question: string): Promise<void> => {
    const answers = launched.window.locator('[data-testid="answer"]:not([data-outcome="streaming"])');
    const before = await answers.count();
    await at('composer').fill(question);
    await key('Enter');
    await answers.nth(before).waitFor({ timeout: patience });
  };
  const add = async (name: string): Promise<void> => {
    await at('nav-library').click();
    await dropFiles(launched.window, '#root', [join(folder, name)]);
    await launched.window.locator('[data-testid="document-row"]').first().waitFor({ timeout: patience });
  };

  /** Chooses a labelled set of the disk, and waits for what is said of it. */
  const chooseSet = async (name: string, said: string): Promise<void> => {
    await at('nav-evaluate').click();
    await launched.app.evaluate(
      ({ dialog }, path) => {
        dialog.showOpenDialog = (() =>
          Promise.resolve({ canceled: false, filePaths: [path] })) as unknown as typeof dialog.showOpenDialog;
      },
      join(folder, name),
    );
    await at('choose-set-folder').click();
    await isDrawn(said);
  };

  const shown = (selector: string) => launched.window.locator(selector).first().scrollIntoViewIfNeeded();

  /** What reaches out of the window, or is too narrow for its own words. */
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
        // What measures itself has drawn itself anew.
        await launched.window.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        await picture(join(screens, language, `${view}-${theme}-${size.width}.png`));
        for (const fault of await outside()) found.push(`${view}, ${theme}, ${size.width} px: ${fault}`);
      }
      // The words change nothing of what axe looks at, but German ones were looked at above.
      if (language === 'en') {
        // What colours have no part in is the same in the dark.
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
  const inspector = ['prompt', 'fields', 'chunks', 'decisions', 'calls', 'compare', 'json'].map(
    (tab): View => [
      `inspector-${tab}`,
      async () => {
        if ((await at('inspector').count()) === 0) await at('inspect').click();
        await at(`inspector-tab-${tab}`).click();
      },
    ],
  );

  const evaluations: readonly View[] = [
    ['evaluate-broken', () => chooseSet('broken.csv', 'main [role="alert"]')],
    [
      'evaluate-failed',
      async () => {
        await chooseSet('gone', '[data-testid="set-facts"]');
        rmSync(join(folder, 'gone'), { recursive: true });
        await at('measure').click();
        await isDrawn('main [role="alert"]');
      },
      () => shown('main [role="alert"]'),
    ],
    [
      'evaluate-result',
      async () => {
        await chooseSet('museum', '[data-testid="set-facts"]:has-text("museum")');
        await at('measure').click();
        await seen('compared');
        await at('compare-after').selectOption({ index: 1 });
        await seen('significance');
      },
    ],
    [
      'evaluate-question',
      async () => {
        await at('question-table').focus();
        await key('Home');
        await seen('question-details');
      },
      () => shown('[data-testid="question-details"]'),
    ],
    [
      'evaluate-run',
      async () => {
        await at('open-question').first().click();
        await seen('labelled-run');
        await pane('Prompt_Builder', 'done');
        if ((await at('inspector').count()) > 0) await at('inspect').click();
        await at('unfold').first().click();
        await seen('candidate-details');
      },
    ],
    [
      'insights',
      async () => {
        await at('nav-evaluate').click();
        await at('insights-row').click();
        await seen('insights-times');
      },
    ],
  ];

  const tables: readonly View[] = [
    [
      'table-new',
      async () => {
        await at('nav-tables').click();
        await seen('new-table-form');
      },
    ],
    [
      'table-begun',
      async () => {
        await at('template-none').click();
        await seen('table-grid');
        await at('add-column').click();
        await at('column-question').fill('Date');
      },
    ],
    [
      'table-filled',
      async () => {
        await key('Escape');
        await at('new-table').click();
        await at('template-contract').click();
        await at('fill-table').click();
        await isDrawn('[data-testid="table-cell"][data-state="not-found"]');
        await isDrawn('[data-testid="fill-table"][aria-disabled="true"]');
        await at('totals-toggle').click();
      },
    ],
    [
      'table-cell',
      async () => {
        await at('table-cell').first().dblclick();
        await at('cell-field').fill('Harbour Ltd');
        await key('Enter');
        await at('table-cell').first().click();
        await seen('cell-unedit');
      },
      () => isDrawn('[data-testid="source-viewer"], [data-testid="pdf-page"][data-drawn="true"]'),
    ],
    [
      'table-compare',
      async () => {
        await at('table-cell')
          .nth(6)
          .click({ modifiers: ['Control'] });
        await at('cell-details').nth(1).waitFor({ timeout: patience });
        await at('cell-value').nth(1).waitFor({ timeout: patience });
      },
      () => isDrawn('[data-testid="source-viewer"], [data-testid="pdf-page"][data-drawn="true"]'),
    ],
  ];

  const wholes: readonly View[] = [
    [
      'answer-census',
      async () => {
        await at('nav-chat').click();
        await at('new-chat').click();
        await ask('How many documents mention "lux"?');
        await seen('census-table');
      },
      () => shown('[data-testid="census-table"]'),
    ],
    [
      'answer-calculation',
      async () => {
        await add('visits.csv');
        await launched.window
          .locator('[data-testid="document-row"]', { hasText: 'visits' })
          .waitFor({ timeout: patience });
        await at('nav-chat').click();
        await at('new-chat').click();
        await ask('What is the total of visits?');
        await at('calculation').locator('summary').click();
        await seen('calculation-source');
      },
    ],
    [
      'answer-overview',
      async () => {
        await at('nav-chat').click();
        await at('new-chat').click();
        await ask('What is in my library?');
        await seen('open-overview');
      },
      () => shown('[data-testid="open-overview"]'),
    ],
    [
      'library-overview',
      async () => {
        await at('nav-library').click();
        await at('library-as-overview').click();
        await seen('document-map');
      },
    ],
    [
      'library-topic',
      async () => {
        await at('topic').first().click();
        await at('select-topic').click();
        await seen('map-selection');
        await at('document-map').focus();
        await key('ArrowRight');
      },
    ],
    [
      'library-compare',
      async () => {
        await at('shown-topic').click();
        await at('library-as-list').click();
        await at('document-row').nth(0).click();
        await at('document-row')
          .nth(1)
          .click({ modifiers: ['Shift'] });
        await at('compare-documents').click();
        await seen('difference');
        await key('F7');
      },
    ],
    [
      'library-differences',
      async () => {
        await at('only-differences').click();
        await seen('compared-row');
      },
    ],
  ];

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
    [
      'welcome',
      async () => {
        await at('nav-chat').click();
        await at('try-sample').click();
        await seen('suggestion');
      },
    ],
    [
      'answer',
      async () => {
        await at('suggestion').nth(1).click();
        await launched.window.locator('[data-testid="answer"][data-outcome="answered"]').waitFor({ timeout: patience });
      },
    ],
    [
      'answer-why',
      async () => {
        await at('why').first().click();
        await seen('why-line');
      },
    ],
    [
      'answer-with-source',
      async () => {
        await at('citation-chip').first().click();
        await isDrawn(lit);
      },
      () => isDrawn(lit),
    ],
    [
      'search',
      async () => {
        await at('nav-search').click();
        await at('search-query').fill('lease');
        await seen('search-hit');
        await at('search-hit').first().click();
        await isDrawn(lit);
      },
      () => isDrawn(lit),
    ],
    [
      'answer-with-pdf',
      async () => {
        await key('Escape');
        await add('report.pdf');
        await launched.window
          .locator('[data-testid="document-row"]', { hasText: 'Report on' })
          .waitFor({ timeout: patience });
        await at('nav-chat').click();
        await at('new-chat').click();
        await ask('What is the limit for silk?');
        await at('citation-chip').first().click();
        await isDrawn(lit);
      },
      () => isDrawn(lit),
    ],
    [
      'answer-none',
      async () => {
        await key('Escape');
        await at('new-chat').click();
        await ask('How is the zebrafish genome assembled?');
      },
    ],
    [
      'answer-none-why',
      () =>
        at('why')
          .click()
          .then(() => seen('why-line')),
    ],
    [
      'private-chat',
      async () => {
        await at('private-chat').click();
        await seen('private-note');
      },
    ],
    [
      'question-fields',
      async () => {
        await at('new-chat').click();
        await at('composer').fill('What is the limit for silk?');
        await at('as-fields').click();
        await seen('question-fields');
      },
    ],
    [
      'stages',
      async () => {
        await at('as-fields').click();
        await at('nav-stages').click();
        await at('stage-prompt').fill(
          'How long is the notice period for the flat in Mill Lane?\n\nAUDIENCE: tenants\n\nFORMAT: one sentence',
        );
        await at('run-all').click();
        await pane('Prompt_Builder', 'done');
      },
    ],
    [
      'candidate-details',
      async () => {
        if ((await at('inspector').count()) > 0) await at('inspect').click();
        await at('unfold').first().click();
        await seen('candidate-details');
      },
    ],
    ...inspector,
    [
      'stages-edited',
      async () => {
        if ((await at('inspector').count()) > 0) await at('inspect').click();
        await at('keep').first().click();
        await seen('edit-bar');
      },
    ],
    [
      'stages-out-of-date',
      async () => {
        await at('stage-ReRanker').click();
        await seen('out-of-date');
      },
    ],
    [
      'stages-answers',
      async () => {
        await at('nav-chat').click();
        await at('conversation').last().click();
        await at('why').first().click();
        await at('open-in-stages').click();
        await at('keep').first().click();
        await at('run-on').click();
        await pane('Answer', 'ready');
        await at('answer-run').click();
        await at('answer-now').getByTestId('answer').waitFor({ timeout: patience });
      },
    ],
    [
      'library',
      async () => {
        await at('nav-library').click();
        await add('broken.pdf');
        await seen('failed-files');
      },
    ],
    [
      'library-document',
      async () => {
        await launched.window.locator('[data-testid="document-row"]', { hasText: 'Report on' }).dblclick();
        await isDrawn(page);
      },
      () => isDrawn(page),
    ],
    [
      'library-chunks',
      async () => {
        await at('source-as-chunks').click();
        await seen('document-checksum');
      },
    ],
    [
      'collection-dialog',
      async () => {
        await key('Escape');
        await at('collection-new').click();
        await seen('collection-dialog');
      },
    ],
    [
      'undo',
      async () => {
        await key('Escape');
        await launched.window.locator('[data-testid="document-row"]', { hasText: 'broken' }).click();
        await key('Delete');
        await launched.window.locator('[data-notifications] button').first().waitFor({ timeout: patience });
      },
    ],
    ...evaluations,
    ...tables,
    ...wholes,
    [
      'answer-branch',
      async () => {
        await at('nav-library').click();
        await at('comparison-close').click();
        await at('nav-chat').click();
        await at('new-chat').click();
        await ask('What is the limit for silk?');
        await ask('Are dogs allowed in Harbour Street?');
        await at('regenerate').first().click();
        await seen('versions');
      },
    ],
    [
      'answer-failed',
      async () => {
        rmSync(join(launched.library, 'index'), { recursive: true, maxRetries: 5 });
        const search = () =>
          requestIn(() => launched.window)('search.run', { query: 'lux' }).then(
            () => true,
            () => false,
          );
        await expect.poll(search, { timeout: patience }).toBe(false);
        await at('new-chat').click();
        await at('composer').fill('How many lux does silk bear?');
        await key('Enter');
        await seen('retry');
      },
    ],
    ['palette', () => key('Control+K').then(() => seen('palette-option'))],
    ['palette-found', () => at('palette-query').fill('s')],
  ];

  beforeAll(async () => {
    mkdirSync(join(screens, language), { recursive: true });
    const documents = join(project, 'tests/fixtures/documents');
    copyFileSync(join(documents, 'report.pdf'), join(folder, 'report.pdf'));
    copyFileSync(join(documents, 'truncated.pdf'), join(folder, 'broken.pdf'));
    writeFileSync(join(folder, 'visits.csv'), 'Month,Visits\n2023-01-31,1200\n2023-02-28,900\n2023-03-31,2500\n');
    writeFileSync(join(folder, 'broken.csv'), 'question,document\nWho wrote this?,no-such-document.txt\n');
    for (const name of ['museum', 'gone']) {
      mkdirSync(join(folder, name, 'qrels'), { recursive: true });
      writeFileSync(join(folder, name, 'corpus.jsonl'), lines(labelled.documents));
      writeFileSync(join(folder, name, 'queries.jsonl'), lines(labelled.questions));
      writeFileSync(join(folder, name, 'qrels/test.tsv'), labelled.judgements);
    }
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
