import { expect } from 'vitest';
import type { Steps } from './walker';

export const privacySteps: Steps = {
  async 'no-log'({ at, locator, keys, press, request }) {
    await keys('Control+7');
    await press(locator('[data-testid="settings-section"]', { hasText: 'Privacy' }));
    await press(at('setting-figures'));
    const question = 'What did the repair of the lift motor cost?';
    await request('chat.ask', { question, noLlm: true });
    expect((await request('chat.findLogs', { query: 'lift motor cost' })).entries).toEqual([]);
    await request('settings.set', { values: { 'figures.keep': true } });
  },
  async private({ at, locator, keys, press, request }) {
    const before = await request('chat.conversations', {});
    await keys('Control+1');
    await press(at('private-chat'));
    await at('private-note').waitFor();
    await at('composer').fill('How long is the notice period for the flat in Mill Lane?');
    await keys('Enter');
    await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
    expect(await request('chat.conversations', {})).toEqual(before);
    await keys('Control+N');
    await at('private-note').waitFor({ state: 'detached' });
    await locator('[data-testid="answer"]').waitFor({ state: 'detached' });
  },
};
