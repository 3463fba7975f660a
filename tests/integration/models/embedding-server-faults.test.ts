import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openModels } from '../../../electron/engine/models';
import { fixture, statuses, TestEngine } from '../open-test-engine';
import { EmbeddingServer } from './embedding-server';
import { shippedCatalogue } from './model-sources';
import { refusal } from './refusal';

const id = 'openai:text-embedding-tiny';
const nobody = 'http://127.0.0.1:9';
let server: EmbeddingServer;

beforeEach(async () => {
  server = await EmbeddingServer.open();
});
afterEach(() => server.close());

function modelsOf(baseUrl = server.baseUrl, offline = false, ollamaHost = nobody) {
  const servers = { providers: { ollama: { baseUrl: ollamaHost }, openai: { baseUrl, apiKey: 'a key' } }, offline };
  return openModels({ catalogue: shippedCatalogue, bundledModelFolder: '', modelFolders: [], servers });
}

describe('a server of embedding models', () => {
  const state = async (models = modelsOf()) => {
    const found = (await models.servers()).find(({ provider }) => provider === 'openai');
    return [found?.state, found?.models.map((model) => model.id)];
  };

  it('C1 tells its embedding models and no others, or that it has none', async () => {
    expect(await state()).toEqual(['ok', [id]]);
    server.names = ['talker'];
    expect(await state()).toEqual(['no-models', []]);
    const [ollama, openai] = await modelsOf().servers();
    expect(openai?.others).toMatchObject([{ id: 'openai:talker', job: 'embedding', calibrated: false }]);
    expect(ollama?.others).toEqual([]);
    expect((await modelsOf().servers())[0]).toMatchObject({ provider: 'ollama', state: 'down', staysHere: true });
  });

  it('C1 is distinguished by its fault', async () => {
    server.listsSo = true;
    server.manner = 'rubbish';
    expect(await state()).toEqual(['wrong-url', []]);
    server.manner = 'drop';
    expect(await state()).toEqual(['down', []]);
    server.manner = 'hang';
    expect(await state()).toEqual(['late', []]);
    server.manner = 'well';
    server.statusOfList = 401;
    expect(await state()).toEqual(['key-refused', []]);
    server.statusOfList = 503;
    expect(await state()).toEqual(['failing', []]);
    expect(await state(modelsOf('nonsense'))).toEqual(['wrong-url', []]);
    expect(await state(modelsOf('http://10.1.2.3/v1', true))).toEqual(['refused-offline', []]);
  });
});

describe('a server that fails while it embeds', () => {
  it.each([
    ['drop', 'model-unreachable', 'embedding-down'],
    ['half', 'model-failed', 'embedding-broke-off'],
    ['rubbish', 'model-failed', 'embedding-none'],
  ] as const)('%s: is said in words for who wants vectors, not an answer', async (manner, code, why) => {
    const embedder = await modelsOf().openEmbedder(id);
    server.manner = manner;
    for (const work of [() => embedder.embed(['text'], 'passage'), () => modelsOf().openEmbedder(id)]) {
      const refused = await refusal(work());
      expect(refused).toMatchObject({ code, details: { why, model: 'text-embedding-tiny' } });
      expect(refused.hint).toMatch(/another embedding model\.$/);
      expect(refused.hint).not.toContain('ask without a model');
    }
  });

  it.each([
    [401, 'model-failed', 'embedding-key', 'its key'],
    [404, 'model-failed', 'embedding-address', 'its address'],
    [400, 'model-failed', 'embedding-said', 'its log'],
    [500, 'model-failed', 'embedding-said', 'its log'],
  ] as const)('status %i: says what to look at', async (status, code, why, hint) => {
    server.failures.push(...new Array<number>(4).fill(status));
    const refused = await refusal(modelsOf().openEmbedder(id));
    expect(refused).toMatchObject({ code, details: { why }, hint: expect.stringContaining(hint) });
  });

  it('is waited for as long as it asks to where it has too much to do, to be opened and for passages', async () => {
    const busy = () => {
      server.retryAfter = 2.5;
      server.busyUntil = performance.now() + 2200;
    };
    busy();
    const embedder = await modelsOf().openEmbedder(id);
    busy();
    expect(await embedder.embed(['text'], 'passage')).toHaveLength(1);
    busy();
    // A caller waits for hits by words.
    expect((await refusal(embedder.embed(['text'], 'query'))).code).toBe('rate-limited');
    busy();
    server.retryAfter = 50;
    expect((await refusal(modelsOf().openEmbedder(id))).code).toBe('rate-limited');
    const stopper = new AbortController();
    const tried = server.asked;
    busy();
    server.retryAfter = 50;
    const embedding = refusal(embedder.embed(['text'], 'passage', stopper.signal));
    await server.met(tried + 1);
    stopper.abort();
    expect((await embedding).code).toBe('cancelled');
  });
});

describe('a library over such a server', () => {
  let vitrine: TestEngine;
  const open = async (more: { answerSilenceMs?: number } = {}) => {
    vitrine = await TestEngine.open({ providers: { openai: { baseUrl: server.baseUrl, apiKey: 'a key' } }, ...more });
  };
  afterEach(() => vitrine.close());
  const rebuildIs = (state: string) =>
    expect.poll(async () => (await vitrine.ask('rebuild.get', {}))?.state, { timeout: 60_000 }).toBe(state);

  it('I13 keeps its old index where the server goes in the middle of a rebuild, and goes on when it is back', async () => {
    await open();
    await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
    server.manner = 'hang';
    await vitrine.ask('rebuild.start', { model: id });
    await server.met(1);
    server.manner = 'drop';
    server.dropAll();
    await rebuildIs('stopped');
    const stopped = await vitrine.ask('rebuild.get', {});
    expect(stopped?.error).toMatchObject({ code: 'model-unreachable', details: { why: 'embedding-down' } });
    expect((await vitrine.ask('app.status', {})).model.id).toBe('use-lite');
    server.manner = 'well';
    await vitrine.ask('rebuild.resume', {});
    await rebuildIs('done');
    expect((await vitrine.ask('app.status', {})).model.id).toBe(id);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('cancels a rebuild and a measurement at once while it hangs', async () => {
    await open();
    await vitrine.ingest(fixture('handbook.md'));
    server.manner = 'hang';
    const measuring = vitrine.engine.request('models.measure', { model: id }, { requestId: 'measure' });
    await server.met(1);
    vitrine.engine.cancel('measure');
    expect(await measuring).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await vitrine.ask('rebuild.start', { model: id });
    await server.met(2);
    expect(await vitrine.ask('rebuild.cancel', {})).toMatchObject({ state: 'cancelled' });
    // In far less than the minute for which a silent server is waited for.
  }, 40_000);

  it('C1 has a model in use whose name does not tell that it makes embeddings', async () => {
    await open();
    server.names = ['talker'];
    await vitrine.ask('models.use', { model: 'openai:talker' });
    const told = (await vitrine.ask('models.servers', {})).find(({ provider }) => provider === 'openai');
    expect(told).toMatchObject({ state: 'ok', models: [{ id: 'openai:talker', active: true }], others: [] });
  });

  it('I10 keeps files waiting, and fails none, where it has too much to do while documents are added', async () => {
    await open();
    await vitrine.ask('models.use', { model: id });
    const path = await vitrine.file('one.md', 'The lighthouse keeper counts the ships.');
    server.failures.push(...new Array<number>(8).fill(429));
    expect((await vitrine.refusal('ingest.run', { paths: [path] })).code).toBe('rate-limited');
    const [job] = (await vitrine.ask('ingest.jobs', {})).jobs;
    expect(job).toMatchObject({ state: 'stopped' });
    server.failures.length = 0;
    await vitrine.ask('ingest.resume', { jobId: job?.jobId ?? '' });
    await expect.poll(() => vitrine.found('lighthouse'), { timeout: 60_000 }).toHaveLength(1);
  });

  it('I10 leaves out texts that it takes too long over, stops at two in a row, and all are found by their words', async () => {
    await open({ answerSilenceMs: 1500 });
    await vitrine.ask('models.use', { model: id });
    const file = (name: string, text: string) => vitrine.file(`${name}.md`, `The ${text} counts the ships.`);
    server.stumblesAt = 'slow';
    const first = await vitrine.ingest(
      await file('1', 'slow keeper'),
      await file('2', 'swift keeper'),
      await file('3', 'slow sea captain'),
    );
    expect(statuses(first)).toEqual({ '1.md': 'indexed', '2.md': 'indexed', '3.md': 'indexed' });
    const values = { passages: 2, of: 3, cause: 'model-timeout' };
    expect(first.notices).toMatchObject([{ code: 'vectors-stopped', values }]);
    expect(await vitrine.found('captain')).toHaveLength(1);
    await vitrine.ingest(await file('4', 'slow mate'), await file('5', 'slow pilot'), await file('6', 'slow cook'));
    const error = { code: 'model-timeout' };
    expect(await vitrine.ask('vectors.get', {})).toMatchObject({ state: 'stopped', done: 1, passages: 6, error });
    expect(await vitrine.found('cook')).toHaveLength(1);
    server.stumblesAt = null;
    await vitrine.ask('vectors.resume', {});
    await expect.poll(() => vitrine.ask('vectors.get', {}), { timeout: 60_000 }).toBeNull();
    expect(await vitrine.unwell()).toEqual([]);
  });
});
