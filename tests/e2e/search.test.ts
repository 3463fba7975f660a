import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { noGraveFaults, resize, usualSize } from './pictures';

const filler = 'The house is old and stands by the river, where boats go by. ';

inWindows('the room of passages', () => {
  const folder = temporaryFolder();
  const library = temporaryFolder();
  const launched = new TestWindow();
  const { at, add, keys, locator, request, focused } = launched;
  const hits = () => at('search-hit').allTextContents();

  beforeAll(async () => {
    writeFileSync(
      join(folder, 'lease.md'),
      `# Lease\n\n${filler.repeat(20)}\n\n## Notice period\n\nThe tenant gives three months of notice.\n\n## Pets\n\nDogs are kept on a lead.`,
    );
    writeFileSync(join(folder, 'recipes.txt'), `Knead the dough. Give it notice that it shall rise. ${filler}`);
    await launched.open({ library });
    await resize(launched, usualSize);
    await add([join(folder, 'lease.md'), join(folder, 'recipes.txt')]);
  });
  afterAll(() => launched.close());

  it('W24 finds passages and headings while a word is being written, and opens one with its words lit, by keys alone', async () => {
    await keys('Control+Shift+F');
    await expect.poll(focused).toBe('search-query');
    await launched.window.keyboard.type('notic');
    await expect.poll(() => at('search-hit').count()).toBeGreaterThan(1);
    await expect.poll(() => at('search-hit').first().locator('mark').first().textContent()).toMatch(/^notice$/i);
    await expect.poll(() => at('search-named').allTextContents()).toEqual([expect.stringContaining('Notice period')]);
    await noGraveFaults(launched);
    await at('search-query').fill('months of notice');
    await expect.poll(() => at('search-hit').first().locator('mark').allTextContents()).toContain('months');
    await keys('ArrowDown');
    await expect.poll(focused).toBe('search-hit');
    await keys('Enter');
    await at('source-highlight').first().waitFor();
    await expect.poll(() => at('source-highlight').allTextContents()).toEqual(['Notice', 'months', 'notice']);
    await keys('Escape');
    await expect.poll(focused).toBe('search-query');
  });

  it('W24 filters like the chat, shows scores on demand, and sorts on request', async () => {
    await at('search-query').fill('notice');
    await at('filter-type').selectOption({ label: 'TXT' });
    await expect.poll(async () => (await hits()).every((text) => text.includes('recipes'))).toBe(true);
    expect(await at('scope-chip').textContent()).toContain('TXT');
    await at('search-scores').click();
    await expect.poll(() => at('search-hit-scores').count()).toBe(await at('search-hit').count());
    await at('search-scores').click();
    await at('search-clear').click();
    await at('search-sort').selectOption('document');
    await expect.poll(async () => (await hits()).length).toBeGreaterThan(1);
    expect((await hits())[0]).toContain('Lease');
  });

  it('W24 keeps passages under a pointer where they are until it goes', async () => {
    await at('search-sort').selectOption('best');
    await at('search-query').fill('house');
    // The previous words' results stay until these are found.
    await expect.poll(async () => (await hits())[0]).toContain('house is old');
    await at('search-hit').first().hover();
    const before = await hits();
    await at('search-mode').evaluate((select: HTMLSelectElement) => {
      select.value = 'hybrid';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect.poll(() => at('search-status').textContent()).not.toContain('meaning follows');
    expect((await hits()).slice(0, before.length)).toEqual(before);
  });

  it('W24 asks about the shown documents, and makes a collection of them, which can be undone', async () => {
    await at('search-query').fill('dough');
    await expect.poll(async () => (await hits())[0]).toContain('Knead');
    await at('search-mode').selectOption('keyword');
    await expect.poll(async () => (await hits()).length).toBe(1);
    await at('search-collect').click();
    const collections = async () =>
      (await request('collections.list', {})).map(({ name, documents }) => `${name} ${documents}`);
    await expect.poll(collections).toEqual(['Library 1', 'dough 1']);
    await keys('Control+z');
    await expect.poll(collections).toEqual(['Library 2']);
    await at('search-ask').click();
    await expect.poll(() => at('composer').inputValue()).toBe('dough');
    expect(await at('scope-chip').textContent()).toContain('recipes');
  });

  it('W25 opens the place of an address that is followed, and says of one that leads nowhere that nothing was opened', async () => {
    const [lease] = (await request('library.list', {})).filter(({ title }) => title === 'Lease');
    const follow = (address: string) =>
      launched.app.evaluate(({ app }, word) => {
        app.emit('second-instance', {}, ['vitrine', word], '');
      }, address);
    await follow(`vitrine://document/${lease?.documentId}#char=2-7`);
    await expect.poll(() => at('source-highlight').allTextContents()).toEqual(['Lease']);
    await follow('vitrine://document/../../etc/passwd');
    await locator('text=names no place in Vitrine').first().waitFor();
    await follow('vitrine://document/nowhere');
    await locator('text=This library has nothing at').first().waitFor();
    expect(await at('source-highlight').allTextContents()).toEqual(['Lease']);
  });

  it('R12 finds titles and headings where the index is gone, and says what brings it back', async () => {
    rmSync(join(library, 'index'), { recursive: true });
    await keys('Control+4');
    await at('search-query').fill('notice');
    await locator('[role="alert"]', { hasText: 'Rebuild it' }).waitFor();
    await expect.poll(() => at('search-named').allTextContents()).toEqual([expect.stringContaining('Notice period')]);
    expect(await hits()).toEqual([]);
  });

  leavesNoErrors(launched);
});
