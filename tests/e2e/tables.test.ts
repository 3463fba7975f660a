import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { savedBy } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { fitsSmallest, noGraveFaults, resize, usualSize } from './pictures';

const documents = {
  'harbour.txt':
    'Supply agreement of the harbour.\n\nThis agreement takes effect on 3 August 2009. It is made between Harbour Ltd and Alder Inc.\n',
  'mill.txt':
    'Supply agreement of the mill.\n\nThis agreement takes effect on 14 May 2015. It is made between Mill Ltd and Birch Inc.\n',
  'silk.txt': 'Notes on silk.\n\nSilk fades in bright light. Its dyes are kept in the dark.\n',
} as const;
const asked = 'When does the agreement take effect?';

inWindows('the room where documents are a table', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator, request, focused } = launched;

  const row = (title: string) => locator('[data-testid="table-document"]', { hasText: title });
  /** The cell of a row under a head, 1 for the first question. */
  const cell = (title: string, column: number) => row(title).locator(`[data-column="${column}"]`);
  const titles = () => at('table-document').locator('[role="rowheader"]').allTextContents();
  const heads = () => at('table-head').locator('button > span:first-child > span:first-child').allTextContents();
  const active = () =>
    at('table-grid').evaluate((grid) => {
      const place = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
      return place?.textContent?.trim() ?? null;
    });
  const filled = async (): Promise<void> => {
    await expect.poll(() => at('table-left').textContent()).toBe('Everything is filled');
  };
  const menuOf = async (head: string, item: string): Promise<void> => {
    await locator('[data-testid="table-head"]', { hasText: head }).locator('button').click();
    await at(`menu-${item}`).click();
  };
  const undo = () => launched.window.getByRole('button', { name: 'Undo' }).click();

  beforeAll(async () => {
    for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await resize(launched, usualSize);
    await at('try-sample').waitFor();
    // One after the other: rows are in the order of adding, and files of one job end in any order on a busy computer.
    for (const [at, name] of Object.keys(documents).sort().entries()) {
      await launched.drop([join(folder, name)]);
      await launched.holds(at + 1);
    }
  });

  it('says what it is for, and makes a table of a template with one press', async () => {
    await keys('Control+6');
    await at('new-table-form').waitFor();
    expect(await at('new-table-form').textContent()).toMatch(/same questions.*Contracts.*Effective date/s);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
    await at('template-contract').click();
    await at('table-grid').waitFor();
    expect((await heads()).join(', ')).toBe(
      'Document, Parties, Effective date, Term, Governing law, Notice period, Amount',
    );
    await expect.poll(() => at('table-row').count()).toBe(1);
    expect(await at('table-row').textContent()).toContain('3 documents · 6 columns');
    // The amount of work is shown before the start.
    await expect.poll(() => at('table-left').textContent()).toMatch(/^18 cells in 3 documents, about /);
  });

  it('begins with a question of one’s own, which Enter makes a column', async () => {
    await at('new-table').click();
    await at('table-name').fill('Dates');
    await at('template-none').click();
    await at('table-grid').waitFor();
    await expect.poll(() => at('table-left').textContent()).toBe('Nothing to fill yet');
    await at('add-column').click();
    await expect.poll(focused).toBe('column-question');
    await at('column-question').fill(asked);
    await at('column-type').selectOption('date');
    await at('column-question').focus();
    await keys('Enter');
    await expect.poll(heads).toEqual(['Document', 'When does the agreement take effect']);
    await expect.poll(focused).toBe('table-grid');
  });

  it('fills empty cells, and lists missing values', async () => {
    await at('fill-table').click();
    await filled();
    await expect.poll(() => cell('harbour', 1).textContent()).toContain('2009');
    expect(await cell('mill', 1).textContent()).toContain('2015');
    expect(await cell('silk', 1).textContent()).toBe('Not found');
    expect(await at('fill-table').getAttribute('aria-disabled')).toBe('true');
  });

  it('shows what a cell rests on, lit in its document', async () => {
    await cell('mill', 1).click();
    await at('cell-panel').waitFor();
    await expect.poll(() => at('cell-value').textContent()).toContain('2015');
    await expect.poll(() => at('cell-quote').textContent()).toMatch(/2015.*\d+ % sure/s);
    await expect.poll(() => at('source-highlight').first().textContent()).toContain('2015');
    expect(await cell('mill', 1).getAttribute('aria-selected')).toBe('true');
    await cell('silk', 1).click();
    await expect.poll(() => at('cell-details').textContent()).toMatch(/Not found.*\./s);
    await noGraveFaults(launched);
    await fitsSmallest(launched);
  });

  it('takes a value that a person writes, and returns to the found one', async () => {
    await cell('harbour', 1).click();
    await at('cell-edit').click();
    await at('cell-value-field').fill('1 September 2009');
    await keys('Enter');
    await expect.poll(() => cell('harbour', 1).getAttribute('data-state')).toBe('edited');
    expect(await cell('harbour', 1).textContent()).toContain('1 September 2009');
    await expect.poll(() => at('cell-details').textContent()).toMatch(/Written by hand · Found: .*2009/);
    await at('cell-unedit').click();
    await expect.poll(() => cell('harbour', 1).getAttribute('data-state')).not.toBe('edited');
    expect(await cell('harbour', 1).textContent()).not.toContain('September');
    await keys('Escape');
    await at('cell-panel').waitFor({ state: 'detached' });
  });

  it('goes by the keys alone, as a grid does', async () => {
    await at('table-grid').focus();
    await keys('Control+Home');
    expect(await active()).toBe((await titles())[0]);
    await launched.window.emulateMedia({ forcedColors: 'active' });
    const seen = row('harbour').locator('[role="rowheader"]');
    await expect.poll(() => seen.evaluate((place) => getComputedStyle(place).outlineStyle)).toBe('solid');
    await launched.window.emulateMedia({ forcedColors: 'none' });
    await keys('ArrowRight');
    expect(await active()).toContain('2009');
    await keys('ArrowDown');
    expect(await active()).toContain('2015');
    await keys('PageDown');
    expect(await active()).toBe('Not found');
    await keys('Home');
    expect(await active()).toBe('silk');
    await keys('End', 'PageUp', 'Enter');
    await at('cell-panel').waitFor();
    await keys('Escape');
    await at('cell-panel').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('table-grid');
    await keys('F2');
    await expect.poll(focused).toBe('cell-field');
    await keys('Escape');
    await expect.poll(focused).toBe('table-grid');
    expect(await cell('harbour', 1).getAttribute('data-state')).not.toBe('edited');
    await keys('F2');
    await launched.window.keyboard.insertText('by hand');
    await keys('Enter');
    await expect.poll(() => cell('harbour', 1).getAttribute('data-state')).toBe('edited');
    await expect.poll(focused).toBe('table-grid');
    await keys('Shift+F10');
    await at('menu-unedit').click();
    await expect.poll(() => cell('harbour', 1).getAttribute('data-state')).not.toBe('edited');
    await at('table-grid').focus();
    await keys('Control+Home', 'ArrowUp', 'ArrowRight', 'Enter');
    await at('menu-sort-down').waitFor();
    await keys('Escape');
  });

  it('sorts by a column, missing values last, and filters by the content of rows', async () => {
    await menuOf('When does', 'sort-down');
    await expect.poll(titles).toEqual(['mill', 'harbour', 'silk']);
    const sorted = () => at('table-head').nth(1).getAttribute('aria-sort');
    expect(await sorted()).toBe('descending');
    await menuOf('When does', 'sort-up');
    await expect.poll(titles).toEqual(['harbour', 'mill', 'silk']);
    expect(await sorted()).toBe('ascending');
    await keys('Control+f');
    await expect.poll(focused).toBe('table-filter');
    await at('table-filter').fill('2015');
    await expect.poll(titles).toEqual(['mill']);
    expect(await at('table-filtered').textContent()).toBe('1 of 3 documents');
    expect(await at('column-totals').textContent()).toContain('1 of 1 found');
    await at('table-filter').fill('zebra');
    await expect.poll(titles).toEqual([]);
    await launched.window.getByRole('button', { name: 'Clear the filter' }).click();
    await menuOf('When does', 'unsorted');
    await expect.poll(() => titles().then((all) => all.length)).toBe(3);
  });

  it('gives its rows to be saved, as text and as a workbook', async () => {
    const save = (format: string) =>
      savedBy(launched, async () => {
        await at('export-table').click();
        await at(`export-${format}`).click();
      });
    expect(await save('csv')).toBe('Dates.csv');
    expect(await save('xlsx')).toBe('Dates.xlsx');
  });

  it('opens the question of a cell as a run in the stages', async () => {
    await cell('mill', 1).click();
    await at('cell-why').click();
    await locator('[data-testid="stage-Prompt_Builder"][data-state="done"]').waitFor();
    expect(await at('stage-prompt').inputValue()).toContain('take effect');
    await keys('Control+6');
    await at('cell-panel').waitFor();
    await keys('Escape');
  });

  it('changes a column, moves it, and lets it go and come back', async () => {
    await menuOf('When does', 'change');
    await at('column-title').fill('Begins');
    await at('column-save').click();
    await at('column-dialog').waitFor({ state: 'detached' });
    await expect.poll(heads).toEqual(['Document', 'Begins']);
    // The title asks the same: the found values are still there.
    await expect.poll(() => cell('mill', 1).textContent()).toContain('2015');
    await at('add-column').click();
    await at('column-question').fill('Which state is meant?');
    await at('column-type').selectOption('choice');
    await expect.poll(() => at('column-save').isDisabled()).toBe(true);
    await at('column-choices').fill('Draft\nSigned');
    await at('column-save').click();
    await expect.poll(() => heads().then((all) => all.length)).toBe(3);
    await menuOf('Which state', 'move-left');
    await expect.poll(heads).toEqual(['Document', 'Which state is meant', 'Begins']);
    await menuOf('Which state', 'remove');
    await expect.poll(heads).toEqual(['Document', 'Begins']);
    await undo();
    await expect.poll(() => heads().then((all) => all.length)).toBe(3);
    const [, column] = (await request('table.list', {})).map(({ columns }) => columns);
    expect([column, (await request('table.list', {})).length]).toEqual([expect.any(Number), 2]);
  });

  it('makes a column wider and narrower, by the mouse, by keys and by its menu', async () => {
    const width = async () => Math.round((await at('table-head').nth(1).boundingBox())?.width ?? 0);
    const inRow = async () => Math.round((await cell('mill', 1).boundingBox())?.width ?? 0);
    const usual = await width();
    const edge = await at('column-edge').first().boundingBox();
    const { mouse } = launched.window;
    await mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10);
    await mouse.down();
    await mouse.move((edge?.x ?? 0) + 84, (edge?.y ?? 0) + 10, { steps: 4 });
    await mouse.up();
    await expect.poll(width).toBe(usual + 80);
    expect(await inRow()).toBe(usual + 80);
    // The head’s menu was not meant.
    expect(await at('menu-change').count()).toBe(0);
    await at('table-grid').focus();
    await keys('Control+Home', 'ArrowUp', 'ArrowRight', 'Shift+ArrowLeft');
    await expect.poll(width).toBe(usual + 64);
    const [head = ''] = (await heads()).slice(1);
    await menuOf(head, 'usual-width');
    await expect.poll(width).toBe(usual);
    await menuOf(head, 'wider');
    await expect.poll(width).toBe(usual + 64);
    await noGraveFaults(launched);
  });

  it('looks at other documents, and at all of them again', async () => {
    await at('scope-picker').click();
    await at('scope-find').fill('mill');
    await keys('Enter', 'Escape');
    await expect.poll(titles).toEqual(['mill']);
    await at('scope-chip').locator('button').click();
    await expect.poll(() => titles().then((all) => all.length)).toBe(3);
    // Found values are not looked for again.
    await expect.poll(() => cell('harbour', 2).textContent()).toContain('2009');
  });

  it('is there again after a visit elsewhere and a new start of the page, as it was left', async () => {
    const width = async () => (await at('table-head').nth(1).boundingBox())?.width;
    const before = await width();
    await at('table-filter').fill('agreement');
    await at('table-filter').fill('mill');
    await expect.poll(titles).toEqual(['mill']);
    await keys('Control+1');
    await keys('Control+6');
    await expect.poll(titles).toEqual(['mill']);
    await launched.window.reload();
    await at('table-grid').waitFor();
    await expect.poll(titles).toEqual(['mill']);
    expect(await at('table-filter').inputValue()).toBe('mill');
    expect(await width()).toBe(before);
    await at('table-filter').fill('');
  });

  it('lets a table go and come back', async () => {
    await at('delete-table').click();
    await expect.poll(() => at('table-row').count()).toBe(1);
    await at('new-table-form').waitFor();
    await undo();
    await expect.poll(() => at('table-row').count()).toBe(2);
    await at('table-grid').waitFor();
  });

  it('starts with the selection of the library', async () => {
    await at('nav-library').click();
    const inLibrary = (name: string) => locator('[data-testid="document-row"]', { hasText: name });
    await inLibrary('mill').click();
    await inLibrary('silk').click({ modifiers: ['Control'] });
    await inLibrary('silk').click({ button: 'right' });
    await at('menu-open-as-table').click();
    await at('new-table-form').waitFor();
    expect(await at('scope-chip').count()).toBe(2);
    await at('template-invoice').click();
    await expect.poll(titles).toEqual(['mill', 'silk']);
  });

  leavesNoErrors(launched);
});
