import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SqliteConnection } from '../../../electron/engine/sqlite';
import { run } from '../cli/command-in-process';
import { TestEngine } from '../open-test-engine';

const words = ['zxanchor', 'zxbellows', 'zxpasted'];
const textOf = (word: string) => `The ${word} hangs beside the northern workshop window of the museum.`;

/** Two files of a folder, and one that was pasted and lies nowhere else. */
const vitrine = TestEngine.each(async () => {
  for (const word of words.slice(0, 2)) await vitrine.file(`two/${word}.txt`, textOf(word));
  await vitrine.ingest(vitrine.path('two'));
  const sum = createHash('sha256').update(textOf('zxpasted')).digest('hex');
  const pasted = join(vitrine.library, 'incoming', sum.slice(0, 16), 'zxpasted.txt');
  await mkdir(dirname(pasted), { recursive: true });
  await writeFile(pasted, textOf('zxpasted'));
  await vitrine.ingest(pasted);
  await vitrine.engine.close();
});

async function textsIn(...folders: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const folder of folders.map((name) => join(vitrine.library, name)).filter((path) => existsSync(path))) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    for (const file of files) texts.push(await readFile(join(file.parentPath ?? file.path, file.name), 'utf8'));
  }
  return texts.sort();
}

async function loseCatalogue(): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(join(vitrine.library, `catalogue.db${end}`), { force: true });
}

/** As by a hand that has emptied it, in the middle of a change. */
function emptyCatalogue(): void {
  const catalogue = new SqliteConnection(join(vitrine.library, 'catalogue.db'));
  catalogue.exec('DELETE FROM documents; DELETE FROM contents; DELETE FROM ingest_jobs');
  catalogue.prepare("INSERT OR REPLACE INTO settings (key, value) VALUES ('index-unsettled', '1')").run();
  catalogue.close();
}

const stored = words.map(textOf);

async function repaired(): Promise<string[]> {
  const plan = await vitrine.ask('library.repairPlan', {});
  expect(plan.steps).toContainEqual({ act: 'read-again', kind: 'documents-lost', count: 3 });
  const { jobId } = await vitrine.ask('library.repair', {});
  const state = async () => (await vitrine.ask('ingest.jobs', {})).jobs.find((job) => job.jobId === jobId)?.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  for (const word of words) expect(await vitrine.found(word)).toEqual([textOf(word)]);
  expect(await vitrine.unwell()).toEqual([]);
  expect(await textsIn('uploads')).toEqual(expect.arrayContaining(stored));
  return (await vitrine.ask('library.list', {})).map(({ path }) => basename(path)).sort();
}

const unhealthy = async () =>
  (await vitrine.ask('app.status', {})).health.filter(({ ok }) => !ok).map(({ code, values }) => ({ code, values }));

describe('a library whose catalogue is gone', () => {
  it('says so, loses no file however often it is opened, and reads them in again under their names', async () => {
    // The state after an update.
    await mkdir(join(vitrine.library, 'before-update'));
    await cp(join(vitrine.library, 'catalogue.db'), join(vitrine.library, 'before-update', 'catalogue-1.db'));
    await loseCatalogue();
    const lost = await textsIn('uploads', 'incoming');
    const { code, stderr } = await run(['search', 'window', '--library', vitrine.library]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('3 stored files are there')]);
    for (let opening = 0; opening < 2; opening += 1) {
      await vitrine.reopen({ resumesIngests: true });
      await vitrine.ask('search.run', { query: 'window' });
      expect(await unhealthy()).toEqual([{ code: 'documents-lost', values: { number: 3 } }]);
      expect(await textsIn('uploads', 'incoming')).toEqual(expect.arrayContaining(lost));
      // Also when a person continues with an apparently empty library.
      await vitrine.ingest(await vitrine.file('new.txt', 'Another text.'));
      expect(await textsIn('uploads', 'incoming')).toEqual(['Another text.', ...lost]);
    }
    expect(await repaired()).toEqual(['new.txt', ...words.map((word) => `${word}.txt`)]);
  }, 60_000);
});

describe('a library whose catalogue is empty', () => {
  it('loses no file to what a change has left half done, and reads them in again without their names', async () => {
    emptyCatalogue();
    const before = await textsIn('uploads', 'incoming');
    await vitrine.reopen();
    expect(await textsIn('uploads', 'incoming')).toEqual(before);
    expect((await vitrine.ask('library.check', {})).findings).toContainEqual(
      expect.objectContaining({ kind: 'documents-lost', count: 3 }),
    );
    const names = await repaired();
    // The pasted one is still there under its name.
    expect(names).toHaveLength(3);
    expect(names).toContain('zxpasted.txt');
    expect(names.filter((name) => /^[0-9a-f-]{36}\.txt$/u.test(name))).toHaveLength(2);
  }, 60_000);
});
