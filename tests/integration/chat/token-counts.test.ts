import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChatServers, estimateTokens, openChatModel } from '../../../electron/engine/models';
import { renderAttachment } from '../../../electron/engine/stages/render-blocks';
import { beside, fixture, TestEngine } from '../open-test-engine';
import { bodiesTo, fakeServer, ollamaWith, part } from './fake-server';
import { startOllama, stopOllama } from './start-ollama';

const script = beside('tools/ollama.sh', 'a real Ollama');
const tokenizers = beside('models/all-MiniLM-L6-v2', 'a tokenizer in a models folder');
const startMs = 180_000;
const question = 'How many lux does silk bear?';
const here = (ollamaHost: string, more: Partial<ChatServers> = {}): ChatServers => ({
  ollamaHost,
  openai: null,
  offline: false,
  ...more,
});

describe.skipIf(!script)('tokens of a real Ollama', () => {
  let host = '';
  let port = '';
  let model = '';
  let vitrine: TestEngine;
  beforeAll(async () => {
    ({ host, port, model } = await startOllama(script ?? ''));
    vitrine = await TestEngine.open({ ollamaHost: host });
    await vitrine.ingest(fixture('handbook.md'));
  }, startMs);
  afterAll(async () => {
    if (script) stopOllama(script, port);
    await vitrine?.close();
  });

  /** Tokens that the server makes of a text without any template. */
  async function toldFor(prompt: string): Promise<number> {
    const options = { num_predict: 1, num_ctx: 8192, temperature: 0 };
    const body = JSON.stringify({ model: model.slice('ollama:'.length), prompt, raw: true, stream: false, options });
    const response = await fetch(`${host}/api/generate`, { method: 'POST', body });
    return ((await response.json()) as { prompt_eval_count: number }).prompt_eval_count;
  }

  it.each([
    ['English', 'The museum opened in 1911 and holds 4012 paintings of the harbour. '.repeat(10)],
    ['German', 'Die Größe der Müllverbrennungsanlage überrascht die Öffentlichkeit.'],
    ['Russian', 'Музей открылся в тысяча девятьсот одиннадцатом году.'],
    ['Chinese', '博物馆于一九一一年开放，收藏了四千多幅画作。'],
    ['emoji', '😀🎉🚀🌍👩‍👩‍👧'],
    ['numbers', '8401 7723 99182 3.14159 2026-11-21 ٣٤ ½'],
    ['code', "if(a[i]!=b[j]){x+=y*z;}\n\n\n\tfoo\tbar  // it’s they’LL it's they'LL"],
    ['much white space', '  leading and   many   spaces  \n\n  '],
    ['special tokens as text', 'a <|im_end|> b <|endoftext|>'],
  ])(
    'C2 are counted exactly as the server counts them: %s',
    async (_what, text) => {
      const counter = await (await openChatModel(model, here(host))).tokenCounter();
      expect(counter).toMatchObject({ model, exact: true, reason: null });
      expect(counter.count(text)).toBe(await toldFor(text));
    },
    startMs,
  );

  it(
    'S7 C2 are those by which A4 fills its budget, exact, in every state and the same bytes the second time',
    async () => {
      const run = async () => {
        const { runId } = await vitrine.ask('chat.ask', { question, model, maxTokens: 8 });
        return vitrine.ask('run.get', { runId: runId ?? '' });
      };
      const first = await run();
      const a4 = first.snapshots.A4_Condenser;
      const counter = await (await openChatModel(model, here(host))).tokenCounter();
      const chunks = new Map(a4?.base_context_chunks.map((chunk) => [chunk.id, chunk]));
      const passages = (a4?.final_selection_ids ?? []).map((id, position) => {
        const chunk = chunks.get(id);
        if (!chunk) throw new Error(`${id} is no chunk`);
        return counter.count(chunk.text) + counter.count(renderAttachment({ ...chunk, text: '' }, position + 1));
      });
      expect(passages.length).toBeGreaterThan(0);
      const sum = passages.reduce((total, tokens) => total + tokens, 0);
      expect(a4?.extras.token_count).toMatchObject({ model, exact: true, passages: sum });
      const record = first.stages.find(({ stage }) => stage === 'A4_Condenser');
      expect(record?.decisions).toContainEqual(
        expect.objectContaining({ subject: 'extras.token_count', decision: 'counted exactly' }),
      );
      expect(canonicalJson((await run()).snapshots)).toBe(canonicalJson(first.snapshots));
    },
    startMs,
  );

  it(
    'C2 of a whole prompt are at most what is counted before it is sent, and nearer than 64 tokens',
    async () => {
      const { runId, tokens } = await vitrine.ask('chat.ask', { question, model, maxTokens: 8 });
      const built = (await vitrine.ask('run.get', { runId: runId ?? '' })).snapshots.Prompt_Builder;
      const counted = await (await openChatModel(model, here(host))).countTokens(built?.prompt_ready ?? '');
      expect(tokens?.prompt ?? 0).toBeLessThanOrEqual(counted);
      expect(tokens?.prompt ?? 0).toBeGreaterThan(counted - 64);
    },
    startMs,
  );
});

describe('tokens of a server that tells no tokenizer', () => {
  const text = 'The museum opened in 1911. Öffentlichkeit! 博物馆';

  it.skipIf(!tokenizers)(
    'C2 are counted by the tokenizer in a models folder, under the name of the model',
    async () => {
      const vitrine = await TestEngine.open();
      const server = await ollamaWith((_request, response) => response.end(part('', true)));
      try {
        const folder = join(vitrine.folder, 'models');
        await mkdir(folder);
        await cp(tokenizers ?? '', join(folder, 'any-2b'), { recursive: true });
        const openai = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: '' };
        const servers = here(server.address, { modelFolders: [folder], openai });
        for (const name of ['ollama:any:2b', 'openai:maker/any-2b']) {
          const counter = await (await openChatModel(name, servers)).tokenCounter();
          expect(counter).toMatchObject({ model: name, exact: true });
          expect(counter.count('The museum opened.')).toBe(4);
        }
      } finally {
        await server.close();
        await vitrine.close();
      }
    },
  );

  it.each([
    ['another kind of tokenizer', { 'tokenizer.ggml.model': 'llama' }],
    ['a splitting that is not known', { 'tokenizer.ggml.model': 'gpt2', 'tokenizer.ggml.pre': 'constructor' }],
  ])('C2 are estimated, and named an estimate: %s', async (_what, facts) => {
    const server = await fakeServer({
      '/api/show': (_request, response) => response.end(JSON.stringify({ model_info: facts })),
    });
    try {
      const counter = await (await openChatModel('ollama:any', here(server.address))).tokenCounter();
      expect(counter).toMatchObject({ exact: false, reason: expect.stringContaining('no tokenizer') });
      expect(counter.count(text)).toBe(estimateTokens(text));
      expect(bodiesTo(server, '/api/show')).toEqual([{ model: 'any' }]);
    } finally {
      await server.close();
    }
  });

  it('C2 are counted although its megabytes take longer than a server may take that is only asked whether it is there', async () => {
    const facts = {
      'tokenizer.ggml.model': 'gpt2',
      'tokenizer.ggml.pre': 'smollm',
      'tokenizer.ggml.tokens': ['a', 'b', 'ab', ...Array.from({ length: 300 }, (_, id) => `<${id}>`)],
      'tokenizer.ggml.merges': ['a b'],
      'tokenizer.ggml.token_type': Array(303).fill(1),
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = await fakeServer({
      '/api/show': (_request, response, body) => {
        if (JSON.parse(body).verbose) vi.advanceTimersByTime(30_000);
        response.end(JSON.stringify({ model_info: facts }));
      },
    });
    try {
      const counter = await (await openChatModel('ollama:busy', here(server.address))).tokenCounter();
      expect(counter).toMatchObject({ exact: true, reason: null });
      expect(counter.count('abb')).toBe(2);
    } finally {
      vi.useRealTimers();
      await server.close();
    }
  });

  it('C2 are estimated where its tokens do not fit together, and it is asked again the next time', async () => {
    const pre = { 'tokenizer.ggml.model': 'gpt2', 'tokenizer.ggml.pre': 'smollm' };
    const server = await fakeServer({
      '/api/show': (_request, response) => response.end(JSON.stringify({ model_info: pre })),
    });
    try {
      const opened = await openChatModel('ollama:broken', here(server.address));
      for (const _try of [1, 2]) expect(await opened.tokenCounter()).toMatchObject({ exact: false });
      expect(bodiesTo(server, '/api/show').filter(({ verbose }) => verbose === true)).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  it('S7 are named an estimate in the state that A4 leaves', async () => {
    const vitrine = await TestEngine.open();
    const server = await ollamaWith((_request, response) => response.end(part('Silk.') + part('', true)));
    try {
      await vitrine.reopen({ ollamaHost: server.address });
      await vitrine.ingest(fixture('handbook.md'));
      const { runId } = await vitrine.ask('chat.ask', { question, model: 'ollama:any' });
      const run = await vitrine.ask('run.get', { runId: runId ?? '' });
      expect(run.snapshots.A4_Condenser?.extras.token_count).toMatchObject({ model: 'ollama:any', exact: false });
      const decisions = run.stages.flatMap((record) => record.decisions);
      expect(decisions.map(({ decision }) => decision)).toContain('estimated');
    } finally {
      await server.close();
      await vitrine.close();
    }
  });
});
