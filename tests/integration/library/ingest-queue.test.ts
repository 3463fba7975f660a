import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { IngestJobSummary } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { ownTime } from '../../own-time';
import { fixture, TestEngine } from '../open-test-engine';

const essays = 20;
const vitrine = TestEngine.each(async () => {
  for (let n = 0; n < essays; n += 1) {
    const sentences = Array.from({ length: 40 }, (_v, i) => `Sentence ${i} of essay zx${n} weighs its words.`);
    await vitrine.file(`essays/${String(n).padStart(2, '0')}.txt`, sentences.join(' '));
  }
});

/** So many that reading them is not over at once. */
const many = 600;
const manyFiles = () =>
  Promise.all(Array.from({ length: many }, (_v, n) => vitrine.file(`many/${n}.txt`, `Letter zx${n} is a short one.`)));

const enqueue = (jobId: string, name = 'essays') =>
  vitrine.ask('ingest.enqueue', { jobId, paths: [vitrine.path(name)] });

async function jobs(): Promise<readonly IngestJobSummary[]> {
  return (await vitrine.ask('ingest.jobs', {})).jobs;
}

function event(fits: (event: (typeof vitrine.events)[number]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = vitrine.engine.subscribe((said) => {
      if (!fits(said)) return;
      unsubscribe();
      resolve();
    });
  });
}

const chunksDone = (jobId: string, chunks: number) =>
  event(
    (said) => said.type === 'ingest.progress' && said.progress.jobId === jobId && said.progress.chunksDone >= chunks,
  );
const state = (jobId: string, wanted: IngestJobSummary['state']) =>
  event((said) => said.type === 'ingest.job' && said.job.jobId === jobId && said.job.state === wanted);

describe('a document whose file is read again', () => {
  it('is processing until that is done, and still answers', async () => {
    await vitrine.ingest(vitrine.path('essays'));
    await vitrine.file('essays/07.txt', 'Another text about the weight of words.');
    const over = state('again', 'done');
    const begun = event((said) => said.type === 'library.changed');
    await enqueue('again');
    await begun;
    const states = (await vitrine.ask('library.list', {})).map((document) => document.state);
    expect(states).toContain('processing');
    await over;
    const after = (await vitrine.ask('library.list', {})).map((document) => document.state);
    expect(new Set(after)).toEqual(new Set(['ready']));
  });
});

describe('a job of the queue', () => {
  it('I10 is in the catalogue before its work begins, and tells all of itself when it is over', async () => {
    const over = state('all', 'done');
    const queued = await enqueue('all');
    expect(queued).toMatchObject({ jobId: 'all', filesDone: 0, profile: 'balanced', error: null, endedAt: null });
    await over;
    const [job] = await jobs();
    expect(job).toMatchObject({ state: 'done', filesTotal: essays, filesDone: essays, filesFailed: 0 });
    expect(job?.bytesDone).toBe(job?.bytesTotal);
    const far = vitrine.events.flatMap((said) => (said.type === 'ingest.progress' ? [said.progress] : []));
    expect(far.map(({ share }) => share)).toEqual(far.map(({ share }) => share).sort((a, b) => a - b));
    expect(far.at(-1)).toMatchObject({ phase: 'done', share: 1, msLeft: 0, currentFile: null });
    const named = far.flatMap(({ phase, currentFile }) => (phase === 'reading' ? [currentFile] : []));
    expect(new Set(named).size).toBeGreaterThan(1);
    const { total, files } = await vitrine.ask('ingest.files', { jobId: 'all', limit: 2, offset: 1 });
    expect(total).toBe(essays);
    expect(files.map(({ path, stage }) => [path, stage])).toEqual([
      [vitrine.path('essays/01.txt'), 'done'],
      [vitrine.path('essays/02.txt'), 'done'],
    ]);
    const told = vitrine.events.flatMap((said) => (said.type === 'ingest.job' ? [said.job.state] : []));
    expect(told).toEqual(['waiting', 'running', 'done']);
    expect(
      vitrine.events.flatMap((said) => (said.type === 'ingest.finished' ? [said.report.totals.files] : [])),
    ).toEqual([essays]);
  });

  it('I10 pauses within a second, lets others go first, and embeds nothing twice when it goes on', async () => {
    await manyFiles();
    const begun = chunksDone('long', 8);
    await enqueue('long', 'many');
    await begun;
    const taken = ownTime();
    expect((await vitrine.ask('ingest.pause', { jobId: 'long' })).state).toBe('paused');
    expect(taken()).toBeLessThan(1000);

    const other = await vitrine.ingest(await vitrine.file('short.txt', 'A short text goes first.'));
    expect(other.totals.indexed).toBe(1);

    const { jobs: gone } = await vitrine.ask('ingest.resume', { jobId: 'long', wait: true });
    expect(gone).toMatchObject([{ state: 'done', filesDone: many }]);
    const { counters, chunks } = await vitrine.ask('app.status', {});
    expect(counters.embeddingCalls).toBe(chunks);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I10 is cancelled while it waits, and within a second while it runs; added documents stay', async () => {
    await manyFiles();
    const begun = chunksDone('first', 8);
    await enqueue('first', 'many');
    await enqueue('second');
    expect(await vitrine.ask('ingest.cancel', { jobId: 'second' })).toEqual({ cancelled: true });
    await begun;
    const taken = ownTime();
    expect(await vitrine.ask('ingest.cancel', { jobId: 'first' })).toEqual({ cancelled: true });
    expect(taken()).toBeLessThan(1000);
    expect((await jobs()).map((job) => job.state)).toEqual(['cancelled', 'cancelled']);
    expect(await vitrine.ask('ingest.cancel', { jobId: 'first' })).toEqual({ cancelled: false });
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I15 leaves nothing of pasted text that was cancelled early, except for another waiting job', async () => {
    const home = join(vitrine.library, 'incoming', '00ff');
    await mkdir(home, { recursive: true });
    const path = join(home, 'Pasted text.txt');
    await writeFile(path, 'The zxpasted text was on the clipboard.');
    await enqueue('first');
    for (const jobId of ['pasted', 'again']) await vitrine.ask('ingest.enqueue', { jobId, paths: [path] });
    await vitrine.ask('ingest.cancel', { jobId: 'pasted' });
    expect(existsSync(path)).toBe(true);
    await vitrine.ask('ingest.cancel', { jobId: 'again' });
    expect(existsSync(home)).toBe(false);
  });

  it('I10 reads a failed file of a cancelled job once more, and nothing else that was cancelled', async () => {
    // One commit's worth of files, to have all failures in the catalogue at the cancel, or, on a busy machine, those of
    // the seconds before a commit.
    const names = Array.from({ length: 64 }, (_v, n) => `many/!${n}.pdf`);
    for (const name of names) await vitrine.file(name, '%PDF-1.7 nothing of a PDF');
    await manyFiles();
    const begun = chunksDone('long', 8);
    await enqueue('long', 'many');
    await begun;
    await vitrine.ask('ingest.cancel', { jobId: 'long' });
    const failed = (await jobs())[0]?.filesFailed ?? 0;
    expect(failed).toBeGreaterThan(0);
    for (const name of names) await vitrine.file(name, `Now it is a text, ${name}.`);
    const again = await vitrine.ask('ingest.retry', { jobId: 'long', wait: true });
    expect(again).toMatchObject({ state: 'done', filesFailed: 0 });
    expect(again.filesDone).toBeGreaterThanOrEqual(failed);
    expect(again.filesDone).toBeLessThan(names.length + many);
  });

  it('I10 reads the file of a document once more', async () => {
    const path = await vitrine.file('broken.pdf', '%PDF-1.7 nothing of a PDF');
    const failed = await vitrine.ingest(path);
    await vitrine.file('broken.pdf', 'Now it is a text.');
    const over = state('again', 'done');
    const documentIds = [failed.files[0]?.documentId ?? ''];
    await vitrine.ask('ingest.again', { documentIds }, 'again');
    await over;
    expect(await vitrine.ask('library.list', {})).toMatchObject([{ path, state: 'ready', error: null }]);
    expect(await vitrine.refusal('ingest.again', { documentIds: ['nobody'] })).toMatchObject({
      code: 'document-not-found',
    });
  });

  it('I10 takes an urgent file first, before other jobs too', async () => {
    const begun = chunksDone('long', 4);
    await enqueue('long');
    await vitrine.file('urgent/a.txt', 'Some text about anchors.');
    const urgent = await vitrine.file('urgent/b.txt', 'The zxurgent text.');
    const visible: string[] = [];
    vitrine.engine.subscribe((said) => {
      if (said.type === 'ingest.job' && said.job.state === 'done') visible.push(said.job.jobId);
    });
    await begun;
    await enqueue('urgent', 'urgent');
    const over = state('long', 'done');
    await vitrine.ask('ingest.prioritise', { jobId: 'urgent', path: urgent });
    await over;
    expect(visible).toEqual(['urgent', 'long']);
    expect((await vitrine.ask('library.list', {})).length).toBe(essays + 2);
  });

  it('I10 takes small files first, whatever they are called', async () => {
    const short = await vitrine.file('essays/zz-short.txt', 'It is short.');
    await vitrine.ask('ingest.run', { paths: [vitrine.path('essays')], jobId: 'sizes' });
    const { files } = await vitrine.ask('ingest.files', { jobId: 'sizes' });
    expect(files[0]?.path).toBe(short);
    expect(files.map(({ bytes }) => bytes)).toEqual(files.map(({ bytes }) => bytes).sort((a, b) => a - b));
  });

  it('I10 names what failed with its reason, and takes it once more', async () => {
    const missing = vitrine.path('essays/later.txt');
    const report = await vitrine.ask('ingest.run', { paths: [vitrine.path('essays'), missing], jobId: 'some' });
    expect(report.totals).toMatchObject({ indexed: essays, failed: 1 });
    const listed = await vitrine.ask('ingest.files', { jobId: 'some', stages: ['failed'] });
    expect(listed.files).toMatchObject([{ path: missing, report: { error: { code: 'vanished' } } }]);

    await vitrine.file('essays/later.txt', 'It has come after all.');
    const job = await vitrine.ask('ingest.retry', { jobId: 'some', wait: true });
    expect(job).toMatchObject({ state: 'done', filesFailed: 0, filesDone: essays + 1 });
  });
});

describe('a PDF that wants a password', () => {
  it('I5 is read with the one that is entered, which is kept nowhere', async () => {
    await copyFile(fixture('locked.pdf'), vitrine.path('essays/locked.pdf'));
    const locked = vitrine.path('essays/locked.pdf');
    await vitrine.ask('ingest.run', { paths: [locked], jobId: 'locked' });
    const retry = (password?: string) =>
      vitrine.ask('ingest.retry', { jobId: 'locked', paths: [locked], wait: true, ...(password ? { password } : {}) });
    expect(await retry()).toMatchObject({ filesFailed: 1 });
    expect(await retry('zxwrong')).toMatchObject({ filesFailed: 1 });
    expect(await retry('secret')).toMatchObject({ state: 'done', filesFailed: 0 });
    expect(await vitrine.found('nobody reads this')).toHaveLength(1);
    await vitrine.engine.close();
    for (const entry of await readdir(vitrine.library, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === basename(locked)) continue;
      expect((await readFile(join(entry.parentPath, entry.name))).includes('zxwrong')).toBe(false);
    }
  });
});

describe('a job that the end of the process interrupts', () => {
  async function interrupt(): Promise<void> {
    await manyFiles();
    const begun = chunksDone('long', 8);
    await enqueue('long', 'many');
    await begun;
    await vitrine.engine.close();
  }

  it('I10 goes on at the next start of a host that stays open', async () => {
    await interrupt();
    await vitrine.reopen({ resumesIngests: true });
    await expect.poll(jobs, { timeout: 100_000 }).toMatchObject([{ state: 'done', filesDone: many }]);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I10 is offered where the settings say so, and elsewhere', async () => {
    await interrupt();
    await vitrine.reopen();
    expect(await jobs()).toMatchObject([{ state: 'interrupted', filesTotal: many }]);
    await vitrine.ask('settings.set', { values: { 'ingest.resume': 'ask' } });
    await vitrine.reopen({ resumesIngests: true });
    expect(await jobs()).toMatchObject([{ state: 'interrupted' }]);
    const { jobs: gone } = await vitrine.ask('ingest.resume', { wait: true });
    expect(gone).toMatchObject([{ state: 'done', filesDone: many }]);
  });

  it('I10 gives way to a new ingest of the same files', async () => {
    await interrupt();
    await vitrine.reopen();
    const report = await vitrine.ingest(vitrine.path('many'));
    expect(report.totals).toMatchObject({ files: many, failed: 0 });
    expect((await jobs()).map(({ state: now }) => now)).toEqual(['done']);
  });

  it('I10 does not need the files that are done', async () => {
    await interrupt();
    await vitrine.reopen();
    const { files } = await vitrine.ask('ingest.files', { jobId: 'long', stages: ['done'] });
    for (const { path } of files) await rm(path);
    const { jobs: gone } = await vitrine.ask('ingest.resume', { wait: true });
    expect(gone).toMatchObject([{ state: 'done', filesDone: many, filesFailed: 0 }]);
  });
});
