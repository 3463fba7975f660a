import { saidNotice } from '@shared/words/said';
import { describe, expect, it } from 'vitest';
import { json } from '../cli/command-in-process';
import { fixture, TestEngine } from '../open-test-engine';
import { bodiesTo, data, type FakeServer, fakeServer, ollamaWith, openAiWith, part } from './fake-server';

const question = 'How many lux does silk bear?';
const model = 'ollama:any';
let server: FakeServer | null = null;

const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(fixture('handbook.md'));
}).quoting();

const said = part('Silk bears 50 lux [Citation 1].') + part('', true);
const sentOptions = () => bodiesTo(server as FakeServer, '/api/chat').map((body) => body.options);

/** An Ollama that says where it was asked for an answer, with a window of 8192 tokens. */
async function ollama(): Promise<void> {
  server = await ollamaWith((_request, response) => response.end(said));
  await vitrine.reopen({
    providers: {
      ollama: { baseUrl: server.address },
      openai: { baseUrl: `${server.address}/v1`, apiKey: 'secret-key' },
    },
  });
}

const settings = { temperature: 0.7, maxTokens: 33, stop: ['\n\n', 'END'], seed: 9, contextTokens: 5000 };

describe('how a question has its model asked', () => {
  it('C2 is what the request says, for this answer alone', async () => {
    await ollama();
    await vitrine.ask('chat.ask', { question, model, ...settings });
    await vitrine.ask('chat.ask', { question, model });
    expect(sentOptions()).toEqual([
      { temperature: 0.7, seed: 9, num_predict: 33, num_ctx: 5000, stop: ['\n\n', 'END'] },
      { temperature: 0, seed: 1, num_predict: 512, num_ctx: 4096 },
    ]);
  });

  it('C2 reaches an OpenAI-compatible server in its own words', async () => {
    server = await openAiWith((_request, response) =>
      response.end(data({ choices: [{ delta: { content: 'Fifty.' }, finish_reason: 'stop' }] })),
    );
    await vitrine.reopen({ providers: { openai: { baseUrl: `${server.address}/v1`, apiKey: 'secret-key' } } });
    await vitrine.ask('chat.ask', { question, model: 'openai:any', ...settings });
    const [body] = bodiesTo(server, '/v1/chat/completions');
    expect(body).toMatchObject({ temperature: 0.7, max_tokens: 33, stop: ['\n\n', 'END'], seed: 9 });
  });

  it('C2 holds for the rest of an answer too', async () => {
    let answers = 0;
    server = await ollamaWith((_request, response) => {
      answers += 1;
      if (answers === 1) response.write(part('Silk bears 50'), () => response.destroy());
      else response.end(part('lux [Citation 1].') + part('', true));
    });
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const { conversationId, messageId } = await vitrine.ask('chat.ask', { question, model });
    await vitrine.ask('chat.resume', { conversationId, messageId, ...settings });
    expect(sentOptions().at(-1)).toMatchObject({ temperature: 0.7, seed: 9, num_predict: 33, stop: ['\n\n', 'END'] });
  });

  it.each([
    ['temperature', 2.1],
    ['temperature', -0.1],
    ['maxTokens', 0],
    ['maxTokens', 1.5],
    ['stop', ['a', 'b', 'c', 'd', 'e']],
    ['stop', ['']],
    ['seed', -1],
    ['contextTokens', 255],
  ])('C2 refuses %s = %j and names it', async (name, value) => {
    const refused = await vitrine.refusal('chat.ask', { question, model, [name]: value });
    expect(refused).toMatchObject({ code: 'bad-request', details: { route: 'chat.ask' } });
    expect(String(refused.details?.path)).toMatch(new RegExp(`^${name}`));
  });

  it('C2 in a window smaller than asked for says so', async () => {
    await ollama();
    const answer = await vitrine.ask('chat.ask', { question, model, contextTokens: 100_000 });
    expect(sentOptions()).toEqual([expect.objectContaining({ num_ctx: 8192 })]);
    expect(answer.notices.map(saidNotice).join()).toContain('8,192');
  });

  it('C2 in a window that holds no passage is quoted, and says why', async () => {
    await ollama();
    const answer = await vitrine.ask('chat.ask', { question, model, contextTokens: 600 });
    expect(sentOptions()).toEqual([]);
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true });
    expect(answer.notices.map(({ code }) => code)).toContain('prompt-too-long');
  });

  it('C2 comes from flags of the command line, whose ranges are the same', async () => {
    await ollama();
    await vitrine.engine.close();
    const ask = (...flags: string[]) =>
      json(['ask', question, '--model', model, '--library', vitrine.library, ...flags], {
        env: { OLLAMA_HOST: server?.address ?? '' },
      });
    const flags = '--temperature 0.7 --max-tokens 33 --stop END --stop ### --seed 9 --num-ctx 5000'.split(' ');
    expect((await ask(...flags)).document).toMatchObject({ answer: 'Silk bears 50 lux [Citation 1].' });
    expect(sentOptions()).toEqual([
      { temperature: 0.7, seed: 9, num_predict: 33, num_ctx: 5000, stop: ['END', '###'] },
    ]);
    for (const bad of [
      ['--temperature', '3'],
      ['--max-tokens', 'many'],
      ['--num-ctx', '10'],
      ['--seed', ''],
    ]) {
      expect(await ask(...bad)).toMatchObject({ code: 2, document: { error: { code: 'bad-request' } } });
    }
    await vitrine.reopen();
  }, 60_000);
});

describe('one stage', () => {
  it('C2 takes a model of its own, as the automatic run does', async () => {
    const heard: string[] = [];
    server = await fakeServer({
      '/api/show': (_request, response) => response.end('{"model_info":{"x.context_length":8192}}'),
      '/api/chat': (_request, response, body) => {
        heard.push(JSON.parse(body).model);
        response.end(part('', true));
      },
    });
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const { runId } = await vitrine.ask('run.start', { prompt: question });
    await vitrine.ask('run.stage', { runId, stage: 'A0_PreProcessing' });
    const plain = await vitrine.ask('run.stage', { runId, stage: 'A2_PromptShaper' });
    expect([plain.chatModel, heard]).toEqual([null, []]);
    const asked = await vitrine.ask('run.stage', { runId, stage: 'A2_PromptShaper', model });
    expect(asked.chatModel).toBe(model);
    expect(heard).toContain('any');
    expect(asked.stages[1]?.calls.length).toBeGreaterThan(0);
    expect(await vitrine.refusal('run.stage', { runId, stage: 'Retrieval', model: 'nonsense' })).toMatchObject({
      code: 'bad-request',
    });
  });
});
