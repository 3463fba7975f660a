import { rename, rm } from 'node:fs/promises';
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
