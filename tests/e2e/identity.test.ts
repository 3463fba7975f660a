import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropFiles, electronPath, type LaunchedApp, launchApp, requestIn, temporaryFolder } from './app';

if (!electronPath) console.warn('skipped: tests/e2e/identity.test.ts needs an Electron (npm test finds one)');

const patience = 60_000;

describe.skipIf(!electronPath)('the identity of files in the window', () => {
  let launched: LaunchedApp;
  const library = temporaryFolder('library');
  const folder = temporaryFolder('identity');
  const papers = join(folder, 'papers');
  const file = (name: string) => join(papers, name);
  const at = (testId: string) => launched.window.getByTestId(testId);
  const rows = () => at('document-title').allTextContents();
  const request = requestIn(() => launched.window);
  const found = async (query: string): Promise<readonly string[]> =>
    (await request('search.run', { query, mode: 'keyword' })).results.map(({ text }) => text);
  const calls = async () => (await request('app.status', {})).counters.embeddingCalls;

  /** Drops files and tells what the window says of each, by name. */
  async function dropped(...paths: readonly string[]): Promise<Record<string, string>> {
    // What a watched folder has told before is out of the way.
    while ((await at('job-dismiss').count()) > 0) await at('job-dismiss').first().click();
    await at('ingest-report').waitFor({ state: 'detached', timeout: patience });
    await dropFiles(launched.window, '#root', paths);
    await at('ingest-report').waitFor({ timeout: patience });
    await at('job-files-toggle').click();
    await at('job-file').first().waitFor({ timeout: patience });
    const said = await at('job-file').evaluateAll((drawn) =>
      drawn.map((row) => [row.getAttribute('data-path') ?? '', row.querySelectorAll(':scope > span')[2]?.textContent]),
    );
    await at('job-dismiss').click();
    await at('ingest-report').waitFor({ state: 'detached', timeout: patience });
    return Object.fromEntries(said.map(([path, state]) => [basename(path ?? ''), state ?? '']));
  }

  beforeAll(async () => {
    mkdirSync(papers);
    writeFileSync(file('heron.txt'), 'The heron boat is blue.');
    writeFileSync(file('silk.txt'), 'The limit for silk is fifty lux.');
    launched = await launchApp({ library });
    await at('nav-library').click();
  });
  afterAll(async () => {
    await launched.close();
    for (const made of [library, folder]) rmSync(made, { recursive: true, force: true });
  });

  it('I4 takes the same bytes under two paths as two documents of one content, and embeds them once', async () => {
    copyFileSync(file('heron.txt'), file('heron-copy.txt'));
    const first = await dropped(papers);
    expect(Object.values(first).sort()).toEqual(['added', 'added', 'same content as another file']);
    expect((await rows()).sort()).toEqual(['heron', 'heron-copy', 'silk']);
    expect(await calls()).toBe(2);
    // One of them goes, the other is found as before.
    const gone = (await request('library.list', {})).find(({ path }) => path === file('heron-copy.txt'));
    await request('library.delete', { documentIds: [gone?.documentId ?? ''] });
    await expect.poll(rows, { timeout: patience }).toHaveLength(2);
    expect(await found('heron')).toEqual(['The heron boat is blue.']);
    rmSync(file('heron-copy.txt'));
  });

  it('I4 says that nothing has changed where nothing has, and embeds nothing', async () => {
    const before = await calls();
    expect(await dropped(papers)).toEqual({ 'heron.txt': 'unchanged', 'silk.txt': 'unchanged' });
    expect(await calls()).toBe(before);
  });

  it('I4 replaces a changed file: the new text is found, the old one is not', async () => {
    writeFileSync(file('heron.txt'), 'The heron boat was painted red.');
    expect(await dropped(papers)).toEqual({ 'heron.txt': 'replaced', 'silk.txt': 'unchanged' });
    expect((await rows()).sort()).toEqual(['heron', 'silk']);
    expect(await found('red')).toEqual(['The heron boat was painted red.']);
    expect(await found('blue')).toEqual([]);
  });

  it('I4 knows a renamed file by its bytes, embeds nothing, and offers its old place for removal', async () => {
    const before = await calls();
    await launched.app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, papers);
    await at('watch-add').click();
    await launched.window
      .locator('[data-testid="watched-folder"][data-state="watching"]')
      .waitFor({ timeout: patience });
    renameSync(file('heron.txt'), file('grey-heron.txt'));
    await at('gone-files').waitFor({ timeout: patience });
    await expect
      .poll(async () => (await rows()).sort(), { timeout: patience })
      .toEqual(['grey-heron', 'heron', 'silk']);
    await at('gone-delete').click();
    await expect.poll(async () => (await rows()).sort(), { timeout: patience }).toEqual(['grey-heron', 'silk']);
    expect(await found('red')).toEqual(['The heron boat was painted red.']);
    expect(await calls()).toBe(before);
  });

  it('I4 takes back its offer where a removed file is restored, and the document is the same', async () => {
    const before = await request('library.list', {});
    renameSync(file('silk.txt'), join(folder, 'silk.txt'));
    await at('gone-files').waitFor({ timeout: patience });
    renameSync(join(folder, 'silk.txt'), file('silk.txt'));
    await at('gone-files').waitFor({ state: 'detached', timeout: patience });
    const silk = ({ path }: { readonly path: string }) => path === file('silk.txt');
    expect((await request('library.list', {})).find(silk)).toEqual(before.find(silk));
    expect(await found('lux')).toHaveLength(1);
  });

  it('I4 gives a document that was deleted and is added again its place, and finds it once', async () => {
    const silk = (await request('library.list', {})).find(({ path }) => path === file('silk.txt'));
    await request('library.delete', { documentIds: [silk?.documentId ?? ''] });
    await expect.poll(rows, { timeout: patience }).toEqual(['grey-heron']);
    expect(await found('lux')).toEqual([]);
    const said = await dropped(file('silk.txt'));
    expect(said).toEqual({ 'silk.txt': 'added' });
    const again = (await request('library.list', {})).find(({ path }) => path === file('silk.txt'));
    expect(again?.documentId).toBe(silk?.documentId);
    expect(await found('lux')).toHaveLength(1);
  });

  it('does all of it without an error on the console', () => {
    expect(launched.pageErrors).toEqual([]);
  });
});
