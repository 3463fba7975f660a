import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { looksWell, resize } from './pictures';

const size = { width: 1280, height: 900 };
const letters = 24;

/** The main process of the window that shows this library; undefined where there is none. */
function windowOf(library: string): string | undefined {
  return readdirSync('/proc').find((pid) => {
    if (!/^\d+$/u.test(pid)) return false;
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes('--library') && command.endsWith(`${library}\0`) && !command.includes('--type=');
    } catch {
      // It has ended.
      return false;
    }
  });
}

/** The files that a process has open; none where it is gone. */
function openFilesOf(pid: string): readonly string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((name) => readlinkSync(join(folder, name)));
  } catch {
    // It has ended, or a file was closed.
    return [];
  }
}

inWindows('looking after a library in the window', () => {
  const folder = temporaryFolder();
  const library = join(folder, 'library');
  const settings = temporaryFolder();
  const launched = new TestWindow();
  const { at, locator, request } = launched;
  const files = join(folder, 'letters');
  const backup = join(folder, 'kept.vitrine');
  const rebuild = (state: string) => locator(`[data-testid="rebuild"][data-state="${state}"]`);

  const launch = async (args: readonly string[] = []): Promise<void> => {
    await launched.open({ library, settings, args, env: { XDG_CONFIG_HOME: join(folder, 'config') } });
    await resize(launched, size);
    // A key that comes before the page listens is lost.
    await at('nav-settings').click();
    await locator('[data-id="storage"] [data-testid="settings-section"]').click();
    await at('settings-storage').waitFor();
    await at('index-made-with').waitFor();
  };
  /** The key is released before the page has done anything else, as under a quick finger on a busy machine. */
  const pressShortly = async (key: string): Promise<void> => {
    await launched.window.evaluate(() => {
      const work = () => {
        const until = performance.now() + 300;
        while (performance.now() < until);
      };
      addEventListener('keydown', () => setTimeout(work), { once: true, capture: true });
    });
    await launched.window.keyboard.press(key);
  };
  /** The next answers of the system's dialogs. */
  const choosing = (path: string): Promise<void> =>
    launched.app.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, path);

  beforeAll(async () => {
    mkdirSync(files);
    for (let n = 0; n < letters; n += 1) {
      const text = Array.from({ length: 90 }, (_v, i) => `Sentence ${i} of letter zx${n} has its own words.`).join(' ');
      writeFileSync(join(files, `letter-${String(n).padStart(2, '0')}.txt`), text);
    }
    const { code, stderr } = await run(['ingest', files, '--library', library]);
    expect(code, stderr).toBe(0);
    await launch();
  });
  afterAll(async () => {
    const beside = windowOf(join(folder, 'new'));
    if (beside) process.kill(Number(beside), 'SIGKILL');
    await launched.close();
  });

  it('checks the library, names faults and the plan of a repair in words, and repairs', async () => {
    // A little after its start the app checks on its own, and would repair the damage of this test.
    const log = join(library, 'logs', 'vitrine.log');
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('"event":"library.check"');
    const uploads = join(library, 'uploads');
    const stored = readdirSync(uploads, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const [lost] = stored.map((entry) => join(entry.parentPath, entry.name));
    rmSync(lost ?? '');
    writeFileSync(join(uploads, 'stray'), 'stray');
    await at('care-check').press('Enter');
    await at('care-plan').waitFor();
    const kinds = await at('care-finding').evaluateAll((found) => found.map((one) => one.getAttribute('data-kind')));
    expect(kinds).toEqual(['files-missing', 'files-stray']);
    expect(await at('care-plan').locator('li').allTextContents()).toEqual([
      'copy stored files again from where they came from: 1',
      'move stored files that are damaged or of no document to the folder removed: 1',
    ]);
    // Nothing has happened yet.
    expect(existsSync(join(uploads, 'stray'))).toBe(true);
    await looksWell(launched);
    await at('care-repair').press('Enter');
    await at('care-repaired').waitFor();
    await at('care-well').waitFor();
    expect(existsSync(lost ?? '')).toBe(true);
    expect(existsSync(join(uploads, 'stray'))).toBe(false);
  });

  it('I13 says what another chunk profile would take, measured here, before it rebuilds', async () => {
    const { chunks } = await request('app.status', {});
    await at('rebuild-profile-fine').click();
    await at('rebuild-estimate-ask').press('Enter');
    await at('rebuild-estimate').waitFor();
    expect(await at('estimate-time').textContent()).toMatch(/^about \d/);
    expect(Number((await at('estimate-to-embed').textContent())?.replaceAll(',', ''))).toBeGreaterThan(chunks);
    await looksWell(launched);
    expect((await request('app.status', {})).chunks).toBe(chunks);
  });

  it('I13 rebuilds with visible progress, pauses over a restart, and the old index still answers', async () => {
    const found = async () => (await request('search.run', { query: 'zx7', mode: 'keyword' })).results.length;
    await at('rebuild-start').press('Enter');
    await rebuild('running').waitFor();
    await expect
      .poll(async () => Number(await at('rebuild').getByRole('progressbar').getAttribute('value')))
      .toBeGreaterThan(0);
    // At once, before it is done: to walk there by Tab takes a busy machine seconds.
    await at('rebuild-pause').press('Enter');
    await rebuild('paused').waitFor();
    expect(await found()).toBeGreaterThan(0);
    await launched.close();
    await launch(['--lang=de']);
    await rebuild('paused').waitFor();
    expect(await at('rebuild-state').textContent()).toBe('Angehalten');
    expect(await found()).toBeGreaterThan(0);
    await looksWell(launched);
    await at('rebuild-resume').press('Enter');
    await rebuild('done').waitFor();
    await expect.poll(() => at('index-made-with').textContent()).toContain('Fein');
    expect(await found()).toBeGreaterThan(0);
    await at('rebuild-cancel').press('Enter');
    await at('rebuild').waitFor({ state: 'detached' });
  });

  it('backs the library up into one file and tells its checksum', async () => {
    await choosing(backup);
    await at('care-backup').press('Enter');
    await at('care-backed-up').waitFor();
    const sum = createHash('sha256').update(readFileSync(backup)).digest('hex');
    expect(await at('care-checksum').textContent()).toBe(sum);
  });

  it('restores a backup into a new folder, by keyboard', async () => {
    await choosing(backup);
    await at('care-restore').press('Enter');
    await at('restore-dialog').waitFor();
    await looksWell(launched);
    const into = join(folder, 'new');
    mkdirSync(into);
    await choosing(into);
    await at('restore-start').press('Enter');
    await at('care-restored').waitFor();
    expect(await at('care-restored').textContent()).toContain(into);
    expect(existsSync(join(into, 'catalogue.db'))).toBe(true);
    await looksWell(launched);
  });

  it.skipIf(process.platform !== 'linux')('opens the restored library in a window beside this one', async () => {
    const into = join(folder, 'new');
    await at('care-open-restored').press('Enter');
    await expect
      .poll(() => at('care-restored').textContent())
      .toContain('Sie öffnet sich in einem Fenster neben diesem.');
    await expect.poll(() => openFilesOf(windowOf(into) ?? '0')).toContain(join(into, 'catalogue.db'));
    process.kill(Number(windowOf(into)), 'SIGTERM');
    await expect.poll(() => windowOf(into)).toBeUndefined();
    // A page that makes up a folder gets nothing.
    expect(await launched.window.evaluate((path) => window.vitrine?.openLibrary(path), library)).toBe(false);
  });

  it('restores a backup over the open library, and keeps the previous one', async () => {
    const documents = await request('library.list', {});
    await request('library.delete', { documentIds: documents.slice(0, 5).map(({ documentId }) => documentId) });
    await choosing(backup);
    await at('care-restore').click();
    await at('restore-new-folder').focus();
    await pressShortly('ArrowDown');
    await expect.poll(() => at('restore-here').isChecked()).toBe(true);
    await at('restore-start').press('Enter');
    await at('care-restored').waitFor();
    expect(await at('care-restored').textContent()).toContain(`${library}.replaced-1`);
    expect(await request('library.list', {})).toHaveLength(letters);
    expect(existsSync(join(`${library}.replaced-1`, 'catalogue.db'))).toBe(true);
    // The index is not in the backup; the app builds it.
    await expect
      .poll(async () => (await request('search.run', { query: 'zx3', mode: 'keyword' }))?.results.length)
      .toBeGreaterThan(0);
    await looksWell(launched);
  });

  it('W65 moves the library into another folder, and shows where it is', async () => {
    const into = join(folder, 'moved');
    mkdirSync(into);
    await choosing(into);
    await at('care-move').press('Enter');
    await at('care-moved').waitFor();
    expect(await at('care-moved').textContent()).toContain(into);
    await expect.poll(() => at('library-folder').textContent()).toBe(into);
    expect(await request('library.list', {})).toHaveLength(letters);
    expect(readlinkSync(library)).toBe(into);
    await looksWell(launched);
  });

  leavesNoErrors(launched);
});
