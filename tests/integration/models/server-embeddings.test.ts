import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { VitrineError } from '@shared/errors';
import { saidNotice, saidRemark } from '@shared/words/said';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openModels } from '../../../electron/engine/models';
import { stopOllama } from '../chat/start-ollama';
import { beside, fixture, TestEngine } from '../open-test-engine';
import { EmbeddingServer, letterVector } from './embedding-server';
import { cosine, shippedCatalogue } from './model-sources';
import { refusal } from './refusal';

const nobody = 'http://127.0.0.1:9';
const length = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []));

function modelsOf(servers: { ollamaHost?: string; baseUrl?: string; offline?: boolean }) {
  const { ollamaHost = nobody, baseUrl, offline = false } = servers;
  const openai = baseUrl === undefined ? null : { baseUrl, apiKey: 'a key' };
  return openModels({
    catalogue: shippedCatalogue,
    bundledModelFolder: '',
    modelFolders: [],
    servers: { providers: { ollama: { baseUrl: ollamaHost }, openai }, offline },
  });
}

const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).code;

describe('an embedding model of an OpenAI-compatible server', () => {
  let server: EmbeddingServer;
  beforeEach(async () => {
    server = await EmbeddingServer.open();
  });
  afterEach(() => server.close());

  const opened = () => modelsOf({ baseUrl: server.baseUrl }).openEmbedder('openai:tiny');

  it('learns its dimension from the server, and the key goes with every request', async () => {
    const models = modelsOf({ baseUrl: server.baseUrl });
    expect(models.entry('openai:tiny')).toMatchObject({ dimension: 0, vectorWeight: 0.5 });
    expect((await models.openEmbedder('openai:tiny')).dimension).toBe(24);
    expect(models.entry('openai:tiny')).toMatchObject({ job: 'embedding', dimension: 24 });
    expect(server.authorization).toBe('Bearer a key');
  });

  it('says in its report that its relevance was not measured', () => {
    const entry = modelsOf({}).entry('openai:tiny');
    expect(entry.job === 'embedding' && entry.relevance.report).toMatch(/^not measured with this model/);
  });

  it('I9 gives unit vectors in the order of the texts, many texts a request', async () => {
    const texts = Array.from({ length: 40 }, (_, position) => `text number ${position} ${'z'.repeat(position)}`);
    const embedder = await opened();
    const before = server.batches.length;
    const vectors = await embedder.embed(texts, 'passage');

    expect(server.batches.slice(before).map((batch) => batch.length)).toEqual([16, 16, 8]);
    for (const [position, text] of texts.entries()) {
      expect(length(vectors[position])).toBeCloseTo(1, 6);
      expect(cosine(vectors[position] ?? [], letterVector(text, 24))).toBeCloseTo(1, 6);
    }
  });

  it('I8 embeds a text beyond the window in parts that lose nothing', async () => {
    const text = 'Heat pumps warm houses. '.repeat(300);
    const embedder = await opened();
    const before = server.batches.length;
    const [vector] = await embedder.embed([text], 'passage');
    const parts = server.batches.slice(before).flat();

    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(text);
    expect(length(vector)).toBeCloseTo(1, 6);
  });

  it('I18 puts the prefix of the family that the name tells in front of every part, and counts it to the window', async () => {
    const models = modelsOf({ baseUrl: server.baseUrl });
    const embedder = await models.openEmbedder('openai:text-embedding-nomic-embed-text-v1.5');
    const plain = await opened();
    expect(embedder.maxTokens).toBeLessThan(plain.maxTokens);
    const before = server.batches.length;
    await embedder.embed(['Heat pumps warm houses. '.repeat(100), 'short'], 'passage');
    await embedder.embed(['Who warms houses?'], 'query');
    await plain.embed(['as it is'], 'query');
    const [passages = [], query, without] = server.batches.slice(before);
    expect(passages.length).toBeGreaterThan(2);
    expect(passages.filter((part) => !part.startsWith('search_document: '))).toEqual([]);
    expect(query).toEqual(['search_query: Who warms houses?']);
    expect(without).toEqual(['as it is']);
  });

  it('I9 tries again after a short fault', async () => {
    const embedder = await opened();
    server.failures.push(503, 429);
    expect(await embedder.embed(['again'], 'query')).toHaveLength(1);
    expect(server.failures).toEqual([]);
  });

  it('stops at once on request, even between two tries', async () => {
    const embedder = await opened();
    server.failures.push(503, 503, 503, 503);
    const stopper = new AbortController();
    setTimeout(() => stopper.abort(new VitrineError('cancelled')), 60);
    expect(await codeOf(embedder.embed(['late'], 'query', stopper.signal))).toBe('cancelled');
  });
});

describe('a server that is not there', () => {
  it.each([
    ['ollama:all-minilm', {}, 'model-unreachable'],
    ['openai:tiny', {}, 'model-missing'],
    ['ollama:all-minilm', { ollamaHost: 'http://10.1.2.3:11434', offline: true }, 'offline'],
  ])('%s %o is refused as %s', async (id, servers, code) => {
    expect(await codeOf(modelsOf(servers).openEmbedder(id))).toBe(code);
  });

  it('C1 is said in plain words by the doctor, as a fault only where its model is in use', async () => {
    const [unused] = await modelsOf({}).checkServers([]);
    expect(unused).toMatchObject({ id: 'ollama', ok: true });
    expect(unused && saidRemark(unused)).toContain('Ollama does not answer at 127.0.0.1:9. ');
    const [used] = await modelsOf({}).checkServers(['ollama:all-minilm']);
    expect(used?.ok).toBe(false);
  });

  it('leaves the list to the models of this machine', async () => {
    const ids = (await modelsOf({}).list()).map(({ id }) => id);
    expect(ids).toEqual(shippedCatalogue.models.map(({ id }) => id));
  });
});

const tool = beside('tools/ollama.sh', 'a real Ollama');
const folder = beside('models', 'another embedding model');

describe.skipIf(!tool || !folder)('a library over a real Ollama', { timeout: 120_000 }, () => {
  const port = '11536';
  const ollamaHost = `http://127.0.0.1:${port}`;
  let vitrine: TestEngine;

  beforeAll(async () => {
    await promisify(execFile)(tool ?? '', ['start', port]);
    vitrine = await TestEngine.open({
      providers: { ollama: { baseUrl: ollamaHost } },
      modelFolders: folder ? [folder] : [],
    });
    await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
  }, 120_000);
  afterAll(async () => {
    stopOllama(tool ?? '', port);
    await vitrine.close();
  });

  it('C1 lists what Ollama has, each for its job', async () => {
    const listed = (await vitrine.ask('models.list', {})).filter(({ id }) => id.startsWith('ollama:'));
    expect(Object.fromEntries(listed.map(({ id, job }) => [id, job]))).toMatchObject({
      'ollama:all-minilm': 'embedding',
      'ollama:smollm2:135m': 'chat',
    });
    const checks = await vitrine.ask('models.doctor', {});
    expect(checks.find(({ id }) => id === 'ollama')).toMatchObject({ ok: true });
  });

  it('I13 refuses to mix, then changes from use-lite to Ollama to MiniLM and back', async () => {
    const { chunks } = await vitrine.ask('app.status', {});
    const refusal = await vitrine.refusal('models.use', { model: 'ollama:all-minilm' });
    expect(refusal).toMatchObject({ code: 'index-mismatch', hint: expect.stringContaining('vitrine reindex') });

    const there = await vitrine.ask('library.reindex', { model: 'ollama:all-minilm:latest' });
    expect(there).toMatchObject({ chunks, embedded: chunks });
    expect((await vitrine.ask('app.status', {})).model).toMatchObject({ id: 'ollama:all-minilm', dimension: 384 });
    expect(await vitrine.found('how much light may silk have', { mode: 'vector' })).not.toEqual([]);

    expect(await vitrine.ask('library.reindex', { model: 'all-MiniLM-L6-v2' })).toMatchObject({ embedded: chunks });
    expect(await vitrine.ask('library.reindex', { model: 'use-lite' })).toMatchObject({ embedded: 0 });
    expect(await vitrine.ask('library.reindex', { model: 'ollama:all-minilm' })).toMatchObject({ embedded: 0 });
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('a model that makes no embeddings, or is not there, is refused with what to do', async () => {
    const absent = await vitrine.refusal('library.reindex', { model: 'ollama:not-there' });
    expect(absent).toMatchObject({
      code: 'model-missing',
      details: expect.objectContaining({ why: 'embedding-absent' }),
    });
  });

  it('R12 leaves a search by words, with a notice, when Ollama goes', async () => {
    stopOllama(tool ?? '', port);
    const found = await vitrine.ask('search.run', { query: 'dust' });
    expect(found.results).not.toEqual([]);
    expect(found.notices.map(saidNotice).join()).toContain('Ollama');
  });
});
