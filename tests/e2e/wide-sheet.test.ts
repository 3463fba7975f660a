import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropFiles, electronPath, type LaunchedApp, launchApp, temporaryFolder } from './app';
import { checkedPicture, resize } from './pictures';

if (!electronPath) console.warn('skipped: tests/e2e/wide-sheet.test.ts needs an Electron (npm test finds one)');

const patience = 60_000;
const columns = Array.from({ length: 30 }, (_, at) => (at === 0 ? 'Object' : `Column ${at + 1}`));
const note = 'the object was examined under raking light and cleaned with a soft brush before it was returned. '.repeat(
  5,
);
const cell = (row: number, column: number): string => {
  if (column === 0) return `INV-${1900 + row}`;
  return column % 7 === 6 ? `Row ${row}: ${note}` : `value ${row}-${column + 1}`;
};
const sheet = [columns, ...Array.from({ length: 80 }, (_, row) => columns.map((__, at) => cell(row + 1, at)))]
  .map((cells) => cells.map((words) => `"${words}"`).join(','))
  .join('\n');

describe.skipIf(!electronPath)('a sheet of 30 columns in a small window', () => {
  let launched: LaunchedApp;
  const folder = temporaryFolder('wide-sheet');
  const at = (testId: string) => launched.window.getByTestId(testId);

  /** Where the first mark stands, and whether nothing lies on it. */
  const mark = () =>
    launched.window
      .locator('[data-testid="source-highlight"]')
      .first()
      .evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return { words: element.textContent, seen: onTop === element };
      });

  async function find(words: string): Promise<void> {
    await launched.window.keyboard.press('Control+F');
    await at('source-find').fill(words);
    await expect.poll(mark, { timeout: patience }).toEqual({ words, seen: true });
  }

  beforeAll(async () => {
    writeFileSync(join(folder, 'inventory.csv'), sheet);
    launched = await launchApp();
    await resize(launched, { width: 900, height: 600 });
    await at('nav-library').click();
    await dropFiles(launched.window, '#root', [folder]);
    await at('document-row').first().dblclick({ timeout: patience });
    await launched.window.locator('.source-table td').first().waitFor({ timeout: patience });
  });
  afterAll(async () => {
    await launched.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is scrolled sideways to what is found, which the first column does not cover, and back', async () => {
    await find('value 40-29');
    expect(await at('source-viewer').evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(1000);
    await checkedPicture(launched, 'wide-sheet');
    await find('value 41-2');
  });

  it('keeps its first column and its head in view', async () => {
    await find('value 60-29');
    const seen = await at('source-viewer').evaluate((pane) => {
      const { left, top } = pane.getBoundingClientRect();
      const topmost = (x: number, y: number) => document.elementFromPoint(left + x, top + y)?.textContent;
      const row = pane.querySelector('[data-testid="source-highlight"]')?.closest('tr')?.getBoundingClientRect();
      const head = pane.querySelector('[data-testid="source-kept-head"]');
      const th = [...(head?.querySelectorAll('th') ?? [])];
      const mark = pane.querySelector('[data-testid="source-highlight"]')?.getBoundingClientRect();
      const over = th.find((name) => Math.abs(name.getBoundingClientRect().left - (mark?.left ?? 0)) < 8);
      return { first: topmost(20, (row?.top ?? 0) - top + 14), head: topmost(20, 16), over: over?.textContent };
    });
    expect(seen).toEqual({ first: 'INV-1960', head: 'Object', over: 'Column 29' });
  });

  it('has no row that is higher than the pane', async () => {
    const pane = await at('source-viewer').evaluate(({ clientHeight }) => clientHeight);
    const rows = await launched.window
      .locator('.source-table tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...rows)).toBeLessThan(pane);
  });

  it('does all of it without an error on the console', () => {
    expect(launched.pageErrors).toEqual([]);
  });
});
