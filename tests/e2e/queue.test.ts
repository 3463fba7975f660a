import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestJobSummary } from '@shared/contract';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { project } from './app';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { looksWell, resize, usualSize } from './pictures';

/** Far more than are read before the last of them is cancelled, on a fast machine too. */
const essays = 900;

inWindows('the queue in the window', () => {
  const library = temporaryFolder();
  const settings = temporaryFolder();
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator, request } = launched;
  const long = join(folder, 'essays');
  const broken = join(long, '00-broken.pdf');
  const job = (state: string) => locator(`[data-testid="ingest-progress"][data-state="${state}"]`);
  const adding = () => locator('[data-work="adding"]');
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
    await keys('ControlOrMeta+V');
  };
  const look = () => looksWell(launched);
  const launch = async (args: readonly string[] = []): Promise<void> => {
    await launched.open({ library, settings, args });
    await resize(launched, usualSize);
    await at('nav-library').click();
  };

  beforeAll(async () => {
    mkdirSync(long);
    // Small: it is read first.
    writeFileSync(broken, '%PDF-1.7\n1 0 obj');
    for (let n = 1; n <= essays; n += 1) {
      const sentences = Array.from({ length: 300 }, (_v, i) => `Sentence ${i} of essay zx${n} weighs its words.`);
      writeFileSync(join(long, `essay-${String(n).padStart(3, '0')}.txt`), sentences.join(' '));
    }
    await launch();
  });

  it('I15 takes a folder that is pasted, and tells how far it is', async () => {
    await at('try-sample').waitFor();
    // Before the first commit there is no document, and something is under way all the same.
    const said = at('being-read').waitFor();
    await paste(long);
    await said;
    await job('running').waitFor();
    await expect.poll(() => at('job-facts').textContent()).toMatch(new RegExp(`[1-9]\\d* of ${essays + 1} files`, 'u'));
    // From everywhere, and one click from where it can be stopped.
    await at('nav-chat').click();
    await expect
      .poll(() => adding().textContent())
      .toMatch(new RegExp(`Adding essay-\\d+\\.txt.*[1-9]\\d* of ${essays + 1} files`, 'u'));
    expect(await at('queue').count()).toBe(0);
    await adding().click();
    // A failure is in the catalogue with the next commit.
    await expect.poll(async () => (await jobs())[0]?.filesFailed).toBe(1);
    await at('job-pause').click();
    await job('paused').waitFor();
    await look();
  });

  it('I10 pauses, keeps its figures in place, and lists failures so far', async () => {
    expect(await at('job-state').textContent()).toBe('paused');
    expect(await at('needs-you-toggle').textContent()).toBe('1 file needs you');
    expect(await at('failed-files').textContent()).toMatch(/00-broken\.pdf.*is damaged.*Get it again/);
    await at('needs-you-toggle').click();
    await at('failed-files').waitFor({ state: 'detached' });
  });

  it('I10 takes another job first, and says so of the one that waits', async () => {
    const short = join(folder, 'short.txt');
    writeFileSync(short, 'A short text.');
    await at('job-resume').click();
    await job('running').waitFor();
    await paste(short);
    await job('waiting').waitFor();
    await job('waiting').getByTestId('job-first').click();
    // Asked of the engine: among hundreds of documents its row may be out of sight.
    await expect
      .poll(async () => (await request('library.list', {})).find(({ path }) => path === short)?.state)
      .toBe('ready');
    await expect.poll(async () => (await jobs())[0]?.paths).toEqual([long]);
    await at('ingest-report').waitFor();
    await at('job-dismiss').click();
    await at('ingest-report').waitFor({ state: 'detached' });
  });

  it('I10 goes on after the window was closed, and says since when, in German too', async () => {
    await expect.poll(async () => (await jobs())[0]?.state).toBe('running');
    const [before] = await jobs();
    await launched.close();
    await launch(['--lang=de']);
    await at('job-earlier').waitFor();
    expect(await at('job-earlier').textContent()).toMatch(/^(Begonnen|Begun) .*\d+:\d+/);
    await job('running').waitFor();
    await look();
    const [after] = await jobs();
    expect(after?.jobId).toBe(before?.jobId);
    expect(after?.filesDone).toBeGreaterThanOrEqual(before?.filesDone ?? 0);
  });

  it('I10 is cancelled: added documents stay, failures are listed and tried once more', async () => {
    await at('job-cancel').click();
    await at('ingest-report').waitFor();
    await expect.poll(async () => (await jobs())[0]).toMatchObject({ state: 'cancelled', filesFailed: 1 });
    await look();
    copyFileSync(join(project, 'tests/fixtures/documents/report.pdf'), broken);
    // The window offers it for what may read better the next time; this one is another file now.
    const [{ jobId = '' } = {}] = await jobs();
    await request('ingest.retry', { jobId, paths: [broken] });
    await expect
      .poll(async () => (await request('library.list', {})).find(({ path }) => path === broken)?.state)
      .toBe('ready');
    // The cancelled work has not continued.
    await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['done']);
  });

  it('I15 takes a file that is pasted while a question is written, and leaves the question alone', async () => {
    const pasted = join(folder, 'pasted.txt');
    writeFileSync(pasted, 'The heron boat is blue.');
    await at('nav-chat').click();
    await at('composer').fill('What colour');
    await at('composer').focus();
    await paste(pasted);
    await expect.poll(async () => (await request('library.list', {})).map(({ path }) => path)).toContain(pasted);
    await launched.window.getByText('1 Dokument zu „Unsortiert“ hinzugefügt', { exact: true }).waitFor();
    expect(await at('composer').inputValue()).toBe('What colour');
    expect(await at('nav-chat').getAttribute('aria-current')).toBeTruthy();
  });

  it('R12 shows how many passages are found by meaning too, and what a pause of that means', async () => {
    await request('vectors.pause', {});
    const late = join(folder, 'late.txt');
    writeFileSync(late, 'The kettle boils at noon.');
    await paste(late);
    await locator('[data-work="meaning"]').click();
    await locator('[data-testid="meaning-progress"][data-state="paused"]').waitFor();
    expect(await at('meaning-progress').textContent()).toMatch(
      /\d+ von [\d.]+ Passagen auch nach Bedeutung.*nur über ihre Wörter/,
    );
    await look();
    await at('meaning-resume').click();
    await expect.poll(async () => (await request('vectors.get', {}))?.state).not.toBe('paused');
  });

  leavesNoErrors(launched);
});
