import { expect } from 'vitest';
import type { Steps } from './walker';

const lit = '[data-testid="pdf-highlight"], [data-testid="source-highlight"]';

export const answerSteps: Steps = {
  async 'first-answer'({ at, locator, press }) {
    const began = performance.now();
    await press(at('try-sample'));
    await press(at('suggestion').nth(1));
    await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
    await at('citation-chip').first().waitFor();
    expect(performance.now() - began).toBeLessThan(8000);
  },
  async 'read-source'({ at, locator, press }) {
    await press(at('citation-chip').first());
    await locator(lit).first().waitFor();
  },
  async 'close-source'({ locator, keys }) {
    await keys('Escape');
    await locator('[data-pane="case"]').waitFor({ state: 'detached' });
  },
};
