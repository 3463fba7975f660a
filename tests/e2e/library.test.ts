import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { noGraveFaults, resize, usualSize } from './pictures';

inWindows('the library', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, keys, locator, request } = launched;
  const broken = join(folder, 'broken.pdf');
  const row = (text: string) => locator('[data-testid="document-row"]', { hasText: text });
  const collection = (name: string) => locator(`[data-testid="collection"][data-name="${name}"]`);
  const collections = async (): Promise<Record<string, number>> => {
    const listed = await request('collections.list', {});
    return Object.fromEntries(listed.map(({ name, documents }) => [name, documents]));
  };
  beforeAll(async () => {
    for (const name of ['handbook.md', 'readings.csv', 'windows-1252.txt']) {
      copyFileSync(join(project, 'tests/fixtures/documents', name), join(folder, name));
    }
    copyFileSync(join(project, 'tests/fixtures/documents/truncated.pdf'), broken);
    await launched.open();
    await resize(launched, usualSize);
    await at('nav-library').click();
    await drop([folder]);
    await row('readings').waitFor();
  });

  it('says of a file that could not be read why, and reads it once more when it is better', async () => {
    await at('failed-files').waitFor();
    await launched.window.getByText('3 documents · 1 could not be read').waitFor();
    // Read again, the same file fails again.
    expect(await at('file-retry').count()).toBe(0);
    expect(await row('broken').textContent()).toContain('failed');
    await noGraveFaults(launched);
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), broken);
    await row('broken').click();
    await at('retry-documents').click();
    await row('Report on the display cases').waitFor();
    await expect.poll(() => row('Report on the display cases').textContent()).toContain('ready');
  });

  it('makes a collection with a system prompt by keyboard', async () => {
    await at('collection-new').focus();
    await keys('Enter');
    await at('collection-name').waitFor();
    await launched.window.keyboard.type('Boats');
    await keys('Tab');
    await launched.window.keyboard.type('Answer in plain words.');
    await noGraveFaults(launched);
    await at('collection-save').focus();
    await keys('Enter');
    await collection('Boats').waitFor();
    await at('collection-dialog').waitFor({ state: 'detached' });
    expect(await request('collections.list', {})).toContainEqual(
      expect.objectContaining({ name: 'Boats', systemPrompt: 'Answer in plain words.' }),
    );
  });

  it('refuses a name in use, in words, and keeps the typed text', async () => {
    await at('collection-new').click();
    await at('collection-name').fill('Boats');
    await at('collection-save').click();
    await at('collection-dialog').getByRole('alert').waitFor();
    expect(await at('collection-name').inputValue()).toBe('Boats');
    await keys('Escape');
    await at('collection-dialog').waitFor({ state: 'detached' });
  });

  it('takes documents that are dragged onto a collection', async () => {
    await row('readings').dragTo(collection('Boats'));
    await expect.poll(async () => (await collections()).Boats).toBe(1);
    await launched.window.getByText('“readings” is in “Boats” now.').first().waitFor();
    await keys('Control+Z');
    await expect.poll(async () => (await collections()).Boats).toBe(0);
    await row('readings').dragTo(collection('Boats'));
    await expect.poll(async () => (await collections()).Boats).toBe(1);
  });

  it('puts documents into a further collection by keyboard alone, and takes them out', async () => {
    await row('Handbook').click();
    await at('sort-documents').focus();
    await keys('Enter');
    await at('into-Boats').waitFor();
    await noGraveFaults(launched);
    await at('into-Boats').focus();
    await keys('Enter');
    await expect.poll(async () => (await collections()).Boats).toBe(2);
    for (const boats of [1, 2]) {
      await row('Handbook').click();
      await keys('Shift+F10');
      await at('menu-collections').focus();
      await keys('ArrowRight');
      await at('menu-into-Boats').waitFor();
      expect(await at('menu-into-Boats').getAttribute('aria-checked')).toBe(String(boats === 1));
      await keys('Enter');
      await expect.poll(async () => (await collections()).Boats).toBe(boats);
    }
  });

  it('shows the kind of each file, tags it, and filters by a tag or a name', async () => {
    const kind = (text: string) => row(text).locator('[data-kind]').getAttribute('aria-label');
    expect([await kind('readings'), await kind('Handbook'), await kind('Report')]).toEqual([
      'Spreadsheet',
      'Markdown',
      'PDF',
    ]);
    await row('Handbook').click();
    await row('readings').click({ modifiers: ['Control'] });
    await keys('Shift+F10');
    await at('menu-tags').focus();
    await keys('ArrowRight');
    await at('menu-tag-new').waitFor();
    await keys('Enter');
    await at('name-field').waitFor();
    await noGraveFaults(launched);
    await launched.window.keyboard.type('on loan');
    await keys('Enter');
    await expect.poll(() => at('document-tag').count()).toBe(2);
    await locator('[data-find]').fill('loan hand');
    await expect.poll(() => at('document-row').count()).toBe(1);
    await locator('[data-find]').fill('');
    await at('document-tag').first().click();
    await expect.poll(() => at('document-row').count()).toBe(2);
    await noGraveFaults(launched);
    await at('shown-tag').click();
    await expect.poll(() => at('document-row').count()).toBe(4);
    await keys('Control+Z');
    await expect.poll(() => at('document-tag').count()).toBe(0);
  });

  it('renames a document with F2, and gives the title of its file back', async () => {
    await row('readings').click();
    await keys('F2');
    await at('name-field').waitFor();
    await launched.window.keyboard.type('Lux by the hour');
    await keys('Enter');
    await row('Lux by the hour').waitFor();
    await keys('Control+Z');
    await expect.poll(() => row('Lux by the hour').count()).toBe(0);
    await row('readings').waitFor();
  });

  it('shows one collection, and adds dropped files to it', async () => {
    await collection('Boats').click();
    await expect.poll(() => at('document-row').count()).toBe(2);
    const added = join(folder, 'heron.txt');
    writeFileSync(added, 'The heron boat is blue and lies at the north pier.');
    await drop([added]);
    await row('heron').waitFor();
    await expect.poll(async () => (await collections()).Boats).toBe(3);
    await noGraveFaults(launched);
  });

  it('renames it, and goes on showing it', async () => {
    await collection('Boats').focus();
    await keys('F2');
    await at('collection-name').fill('Ships');
    await keys('Enter');
    await collection('Ships').waitFor();
    await expect.poll(() => collection('Ships').getAttribute('aria-current')).toBe('true');
    await expect.poll(() => at('document-row').count()).toBe(3);
  });

  it('takes another name and another system prompt back together', async () => {
    const edit = async (name: string, prompt: string): Promise<void> => {
      await locator('[data-testid="collection"][aria-current="true"]').focus();
      await keys('F2');
      await at('collection-name').fill(name);
      await at('collection-prompt').fill(prompt);
      await at('collection-save').click();
      await collection(name).waitFor();
    };
    await edit('Hulls', 'Answer in rhymes.');
    await launched.window.getByText('Renamed to “Hulls”.').first().waitFor();
    await keys('Control+Z');
    await collection('Ships').waitFor();
    await expect.poll(() => collection('Ships').getAttribute('aria-current')).toBe('true');
    const prompts = async () =>
      (await request('collections.list', {})).filter(({ name }) => name === 'Ships').map((one) => one.systemPrompt);
    await expect.poll(prompts).toEqual(['Answer in plain words.']);
  });

  it('deletes it with a way back, and the documents stay', async () => {
    await collection('Ships').focus();
    await keys('Delete');
    await collection('Ships').waitFor({ state: 'detached' });
    await launched.window.getByRole('button', { name: 'Undo' }).last().click();
    await collection('Ships').waitFor();

    await collection('Ships').focus();
    await keys('Delete');
    await expect.poll(async () => Object.keys(await collections())).toEqual(['Library']);
    await expect.poll(() => at('document-row').count()).toBe(5);
  });

  it('says what takes the room on disk', async () => {
    await at('library-details').locator('summary').click();
    await at('disk-use').waitFor();
    expect(await at('disk-use').textContent()).toMatch(/Copies of files.*Search index/);
  });

  it('selects as a file manager does: a row, more with Control and Shift, all, and by the first letter', async () => {
    const rows = at('document-row');
    const total = await rows.count();
    const selected = () =>
      rows.evaluateAll((all) => all.flatMap((one, at) => (one.getAttribute('aria-selected') === 'true' ? [at] : [])));
    const seen = (wanted: readonly number[]) => expect.poll(selected).toEqual(wanted);
    await rows.nth(0).click();
    await seen([0]);
    await rows.nth(2).click({ modifiers: ['Control'] });
    await seen([0, 2]);
    await rows.nth(1).click();
    await keys('Shift+ArrowDown');
    await seen([1, 2]);
    await keys('Shift+ArrowUp');
    await keys('Shift+ArrowUp');
    await seen([0, 1]);
    await rows.nth(2).click({ modifiers: ['Shift'] });
    await seen([1, 2]);
    await keys('Control+a');
    await seen(Array.from({ length: total }, (_, at) => at));
    const titles = await rows.evaluateAll((all) => all.map((one) => one.textContent ?? ''));
    await rows.nth(0).click();
    await keys('r');
    await seen([titles.findIndex((title, at) => at > 0 && title.toLowerCase().startsWith('r'))]);
  });

  it('opens a menu for the selected documents with the key for it', async () => {
    await row('heron').click();
    await keys('Shift+F10');
    await at('context-menu').waitFor();
    expect(await at('context-menu').textContent()).toContain('Collections');
    await at('menu-find-inside').click();
    await expect
      .poll(() => launched.window.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('search-query');
    expect(await at('scope-chip').textContent()).toContain('heron');
    await at('nav-library').click();
    await row('heron').hover();
    await row('heron').getByTestId('document-menu').click();
    await at('menu-ask-about').click();
    await expect
      .poll(() => launched.window.evaluate(() => document.activeElement?.hasAttribute('data-composer')))
      .toBe(true);
    expect(await at('scope-chip').textContent()).toContain('heron');
    await at('nav-library').click();
  });

  it('opens the original of a document of the library by the system, and nothing else', async () => {
    await launched.app.evaluate(({ shell }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      shell.openPath = async (path) => {
        asked.push(`open ${path}`);
        return '';
      };
      shell.showItemInFolder = (path) => {
        asked.push(`show ${path}`);
      };
    });
    const heron = join(folder, 'heron.txt');
    for (const item of ['menu-open-outside', 'menu-show-in-folder']) {
      await row('heron').click({ button: 'right' });
      await at(item).click();
    }
    const asked = () => launched.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
    await expect.poll(asked).toEqual([`open ${heron}`, `show ${heron}`]);
    const open = (id: string) => launched.window.evaluate((name) => window.vitrine?.openDocument(name, 'open'), id);
    expect(await open('/etc/passwd')).toBe('missing');
    rmSync(heron);
    await row('heron').click({ button: 'right' });
    await at('menu-open-outside').click();
    // A toast is said twice for a second: on the screen, and to screen readers.
    await launched.window.getByText('no longer where it was').first().waitFor();
    expect(await asked()).toHaveLength(2);
  });

  leavesNoErrors(launched);
});
