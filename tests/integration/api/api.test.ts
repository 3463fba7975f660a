import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { NetworkConnection } from '@shared/contract';
import { stageIds } from '@shared/prompt/stage-names';
import Ajv2020 from 'ajv/dist/2020';
import OpenAI from 'openai';
import { afterAll, describe, expect, it } from 'vitest';
import type { ApiOptions } from '../../../electron/api/operation';
import { type ApiServer, startApi } from '../../../electron/api/server';
import { startWebHost } from '../../../electron/web/server';
import { ownTime } from '../../own-time';
import { type FakeServer, fakeServer, ollamaWith, part } from '../chat/fake-server';
import { fixture, project, TestEngine } from '../open-test-engine';

const question = 'How many lux does silk bear?';
let api: ApiServer;
let read: string;
let change: string;
const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(fixture('handbook.md'));
  api = await startApi({ engine: vitrine.engine, uploadFolder: join(vitrine.library, 'incoming') }, 0);
  read = (await vitrine.ask('api.addToken', { name: 'reader', scope: 'read' })).token;
  change = (await vitrine.ask('api.addToken', { name: 'writer', scope: 'change' })).token;
});
afterAll(() => api.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

type Headers = Readonly<Record<string, string>>;

/** A call with exactly these headers; `fetch` would not let a test lie about Host and Origin. */
function call(method: string, path: string, headers: Headers = {}, body?: string | Buffer): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = httpRequest(`${api.address}${path}`, { method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const isJson = response.headers['content-type']?.startsWith('application/json');
        const json = isJson ? JSON.parse(text) : {};
        done({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const get = (path: string, token = read) => call('GET', path, bearer(token));
const post = (path: string, body: object, token = read) =>
  call('POST', path, { ...bearer(token), 'content-type': 'application/json' }, JSON.stringify(body));
const refusal = ({ status, json }: Answer) => [status, Object(json.error).code, Object(json.error).details?.why];

/** Events of a stream, in order. */
const eventsOf = (text: string) =>
  text
    .trim()
    .split('\n\n')
    .filter((block) => !block.startsWith(':'))
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'),
    }));

describe('who may call', () => {
  it.each<[string, Headers, unknown[]]>([
    ['nobody without a token', {}, [401, 'api-refused', 'token']],
    ['nobody with a token that was never made', bearer('vitrine_guessed'), [401, 'api-refused', 'token']],
    ['nobody who re-binds a name to this computer', { host: 'evil.example:80' }, [403, 'api-refused', 'host']],
    ['nobody who names another port', { host: '127.0.0.1:1' }, [403, 'api-refused', 'host']],
    ['no page of elsewhere', { origin: 'https://evil.example' }, [403, 'api-refused', 'origin']],
    ['no page without a place', { origin: 'null' }, [403, 'api-refused', 'origin']],
  ])('is %s, whatever it asks for', async (_who, headers, refused) => {
    const token = headers.authorization || refused[0] === 401 ? {} : bearer(change);
    const bodies = new Set<string>();
    for (const path of ['/api/documents', '/api/documents/none', '/api/nothing', '/api/openapi.json']) {
      const answer = await call('GET', path, { ...token, ...headers });
      expect(refusal(answer)).toEqual(refused);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      bodies.add(answer.text);
    }
    // Existing and missing ids answer alike.
    expect(bodies.size).toBe(1);
  });

  it('may read or change, as its token says, and nothing once that is revoked', async () => {
    const upload = () => call('POST', '/api/documents?name=a.md', bearer(read), 'One.');
    expect(refusal(await upload())).toEqual([403, 'api-refused', 'scope']);
    expect(refusal(await call('DELETE', '/api/documents/x', bearer(read)))).toEqual([403, 'api-refused', 'scope']);
    const { token, api: report } = await vitrine.ask('api.addToken', { name: 'short', scope: 'read' });
    expect((await get('/api/documents', token)).status).toBe(200);
    const tokenId = report.tokens.find(({ name }) => name === 'short')?.tokenId ?? '';
    await vitrine.ask('api.revokeToken', { tokenId });
    expect(refusal(await get('/api/documents', token))).toEqual([401, 'api-refused', 'token']);
    expect(await vitrine.refusal('api.revokeToken', { tokenId })).toMatchObject({ code: 'settings-invalid' });
    expect(await vitrine.refusal('api.addToken', { name: 'reader', scope: 'read' })).toMatchObject({
      details: { why: 'token-named' },
    });
  });

  it('is kept as a hash outside of the library, and listed without its token', async () => {
    const report = JSON.stringify(await vitrine.ask('api.get', {}));
    expect(report).toContain('reader');
    const folder = vitrine.options.permissionFolder ?? '';
    const kept = readdirSync(folder).filter((name) => name.startsWith('api-'));
    expect(kept.length).toBeGreaterThan(0);
    for (const text of [report, ...kept.map((name) => readFileSync(join(folder, name), 'utf8'))]) {
      expect(text).not.toContain(read);
      expect(text).not.toContain(change);
    }
    await vitrine.reopen();
    await serveAgain();
    expect((await get('/api/documents')).status).toBe(200);
  });

  it('may be a page whose address was entered, with its preflight', async () => {
    const origin = 'https://notes.example';
    const asked = { origin, 'access-control-request-method': 'POST' };
    expect(refusal(await call('OPTIONS', '/api/chat', asked))).toEqual([403, 'api-refused', 'origin']);
    await vitrine.ask('api.set', { origins: [origin] });
    const preflight = await call('OPTIONS', '/api/chat', asked);
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } });
    const answer = await call('GET', '/api/stages', { ...bearer(read), origin });
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': origin, vary: 'Origin' } });
    expect(refusal(await call('GET', '/api/stages', { origin }))).toEqual([401, 'api-refused', 'token']);
    await vitrine.ask('api.set', { origins: [] });
  });

  it('is listed among the connections, by path alone', async () => {
    await get('/api/search?q=secret+words');
    await get('/api/search?q=x', 'wrong');
    const { connections } = await vitrine.ask('network.connections', { limit: 2 });
    const shared = { purpose: 'api', route: 'GET /api/search', staysHere: true };
    expect(connections).toMatchObject([
      { ...shared, state: 'failed', status: 401 },
      { ...shared, state: 'done', status: 200 },
    ]);
    expect(JSON.stringify(connections)).not.toContain('secret');
  });
});

describe('beside the page of a browser', () => {
  it('takes tokens and no cookie, and gives none', async () => {
    const { engine, library } = vitrine;
    const uploadFolder = join(library, 'incoming');
    const host = await startWebHost({ engine, pageFolder: library, uploadFolder, port: 0, apiPort: 'page' });
    const { origin } = new URL(host.address);
    expect(host.apiAddress).toBe(origin);
    const opened = await fetch(host.address, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const status = async (path: string, headers: Headers) => (await fetch(`${origin}${path}`, { headers })).status;
    expect(await status('/api/documents', { cookie })).toBe(401);
    expect(await status('/api/documents', bearer(read))).toBe(200);
    expect(await status('/catalogue.db', bearer(read))).toBe(403);
    await host.close();
    const without = await startWebHost({ engine, pageFolder: library, uploadFolder, port: 0 });
    const answer = await fetch(`${new URL(without.address).origin}/api/documents`, { headers: bearer(read) });
    expect([without.apiAddress, answer.status]).toEqual([null, 403]);
    await without.close();
  });
});

describe('requests', () => {
  it.each<[string, string, string, number, string]>([
    ['no JSON', '/api/chat', '{', 400, 'bad-request'],
    ['a member that is unknown', '/api/chat', '{"message":"a","key":1}', 400, 'bad-request'],
    ['no question', '/api/chat', '{}', 400, 'bad-request'],
    ['more than a body may have', '/api/chat', `{"message":"${'a'.repeat(17 * 1024 * 1024)}"}`, 413, 'too-large'],
    ['a run and a prompt', '/api/runs', '{"prompt":"a","runId":"b"}', 400, 'bad-request'],
    ['nested too deep', '/api/chat', '['.repeat(33), 400, 'bad-request'],
    ['of too many values', '/api/chat', `{"a":[${'1,'.repeat(100_000)}1]}`, 400, 'bad-request'],
    ['a path that is not there', '/api/settings', '{}', 404, 'bad-request'],
  ])('is refused with a code where it is %s', async (_what, path, body, status, code) => {
    const answer = await call('POST', path, bearer(read), body);
    expect([answer.status, Object(answer.json.error).code]).toEqual([status, code]);
  });

  it('is read also where its length is not said', async () => {
    const body = JSON.stringify({ prompt: question, until: 'Retrieval' });
    const chunked = { ...bearer(read), 'transfer-encoding': 'chunked' };
    expect((await call('POST', '/api/runs', chunked, body)).status).toBe(200);
    const large = Buffer.alloc(17 * 1024 * 1024, ' ');
    expect(refusal(await call('POST', '/api/runs', chunked, large))).toEqual([413, 'too-large', 'body']);
  });

  it('blocks no one, whatever its brackets', async () => {
    const passed = ownTime();
    const attack = call('POST', '/api/chat', bearer(read), Buffer.alloc(10 * 1024 * 1024, '['));
    expect(refusal(await attack)).toEqual([400, 'bad-request', 'body-shape']);
    expect(passed()).toBeLessThan(1000);
  });

  it.each([
    ['/../../../etc/passwd', 'passwd'],
    ['..%2F..%2Fup.md', 'up.md'],
    ['C:\\Windows\\up2.md', 'up2.md'],
    ['a%00b.md', 'a_b.md'],
    ['...', 'file'],
  ])('is no path where a file is called %s', async (name, kept) => {
    const content = `Kept as ${kept}.`;
    const sent = { ...bearer(change), 'x-file-name': name };
    expect((await call('POST', '/api/documents?wait=true', sent, content)).status).toBe(202);
    const inQuery = `/api/documents?wait=true&name=${encodeURIComponent(decodeURIComponent(name))}`;
    const again = await call('POST', inQuery, bearer(change), content);
    expect(again.json.report).toEqual({
      files: [expect.not.objectContaining({ status: 'indexed' })],
      cancelled: false,
    });
    const { documents } = (await get('/api/documents')).json as { documents: { path: string }[] };
    const path = documents.map((one) => one.path).find((one) => one.endsWith(`/${kept}`)) ?? '';
    if (kept !== 'file' && kept !== 'passwd') {
      expect(path.startsWith(join(vitrine.library, 'incoming'))).toBe(true);
      expect(readFileSync(path, 'utf8')).toBe(content);
    }
    expect(readdirSync(vitrine.library)).not.toContain(kept);
  });

  it('is a document of a collection, read, and deleted for good', async () => {
    const form = new FormData();
    form.set('file', new File(['---\nauthor: A. Ito\n---\n# Velvet\n\nVelvet bears 70 lux.'], 'velvet.md'));
    const sent = await fetch(`${api.address}/api/documents?collection=Cloth&wait=true`, {
      method: 'POST',
      headers: bearer(change),
      body: form,
    });
    const { report } = (await sent.json()) as { report: { files: { status: string; documentId: string }[] } };
    expect(report.files).toMatchObject([{ status: 'indexed' }]);
    const id = report.files[0]?.documentId ?? '';
    expect((await get('/api/search?q=velvet&top=1&collection=Cloth')).json.results).toMatchObject([
      { documentId: id, headings: ['Velvet'] },
    ]);
    expect((await get('/api/documents?author=ito')).json.documents).toMatchObject([
      { documentId: id, author: 'A. Ito' },
    ]);
    expect((await get(`/api/documents/${id}`)).json.text).toContain('Velvet bears 70 lux.');
    expect((await call('DELETE', `/api/documents/${id}`, bearer(change))).json.deleted).toEqual([id]);
    for (const method of ['GET', 'DELETE']) {
      const gone = await call(method, `/api/documents/${id}`, bearer(change));
      expect([gone.status, Object(gone.json.error).code]).toEqual([404, 'document-not-found']);
    }
  });

  it('is no file larger than the limit, also where its length is not said', async () => {
    await vitrine.ask('limits.set', { values: { 'ingest.maxFileBytes': 1024 * 1024 } });
    const before = readdirSync(join(vitrine.library, 'incoming'));
    const large = Buffer.alloc(1024 * 1024 + 70_000, 'a');
    const raw = { ...bearer(change), 'x-file-name': 'large.txt' };
    const unsaid = { ...raw, 'transfer-encoding': 'chunked' };
    const form = new FormData();
    form.set('file', new File([large], 'large.txt'));
    const encoded = new Response(form);
    const type = { ...bearer(change), 'content-type': encoded.headers.get('content-type') ?? '' };
    const inForm = Buffer.from(await encoded.arrayBuffer());
    for (const [headers, body] of [
      [raw, large],
      [unsaid, large],
      [type, inForm],
      [{ ...type, 'transfer-encoding': 'chunked' }, inForm],
    ] as const) {
      const answer = await call('POST', '/api/documents', headers, body);
      expect([answer.status, Object(answer.json.error).code]).toEqual([413, 'too-large']);
    }
    expect(readdirSync(join(vitrine.library, 'incoming'))).toEqual(before);
    await vitrine.ask('limits.reset', {});
  });
});

describe('an answer', () => {
  it('comes as the events token, citation and done, and names its conversation', async () => {
    const answer = await post('/api/chat', { session_id: 's', message: question, selected_text: null });
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    const events = eventsOf(answer.text);
    const written = events.filter(({ event }) => event === 'token').map(({ data }) => data.token);
    expect(written.join('')).toContain('Silk bears 50 lux');
    const citation = events.find(({ event }) => event === 'citation');
    expect(citation?.data).toEqual({
      chunk_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      chapter: 'Display cases',
      section: 'Light',
      url: expect.stringMatching(/^vitrine:\/\/document\/.+#char=\d+-\d+$/),
    });
    const done = events.at(-1);
    expect(done).toMatchObject({ event: 'done', data: { total_tokens: 0, latency_ms: expect.any(Number) } });
    expect(done?.data).toMatchObject({ incomplete: false, request_id: answer.headers['x-request-id'] });
    const members = ['conversation_id', 'message_id', 'request_id', 'outcome', 'way', 'passages', 'incomplete'];
    members.push('total_tokens', 'latency_ms');
    expect(Object.keys(done?.data)).toEqual(members);
    const conversation_id = done?.data.conversation_id;
    const next = eventsOf((await post('/api/chat', { message: 'And stone?', conversation_id })).text);
    expect(next.at(-1)?.data.conversation_id).toBe(conversation_id);
    expect(await vitrine.ask('chat.messages', { conversationId: conversation_id })).toHaveLength(2);
  });

  it('is an error event with its code where it cannot be given', async () => {
    const answer = await post('/api/chat', { message: question, conversation_id: 'none' });
    expect(eventsOf(answer.text)).toMatchObject([{ event: 'error', data: { code: 'conversation-not-found' } }]);
  });

  it('goes to its own client only, also with many questions at once', async () => {
    const questions = [question, 'Which humidity does parchment need?', 'Zxqv wvutk?', 'hello'];
    const alone = [];
    for (const message of questions) alone.push(eventsOf((await post('/api/chat', { message })).text));
    const together = await Promise.all(questions.map((message) => post('/api/chat', { message })));
    const said = (events: ReturnType<typeof eventsOf>) => events.flatMap(({ data }) => data.token ?? []).join('');
    expect(together.map(({ text }) => said(eventsOf(text)))).toEqual(alone.map(said));
  });
});

describe('a search', () => {
  it('searches only its scope, and gives the place of each passage', async () => {
    const found = async (how: string) =>
      (await get(`/api/search?q=lamp%20silk%20kept%20lux&top=50&${how}`)).json.results;
    const passages = (await found('')) as { chapter: string }[];
    expect(new Set(passages.map(({ chapter }) => chapter)).size).toBeGreaterThan(1);
    expect(await found('hasCode=true')).toEqual([
      expect.objectContaining({
        chapter: 'Display cases',
        section: 'Light',
        chunkIndex: 2,
        url: expect.stringMatching(/^vitrine:\/\/document\/.+#char=\d+-\d+$/),
      }),
    ]);
    expect(await found('hasCode=false')).toHaveLength(passages.length - 1);
    const ofCases = passages.filter(({ chapter }) => chapter === 'Display cases');
    expect(await found('chapter=Display%20cases')).toHaveLength(ofCases.length);
    expect(await found('hasEquations=true')).toEqual([]);
  });
});

describe('runs and stages', () => {
  it('run up to a stage, from one on with another limit, and are kept', async () => {
    const first = (await post('/api/runs', { prompt: question, until: 'Retrieval' })).json;
    expect(Object.keys(Object(first.snapshots))).toContain('Retrieval');
    const edits = [{ path: 'limits.gate.relevanceThreshold', value: 0.99 }];
    const next = (await post('/api/runs', { runId: first.runId, from: 'Retrieval', edits })).json;
    expect(next).toMatchObject({ parentRunId: first.runId });
    expect((await get(`/api/runs/${next.runId}`)).json).toEqual(next);
    const { runs } = (await get('/api/runs?limit=2')).json;
    expect(runs).toMatchObject([{ runId: next.runId }, { runId: first.runId }]);
    const { stages } = (await get('/api/stages')).json as { stages: object[] };
    expect(stages).toHaveLength(stageIds.length);
    expect(stages.at(-1)).toMatchObject({ position: stageIds.length, state: 'done' });
    expect((await get('/api/runs/none')).status).toBe(404);
  });
});

const isOpen = ({ purpose, state }: NetworkConnection) => purpose === 'api' && state === 'open';

/** A model server whose answer waits for `finish`, and which notes whom it was cut off by. */
async function slowModel() {
  const told = new EventEmitter();
  const server = await fakeServer({
    '/api/tags': (_request, response) => response.end(JSON.stringify({ models: [{ name: 'slow' }] })),
    '/api/show': (_request, response) => response.end(JSON.stringify({ model_info: { 'x.context_length': 8192 } })),
    '/api/chat': (_request, response) => {
      response.write(part('Silk bears 50 lux'));
      told.once('finish', () => {
        response.write(part(' [Citation 1].'));
        const counts = { prompt_eval_count: 90, eval_count: 10 };
        response.end(`${JSON.stringify({ message: { content: '' }, done: true, done_reason: 'stop', ...counts })}\n`);
      });
      response.on('close', () => told.emit('closed'));
    },
  });
  return { server, told, model: 'ollama:slow' };
}

/** Asks, and reads the answer as it comes: all of it so far, and a wait until it has said something. */
async function asking() {
  const outgoing = httpRequest(`${api.address}/api/chat`, { method: 'POST', headers: bearer(read), agent: false });
  outgoing.on('error', () => undefined).end(JSON.stringify({ message: question }));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  const until = async (said: string, from = 0): Promise<number> => {
    while (!text.includes(said, from)) await once(response, 'data');
    return text.length;
  };
  return { response, all: () => text, until };
}

describe('with a language model', () => {
  it('shows that it is alive while the model is silent, and hands on no marker that names nothing', async () => {
    const told = new EventEmitter();
    const server = await ollamaWith((_request, response) => {
      for (const token of ['Silk bears', ' 50 lux [Cit', 'ation 9', '] or [Citation', ' 1]'])
        response.write(part(token));
      told.once('finish', () => response.end(part(' and more [Citation 10].') + part('', true)));
    });
    await askOf(server, { aliveEveryMs: 5 });
    const { response, all, until } = await asking();
    const silent = await until('[Citation 1]');
    await until(': working\n\n: working\n\n', silent);
    told.emit('finish');
    await once(response, 'end');
    const events = eventsOf(all());
    const written = events.flatMap(({ data }) => data.token ?? []).join('');
    expect(written).toBe('Silk bears 50 lux or [Citation 1] and more.');
    expect((await vitrine.ask('chat.findLogs', { limit: 1 })).entries[0]?.answer).toBe(written);
  });

  it('ends an answer whose client has gone, and keeps the text so far as incomplete', async () => {
    const { server, told } = await slowModel();
    await askOf(server);
    const closed = once(told, 'closed');
    const { response, until } = await asking();
    await until('event: token');
    response.destroy();
    await closed;
    await expect
      .poll(async () => (await vitrine.ask('chat.findLogs', { limit: 1 })).entries[0])
      .toMatchObject({ question, outcome: 'incomplete', answer: expect.stringContaining('Silk bears 50 lux') });
    const open = async () => (await vitrine.ask('network.connections', {})).connections.filter(isOpen);
    await expect.poll(open).toEqual([]);
  });

  it('answers the official client of OpenAI’s interface, whole and as a stream, with sources and usage', async () => {
    const { server, told, model } = await slowModel();
    await askOf(server);
    const client = clientWith(read);
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['vitrine', 'vitrine-quoted', model]);
    expect((await client.models.retrieve(model)).id).toBe(model);
    await expect(client.models.retrieve('ollama:none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    const finish = setInterval(() => told.emit('finish'), 20);
    const messages = [{ role: 'user' as const, content: question }];
    const usage = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 };
    const content = 'Silk bears 50 lux [Citation 1].';
    for (const name of ['vitrine', model]) {
      const whole = await client.chat.completions.create({ model: name, messages });
      expect(whole).toMatchObject({ object: 'chat.completion', model: name, usage });
      expect(whole.choices).toMatchObject([{ message: { content }, finish_reason: 'stop' }]);
      expectSources(content, whole.choices[0]?.message);
    }
    const stream_options = { include_usage: true };
    const parts = await client.chat.completions.create({ model, messages, stream: true, ...{ stream_options } });
    let text = '';
    const chunks = [];
    for await (const chunk of parts) {
      text += chunk.choices[0]?.delta.content ?? '';
      chunks.push(chunk);
    }
    clearInterval(finish);
    expect(text).toBe(content);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage });
    expect(chunks.at(-2)?.choices).toMatchObject([{ finish_reason: 'stop' }]);
    expectSources(text, chunks.at(-2)?.choices[0]?.delta);
  });

  it('tells it the earlier messages, and goes on in the conversation that they came from', async () => {
    const { server, told } = await slowModel();
    await askOf(server);
    const finish = setInterval(() => told.emit('finish'), 20);
    const client = clientWith(read);
    const before = (await vitrine.ask('chat.conversations', {})).length;
    const first = { role: 'user' as const, content: question };
    const answered = await client.chat.completions.create({ model: 'vitrine', messages: [first] });
    const reply = { role: 'assistant' as const, content: answered.choices[0]?.message.content ?? '' };
    const next = { role: 'user' as const, content: 'And how many lux does stone bear?' };
    await client.chat.completions.create({ model: 'vitrine', messages: [first, reply, next] });
    expect(await vitrine.ask('chat.conversations', {})).toHaveLength(before + 1);
    const stranger = { role: 'assistant' as const, content: 'It bears what I told you elsewhere.' };
    await client.chat.completions.create({ model: 'vitrine', messages: [first, stranger, next] });
    clearInterval(finish);
    expect(await vitrine.ask('chat.conversations', {})).toHaveLength(before + 2);
    const bodies = server.asked.filter(({ path }) => path === '/api/chat').map(({ body }) => body);
    expect(bodies.at(-1)).toContain('It bears what I told you elsewhere.');
    expect(bodies.at(-2)).toContain('Silk bears 50 lux');
  });
});

/** Serves a library whose chat model is on this server. */
async function askOf({ address: baseUrl }: FakeServer, more: Partial<ApiOptions> = {}): Promise<void> {
  await vitrine.reopen({ providers: { ollama: { baseUrl } }, chatModel: 'ollama:slow' });
  await serveAgain(more);
}

async function serveAgain(more: Partial<ApiOptions> = {}): Promise<void> {
  await api.close();
  api = await startApi({ engine: vitrine.engine, uploadFolder: join(vitrine.library, 'incoming'), ...more }, 0);
}

const clientWith = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${api.address}/v1`, maxRetries: 0 });

/** Sources as annotations, which this version of the client passes on without knowing them. */
function expectSources(text: string, message: object | undefined): void {
  const { annotations } = Object(message);
  expect(annotations).toMatchObject([{ type: 'url_citation', url_citation: { title: expect.any(String) } }]);
  const { start_index, end_index, url } = annotations[0].url_citation;
  expect(text.slice(start_index, end_index)).toBe('[Citation 1]');
  expect(url).toMatch(/^vitrine:\/\/document\//);
}

describe('without a language model', () => {
  it('quotes for the official client, and tells it errors in its own shape', async () => {
    await vitrine.reopen();
    await serveAgain();
    const messages = [{ role: 'user' as const, content: question }];
    const quoted = await clientWith(read).chat.completions.create({ model: 'vitrine-quoted', messages });
    expect(quoted.choices[0]?.message.content).toContain('Silk bears 50 lux');
    const ask = (key: string, model: string) => clientWith(key).chat.completions.create({ model, messages });
    await expect(ask('wrong', 'vitrine')).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    await expect(ask(read, 'gpt-4')).rejects.toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
    const nobody = clientWith(read).chat.completions.create({ model: 'vitrine', messages: [] });
    await expect(nobody).rejects.toMatchObject({ status: 400, type: 'invalid_request_error' });
  });
});

describe('what of OpenAI’s interface is not done', () => {
  const messages = [{ role: 'user', content: question }];
  const asked = (more: object) => post('/v1/chat/completions', { model: 'vitrine-quoted', messages, ...more });

  it.each<[string, object]>([
    ['n', { n: 2 }],
    ['tools', { tools: [{ type: 'function', function: { name: 'a' } }] }],
    ['tool_choice', { tool_choice: 'required' }],
    ['logprobs', { logprobs: true }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['top_p', { top_p: 0.1 }],
    ['frequency_penalty', { frequency_penalty: 1 }],
    ['num_ctx', { num_ctx: 4096 }],
    ['messages.0.role', { messages: [{ role: 'tool', content: 'a', tool_call_id: 'b' }, ...messages] }],
  ])('is refused in words: %s', async (param, more) => {
    const { status, json } = await asked(more);
    expect([status, json.error]).toEqual([
      400,
      { message: expect.stringContaining(param), type: 'invalid_request_error', param, code: 'bad-request' },
    ]);
  });

  it('is refused for a part of a message that is no text', async () => {
    const content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,' } }];
    expect((await asked({ messages: [{ role: 'user', content }] })).status).toBe(400);
  });

  it('is taken where it asks for nothing', async () => {
    const nothing = { n: 1, tools: [], top_p: 1, logprobs: false, response_format: { type: 'text' }, user: 'me' };
    expect((await asked(nothing)).status).toBe(200);
  });
});

describe('the OpenAPI document', () => {
  it('is valid, and every answer is as it says', async () => {
    const document = (await get('/api/openapi.json')).json as unknown as OpenApi;
    const checked = await new Validator().validate(structuredClone<Record<string, unknown>>({ ...document }));
    expect(checked.errors ?? []).toEqual([]);
    expect(document.openapi).toBe('3.1.0');
    const ajv = new Ajv2020({ strict: false });
    const held = (method: string, path: string, text: string, type = 'application/json') => {
      const { responses } = document.paths[path]?.[method] ?? {};
      const found = responses?.['200'] ?? responses?.['202'];
      const validate = ajv.compile(found?.content[type]?.schema ?? false);
      validate(JSON.parse(text));
      expect([path, validate.errors ?? []]).toEqual([path, []]);
    };
    const { documents } = (await get('/api/documents')).json as { documents: { documentId: string }[] };
    const run = await post('/api/runs', { prompt: question });
    held('post', '/api/runs', run.text);
    held('get', '/api/search', (await get('/api/search?q=silk')).text);
    held('get', '/api/documents', JSON.stringify({ documents }));
    held('get', '/api/documents/{id}', (await get(`/api/documents/${documents[0]?.documentId}`)).text);
    held('get', '/api/runs', (await get('/api/runs')).text);
    held('get', '/api/runs/{id}', (await get(`/api/runs/${run.json.runId}`)).text);
    held('get', '/api/stages', (await get('/api/stages')).text);
    held('get', '/v1/models', (await get('/v1/models')).text);
    held('get', '/v1/models/{id}', (await get('/v1/models/vitrine')).text);
    for (const wait of [true, false]) {
      const path = `/api/documents?name=held-${wait}.md&wait=${wait}`;
      held('post', '/api/documents', (await call('POST', path, bearer(change), `Held ${wait}.`)).text);
    }
    const messages = [{ role: 'user', content: question }];
    held('post', '/v1/chat/completions', (await post('/v1/chat/completions', { model: 'vitrine', messages })).text);
    for (const { data } of eventsOf((await post('/api/chat', { message: question })).text)) {
      held('post', '/api/chat', JSON.stringify(data), 'text/event-stream');
    }
    const error = ajv.compile(document.components.schemas.Error ?? false);
    expect(error((await get('/api/runs/none')).json)).toBe(true);
  });
});

type OpenApi = {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
  >;
  readonly components: { readonly schemas: Record<string, object> };
};

/** Whether this machine has curl; where it has not, the test of the guide's commands says so. */
const hasCurl = await promisify(execFile)('curl', ['--version']).then(
  () => true,
  () => false,
);
if (!hasCurl) console.log('skipped: curl is not installed, so that the commands of the guide are not run');

describe.runIf(hasCurl)('the commands of the guide', () => {
  it('do what it says', async () => {
    const guide = readFileSync(join(project, 'docs/guide/api.md'), 'utf8');
    const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/gu)].map(([, text = '']) => text);
    const run = commands.filter((text) => text.startsWith('curl'));
    expect(run.length).toBeGreaterThan(4);
    const notes = await vitrine.file('notes.md', '# Notes\n\nWool bears 60 lux.');
    for (const text of run) {
      const command = text.replaceAll('http://127.0.0.1:8737', api.address).replaceAll('@notes.md', `@${notes}`);
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, TOKEN: change } });
      expect([text, stdout]).toEqual([text, expect.not.stringMatching(/^\{"error":/)]);
      if (text.includes('/api/chat')) expect(eventsOf(stdout).at(-1)?.event).toBe('done');
    }
    expect(await vitrine.found('wool')).toEqual([expect.stringContaining('Wool bears 60 lux')]);
  });

  it('have an example of the official client, which runs', async () => {
    const guide = readFileSync(join(project, 'docs/guide/api.md'), 'utf8');
    const [, script = ''] = /```js\n([\s\S]*?)```/u.exec(guide) ?? [];
    const file = join(project, 'node_modules/.cache', `api-guide-${process.pid}.mjs`);
    writeFileSync(file, script.replaceAll('http://127.0.0.1:8737', api.address));
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { ...process.env, TOKEN: read } });
      expect(stdout).toContain('50 lux');
      expect(stdout).toContain('vitrine://document/');
    } finally {
      rmSync(file);
    }
  });
});
