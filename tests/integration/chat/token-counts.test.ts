import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServers, openChatModel } from '../../../electron/engine/models';
import { beside, fixture, TestEngine } from '../open-test-engine';
import { ollamaWith, part } from './fake-server';
import { startOllama, stopOllama } from './start-ollama';

const script = beside('tools/ollama.sh', 'a real Ollama');
const tokenizers = beside('models/all-MiniLM-L6-v2', 'a tokenizer in a models folder');
const startMs = 180_000;
const question = 'How many lux does silk bear?';
const here = (ollamaHost: string, more: Partial<ModelServers> = {}): ModelServers => ({
  providers: { ollama: { baseUrl: ollamaHost } },

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
    vitrine = await TestEngine.open({ providers: { ollama: { baseUrl: host } } });
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
    'C2 are no more than estimated, and the estimate says that it is one: %s',
    async (_what, text) => {
      const counter = await (await openChatModel(model, here(host))).tokenCounter();
      expect(counter).toMatchObject({ model, exact: false });
      expect(await toldFor(text)).toBeLessThanOrEqual(counter.count(text));
    },
    startMs,
  );

  it(
    'C2 of a whole prompt are at most the count made before sending',
    async () => {
      const { runId, tokens } = await vitrine.ask('chat.ask', { question, model, maxTokens: 8 });
      const built = (await vitrine.ask('run.get', { runId: runId ?? '' })).snapshots.Prompt_Builder;
      const counted = await (await openChatModel(model, here(host))).countTokens(built?.prompt_ready ?? '');
      expect(tokens?.prompt ?? 0).toBeLessThanOrEqual(counted);
      expect(tokens?.prompt ?? 0).toBeGreaterThan(0);
    },
    startMs,
  );
});

describe('tokens of a server that tells no tokenizer', () => {
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
        const providers = { ollama: { baseUrl: server.address }, openai };
        const servers = here(server.address, { modelFolders: [folder], providers });
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
});
