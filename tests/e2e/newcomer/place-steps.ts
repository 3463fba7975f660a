import { expect } from 'vitest';
import type { Steps } from './walker';

const lit = '[data-testid="pdf-highlight"], [data-testid="source-highlight"]';

export const placeSteps: Steps = {
  async 'find-passage'({ at, locator, keys, press }) {
    await keys('Control+4');
    await press(at('find-anything'));
    await at('palette-query').fill('months of notice');
    // The first leads to all of them.
    await press(locator('[data-testid="palette-option"][data-group="passages"]').nth(1));
    await locator(lit).first().waitFor();
  },
  async dark({ at, locator, press }) {
    const look = () => at('theme').getAttribute('data-choice');
    for (let before = await look(); before !== 'dark'; before = await look()) {
      await press(at('theme'));
      await expect.poll(look).not.toBe(before);
    }
    await locator('html[data-theme="dark"]').waitFor();
  },
  async restart({ at, locator, keys, restart }) {
    await keys('Control+1');
    await at('conversation').last().click();
    await at('citation-chip').first().click();
    await locator(lit).first().waitFor();
    const open = () => locator('[data-testid="conversation"][aria-current="true"]').textContent();
    const before = await open();
    await restart();
    await locator(lit).first().waitFor();
    expect(await open()).toBe(before);
    await locator('html[data-theme="dark"]').waitFor();
  },
};
