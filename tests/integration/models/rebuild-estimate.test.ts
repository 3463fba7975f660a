import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SqlDatabase } from '../../../electron/engine/store/database';
import { beside, fixture, TestEngine } from '../open-test-engine';

let vitrine: TestEngine;

beforeAll(async () => {
  vitrine = await TestEngine.open();
  await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
});
afterAll(() => vitrine.close());

describe('what a model costs', () => {
  it('is measured on demand, and remembered with the model', async () => {
    const before = (await vitrine.ask('models.list', {})).find(({ id }) => id === 'use-lite');
    expect(before?.cost).toBeNull();

    const cost = await vitrine.ask('models.measure', { model: 'use-lite' });

    expect(cost.msPerText).toBeGreaterThan(0);
    expect(cost.memoryBytes).toBeGreaterThan(0);
    expect(cost.texts).toBeGreaterThan(1);
    await vitrine.reopen();
    const after = (await vitrine.ask('models.list', {})).find(({ id }) => id === 'use-lite');
    expect(after?.cost).toEqual(cost);
  });

  it('is never less memory than the files of the model, also where the process had that much left', async () => {
    const listed = (await vitrine.ask('models.list', {})).find(({ id }) => id === 'use-lite');
    const now = process.memoryUsage();
    const used = vi.spyOn(process, 'memoryUsage').mockReturnValue(now);
    const fresh = await TestEngine.open();
    try {
      expect((await fresh.ask('models.measure', { model: 'use-lite' })).memoryBytes).toBe(listed?.bytes);
    } finally {
      used.mockRestore();
      await fresh.close();
    }
  });

  it('cannot be measured of a model that is not here', async () => {
    expect((await vitrine.refusal('models.measure', { model: 'bge-small-en-v1.5' })).code).toBe('model-missing');
  });
});

describe('the estimate of a rebuild', () => {
  it('I13 counts vectors that are kept as free', async () => {
    const { chunks } = await vitrine.ask('app.status', {});
    const estimate = await vitrine.ask('library.rebuildEstimate', {});
    expect(estimate).toMatchObject({ chunks, chunksNow: chunks, toEmbed: 0, cached: chunks, exact: true });
    expect(estimate.roomBytes).toBe(estimate.indexBytesAfter);
  });

  it('I13 takes the time of writing from the ingest, then from the last rebuild, and is never nothing', async () => {
    const { chunks } = await vitrine.ask('app.status', {});
    const byIngest = await vitrine.ask('library.rebuildEstimate', {});
    expect(byIngest.msWriting).toBeGreaterThan(0);
    expect(byIngest.ms).toBe(byIngest.msLoading + (byIngest.msWriting ?? 0));

    const report = await vitrine.ask('library.reindex', {});
    expect(report).toMatchObject({ embedded: 0, chunks });
    await vitrine.reopen();
    const { msWriting } = await vitrine.ask('library.rebuildEstimate', {});
    expect(msWriting).toBe(report.msWriting);
  });

  it('I13 has the time that loading took when the model was measured, also where nothing is embedded', async () => {
    const { loadMs } = await vitrine.ask('models.measure', { model: 'use-lite' });
    const estimate = await vitrine.ask('library.rebuildEstimate', {});
    expect(estimate).toMatchObject({ toEmbed: 0, msLoading: loadMs });
    expect(estimate.ms).toBe(loadMs + (estimate.msWriting ?? 0));
  });

  it('I13 is of what the rebuild then tells, which begins with loading the model', async () => {
    const { ms, msWriting } = await vitrine.ask('library.reindex', {});
    expect(ms).toBeGreaterThan(msWriting);
  });

  it('knows no time of writing in a place where no index was ever written', async () => {
    const estimate = await vitrine.ask('library.rebuildEstimate', { place: 's3://bucket/library' });
    expect(estimate).toMatchObject({ msWriting: null, ms: estimate.msLoading });
    expect((await vitrine.refusal('library.rebuildEstimate', { place: 'ftp://x' })).code).toBe('bad-request');
  });

  it('I13 tells for another cut the chunks, and the time as texts × the measured time of one', async () => {
    const estimate = await vitrine.ask('library.rebuildEstimate', { profile: 'fine' });
    const { msPerText, msLoading } = await vitrine.ask('library.rebuildEstimate', {});
    expect(estimate.ms).toBe(msLoading + Math.round(estimate.toEmbed * msPerText) + (estimate.msWriting ?? 0));

    const report = await vitrine.ask('library.reindex', { profile: 'fine' });

    expect(report).toMatchObject({ chunks: estimate.chunks, embedded: estimate.toEmbed });
    const { index } = await vitrine.ask('app.status', {});
    expect(Math.abs(index.bytes - estimate.indexBytesAfter) / index.bytes).toBeLessThan(0.5);
  });

  it('refuses a profile that nobody defined', async () => {
    expect((await vitrine.refusal('library.rebuildEstimate', { profile: 'huge' })).code).toBe('bad-request');
  });
});

const models = beside('models', 'another embedding model');

describe.skipIf(models === null)('the estimate of a rebuild for a model that gives words', () => {
  it('I13 counts a vector without its words as one to be made, and the room that words take', async () => {
    const other = await TestEngine.open({ modelFolders: [models ?? ''] });
    try {
      await other.ask('models.use', { model: 'all-MiniLM-L6-v2' });
      await other.ingest(fixture('handbook.md'), fixture('report.pdf'));
      const { chunks } = await other.ask('app.status', {});
      expect((await other.ask('library.rebuildEstimate', {})).toEmbed).toBe(0);

      await other.engine.close();
      const database = SqlDatabase.open(join(other.library, 'catalogue.db'));
      const kept = database.get('SELECT sum(length(vector) + length(words)) AS bytes FROM embeddings');
      database.run('UPDATE embeddings SET words = NULL');
      database.close();
      await other.reopen();

      const estimate = await other.ask('library.rebuildEstimate', {});
      expect(estimate.toEmbed).toBe(chunks);
      const room = estimate.roomBytes - estimate.indexBytesAfter;
      expect(room / Number(kept?.bytes)).toBeGreaterThan(0.8);
      expect(room / Number(kept?.bytes)).toBeLessThan(1.4);
    } finally {
      await other.close();
    }
  });
});
