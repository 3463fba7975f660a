import { expect } from 'vitest';
import type { Steps } from './walker';

const answered = (within: string) => `[data-testid="${within}"] [data-testid="answer"][data-outcome="answered"]`;

export const stagesSteps: Steps = {
  async why({ at, keys, locator, press, request }) {
    await keys('Control+1');
    const [conversation] = await request('chat.conversations', {});
    if ((await at('why').count()) === 0 && conversation) await keys('Control+N');
    if ((await at('why').count()) === 0) {
      await at('composer').fill('How long is the notice period for the flat in Mill Lane?');
      await keys('Enter');
    }
    await at('why').last().waitFor();
    await press(at('why').last());
    await at('why-line').waitFor();
    expect(await at('why-line').textContent()).toMatch(
      /^\d+ passages? found → \d+ relevant → \d+ in the prompt → \d+ (quoted|cited)$/,
    );
    await at('near-miss').first().waitFor();
    expect(await at('why-panel').textContent()).not.toMatch(/\d %|\d ms/);
    await locator('[data-testid="why"][aria-expanded="true"]').waitFor();
  },
  async 'why-stages'({ at, locator, press }) {
    await press(at('open-in-stages'));
    await locator('[data-testid="stage-Prompt_Builder"][data-state="done"]').waitFor();
    await locator('[data-testid="stage-Answer"][data-state="done"]').waitFor();
    expect(await at('inspector').count()).toBe(0);
  },
  async 'change-and-compare'({ at, locator, press }) {
    await press(at('keep').first());
    await press(at('run-on'));
    await at('parent-run').waitFor();
    await locator('[data-testid="stage-Answer"][data-state="ready"]').waitFor();
    await press(at('answer-run'));
    await locator(answered('answer-before')).waitFor();
    await locator('[data-testid="answer-now"] [data-testid="answer"]:not([data-outcome="streaming"])').waitFor();
  },
  async 'back-to-answer'({ at, locator, press }) {
    await press(at('back-to-answer'));
    await locator('article:focus [data-testid="answer"]').waitFor();
    expect(await at('nav-chat').getAttribute('aria-current')).not.toBeNull();
  },
};
