import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Answer } from '@shared/contract';
import { shownText } from '@shared/prompt/answer-backing';
import { saidNotice } from '@shared/words/said';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import limitsFile from '../../../config/pipeline_limits.json';
import { startWebHost } from '../../../electron/web/server';
import { ownTime } from '../../own-time';
import { fixture, TestEngine } from '../open-test-engine';
import { type FakeServer, fakeServer, ollamaWith, openAiWith, part } from './fake-server';

const question = 'How many lux does silk bear?';
const model = 'ollama:any';
let server: FakeServer | null = null;

const vitrine = TestEngine.shared((test) => test.ingest(fixture('handbook.md'))).quoting();

/** Asks with this server in Ollama's place. */
async function askOf(fake: FakeServer | null, name = model) {
  server = fake;
  await vitrine.reopen(
    fake
      ? {
          providers: {
            ollama: { baseUrl: fake.address },
            openai: { baseUrl: `${fake.address}/v1`, apiKey: 'secret-key' },
          },
        }
      : {},
  );
  return vitrine.ask('chat.ask', { question, model: name });
}

describe('a chat server that is not well', () => {
  it('C1 down: the answer is quoted, with a notice in words', async () => {
    const answer = await askOf(null);
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true, model: null });
    expect(answer.citations.length).toBeGreaterThan(0);
    const down = answer.notices.find(({ code }) => code === 'model-unreachable');
    expect(down && saidNotice(down)).toMatch(/^Ollama does not answer .*\.$/su);
  });

  it('C1 without the model: the answer is quoted, and the notice says to pull it', async () => {
    const answer = await askOf(await fakeServer({}));
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true });
    expect(answer.notices.map(saidNotice).join()).toContain('Pull it');
  });

  it('C3 too busy: the notice says when to try again', async () => {
    const answer = await askOf(
      await ollamaWith((_request, response) => response.writeHead(429, { 'retry-after': '70' }).end('{}')),
    );
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true });
    expect(answer.notices.map(saidNotice).join()).toContain('70 seconds');
  });

  it.each([
    ['no JSON', 'this is no JSON\n'],
    ['JSON of another shape', '{"message":{"content":7}}\n'],
    ['an error in the stream', '{"error":"the model crashed"}\n'],
    ['white space alone', part(' \n') + part('', true)],
  ])('C1 sending %s: the answer is quoted, and nothing speaks of our insides', async (_fault, sent) => {
    const answer = await askOf(await ollamaWith((_request, response) => response.end(sent)));
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true });
    const messages = answer.notices.map(saidNotice).join('\n');
    expect(messages).not.toMatch(/inside Vitrine|Unexpected token|ZodError/);
    expect(messages).toMatch(/Ollama|ollama:any/);
  });

  it('C3 closing in the middle: the text so far stays, marked incomplete', async () => {
    const answer = await askOf(
      await ollamaWith((_request, response) => {
        response.write(part('Silk bears 50 lux [Citation 1].'), () => response.destroy());
      }),
    );
    expect(answer).toMatchObject({ outcome: 'incomplete', quoted: false, answer: 'Silk bears 50 lux [Citation 1].' });
    expect(answer.citations.map(({ marker }) => marker)).toEqual([1]);
    expect(answer.notices.map(saidNotice).join()).toContain('broke off');
  });

  it('C3 ending without saying that it is done: marked incomplete', async () => {
    const answer = await askOf(await ollamaWith((_request, response) => response.end(part('Silk bears'))));
    expect(answer).toMatchObject({ outcome: 'incomplete', answer: 'Silk bears' });
  });

  it('C3 hanging in the middle: stopping keeps the text so far, marked incomplete', async () => {
    server = await ollamaWith((_request, response) => response.write(part('Silk bears 50')));
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const unsubscribe = vitrine.engine.subscribe((event) => {
      if (event.type === 'chat.token') vitrine.engine.cancel('hanging');
    });
    const answer = await vitrine.ask('chat.ask', { question, model }, 'hanging');
    unsubscribe();
    expect(answer).toMatchObject({ outcome: 'incomplete', answer: 'Silk bears 50' });
    expect(answer.notices.map(({ code }) => code)).toContain('stopped');
  });

  it('C3 asked from a browser tab that goes away: the text so far stays, marked incomplete', async () => {
    server = await ollamaWith((_request, response) => response.write(part('Silk bears 50')));
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const { engine, folder } = vitrine;
    const host = await startWebHost({ engine, pageFolder: folder, uploadFolder: folder, port: 0 });
    onTestFinished(() => host.close());
    const { headers } = await fetch(host.address, { redirect: 'manual' });
    const { origin, host: place } = new URL(host.address);
    const cookie = headers.get('set-cookie') ?? '';
    const tab = new WebSocket(`ws://${place}/rpc`, {
      origin,
      headers: { cookie: cookie.slice(0, cookie.indexOf(';')) },
    });
    await once(tab, 'open');
    const done = new Promise<string>((resolve) => {
      engine.subscribe((event) => {
        if (event.type === 'chat.token') tab.close();
        if (event.type === 'chat.done') resolve(event.conversationId);
      });
    });
    tab.send(JSON.stringify({ id: '1', route: 'chat.ask', input: { question, model }, requestId: 'from-a-tab' }));
    const [answer] = await vitrine.ask('chat.messages', { conversationId: await done });
    expect(answer).toMatchObject({ outcome: 'incomplete', answer: 'Silk bears 50', requestId: 'from-a-tab' });
  });

  it('C3 hanging in a stage: stopping ends the question at once', async () => {
    let asked = (): void => {};
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const hang = () => asked();
    server = await ollamaWith(hang, hang);
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const asking = vitrine.engine.request('chat.ask', { question, model }, { requestId: 'stuck' });
    await reached;
    const taken = ownTime();
    vitrine.engine.cancel('stuck');
    expect(await asking).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(taken()).toBeLessThan(1000);
  });

  it('C4 citing a passage outside the prompt: the marker is removed and reported', async () => {
    const sent = part('Silk bears 50 lux [Citation 1] [Citation 99].') + part('', true);
    const answer = await askOf(await ollamaWith((_request, response) => response.end(sent)));
    expect(answer).toMatchObject({ outcome: 'answered', quoted: false, model });
    expect(answer.answer).not.toContain('99');
    expect(answer.notices.map(({ code }) => code)).toContain('citation-removed');
  });

  it('C4 saying nothing but a marker that leads nowhere: the answer is quoted', async () => {
    const sent = part('[Citation 42]') + part('', true);
    const answer = await askOf(await ollamaWith((_request, response) => response.end(sent)));
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true, model: null });
    expect(answer.notices.map(({ code }) => code)).toContain('citation-removed');
  });

  it('R5 is not asked where the library does not answer, nor where the request says so', async () => {
    let asked = 0;
    await askOf(
      await ollamaWith((_request, response) => {
        asked += 1;
        response.end(part('Fifty.') + part('', true));
      }),
    );
    expect(asked).toBe(1);
    const unknown = await vitrine.ask('chat.ask', { question: 'Who invented the transistor?', model });
    expect(unknown).toMatchObject({ outcome: 'nothing', citations: [], model: null });
    expect(await vitrine.ask('chat.ask', { question, model, noLlm: true })).toMatchObject({ quoted: true });
    expect(asked).toBe(1);
  });
});

/** Repeats the same text until the client has gone. */
const forever =
  (text: string) =>
  (_request: unknown, response: ServerResponse): void => {
    const write = (): void => {
      if (response.destroyed) return;
      response.write(text);
      setImmediate(write);
    };
    write();
  };

/** The library's own limits, with changes to the answers'. */
async function answerLimits(changes: Partial<(typeof limitsFile)['answer']>): Promise<string> {
  const folder = join(vitrine.library, 'config');
  const limits = { ...limitsFile, answer: { ...limitsFile.answer, ...changes } };
  await vitrine.ownConfig('pipeline_limits.json', limits);
  return folder;
}

describe('in bounded time', () => {
  const timed = async (ask: () => Promise<Answer>): Promise<Answer> => {
    const taken = ownTime();
    const answer = await ask();
    // Far above what a busy computer needs: the bound finds an answer that never ends.
    expect(taken()).toBeLessThan(20_000);
    return answer;
  };
  /** An answer that is of use all the same, and what it says about the model. */
  function quotedAnswer(answer: Answer): string {
    expect(answer).toMatchObject({ quoted: true, model: null });
    expect(shownText(answer)).toMatch(/\[Citation 1\]/);
    expect(answer.citations.length).toBeGreaterThan(0);
    const messages = answer.notices.map(saidNotice).join('\n');
    expect(messages).not.toMatch(/inside Vitrine|Unexpected token|ZodError|TypeError/);
    return messages;
  }

  it('C1 a server that takes the question and never says a word is given up', async () => {
    const hang = (): void => {};
    const hanging = await fakeServer({ '/api/show': hang, '/api/chat': hang });
    expect(quotedAnswer(await timed(() => askOf(hanging)))).toContain('did not answer in time');
  });

  it('C1 a server that begins to tell its model and stops in the middle is given up', async () => {
    const half = await fakeServer({ '/api/show': (_request, response) => response.write('{"model_info":') });
    expect(quotedAnswer(await timed(() => askOf(half)))).toContain('did not answer in time');
  });

  it('C1 a model that stays silent longer than answer.silenceSeconds is given up', async () => {
    server = await ollamaWith(() => {});
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const folder = await answerLimits({ silenceSeconds: 1 });
    const answer = await timed(() => vitrine.ask('chat.ask', { question, model }));
    await rm(folder, { recursive: true });
    expect(quotedAnswer(answer)).toContain('did not answer in time');
  });

  it.each([
    ['no address', 'http://not an address', 'is no address'],
    ['an address where nobody is', 'http://127.0.0.1:9', 'does not answer'],
    ['a name that nobody has', 'http://nobody.invalid:11434', 'does not answer'],
  ])('C1 %s is said to be wrong', async (_what, ollamaHost, words) => {
    await vitrine.reopen({ providers: { ollama: { baseUrl: ollamaHost } } });
    expect(quotedAnswer(await timed(() => vitrine.ask('chat.ask', { question, model })))).toContain(words);
  });

  it('C1 a web page at the address is said to be no such server', async () => {
    const page = (_request: unknown, response: ServerResponse) => response.end('<!doctype html><title>Router</title>');
    const website = await fakeServer({ '/api/show': page, '/api/chat': page, '/v1/chat/completions': page });
    expect(quotedAnswer(await timed(() => askOf(website)))).toContain('no part of an answer');
    const again = await fakeServer({ '/v1/chat/completions': page });
    await server?.close();
    expect(quotedAnswer(await timed(() => askOf(again, 'openai:any')))).toContain('broke off');
  });

  it.each([
    [429, 'too much to do'],
    [500, 'status 500'],
    [401, 'refused the key'],
  ])('C1 status %i of an OpenAI-compatible server is said in words', async (status, words) => {
    const refusing = await openAiWith((_request, response) =>
      response.writeHead(status, { 'retry-after': '90' }).end('{"error":"no"}'),
    );
    const messages = quotedAnswer(await timed(() => askOf(refusing, 'openai:any')));
    expect(messages).toContain(words);
    expect(messages).not.toContain('secret-key');
  });

  it('C3 an answer that never ends is cut, kept and marked incomplete', async () => {
    const answer = await timed(async () => askOf(await ollamaWith(forever(part('Silk bears 50 lux [Citation 1]. ')))));
    expect(answer).toMatchObject({ outcome: 'incomplete', quoted: false, model });
    expect(Buffer.byteLength(answer.answer)).toBeLessThan(limitsFile.answer.maxTokens * 16 + 100);
    const cut = answer.notices.find(({ code }) => code === 'answer-cut');
    expect(cut?.values).toMatchObject({ tokens: 512 });
  });

  it('C3 an answer that is cut or done leaves no connection open', async () => {
    const closed: Promise<unknown>[] = [];
    const write = forever(part('Silk bears 50 lux [Citation 1]. '));
    await askOf(
      await ollamaWith((request, response) => {
        closed.push(once(response, 'close'));
        write(request, response);
      }),
    );
    expect(closed.length).toBeGreaterThan(0);
    await Promise.all(closed);
    // The log, too, has no open call left.
    const { connections } = await vitrine.ask('network.connections', {});
    expect(connections.filter(({ state }) => state === 'open')).toEqual([]);
  });

  it.each([
    ['one line', 'word '.repeat(2000)],
    ['parts that say nothing', part('').repeat(100)],
  ])('C3 an endless stream of %s is left, and the answer is quoted', async (_what, text) => {
    const messages = quotedAnswer(await timed(async () => askOf(await ollamaWith(forever(text)))));
    expect(messages).toContain('without an end');
  });

  it('C3 an answer that its server cut at the limit is incomplete, and says so', async () => {
    const last = `${JSON.stringify({ message: { content: '' }, done: true, done_reason: 'length' })}\n`;
    const cut = await ollamaWith((_request, response) => response.end(part('Silk bears') + last));
    const answer = await askOf(cut);
    expect(answer).toMatchObject({ outcome: 'incomplete', answer: 'Silk bears' });
    expect(answer.notices.map(({ code }) => code)).toContain('answer-cut');
  });

  it('C4 an answer that names no source says that nothing ties it to the documents', async () => {
    const answer = await askOf(await ollamaWith((_request, response) => response.end(part('Fifty.') + part('', true))));
    expect(answer).toMatchObject({ outcome: 'passages', unbacked: 'Fifty.', answer: '' });
    expect(answer.notices.map(({ code }) => code)).toContain('citation-missing');
    expect(answer.basis?.passages).toBeGreaterThan(0);
  });
});

describe('requests', () => {
  it('tells the server nothing of this machine, nor a key of the environment', async () => {
    vi.stubEnv('OLLAMA_API_KEY', 'secret-key');
    await askOf(await ollamaWith((_request, response) => response.end(part('Fifty.') + part('', true))));
    vi.unstubAllEnvs();
    const headers = server?.asked.map((one) => JSON.stringify(one.headers)) ?? [];
    expect(headers.length).toBeGreaterThan(1);
    expect(headers.filter((all) => /secret-key|ollama-js|linux|darwin|win32/iu.test(all))).toEqual([]);
  });

  it('is the prompt that is shown, byte for byte, with its context size', async () => {
    const answer = await askOf(await ollamaWith((_request, response) => response.end(part('Fifty.') + part('', true))));
    const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    const prompt = run.snapshots.Prompt_Builder;
    const chats = server?.asked.filter(({ path }) => path === '/api/chat') ?? [];
    const sent = JSON.parse(chats.at(-1)?.body ?? '{}');
    expect(sent.messages[0]).toEqual({ role: 'system', content: prompt?.System_MD });
    expect(prompt?.prompt_ready.endsWith(sent.messages[1].content)).toBe(true);
    expect(`${sent.messages[0].content}${sent.messages[1].content}`.replace(/\s/gu, '')).toBe(
      prompt?.prompt_ready.replace(/\s/gu, ''),
    );
    expect(sent.options).toMatchObject({
      temperature: 0,
      num_ctx: expect.any(Number),
      num_predict: expect.any(Number),
    });
  });

  it('goes to an OpenAI-compatible server in its own form', async () => {
    const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
    const answer = await askOf(
      await fakeServer({
        '/v1/chat/completions': (request, response) => {
          if (request.headers.authorization !== 'Bearer secret-key') response.writeHead(401).end();
          response.write(data({ choices: [{ delta: { role: 'assistant' } }] }));
          response.write(data({ choices: [{ delta: { content: 'Silk bears 50 lux ' } }] }));
          response.write(data({ choices: [{ delta: { content: '[Citation 1].' }, finish_reason: 'stop' }] }));
          response.end(`${data({ choices: [] })}data: [DONE]\n\n`);
        },
      }),
      'openai:any',
    );
    expect(answer).toMatchObject({
      outcome: 'answered',
      quoted: false,
      model: 'openai:any',
      answer: 'Silk bears 50 lux [Citation 1].',
    });
  });

  it('leaves the machine in no case when offline mode is on', async () => {
    await vitrine.reopen({ offline: true, providers: { ollama: { baseUrl: 'http://192.0.2.1:11434' } } });
    const answer = await vitrine.ask('chat.ask', { question, model });
    expect(answer).toMatchObject({ outcome: 'passages', quoted: true });
    expect(answer.notices.map(({ code }) => code)).toContain('offline');
  });
});
