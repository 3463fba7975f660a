import { type Hands, page, patience, type View } from './hands';

/** Views of the library and its documents. */
export const libraryViews = ({ add, at, isDrawn, key, locator, seen }: Hands): readonly View[] => [
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
      await locator('[data-testid="document-row"]', { hasText: 'Report on' }).dblclick();
      await isDrawn(page);
    },
    () => isDrawn(page),
  ],
  [
    'library-details',
    async () => {
      await at('source-as-details').click();
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
      await locator('[data-testid="document-row"]', { hasText: 'broken' }).click();
      await key('Delete');
      await locator('[data-notifications] button').first().waitFor({ timeout: patience });
    },
  ],
];

/** Views of answers over every document, the overview and the comparison of two. */
export const overviewViews = ({ add, ask, at, key, seen, shown, window }: Hands): readonly View[] => [
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
      await window().locator('[data-testid="document-row"]', { hasText: 'visits' }).waitFor({ timeout: patience });
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
