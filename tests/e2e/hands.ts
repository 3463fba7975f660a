/** How a person does things in the window: with a pointer, or with the keys alone. A story does not know which. */
import type { Locator, Page } from 'playwright-core';

export interface Hands {
  /** A button, a switch, a link, a mark. */
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** The last option of a drop-down field. */
  chooseLast(field: Locator): Promise<void>;
  /** Opens a menu and takes one of its items. */
  takeFrom(menu: Locator, item: Locator): Promise<void>;
  /** One entry of a list that has one stop for Tab. */
  pick(entries: Locator, index: number): Promise<void>;
  /** A tab of a row of tabs. */
  turnTo(tab: Locator, tabs: Locator): Promise<void>;
  go(room: 'chat' | 'stages' | 'library' | 'settings'): Promise<void>;
  /** Turns the gate's verdict about the candidate on top. */
  turnFirstVerdict(): Promise<void>;
}

export function withPointer(page: Page): Hands {
  return {
    press: (target) => target.click(),
    write: (field, text) => field.fill(text),
    async chooseLast(field) {
      const options = await field.locator('option').count();
      await field.selectOption({ index: options - 1 });
    },
    async takeFrom(menu, item) {
      await menu.click();
      await item.click();
    },
    pick: (entries, index) => entries.nth(index).click(),
    turnTo: (tab) => tab.click(),
    go: (room) => page.getByTestId(`nav-${room}`).click(),
    turnFirstVerdict: () => page.getByTestId('keep').first().click(),
  };
}

const roomKeys = { chat: 'Control+1', stages: 'Control+2', library: 'Control+3', settings: 'Control+7' } as const;
/** More stops than any view has; a walk that needs more goes round in circles. */
const mostStops = 150;
const strokesAtOnce = 10;

export function withKeys(page: Page): Hands {
  const { keyboard } = page;
  const focused = (target: Locator): Promise<boolean> =>
    target.first().evaluate((element) => element === document.activeElement);

  /**
   * Walks with Tab until the focus is on it, as anybody without a pointer has to. The key is held down: ten of its strokes
   * come at once, and the page hears none of them after the one that has reached the target.
   */
  async function reach(target: Locator): Promise<void> {
    for (let stop = 0; stop < mostStops; stop += strokesAtOnce) {
      const isReached = await target.first().evaluateHandle((sought) => {
        const isThere = () => sought === document.activeElement;
        const heard = (event: KeyboardEvent): void => {
          if (!isThere()) return;
          event.preventDefault();
          event.stopImmediatePropagation();
        };
        addEventListener('keydown', heard, { capture: true });
        return { isThere, stop: () => removeEventListener('keydown', heard, { capture: true }) };
      });
      const isThere = () => isReached.evaluate((one) => one.isThere());
      if (!(await isThere())) await Promise.all(Array.from({ length: strokesAtOnce }, () => keyboard.press('Tab')));
      const done = await isReached.evaluate((one) => {
        one.stop();
        return one.isThere();
      });
      if (done) return;
    }
    throw new Error(`Tab never comes to ${target}.`);
  }

  /** Goes on with one key until the focus is on it. */
  async function along(key: string, target: Locator, most: number): Promise<void> {
    for (let step = 0; step <= most; step += 1) {
      if (await focused(target)) return;
      await keyboard.press(key);
      // Rows of tabs move the focus in a task of its own.
      await page.evaluate(() => new Promise((moved) => setTimeout(moved)));
    }
    throw new Error(`${key} never comes to ${target}.`);
  }

  return {
    async press(target) {
      await reach(target);
      await keyboard.press('Enter');
    },
    async write(field, text) {
      await reach(field);
      await keyboard.press('Control+A');
      await keyboard.insertText(text);
    },
    async chooseLast(field) {
      await reach(field);
      await keyboard.press('End');
    },
    async takeFrom(menu, item) {
      await reach(menu);
      await keyboard.press('Enter');
      await item.waitFor();
      await along('ArrowDown', item, 20);
      await keyboard.press('Enter');
    },
    async pick(entries, index) {
      const stop = page.locator('[tabindex="0"]').and(entries);
      await reach(stop);
      await keyboard.press('Home');
      await along('ArrowDown', entries.nth(index), index + 1);
      await keyboard.press('Enter');
    },
    async turnTo(tab, tabs) {
      await reach(tabs.and(page.locator('[tabindex="0"], [aria-selected="true"]')));
      await along('ArrowRight', tab, await tabs.count());
    },
    go: (room) => keyboard.press(roomKeys[room]),
    async turnFirstVerdict() {
      await reach(page.getByTestId('candidates'));
      await keyboard.press('Home');
      await keyboard.press('Space');
    },
  };
}
