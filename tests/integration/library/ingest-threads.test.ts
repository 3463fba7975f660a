import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { modelCatalogueSchema } from '@shared/model-catalogue';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import catalogue from '../../../config/models.json';
import {
  type IngestThreadData,
  IngestThreads,
  ingestThreadsFor,
} from '../../../electron/engine/jobs/ingest/ingest-model';
import { openModels } from '../../../electron/engine/models';
import { ownTime } from '../../own-time';
import { ensureBuilt } from '../cli/vitrine-command';
import { bytesOfVector } from '../models/model-sources';
import { fixture, project, statuses, TestEngine } from '../open-test-engine';

const workerFile = join(__dirname, 'ingest-thread-worker.cjs');
const data: IngestThreadData = {
  modelId: 'use-lite',
  catalogue: modelCatalogueSchema.parse(catalogue),
  bundledModelFolder: join(project, 'resources', 'models'),
  modelFolders: [],
  downloadFolder: join(project, 'none'),
};
const poison = 'Whoever reads on: this text ends its thread.';

let threads: IngestThreads | null = null;
let vitrine: TestEngine | null = null;

function opened(changes: { most?: number; idleMs?: number; data?: IngestThreadData } = {}): IngestThreads {
  threads = new IngestThreads({ workerFile, data, most: 2, ...changes });
  return threads;
}

beforeAll(() => ensureBuilt());
afterEach(async () => {
  await threads?.close();
  await vitrine?.close();
  threads = null;
  vitrine = null;
});

describe('threads of an ingest', () => {
  it('I9 give the same bytes as the model in the engine’s thread, whichever thread embeds', async () => {
    const texts = [
      '',
      'A short text.',
      'Ein Satz mit Umlauten: Größe, Übermaß.',
      '東京は日本の首都です。',
      ...Array.from({ length: 12 }, (_v, n) => `Essay ${n} weighs its words. `.repeat(n * n + 1)),
    ];
    const embedder = await openModels(data).openEmbedder('use-lite');
    const expected = await embedder.embed(texts, 'passage');
    await embedder.dispose();
    const pool = opened();
    const given = await Promise.all(texts.map((text) => pool.embed([text])));
    expect(pool.size).toBe(2);
    expect(given.map(([vector]) => bytesOfVector(vector))).toEqual(expected.map(bytesOfVector));
  });

  it('stop within a second and take the next text', async () => {
    const pool = opened({ most: 1 });
    await pool.embed(['Warm up.']);
    const stopper = new AbortController();
    const long = Array.from({ length: 3000 }, (_v, n) => `Text ${n} takes a while. `.repeat(40));
    const work = pool.embed(long, stopper.signal);
    const taken = ownTime();
    stopper.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(await pool.embed(['Goes on.'])).toHaveLength(1);
    await pool.close();
    expect(taken()).toBeLessThan(1000);
  });

  it('end by a text give it back with an error, and others are embedded', async () => {
    const pool = opened();
    const [ended, ...others] = await Promise.allSettled(
      [poison, 'One.', 'Two.', 'Three.', 'Four.'].map((text) => pool.embed([text])),
    );
    expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'reader-crashed' } });
    expect(others.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  });

  it('say that the model is missing', async () => {
    const nowhere = { ...data, bundledModelFolder: join(project, 'none') };
    await expect(opened({ data: nowhere }).embed(['A text.'])).rejects.toMatchObject({ code: 'model-missing' });
  });

  it('end when they are not needed, and start again', async () => {
    const pool = opened({ idleMs: 20 });
    const first = await pool.embed(['Again.']);
    await expect.poll(() => pool.size).toBe(0);
    expect(await pool.embed(['Again.'])).toEqual(first);
  });

  it.each([
    [2, 8e9, 8e6, 2],
    [16, 64e9, 8e6, 8],
    [8, 4e9, 3e8, 3],
    [4, 1e8, 8e6, 1],
  ])(
    'are as many as %i processors feed and %d free bytes hold of a model of %d: %i',
    (processors, free, bytes, most) => {
      expect(ingestThreadsFor(processors, free, bytes)).toBe(most);
    },
  );
});

describe('an ingest with threads', () => {
  const documents = [
    'report.pdf',
    'handbook.md',
    'libreoffice-notes.docx',
    'pandoc-notes.epub',
    'scan.pdf',
    'blank.txt',
  ];

  /** The library's data about its documents, and its search results. */
  async function taken(engine: TestEngine): Promise<unknown> {
    const copy = await engine.file('copies/report.pdf', await readFile(fixture('report.pdf')));
    const report = await engine.ingest(...documents.map(fixture), copy);
    const { results } = await engine.ask('search.run', { query: 'what was measured in spring', mode: 'hybrid' });
    const { chunks } = await engine.ask('app.status', {});
    const files = report.files.map(({ path, ...facts }) => ({ ...facts, path: basename(path), documentId: null }));
    return {
      files,
      chunks,
      found: results.map(({ chunkId, score }) => [chunkId, score]),
      unwell: await engine.unwell(),
    };
  }

  it('leaves the same library as one without', async () => {
    vitrine = await TestEngine.open({ ingestThreadFile: workerFile });
    const beside = await taken(vitrine);
    await vitrine.close();
    vitrine = await TestEngine.open();
    expect(beside).toEqual(await taken(vitrine));
  });

  it('leaves a text that ends its thread without a vector and says so, and takes the others', async () => {
    vitrine = await TestEngine.open({ ingestThreadFile: workerFile });
    await vitrine.file('essays/bad.txt', poison);
    for (let n = 0; n < 4; n += 1) await vitrine.file(`essays/${n}.txt`, `Essay ${n} weighs its words.`);
    expect(statuses(await vitrine.ingest(vitrine.path('essays')))).toEqual({
      '0.txt': 'indexed',
      '1.txt': 'indexed',
      '2.txt': 'indexed',
      '3.txt': 'indexed',
      'bad.txt': 'indexed',
    });
    const error = { code: 'reader-crashed' };
    expect(await vitrine.ask('vectors.get', {})).toMatchObject({ state: 'stopped', done: 4, passages: 5, error });
    expect(await vitrine.unwell()).toEqual([]);
  });
});

describe('a rebuild with threads', () => {
  const handbook = [fixture('handbook.md'), fixture('report.pdf')];

  it('I13 is estimated with the model loaded twice where they have something to do: here and in them', async () => {
    vitrine = await TestEngine.open({ ingestThreadFile: workerFile });
    await vitrine.ingest(...handbook);
    const { loadMs } = await vitrine.ask('models.measure', { model: 'use-lite' });
    expect(await vitrine.ask('library.rebuildEstimate', {})).toMatchObject({
      toEmbed: 0,
      msLoading: loadMs,
      opensInThreads: false,
    });
    const recut = await vitrine.ask('library.rebuildEstimate', { profile: 'fine' });
    expect(recut).toMatchObject({ msLoading: 2 * loadMs, opensInThreads: true });
    expect(recut.ms).toBeGreaterThanOrEqual(2 * loadMs);
  });

  it('I13 stops at a text that ends its thread and says why, and the old index answers', async () => {
    vitrine = await TestEngine.open();
    await vitrine.ingest(await vitrine.file('bad.txt', poison), await vitrine.file('good.txt', 'A good zxword.'));
    await vitrine.reopen({ ingestThreadFile: workerFile });
    expect(await vitrine.refusal('library.reindex', { profile: 'fine' })).toMatchObject({ code: 'reader-crashed' });
    expect(await vitrine.ask('rebuild.get', {})).toMatchObject({ state: 'stopped', error: { code: 'reader-crashed' } });
    expect(await vitrine.found('zxword')).toHaveLength(1);
    expect(await vitrine.unwell()).toEqual([]);
  });
});
