import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestJobSummary } from '@shared/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { type LaunchedApp, launchApp, project, requestIn } from './app';
import { inWindows, leavesNoErrors } from './in-windows';
import { fitsSmallest, noGraveFaults, resize, usualSize } from './pictures';

const patience = 60_000;
/** Far more than are read before the last of them is cancelled, on a fast machine too. */
const essays = 400;

inWindows('the queue in the window', () => {
  let launched: LaunchedApp;
  const library = temporaryFolder();
  const settings = temporaryFolder();
  const folder = temporaryFolder();
  const long = join(folder, 'essays');
  const broken = join(long, '00-broken.pdf');
  const at = (testId: string) => launched.window.getByTestId(testId);
  const job = (state: string) => launched.window.locator(`[data-testid="ingest-progress"][data-state="${state}"]`);
  const request = requestIn(() => launched.window);
  const jobs = async (): Promise<readonly IngestJobSummary[]> => (await request('ingest.jobs', {})).jobs;

  /** The files of the disk on the clipboard, as a file manager puts them there, and the key that pastes them. */
  const paste = async (...files: readonly string[]): Promise<void> => {
    const uris = files.map((file) => `file://${file}`).join('\r\n');
    await launched.app.evaluate(async ({ clipboard, ClipboardItem }, list) => {
      const older: { writeBuffer?(format: string, data: Buffer): void } = clipboard as object;
      if (older.writeBuffer) older.writeBuffer('text/uri-list', Buffer.from(list));
      else {
        const format = 'electron application/osclipboard;format="text/uri-list"';
        await clipboard.write([new ClipboardItem({ [format]: list })]);
      }
    }, uris);
    await launched.window.keyboard.press('ControlOrMeta+V');
  };
  const look = async (): Promise<void> => {
    await noGraveFaults(launched);
    await fitsSmallest(launched);
  };
  const launch = async (args: readonly string[] = []): Promise<void> => {
    launched = await launchApp({ library, settings, args });
    await resize(launched, usualSize);
    await at('nav-library').click();
  };

  beforeAll(async () => {
    mkdirSync(long);
    copyFileSync(join(project, 'tests/fixtures/documents/truncated.pdf'), broken);
    for (let n = 1; n <= essays; n += 1) {
      const sentences = Array.from({ length: 300 }, (_v, i) => `Sentence ${i} of essay zx${n} weighs its words.`);
      writeFileSync(join(long, `essay-${String(n).padStart(3, '0')}.txt`), sentences.join(' '));
    }
    await launch();
  });
  afterAll(() => launched.close());

  it('I15 takes a folder that is pasted, and tells how far it is', async () => {
    await at('try-sample').waitFor({ timeout: patience });
    // Before the first commit there is no document, and something is under way all the same.
    const said = at('being-read').waitFor({ timeout: patience });
    await paste(long);
    await said;
    await job('running').waitFor({ timeout: patience });
    await expect
      .poll(() => at('job-facts').textContent(), { timeout: patience })
      .toMatch(/[1-9]\d* of 401 files · [\d,]+ chunks · .+ of .+ · [\d.]+ chunks\/s · .+ left/);
    // A failure is in the catalogue with the next commit.
    await expect.poll(async () => (await jobs())[0]?.filesFailed, { timeout: patience }).toBe(1);
    await at('job-pause').click();
    await job('paused').waitFor({ timeout: patience });
    await look();
  });

  it('I10 pauses, with its figures where they are, and says what has failed so far', async () => {
    expect(await at('job-state').textContent()).toBe('paused');
    await at('job-failures-toggle').click();
    await at('failed-files').waitFor({ timeout: patience });
    expect(await at('failed-files').textContent()).toMatch(/00-broken\.pdf.*not added.*is damaged/);
    await at('job-failures-toggle').click();
  });

  it('I10 reads the file first that somebody waits for, by its menu, and no other file changes its place', async () => {
    await at('job-files-toggle').click();
    await at('job-file').first().waitFor({ timeout: patience });
    await at('job-files').focus();
    await launched.window.keyboard.press('End');
    const last = launched.window.locator(`[data-testid="job-file"][data-path$="essay-${essays}.txt"]`);
    await last.waitFor({ timeout: patience });
    await last.click({ button: 'right' });
    await at('menu-file-first').click();
    await look();
    const [{ jobId = '' } = {}] = await jobs();
    await expect
      .poll(async () => (await request('ingest.files', { jobId, limit: 1 })).files[0]?.path, { timeout: patience })
      .toBe(join(long, `essay-${essays}.txt`));
    await at('job-files-toggle').click();
  });

  it('I10 takes another job first, and says so of the one that waits', async () => {
    const short = join(folder, 'short.txt');
    writeFileSync(short, 'A short text.');
    await at('job-resume').click();
    await job('running').waitFor({ timeout: patience });
    await paste(short);
    await job('waiting').waitFor({ timeout: patience });
    await job('waiting').getByTestId('job-first').click();
    // Asked of the engine: among hundreds of documents its row may be out of sight.
    await expect
      .poll(async () => (await request('library.list', {})).find(({ path }) => path === short)?.state, {
        timeout: patience,
      })
      .toBe('ready');
    await expect.poll(async () => (await jobs())[0]?.paths, { timeout: patience }).toEqual([long]);
    await at('ingest-report').waitFor({ timeout: patience });
    await at('job-dismiss').click();
    await at('ingest-report').waitFor({ state: 'detached', timeout: patience });
  });

  it('I10 goes on after the window was closed, and says since when, in German too', async () => {
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: patience }).toBe('running');
    const [before] = await jobs();
    await launched.close();
    await launch(['--lang=de']);
    await at('job-earlier').waitFor({ timeout: patience });
    expect(await at('job-earlier').textContent()).toMatch(/^(Begonnen|Begun) .*\d+:\d+/);
    await job('running').waitFor({ timeout: patience });
    await look();
    const [after] = await jobs();
    expect(after?.jobId).toBe(before?.jobId);
    expect(after?.filesDone).toBeGreaterThanOrEqual(before?.filesDone ?? 0);
  });

  it('I10 is cancelled: what was added stays, what failed is said and tried once more', async () => {
    await at('job-cancel').click();
    await at('ingest-report').waitFor({ timeout: patience });
    await expect.poll(async () => (await jobs())[0]).toMatchObject({ state: 'cancelled', filesFailed: 1 });
    await look();
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), broken);
    await at('file-retry').click();
    await expect
      .poll(async () => (await request('library.list', {})).find(({ path }) => path === broken)?.state, {
        timeout: patience,
      })
      .toBe('ready');
    // What was cancelled has not gone on with it.
    await expect.poll(async () => (await jobs()).map(({ state }) => state), { timeout: patience }).toEqual(['done']);
  });

  it('I15 takes a file that is pasted while a question is written, and leaves the question alone', async () => {
    const pasted = join(folder, 'pasted.txt');
    writeFileSync(pasted, 'The heron boat is blue.');
    await at('nav-chat').click();
    await at('composer').fill('What colour');
    await at('composer').focus();
    await paste(pasted);
    await expect
      .poll(async () => (await request('library.list', {})).map(({ path }) => path), { timeout: patience })
      .toContain(pasted);
    expect(await at('composer').inputValue()).toBe('What colour');
    expect(await at('nav-chat').getAttribute('aria-current')).toBeTruthy();
  });

  leavesNoErrors(() => launched);
});
