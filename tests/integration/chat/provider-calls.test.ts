import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fixture, TestEngine } from '../open-test-engine';
import { data, type FakeServer, fakeServer, part } from './fake-server';

const question = 'How many lux does silk bear?';
const secret = 'sk-do-not-write-me-down';
let vitrine: TestEngine;
let server: FakeServer;

afterEach(async () => {
  await vitrine.close();
  await server.close();
});

const vector = (seed: number): number[] => Array.from({ length: 8 }, (_one, at) => Math.sin(seed + at));
const counted = `${JSON.stringify({ message: { content: '' }, done: true, prompt_eval_count: 90, eval_count: 7 })}\n`;

/** Ollama and an OpenAI-compatible server in one, on a library whose log is kept. */
async function open(chat: (path: string) => string | number): Promise<void> {
  const answer = (path: string) => (_request: unknown, response: import('node:http').ServerResponse) => {
    const said = chat(path);
    if (typeof said === 'number') response.writeHead(said).end('{}');
    else response.end(said);
  };
  server = await fakeServer({
    '/api/show': (_request, response) => response.end('{"model_info":{"x.context_length":8192}}'),
    '/api/chat': answer('/api/chat'),
    '/v1/chat/completions': answer('/v1/chat/completions'),
    '/api/embed': (_request, response, body) => {
      const { input } = JSON.parse(body) as { input: string[] };
      response.end(JSON.stringify({ embeddings: input.map((text) => vector(text.length)) }));
    },
  });
  vitrine = await TestEngine.open();
  await vitrine.reopen({
    providers: { ollama: { baseUrl: server.address }, openai: { baseUrl: `${server.address}/v1`, apiKey: secret } },

    logFile: join(vitrine.folder, 'vitrine.log'),
  });
}

const log = () => readFile(join(vitrine.folder, 'vitrine.log'), 'utf8');
const calls = async (requestId: string) =>
  (await log())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter((line) => line.event === 'provider.call' && line.requestId === requestId)
    .map(({ server: who, job, model, promptTokens, outputTokens, outcome, ms }) => {
      expect(ms).toBeGreaterThanOrEqual(0);
      return { who, job, model, promptTokens, outputTokens, outcome };
    });

describe('a call of a server', () => {
  it('C11 carries the id of its request, for chat, stages and embeddings alike', async () => {
    await open(() => part('Silk bears 50 lux [Citation 1].') + counted);
    await vitrine.ask('models.use', { model: 'ollama:embedder' }, 'choose-1');
    await vitrine.ask('ingest.run', { paths: [fixture('handbook.md')] }, 'ingest-1');
    await vitrine.ask('chat.ask', { question, model: 'ollama:any' }, 'ask-1');
    // Other words each time: what the same question embedded and found is remembered.
    const { runId } = await vitrine.ask('run.start', { prompt: `${question} Say it once.`, model: 'ollama:any' });
    await vitrine.ask('run.auto', { runId }, 'run-1');
    await vitrine.ask('chat.ask', { question: `${question} Say it again.`, model: 'openai:any' }, 'ask-2 ü');
    const ids = (path: string) =>
      new Set(server.asked.filter((one) => one.path === path).map(({ headers }) => headers['x-request-id']));
    expect(ids('/api/embed')).toEqual(new Set(['choose-1', 'ingest-1', 'ask-1', 'run-1', 'ask-2__']));
    expect(ids('/api/chat')).toEqual(new Set(['ask-1', 'run-1']));
    expect(ids('/v1/chat/completions')).toEqual(new Set(['ask-2__']));
    expect(server.asked.every(({ headers }) => headers['x-request-id'] !== undefined)).toBe(true);
  });

  it('C11 is in the log with model, time, tokens and outcome, and with neither key nor text', async () => {
    let status: string | number = part('Silk bears 50 lux [Citation 1].') + counted;
    await open((path) =>
      path === '/api/chat'
        ? status
        : data({ choices: [{ delta: { content: 'Silk bears 50 lux.' }, finish_reason: 'stop' }] }),
    );
    await vitrine.ingest(fixture('handbook.md'));
    await vitrine.ask('chat.ask', { question, model: 'ollama:any' }, 'ask-1');
    await vitrine.ask('chat.ask', { question, model: 'openai:any' }, 'ask-2');
    status = 500;
    await vitrine.ask('chat.ask', { question, model: 'ollama:any' }, 'ask-3');
    const chat = { who: 'Ollama', job: 'chat', model: 'any' };
    const uncounted = { promptTokens: null, outputTokens: null };
    const show = { who: 'Ollama', job: 'metadata', model: null, ...uncounted, outcome: 'ok' };
    expect(await calls('ask-1')).toEqual([show, { ...chat, promptTokens: 90, outputTokens: 7, outcome: 'ok' }]);
    expect(await calls('ask-2')).toEqual([{ ...chat, who: 'The model server', ...uncounted, outcome: 'ok' }]);
    expect(await calls('ask-3')).toEqual([show, { ...chat, ...uncounted, outcome: 'model-failed' }]);
    expect(await log()).not.toMatch(new RegExp(`${secret}|lux|silk`, 'i'));
  });

  it('C11 that is stopped is logged as stopped', async () => {
    await open(() => '');
    await server.close();
    server = await fakeServer({
      '/api/show': (_request, response) => response.end('{}'),
      '/api/chat': (_request, response) => response.write(part('Silk bears')),
    });
    await vitrine.reopen({
      providers: { ollama: { baseUrl: server.address } },
      logFile: join(vitrine.folder, 'vitrine.log'),
    });
    await vitrine.ingest(fixture('handbook.md'));
    vitrine.engine.subscribe((event) => {
      if (event.type === 'chat.token') vitrine.engine.cancel('ask-1');
    });
    await vitrine.ask('chat.ask', { question, model: 'ollama:any' }, 'ask-1');
    expect((await calls('ask-1')).at(-1)).toMatchObject({ job: 'chat', outcome: 'cancelled' });
  });
});
