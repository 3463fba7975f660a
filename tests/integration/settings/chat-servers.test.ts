import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ownTime } from '../../own-time';
import { type FakeServer, fakeServer } from '../chat/fake-server';
import { TestEngine } from '../open-test-engine';

let server: FakeServer | null = null;
const vitrine = TestEngine.each();
afterEach(async () => {});

type Handlers = Parameters<typeof fakeServer>[0];
const json =
  (value: object): Handlers[string] =>
  (_request, response) =>
    response.end(JSON.stringify(value));

/** The only server set up, which answers so. */
async function described(provider: 'ollama' | 'openai', handlers: Handlers, chatModel?: string) {
  server = await fakeServer(handlers);
  const values = provider === 'ollama' ? { ollamaHost: server.address } : { 'openai.baseUrl': `${server.address}/v1` };
  await vitrine.ask('settings.set', { values: { ...values, ...(chatModel ? { chatModel } : {}) } });
  const found = (await vitrine.ask('models.chat', {})).servers.find((candidate) => candidate.provider === provider);
  if (!found) throw new Error(`${provider} is not described`);
  return found;
}

describe('the chat models of a server', () => {
  it('C1 of Ollama come with size, context, loaded and chosen ones; embedding models are left out', async () => {
    const windows: Record<string, object> = {
      'tiny:latest': { capabilities: ['completion'], model_info: { 'llama.context_length': 2048 } },
      'embed:latest': { capabilities: ['embedding'] },
      'big:7b': { capabilities: ['completion'], model_info: {} },
    };
    const report = await described(
      'ollama',
      {
        '/api/tags': json({ models: Object.keys(windows).map((name) => ({ name, size: name.length })) }),
        '/api/ps': json({ models: [{ name: 'big:7b' }] }),
        '/api/show': (_request, response, body) => response.end(JSON.stringify(windows[JSON.parse(body).model])),
      },
      'ollama:tiny',
    );
    expect(report).toMatchObject({ state: 'ok', staysHere: true });
    const ollama = { server: 'ollama', provider: 'ollama' };
    const [tiny, big] = ['tiny', 'big:7b'].map((name) => ({ ...ollama, id: `ollama:${name}`, name }));
    expect(report.models).toEqual([
      { ...tiny, bytes: 11, contextTokens: 2048, loaded: false, chosen: true },
      { ...big, bytes: 6, contextTokens: null, loaded: true, chosen: false },
    ]);
  });

  it('C1 of an OpenAI-compatible server come with what it tells', async () => {
    const report = await described('openai', {
      '/v1/models': json({ data: [{ id: 'served', max_model_len: 4096 }, { id: 'text-embedding-3' }] }),
    });
    const served = { id: 'openai:served', server: 'openai', provider: 'openai', name: 'served' };
    expect(report.models).toEqual([{ ...served, bytes: null, contextTokens: 4096, loaded: null, chosen: false }]);
  });
});

describe('the health of a server', () => {
  it('C1 is down without a listener', async () => {
    const [ollama, ...others] = (await vitrine.ask('models.chat', {})).servers;
    expect(ollama).toMatchObject({ provider: 'ollama', state: 'down', models: [] });
    // No OpenAI-compatible server is set up.
    expect(others).toEqual([]);
  });

  it('C1 is down for one that accepts and says nothing, within two seconds', async () => {
    const taken = ownTime();
    expect(await described('ollama', { '/api/tags': () => {} })).toMatchObject({ state: 'down' });
    expect(taken()).toBeLessThan(2500);
  });

  it('C1 tells a server without models', async () => {
    expect(await described('ollama', { '/api/tags': json({ models: [] }) })).toMatchObject({ state: 'no-models' });
  });

  it.each([
    ['a page', { '/api/tags': (_request, response) => response.end('<html>') } satisfies Handlers],
    ['another service', {}],
  ])('C1 tells an address where %s answers', async (_what, handlers) => {
    expect(await described('ollama', handlers)).toMatchObject({ state: 'wrong-url' });
  });

  it.each([401, 403])('C1 tells a key that is refused with %d', async (status) => {
    const refuses: Handlers = { '/v1/models': (_request, response) => response.writeHead(status).end('no') };
    expect(await described('openai', refuses)).toMatchObject({ state: 'key-refused' });
  });

  it('C1 is not asked for in offline mode, when the server is elsewhere', async () => {
    await vitrine.ask('settings.set', { values: { ollamaHost: 'http://10.1.2.3:11434', offline: true } });
    expect((await vitrine.ask('models.chat', {})).servers).toMatchObject([
      { state: 'refused-offline', staysHere: false },
    ]);
    expect((await vitrine.ask('network.connections', {})).connections).toEqual([]);
  });
});

describe('looking for servers on this computer', () => {
  const looked = async () => {
    const { servers } = await vitrine.ask('models.chat', { here: true });
    const { connections } = await vitrine.ask('network.connections', {});
    return [servers.map(({ address }) => address), connections.map(({ place }) => place).sort()];
  };

  it('W25 asks Ollama, and LM Studio at its usual place, in offline mode too, and no other server', async () => {
    await vitrine.ask('settings.set', { values: { offline: true, 'anthropic.baseUrl': 'http://10.1.2.3' } });
    expect(await looked()).toEqual([
      ['http://127.0.0.1:9', 'http://127.0.0.1:1234/v1'],
      ['127.0.0.1:1234', '127.0.0.1:9'],
    ]);
  });

  it('W25 asks no other computer, whoever set it up, and LM Studio once', async () => {
    const values = { ollamaHost: 'http://10.1.2.3:11434', 'openai.baseUrl': 'http://10.1.2.3/v1' };
    const named = { id: 'openai-studio', name: 'Studio', url: 'http://127.0.0.1:1234/v1' } as const;
    await vitrine.ask('settings.set', { values: { ...values, servers: [named] } });
    expect(await looked()).toEqual([['http://127.0.0.1:1234/v1'], ['127.0.0.1:1234']]);
  });

  it('W25 asks an LM Studio at its set address', async () => {
    const named = { id: 'openai-lm-studio', name: 'LM Studio', url: 'http://127.0.0.1:8/v1' } as const;
    await vitrine.ask('settings.set', { values: { servers: [named] } });
    expect((await looked())[0]).toEqual(['http://127.0.0.1:9', 'http://127.0.0.1:8/v1']);
  });
});

describe('servers with names', () => {
  const tokens =
    (word: string): Handlers[string] =>
    (_request, response) =>
      response.end(
        `data: ${JSON.stringify({ choices: [{ delta: { content: word }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
      );
  const keysHeard = ({ asked }: FakeServer) => [
    ...new Set(asked.map(({ headers }) => headers.authorization ?? 'none')),
  ];

  it('W38 are listed each with its models, and each hears its own key and no other', async () => {
    await vitrine.reopen({ takesKeys: true });
    const models = (id: string) => json({ data: [{ id }] });
    const first = await fakeServer({ '/v1/models': models('same'), '/v1/chat/completions': tokens('From the first.') });
    const second = await fakeServer({
      '/v1/models': models('same'),
      '/v1/chat/completions': tokens('From the second.'),
    });
    const servers = [
      { id: 'openai-first', name: 'First', url: `${first.address}/v1` },
      { id: 'openai-second', name: 'Second', url: `${second.address}/v1/` },
    ] as const;
    await vitrine.ask('settings.set', { values: { servers: [...servers] } });
    await vitrine.ask('settings.setKey', { provider: 'openai-first', key: 'sk-first' });
    const { keys } = await vitrine.ask('settings.setKey', { provider: 'openai-second', key: 'sk-second' });
    expect([keys['openai-first']?.origin, keys['openai-second']?.origin]).toEqual([first.address, second.address]);

    const report = await vitrine.ask('models.chat', {});
    expect(report.servers.flatMap(({ server: id, models: listed }) => listed.map((model) => [id, model.id]))).toEqual([
      ['openai-first', 'openai-first:same'],
      ['openai-second', 'openai-second:same'],
    ]);
    await vitrine.ingest(await vitrine.file('note.md', '# Note\n\nThe zxlamp hangs in the hall.'));
    for (const [model, word] of [
      ['openai-first:same', 'first'],
      ['openai-second:same', 'second'],
    ] as const) {
      expect((await vitrine.ask('chat.ask', { question: 'Where is the zxlamp?', model })).unbacked).toContain(word);
    }
    expect([keysHeard(first), keysHeard(second)]).toEqual([['Bearer sk-first'], ['Bearer sk-second']]);

    // A key belongs to the address that it was entered for: one that is changed to another server's does not bring it there.
    const moved = [{ ...servers[0], url: servers[1].url }];
    expect((await vitrine.ask('settings.set', { values: { servers: moved } })).keys['openai-first']?.hasKey).toBe(
      false,
    );
    await vitrine.ask('models.testServer', { server: 'openai-first' });
    expect(keysHeard(second)).toEqual(['Bearer sk-second', 'none']);
    expect(await vitrine.refusal('models.testServer', { server: 'openai-second' })).toMatchObject({
      code: 'model-missing',
      details: { why: 'no-named-server' },
    });
  });

  it("W38 name each one's fault and time when tested", async () => {
    const answering = async (handlers: Handlers, path = '/v1') => (await fakeServer(handlers)).address + path;
    const secure = createSecureServer({ key: testKey, cert: testCertificate }, (_request, response) => response.end());
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port } = secure.address() as AddressInfo;
    const urls = {
      ok: await answering({ '/v1/models': json({ data: [{ id: 'a' }, { id: 'b' }] }) }),
      'no-models': await answering({ '/v1/models': json({ data: [] }) }),
      'key-refused': await answering({ '/v1/models': (_request, response) => response.writeHead(401).end('no') }),
      'wrong-url': await answering({ '/v1/models': json({ data: [] }) }, '/v2'),
      failing: await answering({ '/v1/models': (_request, response) => response.writeHead(500).end('broken') }),
      late: await answering({ '/v1/models': () => {} }),
      down: 'http://127.0.0.1:9/v1',
      'no-host': 'http://nowhere.invalid/v1',
      certificate: `https://127.0.0.1:${port}/v1`,
    };
    const servers = Object.entries(urls).map(([name, url]) => ({ id: `openai-${name}` as const, name, url }));
    await vitrine.ask('settings.set', { values: { servers } });
    const tests = await Promise.all(servers.map(({ id }) => vitrine.ask('models.testServer', { server: id })));
    expect(Object.fromEntries(servers.map(({ name }, at) => [name, tests[at]?.state]))).toEqual(
      Object.fromEntries(servers.map(({ name }) => [name, name])),
    );
    expect(tests.map(({ models }) => models)).toEqual(servers.map(({ name }) => (name === 'ok' ? 2 : 0)));
    expect(tests.every(({ ms }) => ms > 0 && ms < 6000)).toBe(true);
    secure.close();

    const elsewhere = { id: 'ollama-box', name: 'Box', url: 'http://10.1.2.3:11434' } as const;
    await vitrine.ask('settings.set', { values: { servers: [elsewhere], offline: true } });
    expect(await vitrine.ask('models.testServer', { server: elsewhere.id })).toMatchObject({
      state: 'refused-offline',
    });
  });

  it('W38 are refused with two of one id, with an id of no kind, and with a URL that is none', async () => {
    const url = 'http://127.0.0.1:9';
    const refused = async (...servers: { id: string; name: string; url: string }[]) =>
      (await vitrine.refusal('settings.set', { values: { servers: servers as never } })).code;
    expect([
      await refused({ id: 'ollama-a', name: 'A', url }, { id: 'ollama-a', name: 'B', url }),
      await refused({ id: 'lamp-a', name: 'A', url }),
      await refused({ id: 'ollama', name: 'A', url }),
      await refused({ id: 'ollama-a', name: 'A', url: 'box' }),
    ]).toEqual(Array(4).fill('bad-request'));
  });
});

describe('pulling a model', () => {
  it('C1 from an Ollama that is stopped fails in words', async () => {
    expect(await vitrine.refusal('models.pull', { model: 'ollama:tiny' })).toMatchObject({
      code: 'model-unreachable',
      details: expect.objectContaining({ why: 'pull-down' }),
    });
  });

  it('C1 can be cancelled while it runs', async () => {
    server = await fakeServer({
      '/api/pull': (_request, response) => response.write('{"status":"pulling manifest"}\n'),
    });
    await vitrine.ask('settings.set', { values: { ollamaHost: server.address } });
    const pulling = vitrine.engine.request('models.pull', { model: 'ollama:tiny' }, { requestId: 'pull-1' });
    await new Promise<void>((resolve) => {
      vitrine.engine.subscribe((event) => event.type === 'models.progress' && resolve());
    });
    vitrine.engine.cancel('pull-1');
    expect(await pulling).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });
});

/** Of an untrusted server: self-signed, made for this test. */
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgY82lTHrbtXFUNtHk
m6ctBuZ6zAkugGugYukR2ueN7zWhRANCAASXeXOxElfzpdyzFEqW8qWR6YXn5icm
sNmzxl0xpPaZD6jDwAZYTNIdjys5+F3Q1nGS5qMJ+ykE3LdegVuHLx/H
-----END PRIVATE KEY-----`;
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUGxjwMm7/PUNvS9IqFjMFLmpDGK8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNTIwMTEzMVoYDzIxMjYxMTAx
MjAxMTMxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASXeXOxElfzpdyzFEqW8qWR6YXn5icmsNmzxl0xpPaZD6jDwAZYTNId
jys5+F3Q1nGS5qMJ+ykE3LdegVuHLx/Ho1MwUTAdBgNVHQ4EFgQU/v9LyOTRaYuH
iD1UJOqpaNI2HwkwHwYDVR0jBBgwFoAU/v9LyOTRaYuHiD1UJOqpaNI2HwkwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBbEtrU8lIBb7ASDvjjBSP/
z6FNOjWBz12zrxwvgWxZCAIgQluGHo2tiZ4ltwyhDlC21mrlJrgLPJf6hnxNqtzS
GAI=
-----END CERTIFICATE-----`;
