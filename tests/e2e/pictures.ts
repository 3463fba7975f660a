/** Pictures of the real window for people to look at, in two themes; in each, axe finds no grave fault. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type LaunchedApp, project } from './app';

export const themes = ['light', 'dark'] as const;

/** Where the pictures are written; made by whoever takes the first. */
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

/** Makes the real window this large and waits until the page has it. */
export async function resize({ app, window }: LaunchedApp, size: WindowSize): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    size,
  );
  await window.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
}

/** What axe calls serious or critical, with the elements; `only` limits it to some rules. */
export async function graveFaults(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  // Legacy mode: Electron's window cannot open the blank page that axe would otherwise use.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (only ? axe.withRules([...only]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** One picture of what is seen now, as `name`.png. */
export async function picture({ window }: LaunchedApp, name: string): Promise<void> {
  mkdirSync(screens, { recursive: true });
  await window.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' });
}

/** A picture in each theme, `name`-light and `name`-dark; leaves the light one. */
export async function pictureInThemes(launched: LaunchedApp, name: string): Promise<void> {
  for (const theme of themes) {
    await launched.window.emulateMedia({ colorScheme: theme });
    await picture(launched, `${name}-${theme}`);
  }
  await launched.window.emulateMedia({ colorScheme: 'light' });
}

/** The same, and no grave fault in either theme. */
export async function checkedPicture(launched: LaunchedApp, name: string): Promise<void> {
  const found: string[] = [];
  for (const theme of themes) {
    await launched.window.emulateMedia({ colorScheme: theme });
    await picture(launched, `${name}-${theme}`);
    found.push(...(await graveFaults(launched.window)).map((fault) => `${name}, ${theme}, ${fault}`));
  }
  await launched.window.emulateMedia({ colorScheme: 'light' });
  expect(found).toEqual([]);
}

/** A picture of the smallest window, `name`-900, in which nothing reaches out of it; leaves the window as it was. */
export async function pictureOfSmallest(launched: LaunchedApp, name: string): Promise<void> {
  const before = await launched.window.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await resize(launched, smallest);
  await picture(launched, `${name}-${smallest.width}`);
  expect(await launched.window.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    smallest.width,
  );
  await resize(launched, before);
}
