import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { dropFiles, type LaunchedApp, launchApp, project, requestIn } from './app';
import { inWindows, leavesNoErrors } from './in-windows';
import { noGraveFaults, resize, usualSize } from './pictures';

const patience = 60_000;

inWindows('the library', () => {
  let launched: LaunchedApp;
  const folder = temporaryFolder();
  const broken = join(folder, 'broken.pdf');
  const at = (testId: string) => launched.window.getByTestId(testId);
  const key = (name: string) => launched.window.keyboard.press(name);
  const row = (text: string) => launched.window.locator('[data-testid="document-row"]', { hasText: text });
  const collection = (name: string) => launched.window.locator(`[data-testid="collection"][data-name="${name}"]`);
  const request = requestIn(() => launched.window);
  const collections = async (): Promise<Record<string, number>> => {
    const listed = await request('collections.list', {});
    return Object.fromEntries(listed.map(({ name, documents }) => [name, documents]));
  };
  beforeAll(async () => {
    for (const name of ['handbook.md', 'readings.csv', 'windows-1252.txt']) {
      copyFileSync(join(project, 'tests/fixtures/documents', name), join(folder, name));
    }
    copyFileSync(join(project, 'tests/fixtures/documents/truncated.pdf'), broken);
    launched = await launchApp();
    await resize(launched, usualSize);
    await at('nav-library').click();
    await dropFiles(launched.window, '#root', [folder]);
    await row('readings').waitFor({ timeout: patience });
  });
  afterAll(() => launched.close());

  it('says of a file that could not be read why, and reads it once more when it is better', async () => {
    await at('file-retry').waitFor({ timeout: patience });
    expect(await row('broken').textContent()).toContain('failed');
    await noGraveFaults(launched);
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), broken);
    await row('broken').click();
    await at('retry-documents').click();
    await row('Report on the display cases').waitFor({ timeout: patience });
    await expect.poll(() => row('Report on the display cases').textContent(), { timeout: patience }).toContain('ready');
  });

  it('makes a collection with a system prompt by keyboard', async () => {
    await at('collection-new').focus();
    await key('Enter');
    await at('collection-name').waitFor({ timeout: patience });
    await launched.window.keyboard.type('Boats');
    await key('Tab');
    await launched.window.keyboard.type('Answer in plain words.');
    await noGraveFaults(launched);
    await at('collection-save').focus();
    await key('Enter');
    await collection('Boats').waitFor({ timeout: patience });
    await at('collection-dialog').waitFor({ state: 'detached' });
    expect(await request('collections.list', {})).toContainEqual(
      expect.objectContaining({ name: 'Boats', systemPrompt: 'Answer in plain words.' }),
    );
  });

  it('refuses a name that is taken, in words, and keeps what was written', async () => {
    await at('collection-new').click();
    await at('collection-name').fill('Boats');
    await at('collection-save').click();
    await at('collection-dialog').getByRole('alert').waitFor({ timeout: patience });
    expect(await at('collection-name').inputValue()).toBe('Boats');
    await key('Escape');
    await at('collection-dialog').waitFor({ state: 'detached', timeout: patience });
  });

  it('takes documents that are dragged onto a collection', async () => {
    await row('readings').dragTo(collection('Boats'));
    await expect.poll(async () => (await collections()).Boats, { timeout: patience }).toBe(1);
    await launched.window.getByText('“readings” is in “Boats” now.').first().waitFor({ timeout: patience });
    await key('Control+Z');
    await expect.poll(async () => (await collections()).Boats, { timeout: patience }).toBe(0);
    await row('readings').dragTo(collection('Boats'));
    await expect.poll(async () => (await collections()).Boats, { timeout: patience }).toBe(1);
  });

  it('moves documents by keyboard alone', async () => {
    await row('Handbook').click();
    await at('move-documents').focus();
    await key('Enter');
    await at('move-Boats').waitFor({ timeout: patience });
    await noGraveFaults(launched);
    await at('move-Boats').focus();
    await key('Enter');
    await expect.poll(async () => (await collections()).Boats, { timeout: patience }).toBe(2);
  });

  it('shows one collection, and adds to it what is dropped then', async () => {
    await collection('Boats').click();
    await expect.poll(() => at('document-row').count(), { timeout: patience }).toBe(2);
    const added = join(folder, 'heron.txt');
    writeFileSync(added, 'The heron boat is blue and lies at the north pier.');
    await dropFiles(launched.window, '#root', [added]);
    await row('heron').waitFor({ timeout: patience });
    await expect.poll(async () => (await collections()).Boats, { timeout: patience }).toBe(3);
    await noGraveFaults(launched);
  });

  it('renames it, and goes on showing it', async () => {
    await collection('Boats').focus();
    await key('F2');
    await at('collection-name').fill('Ships');
    await key('Enter');
    await collection('Ships').waitFor({ timeout: patience });
    await expect.poll(() => collection('Ships').getAttribute('aria-current')).toBe('true');
    await expect.poll(() => at('document-row').count()).toBe(3);
  });

  it('takes another name and another system prompt back together', async () => {
    const edit = async (name: string, prompt: string): Promise<void> => {
      await launched.window.locator('[data-testid="collection"][aria-current="true"]').focus();
      await key('F2');
      await at('collection-name').fill(name);
      await at('collection-prompt').fill(prompt);
      await at('collection-save').click();
      await collection(name).waitFor({ timeout: patience });
    };
    await edit('Hulls', 'Answer in rhymes.');
    await launched.window.getByText('Renamed to “Hulls”.').first().waitFor({ timeout: patience });
    await key('Control+Z');
    await collection('Ships').waitFor({ timeout: patience });
    await expect.poll(() => collection('Ships').getAttribute('aria-current')).toBe('true');
    const prompts = async () =>
      (await request('collections.list', {})).filter(({ name }) => name === 'Ships').map((one) => one.systemPrompt);
    await expect.poll(prompts, { timeout: patience }).toEqual(['Answer in plain words.']);
  });

  it('deletes it with a way back, and the documents stay', async () => {
    await collection('Ships').focus();
    await key('Delete');
    await collection('Ships').waitFor({ state: 'detached', timeout: patience });
    await launched.window.getByRole('button', { name: 'Undo' }).last().click();
    await collection('Ships').waitFor({ timeout: patience });

    await collection('Ships').focus();
    await key('Delete');
    await expect.poll(async () => Object.keys(await collections()), { timeout: patience }).toEqual(['Library']);
    await expect.poll(() => at('document-row').count(), { timeout: patience }).toBe(5);
  });

  it('says what takes the room on disk', async () => {
    await at('disk-use').waitFor({ timeout: patience });
    expect(await at('disk-use').textContent()).toMatch(/Copies of files.*Search index/);
  });

  it('selects as a file manager does: a row, more with Control and Shift, all, and by the first letter', async () => {
    const rows = launched.window.getByTestId('document-row');
    const total = await rows.count();
    const selected = () =>
      rows.evaluateAll((all) => all.flatMap((one, at) => (one.getAttribute('aria-selected') === 'true' ? [at] : [])));
    const seen = (wanted: readonly number[]) => expect.poll(selected, { timeout: patience }).toEqual(wanted);
    await rows.nth(0).click();
    await seen([0]);
    await rows.nth(2).click({ modifiers: ['Control'] });
    await seen([0, 2]);
    await rows.nth(1).click();
    await key('Shift+ArrowDown');
    await seen([1, 2]);
    await key('Shift+ArrowUp');
    await key('Shift+ArrowUp');
    await seen([0, 1]);
    await rows.nth(2).click({ modifiers: ['Shift'] });
    await seen([1, 2]);
    await key('Control+a');
    await seen(Array.from({ length: total }, (_, at) => at));
    const titles = await rows.evaluateAll((all) => all.map((one) => one.textContent ?? ''));
    await rows.nth(0).click();
    await key('r');
    await seen([titles.findIndex((title, at) => at > 0 && title.toLowerCase().startsWith('r'))]);
  });

  it('opens a menu for the selected documents with the key for it', async () => {
    await row('heron').click();
    await key('Shift+F10');
    await at('context-menu').waitFor({ timeout: patience });
    expect(await at('context-menu').textContent()).toContain('New collection…');
    await key('Escape');
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
    await expect.poll(asked, { timeout: patience }).toEqual([`open ${heron}`, `show ${heron}`]);
    const open = (id: string) => launched.window.evaluate((name) => window.vitrine?.openDocument(name, 'open'), id);
    expect(await open('/etc/passwd')).toBe('missing');
    rmSync(heron);
    await row('heron').click({ button: 'right' });
    await at('menu-open-outside').click();
    // A toast is said twice for a second: on the screen, and to screen readers.
    await launched.window.getByText('no longer where it was').first().waitFor({ timeout: patience });
    expect(await asked()).toHaveLength(2);
  });

  leavesNoErrors(() => launched);
});
