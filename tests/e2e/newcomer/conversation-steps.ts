import { expect } from 'vitest';
import type { Steps, Walker } from './walker';

const first = 'Are dogs allowed in Harbour Street?';
const second = 'How long is the notice period?';

/** Asks without a click, in a conversation of its own where that is wanted. */
async function ask({ at, keys }: Walker, question: string, isNew = false): Promise<void> {
  await keys('Control+1');
  if (isNew) await keys('Control+n');
  await at('composer').fill(question);
  await keys('Enter');
}

const answered = (walker: Walker) => expect.poll(() => walker.at('stop').count()).toBe(0);
const versions = (walker: Walker) => walker.at('version').allTextContents();
const row = (walker: Walker, title: string) => walker.at('conversation').filter({ hasText: title }).first();

export const conversationSteps: Steps = {
  async 'written-in-list'(walker) {
    const { request, writer, locator } = walker;
    await request('settings.set', { values: { chatModel: 'ollama:writer:1b' } });
    writer.hold();
    await ask(walker, 'How do I start a wash?', true);
    const rows = locator('[data-testid="conversation"]:has([data-testid="being-answered"])');
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('How do I start a wash?')]);
  },
  async stop(walker) {
    const { at, press, locator, request, writer } = walker;
    await press(at('stop'));
    await answered(walker);
    expect(await locator('article h3').allTextContents()).toEqual([expect.stringContaining('How do I start a wash?')]);
    expect(await at('being-answered').count()).toBe(0);
    writer.write();
    await request('settings.set', { values: { chatModel: null } });
  },
  async 'ask-again'(walker) {
    const { at, press } = walker;
    await ask(walker, first, true);
    await at('answer').waitFor();
    await ask(walker, second);
    await expect.poll(() => at('answer').count()).toBe(2);
    await press(at('regenerate').first());
    await expect.poll(() => versions(walker)).toEqual(['2/2']);
    await press(at('version-before'));
    await expect.poll(() => versions(walker)).toEqual(['1/2']);
    await expect.poll(() => at('answer').count()).toBe(2);
  },
  async branch(walker) {
    const { at, press, request } = walker;
    await press(at('answer').first(), 'right');
    await press(at('menu-branch'));
    await expect.poll(() => at('answer').count()).toBe(1);
    const [branch] = await request('chat.conversations', {});
    const from = await request('chat.messages', { conversationId: branch?.branchOf ?? '' });
    expect(from.map(({ question }) => question)).toEqual([first, second]);
  },
  async 'find-conversation'(walker) {
    const { at, press, keys, launched } = walker;
    await keys('Control+1');
    await keys('Control+n');
    await press(at('find-conversation'));
    await at('find-conversation').fill('notice period');
    await press(row(walker, first));
    await expect.poll(() => launched.window.evaluate(() => CSS.highlights.has('found-here'))).toBe(true);
    await at('find-conversation').fill('');
  },
  async pin(walker) {
    const { at, press, keys } = walker;
    await keys('Control+1');
    await press(at('conversation').last(), 'right');
    const title = await at('conversation').last().textContent();
    await press(at('menu-pin'));
    await expect.poll(() => at('conversation').first().textContent()).toBe(title);
  },
  async folder(walker) {
    const { at, press, keys, launched } = walker;
    await keys('Control+1');
    await press(row(walker, first), 'right');
    await press(at('menu-move'));
    await press(at('menu-new-folder'));
    await at('row-name').waitFor();
    await launched.window.keyboard.type('Light');
    await keys('Enter');
    await expect.poll(() => at('conversation-folder').allTextContents()).toEqual(['Light']);
  },
};
