import { type Hands, patience, type View } from './hands';

/** Views of review tables, from a new one to two cells side by side. */
export const tablesViews = ({ at, isDrawn, key, seen }: Hands): readonly View[] => [
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
