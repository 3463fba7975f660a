import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { requestIn } from '../e2e/app';
import { type Hands, lit, patience, type View } from './hands';

/** Views of the chat, from the first answer to a question in fields, with the passages of search between. */
export const chatViews = ({ add, ask, at, isDrawn, key, locator, seen, window }: Hands): readonly View[] => [
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
      await locator('[data-testid="answer"][data-outcome="answered"]').waitFor({ timeout: patience });
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
      await window().locator('[data-testid="document-row"]', { hasText: 'Report on' }).waitFor({ timeout: patience });
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
];

/** The last views of the chat: from here on the index is broken. */
export const lastChatViews = ({ ask, at, key, library, seen, window }: Hands): readonly View[] => [
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
      rmSync(join(library(), 'index'), { recursive: true, maxRetries: 5 });
      const search = () =>
        requestIn(window)('search.run', { query: 'lux' }).then(
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
];
