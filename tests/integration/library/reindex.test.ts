import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { strangeEncoder } from '../models/tiny-models';
import { fixture, TestEngine } from '../open-test-engine';

const models = temporaryFolder();
const other = 'strange-encoder';
const vitrine = TestEngine.shared(
  async () => {
    await strangeEncoder(models);
    await vitrine.reopen();
    await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
    await vitrine.ingest(await vitrine.file('marker.md', '# Marker\n\nThe zxmarker stays where it is.\n'));
  },
  { modelFolders: [models] },
);

const indexFolder = () => join(vitrine.library, 'index');

describe('the chunk profile', () => {
  it('I13 refuses to be mixed', async () => {
    const path = await vitrine.file('other.md', 'Other text.');
    const refusal = await vitrine.refusal('ingest.run', { paths: [path], profile: 'fine' });
    expect(refusal).toMatchObject({ code: 'index-mismatch', hint: expect.stringContaining('vitrine reindex') });
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I13 is changed by a reindex that parses nothing: the files may be gone', async () => {
    const before = await vitrine.ask('app.status', {});
    const list = await vitrine.ask('library.list', {});
    const uploads = join(vitrine.library, 'uploads');
    await rename(uploads, `${uploads}-away`);

    const report = await vitrine.ask('library.reindex', { profile: 'fine' });

    expect(report.chunks).toBeGreaterThan(before.chunks);
    expect(report.documents).toBe(before.documents);
    expect(await vitrine.found('zxmarker')).toHaveLength(1);
    expect(await vitrine.unwell()).toEqual([expect.stringMatching(/^\d+ stored files are gone/)]);
    await rename(`${uploads}-away`, uploads);
    expect(await vitrine.unwell()).toEqual([]);
    for (const { documentId } of list) {
      const source = await vitrine.ask('library.source', { documentId });
      for (const chunk of source.chunks) expect(chunk.endChar - chunk.startChar).toBeLessThanOrEqual(500);
    }
    const back = await vitrine.ask('library.reindex', { profile: 'balanced' });
    expect(back).toMatchObject({ chunks: before.chunks, embedded: 0 });
    expect(await vitrine.ask('library.list', {})).toEqual(list);
  });

  it('I13 without a definition is refused with the known names', async () => {
    const refusal = await vitrine.refusal('library.reindex', { profile: 'huge' });
    expect(refusal.code).toBe('bad-request');
  });
});

describe('a reindex', () => {
  it('I13 that was stopped goes on where it was, and embeds nothing twice', async () => {
    const other = await TestEngine.open();
    for (let n = 0; n < 40; n += 1) {
      const text = Array.from({ length: 30 }, (_v, i) => `Sentence ${i} of letter ${n} has its own words.`).join(' ');
      await other.file(`letters/${n}.txt`, text);
    }
    await other.ingest(other.path('letters'));
    const calls = async () => (await other.ask('app.status', {})).counters.embeddingCalls;
    const before = await calls();
    const stopped = other.engine.request('library.reindex', { profile: 'fine' }, { requestId: 'first' });
    while ((await calls()) < before + 10) await new Promise((later) => setTimeout(later, 10));
    other.engine.cancel('first');
    expect(await stopped).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const first = (await calls()) - before;
    expect(await other.found('letter sentence', { top: 1 })).toHaveLength(1);

    const report = await other.ask('library.reindex', { profile: 'fine' });

    // The text at which it was stopped is lost, and it alone.
    expect(first + report.embedded).toBeLessThanOrEqual(report.chunks + 1);
    expect(report.embedded).toBeLessThan(report.chunks);
    expect(await other.unwell()).toEqual([]);
    await other.close();
  });
});

describe('readers during a reindex', () => {
  it('I4 find every document at every moment', async () => {
    const seen: number[] = [];
    let reading = true;
    const reader = (async () => {
      while (reading) seen.push((await vitrine.found('zxmarker')).length);
    })();
    for (const profile of ['fine', 'balanced', 'fine', 'balanced']) await vitrine.ask('library.reindex', { profile });
    reading = false;
    await reader;
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.filter((count) => count !== 1)).toEqual([]);
  });
});

describe('an index that is gone or damaged', () => {
  it('I13 is named by status and search, and a reindex restores it without embedding', async () => {
    await vitrine.reopen();
    await rm(indexFolder(), { recursive: true });

    expect((await vitrine.unwell()).join()).toContain('vitrine reindex');
    expect((await vitrine.refusal('search.run', { query: 'zxmarker' })).code).toBe('index-unavailable');
    const path = await vitrine.file('late.md', 'A late text.');
    expect((await vitrine.refusal('ingest.run', { paths: [path] })).code).toBe('index-unavailable');

    expect((await vitrine.ask('library.reindex', {})).embedded).toBe(0);
    expect(await vitrine.found('zxmarker')).toHaveLength(1);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I12 does not keep a document from being deleted', async () => {
    const { files } = await vitrine.ingest(await vitrine.file('doomed.md', 'The zxdoomed text.'));
    await vitrine.reopen();
    await rm(indexFolder(), { recursive: true });
    await vitrine.ask('library.delete', { documentIds: [files[0]?.documentId ?? ''] });
    await vitrine.ask('library.reindex', {});
    expect(await vitrine.found('zxdoomed')).toEqual([]);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I13 with broken files opens, says so and is rebuilt', async () => {
    const entries = await readdir(indexFolder(), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) await writeFile(join(entry.parentPath, entry.name), 'x');
    await vitrine.reopen();
    expect((await vitrine.unwell()).join()).toContain('vitrine reindex');
    expect((await vitrine.refusal('search.run', { query: 'zxmarker' })).code).toBe('index-unavailable');
    await vitrine.ask('library.reindex', {});
    expect(await vitrine.found('zxmarker')).toHaveLength(1);
    expect(await vitrine.unwell()).toEqual([]);
  });
});

describe('another embedding model', () => {
  it('I13 takes over by a reindex, and the way back comes from the cache', async () => {
    const { chunks } = await vitrine.ask('app.status', {});
    expect((await vitrine.refusal('models.use', { model: other })).code).toBe('index-mismatch');

    const there = await vitrine.ask('library.reindex', { model: other });
    expect(there).toMatchObject({ chunks, embedded: chunks });
    expect((await vitrine.ask('app.status', {})).model).toEqual({
      id: other,
      title: expect.stringContaining(other),
      dimension: 3,
      recommended: false,
    });
    expect(await vitrine.found('where is the marker', { mode: 'vector' })).not.toEqual([]);

    const report = await vitrine.ingest(await vitrine.file('stranger.md', 'A text for the other model, zxstranger.'));
    expect(report.totals).toMatchObject({ indexed: 1, embedded: 1 });

    const back = await vitrine.ask('library.reindex', { model: 'use-lite' });
    expect(back).toMatchObject({ chunks: chunks + 1, embedded: 1 });
    expect(await vitrine.found('zxstranger', { mode: 'hybrid' })).not.toEqual([]);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('models.use of a model without embeddings is refused', async () => {
    expect((await vitrine.refusal('models.use', { model: 'nonsense' })).code).toBe('model-missing');
  });

  it('I13 can be chosen for a library that is empty', async () => {
    const empty = await TestEngine.open({ modelFolders: [models] });
    const { files } = await empty.ingest(await empty.file('first.md', 'The first text.'));
    await empty.ask('library.delete', { documentIds: [files[0]?.documentId ?? ''] });
    expect((await empty.ask('models.use', { model: other })).active).toBe(true);
    await empty.ingest(await empty.file('second.md', 'The second text, zxsecond.'));
    expect((await empty.ask('app.status', {})).model.dimension).toBe(3);
    expect(await empty.found('zxsecond')).toHaveLength(1);
    expect(await empty.unwell()).toEqual([]);
    await empty.close();
  });
});

describe('a model that is not on this machine', () => {
  it('R12 leaves a search by words, with a notice', async () => {
    await vitrine.reopen({ bundledModelFolder: '/nowhere' });
    const found = await vitrine.ask('search.run', { query: 'zxmarker' });
    expect(found.results).toHaveLength(1);
    expect(found.notices).toEqual([
      { code: 'keyword-only', values: expect.objectContaining({ cause: 'model-missing', id: 'use-lite' }) },
    ]);
    const answer = await vitrine.ask('chat.ask', { question: 'Where does the zxmarker stay?' });
    expect(answer.outcome).toBe('passages');
    expect(answer.notices.map(({ code }) => code)).toContain('keyword-only');
    await vitrine.reopen();
  });
});
