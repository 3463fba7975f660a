import { beforeAll, expect, it } from 'vitest';
import { inWindows, TestWindow } from './in-windows';
import { resize } from './pictures';

inWindows('every room, however large the text and the window are', () => {
  const launched = new TestWindow();
  const { at, keys, locator, request } = launched;
  const look = async (textSize: number, contrast: 'normal' | 'more'): Promise<void> => {
    await request('settings.set', { values: { 'appearance.textSize': textSize, 'appearance.contrast': contrast } });
    await launched.window.waitForFunction(
      (size) => getComputedStyle(document.documentElement).fontSize === `${(16 * size) / 100}px`,
      textSize,
    );
  };
  /** Content that leaves the window, or is too narrow for its own words. */
  const outside = () =>
    launched.window.evaluate(() => {
      const { documentElement: page } = document;
      const seen = [...document.querySelectorAll<HTMLElement>('nav button, main button, main input, main textarea')];
      const clipped = (element: HTMLElement): boolean => {
        const { left, right, width } = element.getBoundingClientRect();
        return (
          width > 0 && (left < -1 || right > window.innerWidth + 1) && !element.closest('[data-state], table, pre')
        );
      };
      return [
        ...(page.scrollWidth > window.innerWidth ? ['the page is wider'] : []),
        ...(page.scrollHeight > window.innerHeight ? ['the page is higher'] : []),
        ...seen.filter(clipped).map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
        ...[...document.querySelectorAll<HTMLElement>('nav button')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.textContent ?? ''),
      ];
    });
  /** Content that does not fit its row, pane or column. */
  const crushed = () =>
    launched.window.evaluate(() => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const all = (selector: string): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
      const below = (row: HTMLElement): boolean =>
        [...row.querySelectorAll('*')].some(
          (part) => part.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 1,
        );
      const rows = all('[data-testid="document-row"], [data-testid="candidate-row"]');
      return [
        ...rows.filter(below).map((row) => `the row is too low: ${row.textContent}`),
        ...rows
          .filter((row, at) => {
            const next = rows[at + 1];
            return next && next.getBoundingClientRect().top < row.getBoundingClientRect().bottom - 1;
          })
          .map((row) => `the next row lies over it: ${row.textContent}`),
        ...all('[data-testid="document-title"]')
          .filter((title) => title.clientWidth < 6 * rem)
          .map((title) => `${title.textContent} has ${title.clientWidth} pixels`),
        ...all('[data-pane="centre"] header h2:not(.sr-only)')
          .filter((title) => title.clientWidth < Math.min(title.scrollWidth, 4 * rem))
          .map((title) => `the pane's name ${title.textContent} has ${title.clientWidth} pixels`),
        ...all('.pane')
          .filter((pane) => pane.scrollHeight > pane.clientHeight + 1)
          .map((pane) => `${pane.dataset.testid} is ${pane.scrollHeight - pane.clientHeight} pixels too low`),
        ...all('.pane-flow')
          .filter(
            (flow) =>
              flow.lastElementChild &&
              flow.lastElementChild.getBoundingClientRect().right >
                (flow.closest('.pane')?.getBoundingClientRect().right ?? 0),
          )
          .map((flow) => `${flow.textContent} is cut`),
      ];
    });

  /** Numbers that are not on one line, whose halves could be read as numbers. */
  const torn = () =>
    launched.window.evaluate(() => {
      const found: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const { index, 0: number } of (node.textContent ?? '').matchAll(/(?<![\w./-])\d[\d.,]*\d(?![\w/-])/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + number.length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) found.push(`torn: ${number} in ${node.parentElement?.textContent?.slice(0, 60)}`);
        }
      }
      return found;
    });

  /** How much of the room of stages scrolls beside its table of candidates, in pixels. */
  const scrollsTwice = () =>
    launched.window.evaluate(() => {
      const around = document.querySelector('[data-testid="candidates"]')?.parentElement;
      return around ? around.scrollHeight - around.clientHeight : Number.NaN;
    });

  beforeAll(async () => {
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await at('try-sample').click();
    // Its answer has a table, and its source is a sheet.
    await at('suggestion').nth(2).click();
    await at('answer').first().waitFor();
    await at('why').first().click();
    await at('open-in-stages').click();
    await locator('[data-testid="stage-Prompt_Builder"][data-state="done"]').waitFor();
  });

  it.each([
    [200, 900, 600, 'normal'],
    [100, 1280, 800, 'more'],
    [100, 3840, 2160, 'normal'],
  ] as const)('%s percent in %s × %s pixels, contrast %s', async (textSize, width, height, contrast) => {
    await resize(launched, { width, height });
    await look(textSize, contrast);
    for (const room of ['chat', 'stages', 'library', 'search', 'evaluate', 'tables', 'settings'] as const) {
      await at(`nav-${room}`).click();
      await expect
        .poll(async () => [...(await outside()), ...(await crushed()), ...(await torn())], { message: room })
        .toEqual([]);
    }
    await keys('Control+K');
    await at('palette-query').waitFor();
    await keys('Escape');
    await at('nav-chat').click();
    // The reasons, which are over the answer in a narrow window.
    await keys('Escape');
    await at('citation-chip').first().click();
    await locator('[data-testid="source-highlight"]').first().waitFor();
    await expect.poll(torn).toEqual([]);
    await keys('Escape');
    if (textSize === 100 && height >= 800) {
      await at('nav-stages').click();
      await expect.poll(scrollsTwice).toBe(0);
    }
  });
});
