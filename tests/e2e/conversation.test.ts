import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { noGraveFaults, resize, smallest, usualSize } from './pictures';

const question = 'How many pear trees does the orchard of the abbey have?';

inWindows('a conversation', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, keys, locator, request } = launched;
  const focused = () =>
    launched.window.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? 'nothing');
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const ask = async (text: string): Promise<void> => {
    const before = await at('answer').count();
    await launched.ask(text);
    await at('rests-on').nth(before).waitFor();
  };
  /** The top of the newest question, and the length of the conversation below the view, in pixels. */
  const place = () =>
    at('conversation-text').evaluate((pane) => {
      const newest = [...pane.querySelectorAll('article')].at(-1);
      const top = (newest?.getBoundingClientRect().top ?? 0) - pane.getBoundingClientRect().top;
      return { top, below: pane.scrollHeight - pane.clientHeight - pane.scrollTop };
    });

  beforeAll(async () => {
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await resize(launched, usualSize);
    await drop([file('lamps.md', '# Lamps\n\nThe lamps of the pier are lit at dusk.\n')]);
    await locator('[data-testid="document-row"]', { hasText: 'ready' }).waitFor();
    await request('collections.create', { name: 'Boats' });
    await locator('[data-testid="collection"][data-name="Boats"]').click();
    await at('nav-chat').click();
    await at('composer').waitFor();
  });

  it('I15 is not left when files are dropped on it, and asks only them where that is wanted', async () => {
    await at('composer').fill(question);
    await at('composer').focus();
    await drop([
      file(
        'orchard.md',
        '# Orchard\n\nThe orchard of the abbey has forty-one pear trees. The oldest pear tree of the orchard was planted in 1911.\n',
      ),
      file('orchard-wall.md', '# Orchard\n\nThe wall of the orchard is two metres high.\n'),
    ]);
    const offer = launched.window.getByRole('button', { name: 'Ask about them' });
    await offer.waitFor();
    expect(await at('nav-chat').getAttribute('aria-current')).toBe('page');
    expect([await focused(), await at('composer').inputValue()]).toEqual(['composer', question]);
    // Their messages do not cover the question.
    const over = async () => {
      const [said, written] = [await offer.boundingBox(), await at('composer').boundingBox()];
      return (said?.y ?? 0) + (said?.height ?? 0) - (written?.y ?? 0);
    };
    await expect.poll(over).toBeLessThanOrEqual(0);
    // Not the collection that was last open in the Library.
    await locator('[data-notifications]', { hasText: '2 documents added to “Unsorted”' }).waitFor();
    const { Boats } = Object.fromEntries((await request('collections.list', {})).map((one) => [one.name, one]));
    expect(Boats?.documents).toBe(0);
    await noGraveFaults(launched);
    await offer.click();
    await expect.poll(() => at('scope-chip').allTextContents()).toEqual(['Orchard', 'Orchard']);
    await expect.poll(focused).toBe('composer');
    await keys('Enter');
    await at('rests-on').waitFor();
    expect(await at('looked-in').textContent()).toBe('Looked only in Orchard and Orchard');
  });

  it('C5 previews what a quoted place rests on', async () => {
    await at('citation-chip').first().focus();
    await expect.poll(() => at('citation-preview').textContent()).toContain('forty-one');
    await keys('Escape');
  });

  it('tells documents of one title apart where it is chosen what to ask', async () => {
    await at('scope-picker').click();
    await launched.window.keyboard.type('orchard');
    await expect
      .poll(() => at('scope-choice').allTextContents())
      .toEqual(expect.arrayContaining(['Document: Orchardorchard-wall.md', 'Document: Orchardorchard.md']));
    await keys('Escape');
  });

  it('shows its newest answer, from the question on, and returns there with one button', async () => {
    await resize(launched, smallest);
    await ask('How high is the wall of the orchard?');
    await ask(question);
    // All of the answer if it has room, otherwise from its question on.
    await expect.poll(place).toSatisfy(({ top, below }) => below <= 1 || Math.abs(top) < 40);
    await expect.poll(() => at('to-newest').count()).toBe((await place()).below > 80 ? 1 : 0);
    // Nothing around it scrolls: words for the ear alone once stood below it, and the question field could be lost.
    const around = await at('conversation-text').evaluate((pane) => {
      const found: string[] = [];
      for (let box = pane.parentElement; box; box = box.parentElement) {
        if (box.scrollHeight > box.clientHeight + 1) found.push(`${box.tagName} ${box.id} ${box.className}`);
      }
      return found;
    });
    expect(around).toEqual([]);
    await at('conversation-text').hover();
    await launched.window.mouse.wheel(0, -3000);
    await at('to-newest').waitFor();
    await noGraveFaults(launched);
    const button = await at('to-newest').boundingBox();
    const text = await locator('article').last().boundingBox();
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    const titled = () => locator('[data-pane="centre"] h2').evaluate((title) => title.clientWidth > 1);
    await expect.poll(titled).toBe(false);
    await at('to-newest').click();
    await at('to-newest').waitFor({ state: 'detached' });
    await expect.poll(titled).toBe(true);
    // The actions of an answer are under the newest, and under another one with the focus; its place is kept.
    const rows = () =>
      at('answer-actions').evaluateAll((all) =>
        all.map((row) => `${getComputedStyle(row).opacity} ${row.clientHeight}`),
      );
    await expect.poll(rows).toEqual(['0 32', '0 32', '1 32']);
    await at('copy-answer').first().focus();
    await expect.poll(rows).toEqual(['1 32', '0 32', '1 32']);
    await at('composer').focus();
    await at('conversation-text').hover();
    await launched.window.mouse.wheel(0, 3000);
    await expect.poll(async () => (await place()).below).toBeLessThan(2);
    await at('new-chat')
      .first()
      .evaluate((button) => (button as HTMLElement).click());
    await at('conversation')
      .first()
      .evaluate((row) => (row as HTMLElement).click());
    await at('rests-on').nth(2).waitFor();
    await expect.poll(async () => (await place()).top).toBeLessThan(smallest.height);
    await resize(launched, usualSize);
  });

  it('R7 shows a follow-up question as it was searched for, by keys to be edited or searched alone', async () => {
    await ask('And how old is it?');
    expect(await at('searched-for').last().textContent()).toContain('“And how old is it? (pear trees orchard abbey)”');
    await noGraveFaults(launched);
    await at('edit-searched').last().focus();
    await keys('Enter');
    await expect.poll(focused).toBe('edit-question');
    expect(await at('edit-question').inputValue()).toBe('And how old is it? (pear trees orchard abbey)');
    await keys('Escape');
    await at('search-alone').last().focus();
    await keys('Enter');
    await at('searched-for').waitFor({ state: 'detached' });
    // The answer in its place is on its way: what asks next counts the answers that are there.
    await at('rests-on').nth(3).waitFor();
  });

  it('C7 answers a question about a whole by its headings, cited, and without a percentage', async () => {
    await ask('Summarise these documents');
    const answer = at('answer').last();
    await expect.poll(() => answer.getByRole('heading').allTextContents()).toEqual(['Orchard', 'Orchard']);
    expect(await answer.textContent()).toContain('two metres high');
    expect(await answer.getByTestId('citation-chip').count()).toBeGreaterThan(1);
    expect(await at('rests-on').last().textContent()).toMatch(/documents were looked at/u);
    await noGraveFaults(launched);
  });

  it('opens again where it was read, and not at its newest answer', async () => {
    await resize(launched, smallest);
    const firstTop = () =>
      at('conversation-text').evaluate((pane) => {
        const first = pane.querySelector('article')?.getBoundingClientRect().top ?? 0;
        return Math.round(first - pane.getBoundingClientRect().top);
      });
    await at('conversation-text').hover();
    await launched.window.mouse.wheel(0, -3000);
    await expect.poll(firstTop).toBeGreaterThan(-2);
    await launched.window.mouse.wheel(0, 40);
    await expect.poll(firstTop).toBeLessThan(-20);
    const left = await firstTop();
    for (const elsewhere of ['nav-library', 'new-chat']) {
      await at(elsewhere)
        .first()
        .evaluate((button) => (button as HTMLElement).click());
      const back = elsewhere === 'new-chat' ? at('conversation') : at('nav-chat');
      await back.first().evaluate((button) => (button as HTMLElement).click());
      await at('rests-on').nth(2).waitFor();
      await expect.poll(firstTop).toBe(left);
    }
    await at('to-newest').click();
    await resize(launched, usualSize);
  });

  it('gives the focus back to what opened a field, and to the question when it is asked again', async () => {
    await at('rename').focus();
    await keys('Enter');
    await keys('Escape');
    await expect.poll(focused).toBe('rename');
    await keys('Enter');
    await at('conversation-name').fill('Pears');
    await keys('Enter');
    await expect.poll(focused).toBe('rename');
    await expect.poll(() => at('conversation').first().textContent()).toContain('Pears');
    await expect.poll(() => at('conversation-name').count()).toBe(0);
    await at('edit').last().focus();
    await keys('Enter');
    await keys('Escape');
    await expect.poll(focused).toBe('edit');
    await at('regenerate').last().focus();
    await keys('Enter');
    await expect.poll(focused).toBe('composer');
    await at('rests-on').nth(2).waitFor();
  });

  it('tells beside an answer why it is so, leads from there to a passage and back, and to its run', async () => {
    await at('why').last().focus();
    await keys('Enter');
    await at('why-used').first().focus();
    await keys('Enter');
    await at('source-viewer').waitFor();
    await keys('Escape');
    await at('why-line').waitFor();
    await keys('Escape');
    await at('why-panel').waitFor({ state: 'detached' });
    const runId = await launched.request('run.list', { limit: 1 }).then(([run]) => run?.runId ?? '');
    await at('why').last().focus();
    await keys('Enter');
    await at('open-in-stages').focus();
    await keys('Enter');
    await locator('[data-testid="stage-Answer"][data-state="done"]').waitFor();
    expect(await at('inspector').count()).toBe(0);
    await expect
      .poll(() => launched.window.evaluate(() => document.activeElement?.getAttribute('data-pane')))
      .toBe('centre');
    await launched.request('run.delete', { runIds: [runId] });
    await at('nav-chat').click();
    await keys('Escape');
    await at('why').last().click();
    await at('why-gone').waitFor();
    expect(await at('open-in-stages').count()).toBe(0);
    expect(await at('why-used').count()).toBeGreaterThan(0);
    await keys('Escape');
  });

  it('C7 offers documents where an instruction names none, and takes the one that is pressed', async () => {
    await at('nav-chat').click();
    await at('new-chat').first().click();
    await at('composer').fill('Summarise this');
    await keys('Enter');
    const offer = at('offered').filter({ hasText: 'Lamps' });
    await offer.waitFor();
    await noGraveFaults(launched);
    await offer.focus();
    await keys('Enter');
    await at('rests-on').waitFor();
    await expect.poll(() => at('answer').getByRole('heading').allTextContents()).toEqual(['Lamps']);
  });

  leavesNoErrors(launched);
});
