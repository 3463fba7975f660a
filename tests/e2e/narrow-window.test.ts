import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { resize, usualSize } from './pictures';

/** Below and above 1100 pixels. */
const narrow = { width: 960, height: 800 };
const long = [
  '# Long',
  ...Array.from({ length: 300 }, (_, at) => `Paragraph ${at + 1} tells of case number ${at + 1} and of its lamp.`),
].join('\n\n');

inWindows('a window that becomes narrow and wide again', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, keys, locator } = launched;
  const paneWith = (name: string) => locator(`[data-pane="${name}"]`);
  const focusIn = (name: string) =>
    paneWith(name).evaluate((pane) => pane.contains(document.activeElement) && pane.checkVisibility());
  const scrolled = (place: Locator) => place.evaluate(({ scrollTop }) => Math.round(scrollTop));
  const widthOf = (place: Locator) => place.evaluate((element) => Math.round(element.getBoundingClientRect().width));

  beforeAll(async () => {
    for (const name of ['handbook.md', 'report.pdf']) {
      copyFileSync(join(project, 'tests/fixtures/documents', name), join(folder, name));
    }
    writeFileSync(join(folder, 'long.md'), long);
    await launched.open();
    await resize(launched, usualSize);
    await at('nav-library').click();
    await drop([folder]);
    await at('document-row').nth(2).waitFor();
  });

  it('leaves an unfolded candidate, the order of the table and its place as they are', async () => {
    await at('nav-stages').click();
    await at('stage-prompt').fill('Which case has a lamp, and what is the limit for silk?');
    await at('run-all').click();
    await locator('[data-testid="stage-Prompt_Builder"][data-state="done"]').waitFor();
    await at('sort-title').click();
    await at('unfold').nth(1).click();
    await at('candidate-details').waitFor();
    await at('candidates').evaluate((table) => table.scrollTo(0, 60));
    const seen = async () => ({
      unfolded: await at('candidate-details').count(),
      order: await locator('[role="columnheader"][aria-sort="ascending"]').textContent(),
      scrolled: await scrolled(at('candidates')),
    });
    const before = await seen();
    expect(before).toEqual({ unfolded: 1, order: 'Chunk', scrolled: 60 });
    await resize(launched, narrow);
    await expect.poll(seen).toEqual(before);
    await resize(launched, usualSize);
    await expect.poll(seen).toEqual(before);
  });

  it('leaves the pane of a source as wide as it was made', async () => {
    await at('nav-library').click();
    await locator('[data-testid="document-row"]', { hasText: 'Long' }).dblclick();
    await at('source-viewer').waitFor();
    await locator('[role="separator"]').last().focus();
    for (let step = 0; step < 2; step += 1) await keys('ArrowRight');
    const width = await widthOf(paneWith('case'));
    expect(width).toBeLessThan(480);
    await resize(launched, narrow);
    await resize(launched, usualSize);
    await expect.poll(() => widthOf(paneWith('case'))).toBe(width);
  });

  it('leaves a page of a PDF as large as it was made', async () => {
    await locator('[data-testid="document-row"]', { hasText: 'Report on' }).dblclick();
    await locator('[data-testid="pdf-page"][data-drawn="true"]').first().waitFor();
    await keys('Control+=');
    await at('pdf-page').first().hover();
    await keys('Control+=');
    const before = await at('pdf-zoom').textContent();
    await resize(launched, narrow);
    await expect.poll(() => at('pdf-zoom').textContent()).toBe(before);
    await resize(launched, usualSize);
    await expect.poll(() => at('pdf-zoom').textContent()).toBe(before);
    await keys('Escape');
  });

  it('leaves a dialog half written', async () => {
    await at('collection-new').click();
    await at('collection-name').fill('Half a na');
    await resize(launched, narrow);
    await launched.window.keyboard.type('me');
    await resize(launched, usualSize);
    await expect.poll(() => at('collection-name').inputValue()).toBe('Half a name');
    await keys('Escape');
    await at('collection-dialog').waitFor({ state: 'detached' });
  });

  it('folds the list with the focus in it, and gives the focus to the centre', async () => {
    // It takes no focus before the page has unfolded it again.
    await paneWith('list').waitFor();
    await paneWith('list').focus();
    await expect.poll(() => focusIn('list')).toBe(true);
    await resize(launched, narrow);
    await expect.poll(() => paneWith('list').isVisible()).toBe(false);
    await expect.poll(() => focusIn('centre')).toBe(true);
    const names: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await keys('F6');
      names.push(await launched.window.evaluate(() => document.activeElement?.getAttribute('data-pane') ?? ''));
    }
    expect([...new Set(names)].sort()).toEqual(['centre', 'rail']);
  });

  it('unfolds the list over the centre, with the focus, and folds it again by Escape and by a click beside it', async () => {
    const opener = launched.window.getByRole('button', { name: 'Show the list' });
    const isBack = () => opener.evaluate((button) => document.activeElement === button);
    await resize(launched, narrow);
    await opener.click();
    await expect.poll(() => paneWith('list').isVisible()).toBe(true);
    await expect.poll(() => focusIn('list')).toBe(true);
    await keys('Escape');
    await expect.poll(() => paneWith('list').isVisible()).toBe(false);
    await expect.poll(isBack).toBe(true);
    await opener.click();
    await expect.poll(() => focusIn('list')).toBe(true);
    await launched.window.mouse.click(900, 400);
    await expect.poll(() => paneWith('list').isVisible()).toBe(false);
    await expect.poll(isBack).toBe(true);
    await opener.click();
    await resize(launched, usualSize);
    await expect.poll(() => focusIn('list')).toBe(true);
    await expect.poll(() => widthOf(paneWith('list'))).toBe(248);
  });

  it.each([
    ['chat', 'new-chat', 'composer'],
    ['stages', 'new-run', 'stage-prompt'],
  ])('folds the list of %s when a new item starts in it, and has its field ready for typing', async (...names) => {
    const [room, button, field] = names;
    await resize(launched, narrow);
    await at(`nav-${room}`).click();
    await launched.window.getByRole('button', { name: 'Show the list' }).click();
    await at(button).click();
    await expect.poll(() => paneWith('list').isVisible()).toBe(false);
    await expect.poll(() => at(field).evaluate((element) => document.activeElement === element)).toBe(true);
    await resize(launched, usualSize);
    await at(button).click();
    await expect.poll(() => at(field).evaluate((element) => document.activeElement === element)).toBe(true);
  });

  leavesNoErrors(launched);
});
