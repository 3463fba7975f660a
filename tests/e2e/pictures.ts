/** Checks of the real window: its sizes, and the faults that axe finds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type LaunchedApp, project } from './app';

/** Half as long as what the module gives, and each page reads it. */
const axeSource = readFileSync(join(project, 'node_modules/axe-core/axe.min.js'), 'utf8');

export const themes = ['light', 'dark'] as const;

/** The folder of pictures, of every view (tests/views) and of failures. */
export const screens = join(project, 'tests/e2e/__screens__');

/** CSS pixels inside the window. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export const usualSize: WindowSize = { width: 1280, height: 800 };
/** The smallest that the window can be made. */
export const smallest: WindowSize = { width: 900, height: 600 };

/** Runs in the page: whether all of an element is where one sees it. */
export const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

/** Makes the real window this large and waits until the page has drawn it: what hangs on its width has changed then. */
export async function resize({ app, window }: LaunchedApp, size: WindowSize): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    size,
  );
  await window.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await drawn(window, 1);
}

/** The page has been drawn so often: what comes to rest frame by frame has. */
export const drawn = (page: Page, frames = 10): Promise<void> =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
  }, frames);

/** The serious and critical findings of axe, with the elements; `only` limits it to some rules. */
export async function graveFaults(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (rules) => {
    // A colour on its way from one theme to the other is of neither; one that inherits it sets out when it is there.
    for (let round = 0; round < 10; round += 1) {
      for (const one of document.getAnimations()) {
        if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish();
      }
    }
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      preload: false,
      ...(rules && { runOnly: [...rules] }),
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, only);
}

/** No grave fault is seen now. The colours of the dark theme are looked at in every view (tests/views). */
export async function noGraveFaults({ window }: LaunchedApp): Promise<void> {
  expect(await graveFaults(window)).toEqual([]);
}

export async function looksWell(launched: LaunchedApp): Promise<void> {
  await noGraveFaults(launched);
  await fitsSmallest(launched);
}

/** Nothing leaves the smallest window, and all of the rail is in it; leaves the window unchanged. */
export async function fitsSmallest(launched: LaunchedApp): Promise<void> {
  const before = await launched.window.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await resize(launched, smallest);
  expect(await launched.window.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    smallest.width,
  );
  const below = () =>
    launched.window.evaluate(() => {
      const rail = document.querySelector('[data-pane="rail"]');
      return rail === null ? 0 : rail.scrollHeight - rail.clientHeight;
    });
  await expect.poll(below).toBe(0);
  await resize(launched, before);
}
