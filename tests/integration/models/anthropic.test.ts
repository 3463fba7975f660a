import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type ChatOptions, chatServers, openChatModel } from '../../../electron/engine/models';
import { bodiesTo, type FakeServer, fakeServer } from '../chat/fake-server';

/** Server-sent events as the messages interface writes them. */
const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const begun = event('message_start', { message: { usage: { input_tokens: 20, cache_read_input_tokens: 5 } } });
const text = (words: string): string =>
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } });
const ended = (reason: string): string =>
  event('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 7 } }) + event('message_stop');
const answered = (words: string, reason = 'end_turn'): string =>
  begun + event('ping') + event('content_block_start', { index: 0 }) + text(words) + ended(reason);
const fault = (type: string, message: string): string => JSON.stringify({ type: 'error', error: { type, message } });

type Answer = (response: ServerResponse, body: Record<string, unknown>) => void;
const says =
  (stream: string): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
const refuses =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

let server: FakeServer | null = null;

async function messagesWith(answer: Answer): Promise<FakeServer> {
  server = await fakeServer({
    '/v1/messages': (_request, response, body) => answer(response, JSON.parse(body)),
    '/v1/models?limit=1000': (_request, response) =>
      response.end(
        JSON.stringify({ data: [{ id: 'claude-large', max_input_tokens: 1_000_000 }, { id: 'claude-small' }] }),
      ),
  });
  return server;
}

const serversOf = ({ address }: FakeServer, offline = false) => ({
  providers: { anthropic: { baseUrl: `${address}/`, apiKey: 'sk-ant' } },
  offline,
  answerSilenceMs: 1500,
});

const given: ChatOptions = { temperature: 0, seed: 1, maxTokens: 50, contextTokens: 4096, stop: ['END'] };
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'How many lux?' },
] as const;

/** The reply, its end, and its side data. */
async function asked(answer: Answer, options: Partial<ChatOptions> = {}) {
  const fake = await messagesWith(answer);
  const model = await openChatModel('anthropic:claude-small', serversOf(fake));
  const told: unknown[] = [];
  let written = '';
  try {
    const stream = model.chat(messages, {
      ...given,
      onUsage: (usage) => told.push(usage),
      onCut: () => told.push('cut'),
      onFormatRefused: () => told.push('format refused'),
      ...options,
    });
    for await (const part of stream) written += part;
    return { written, told, error: null };
  } catch (error) {
    return { written, told, error };
  }
}

describe('an answer by the messages interface', () => {
  it('streams, with the system prompt, the key, the version and the limits in their places', async () => {
    expect(await asked(says(answered('Fifty lux.')))).toEqual({
      written: 'Fifty lux.',
      told: [{ promptTokens: 25, outputTokens: 7 }],
      error: null,
    });
    expect(server?.asked[0]?.headers).toMatchObject({ 'x-api-key': 'sk-ant', 'anthropic-version': '2023-06-01' });
    expect(bodiesTo(server as FakeServer, '/v1/messages')).toEqual([
      {
        model: 'claude-small',
        system: 'Be brief.',
        messages: [{ role: 'user', content: 'How many lux?' }],
        max_tokens: 50,
        stop_sequences: ['END'],
        temperature: 0,
        stream: true,
      },
    ]);
  });

  it.each(['max_tokens', 'model_context_window_exceeded'])('says that it was cut: %s', async (reason) => {
    expect((await asked(says(answered('Fifty', reason)))).told).toContain('cut');
  });

  it('asks for JSON by a schema, and without one where that is refused, and says so', async () => {
    const format = { type: 'object', properties: {} };
    const whole = await asked(says(answered('{}')), { format });
    expect(whole).toMatchObject({ written: '{}', error: null });
    expect(whole.told).not.toContain('format refused');
    expect(bodiesTo(server as FakeServer, '/v1/messages')[0]?.output_config).toEqual({
      format: { type: 'json_schema', schema: format },
    });
    await server?.close();
    const older: Answer = (response, body) =>
      ('output_config' in body
        ? refuses(400, fault('invalid_request_error', 'output_config: Extra inputs are not permitted'))
        : says(answered('{}')))(response, body);
    expect((await asked(older, { format })).told).toContain('format refused');
  });

  it('leaves out the temperature for a model that takes none', async () => {
    const newer: Answer = (response, body) =>
      ('temperature' in body
        ? refuses(400, fault('invalid_request_error', 'temperature is not supported by this model'))
        : says(answered('Fifty.')))(response, body);
    expect(await asked(newer)).toMatchObject({ written: 'Fifty.', error: null });
  });
});

describe('a server of the messages interface that is not well', () => {
  const overloaded = fault('overloaded_error', 'Overloaded');
  it.each([
    [
      'refuses the key',
      refuses(401, fault('authentication_error', 'invalid x-api-key')),
      'model-failed',
      'key-refused',
    ],
    [
      'lacks the model',
      refuses(404, fault('not_found_error', 'model: claude-small')),
      'model-missing',
      'not-on-server',
    ],
    ['fails', refuses(500, fault('api_error', 'Internal')), 'model-failed', 'status'],
    ['refuses the question', refuses(400, fault('invalid_request_error', 'credit balance')), 'model-failed', 'status'],
    ['says nothing', () => undefined, 'model-timeout', 'server'],
    ['sends no event', says('data: <html>\n\n'), 'model-failed', 'no-answer'],
    ['stops in the middle', says(begun + text('Fif')), 'model-failed', 'broke-off'],
    [
      'fails in the middle',
      says(begun + text('Fif') + event('error', JSON.parse(fault('api_error', 'Broken')))),
      'model-failed',
      'server-stopped',
    ],
    ['declines in the middle', says(begun + text('Fif') + ended('refusal')), 'model-failed', 'server-stopped'],
  ] as const)('%s', async (_what, answer, code, why) => {
    const { error } = await asked(answer);
    const { details } = error as { details: Record<string, unknown> };
    expect(error).toMatchObject({ code });
    expect(details.why).toBe(why);
  });

  it.each([
    ['429, with the time to wait', refuses(429, fault('rate_limit_error', 'Slow down'), { 'retry-after': '7' }), 7],
    ['529', refuses(529, overloaded), undefined],
    ['in the middle', says(begun + text('Fif') + event('error', JSON.parse(overloaded))), undefined],
  ] as const)('is too busy: %s', async (_what, answer, seconds) => {
    const { error } = await asked(answer);
    expect(error).toMatchObject({ code: 'rate-limited' });
    expect(error).toHaveProperty('details.server', 'Anthropic');
    expect((error as { details: Record<string, unknown> }).details.retryAfterSeconds).toBe(seconds);
  });

  it('never gets a question elsewhere in offline mode', async () => {
    const away = { providers: { anthropic: { baseUrl: 'https://192.0.2.1', apiKey: 'sk-ant' } }, offline: true };
    const model = await openChatModel('anthropic:claude-small', away);
    const stream = model.chat(messages, given)[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toMatchObject({ code: 'offline' });
    expect((await chatServers(away, null)).servers).toMatchObject([
      { provider: 'anthropic', state: 'refused-offline' },
    ]);
  });
});

describe('the models of the messages interface', () => {
  it('are listed with what they take, none of them for embeddings', async () => {
    const fake = await messagesWith(says(''));
    const { servers } = await chatServers(serversOf(fake), 'anthropic:claude-small');
    expect(servers).toMatchObject([
      {
        provider: 'anthropic',
        state: 'ok',
        models: [
          { id: 'anthropic:claude-large', contextTokens: 1_000_000, chosen: false },
          { id: 'anthropic:claude-small', contextTokens: 200_000, chosen: true },
        ],
      },
    ]);
  });

  it('say that the key is refused', async () => {
    server = await fakeServer({ '/v1/models?limit=1000': (_request, response) => response.writeHead(401).end('{}') });
    expect((await chatServers(serversOf(server), null)).servers).toMatchObject([{ state: 'key-refused' }]);
  });
});
