import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { drawn, resize, usualSize } from './pictures';

/** Other widths of the pane, other heights, and both sides of where the case becomes a sheet. */
const sizes = [
  { width: 900, height: 600 },
  { width: 2560, height: 1440 },
  { width: 1120, height: 640 },
  { width: 1440, height: 900 },
  { width: 1000, height: 1000 },
];
/** Lines that break elsewhere in every width. */
const long = [
  '# Long',
  ...Array.from(
    { length: 240 },
    (_, at) =>
      `Paragraph ${at + 1} tells of case number ${at + 1}: ${'its lamp is dimmed before the doors open, '.repeat((at % 7) + 1)}and nobody minds.`,
  ),
].join('\n\n');

inWindows('the place in a source, while the window gets other sizes', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, keys, locator } = launched;

  const open = async (name: string): Promise<void> => {
    await locator('[data-testid="document-row"]', { hasText: name }).first().dblclick();
    await at('source-viewer').or(at('pdf-page')).first().waitFor();
  };
  const find = async (words: string): Promise<void> => {
    await locator('[data-pane="case"]').focus();
    await keys('Control+f');
    await at('source-find').fill(words);
  };
  /** The place of the highlighted words: in the scrolling pane, outside it, or nowhere. */
  const lit = (testId: string) =>
    launched.window.evaluate((id) => {
      const box = document.querySelector(`[data-testid="${id}"]`)?.getBoundingClientRect();
      const pane = document.querySelector('[data-testid="source-viewer"], .pdf-desk')?.getBoundingClientRect();
      if (!box || !pane || box.height === 0) return 'nowhere';
      return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1 ? 'in view' : 'out of view';
    }, testId);
  /** Number of the paragraph at the top. Looked for in its row: where a chunk begins within it, it is of several pieces. */
  const firstSeen = () =>
    at('source-viewer').evaluate((text) => {
      const { top, left } = text.getBoundingClientRect();
      const point = document.caretPositionFromPoint(left + 80, top + 30);
      const row = point?.offsetNode.parentElement?.closest('[data-index]');
      if (!point || !row) return undefined;
      const before = document.createRange();
      before.setStart(row, 0);
      before.setEnd(point.offsetNode, point.offset);
      // The point may be within the words that name the paragraph.
      const read = before.toString() + point.offsetNode.textContent?.slice(point.offset, point.offset + 13);
      return read.match(/Paragraph (\d+)(?![\s\S]*Paragraph \d)/)?.[1];
    });
  /** The recognised text, once two pictures in a row have it. */
  const atRest = async <T>(read: () => Promise<T>): Promise<T> => {
    let now = await read();
    await expect
      .poll(async () => {
        const last = now;
        await drawn(launched.window);
        now = await read();
        return now === last;
      })
      .toBe(true);
    return now;
  };
  /** Through all sizes, without waiting for the drawing, and back to the first. */
  const cycle = async (times: number): Promise<void> => {
    for (let round = 0; round < times; round += 1) {
      const size = sizes[round % sizes.length];
      if (size) await resize(launched, size);
    }
  };

  beforeAll(async () => {
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), join(folder, 'report.pdf'));
    writeFileSync(join(folder, 'long.md'), long);
    await launched.open();
    await resize(launched, usualSize);
    await at('nav-library').click();
    await drop([folder]);
    await at('document-row').nth(1).waitFor();
  });

  it('keeps the passage that is lit in view in every size of the window', async () => {
    await open('Long');
    await find('Paragraph 187 tells');
    await expect.poll(() => lit('source-highlight')).toBe('in view');
    for (const size of [...sizes, usualSize]) {
      await resize(launched, size);
      await expect.poll(() => lit('source-highlight')).toBe('in view');
    }
  });

  it('keeps the first line that is read, where the reader has gone on from the passage', async () => {
    await at('source-viewer').hover();
    await launched.window.mouse.wheel(0, -9000);
    await expect.poll(() => lit('source-highlight')).not.toBe('in view');
    await expect.poll(firstSeen).toMatch(/\d/);
    // Rows that are drawn for the first time get their height.
    const before = await atRest(firstSeen);
    await cycle(sizes.length);
    await resize(launched, usualSize);
    await expect.poll(firstSeen).toBe(before);
  });

  it('keeps the page of a PDF and its highlight in view', async () => {
    await open('Report on');
    await find('limit for silk is fifty lux');
    await expect.poll(() => lit('pdf-highlight')).toBe('in view');
    const page = await at('pdf-page-number').inputValue();
    for (const size of [...sizes, usualSize]) {
      await resize(launched, size);
      await expect.poll(() => lit('pdf-highlight')).toBe('in view');
    }
    await cycle(sizes.length);
    await resize(launched, usualSize);
    await expect.poll(() => lit('pdf-highlight')).toBe('in view');
    await expect.poll(() => at('pdf-page-number').inputValue()).toBe(page);
  });

  it('keeps how far down a page of a PDF the reader was', async () => {
    const desk = locator('.pdf-desk');
    await at('source-find').press('Escape');
    const down = () =>
      desk.evaluate((pane) => {
        const paper = pane.querySelector('[data-testid="pdf-page"]')?.getBoundingClientRect();
        return paper ? Math.round(((pane.getBoundingClientRect().top - paper.top) / paper.height) * 100) / 100 : null;
      });
    for (let step = 0; step < 4; step += 1) {
      await desk.hover();
      await keys('Control+=');
    }
    await desk.evaluate((pane) => {
      pane.scrollTop = pane.scrollHeight * 0.25;
    });
    await expect.poll(down).toBeGreaterThan(0.15);
    // The pages are drawn in their new size only then.
    const before = await atRest(down);
    await cycle(sizes.length);
    await resize(launched, usualSize);
    await expect.poll(down).toBe(before);
  });

  leavesNoErrors(launched);
});
