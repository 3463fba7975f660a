import { expect } from 'vitest';
import type { Steps, Walker } from './walker';

const title = 'Notes on the reading room';

/** The Library, with all it has. */
async function inLibrary({ keys, at }: Walker): Promise<void> {
  await keys('Control+3');
  await at('document-row').first().waitFor();
}

const row = ({ locator }: Walker, text: string) => locator('[data-testid="document-row"]', { hasText: text });

export const librarySteps: Steps = {
  async 'rename-document'(walker) {
    const { at, keys, press, launched } = walker;
    await inLibrary(walker);
    await press(at('document-row').first());
    await keys('F2');
    await at('name-field').waitFor();
    await launched.window.keyboard.type(title);
    await keys('Enter');
    await row(walker, title).waitFor();
  },
  async tag(walker) {
    const { at, keys, press, launched } = walker;
    await inLibrary(walker);
    await press(row(walker, title), 'right');
    await at('menu-tags').hover();
    await press(at('menu-tag-new'));
    await at('name-field').waitFor();
    await launched.window.keyboard.type('to read');
    await keys('Enter');
    await press(at('document-tag'));
    await expect.poll(() => at('document-row').count()).toBe(1);
    // Back to all of them, for what comes next.
    await at('shown-tag').click();
  },
  async 'second-collection'(walker) {
    const { at, press, request } = walker;
    const documentIds = (await request('library.list', {}))
      .filter((one) => one.title === title)
      .map(({ documentId }) => documentId);
    await request('collections.create', { name: 'Papers' });
    await request('collections.sort', { documentIds, collections: { add: ['Letters'] } });
    await inLibrary(walker);
    await row(walker, title).waitFor();
    await press(row(walker, title), 'right');
    await press(at('menu-collections'));
    await press(at('menu-into-Papers'));
    const collections = async () =>
      (await request('library.list', {})).find((one) => one.title === title)?.collections ?? [];
    await expect.poll(collections).toHaveLength(2);
  },
  async 'ask-one'(walker) {
    const { at, press, launched } = walker;
    await inLibrary(walker);
    await press(row(walker, title), 'right');
    await press(at('menu-ask-about'));
    const focused = () => launched.window.evaluate(() => document.activeElement?.hasAttribute('data-composer'));
    await expect.poll(focused).toBe(true);
    expect(await at('scope-chip').textContent()).toContain(title);
  },
  async summarise(walker) {
    const { at, press, locator } = walker;
    await inLibrary(walker);
    await press(row(walker, title), 'right');
    await press(at('menu-summarise'));
    await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
  },
  async 'delete-undo'(walker) {
    const { at, press, launched } = walker;
    await inLibrary(walker);
    await press(row(walker, title), 'right');
    await press(at('menu-delete'));
    await row(walker, title).waitFor({ state: 'detached' });
    await press(launched.window.getByRole('button', { name: 'Undo' }).last());
    await row(walker, title).waitFor();
  },
};
