import { expect } from 'vitest';
import type { Steps } from './walker';

const lit = '[data-testid="pdf-highlight"], [data-testid="source-highlight"]';

export const answerSteps: Steps = {
  async 'first-answer'({ at, locator, press }) {
    await press(at('try-sample'));
    await press(at('suggestion').nth(1));
    await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
    await at('citation-chip').first().waitFor();
  },
  async 'read-source'({ at, locator, press }) {
    await press(at('citation-chip').first());
    await locator(lit).first().waitFor();
  },
  async 'close-source'({ locator, keys }) {
    await keys('Escape');
    await locator('[data-pane="case"]').waitFor({ state: 'detached' });
  },
  async 'sources-first'({ at, keys, locator, request, writer }) {
    await request('settings.set', { values: { chatModel: 'ollama:writer:1b' } });
    writer.hold();
    await keys('Control+1', 'ControlOrMeta+N');
    await at('composer').fill('How long is the notice period?');
    await keys('Enter');
    await at('given-source').first().waitFor();
    expect(await locator('[data-outcome="streaming"]').count()).toBe(0);
    writer.write();
    await locator('article').last().getByTestId('cited-source').waitFor();
  },
};
