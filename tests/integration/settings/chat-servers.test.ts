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
  it('C1 of Ollama come with size, context, what is loaded and which is chosen; embedding models are left out', async () => {
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
    expect(report.models).toEqual([
      {
        id: 'ollama:tiny',
        provider: 'ollama',
        name: 'tiny',
        bytes: 11,
        contextTokens: 2048,
        loaded: false,
        chosen: true,
      },
      {
        id: 'ollama:big:7b',
        provider: 'ollama',
        name: 'big:7b',
        bytes: 6,
        contextTokens: null,
        loaded: true,
        chosen: false,
      },
    ]);
  });

  it('C1 of an OpenAI-compatible server come with what it tells', async () => {
    const report = await described('openai', {
      '/v1/models': json({ data: [{ id: 'served', max_model_len: 4096 }, { id: 'text-embedding-3' }] }),
    });
    expect(report.models).toEqual([
      {
        id: 'openai:served',
        provider: 'openai',
        name: 'served',
        bytes: null,
        contextTokens: 4096,
        loaded: null,
        chosen: false,
      },
    ]);
  });
});

describe('the health of a server', () => {
  it('C1 is down where nobody listens', async () => {
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

  it('W25 asks Ollama, and LM Studio where it usually is, in offline mode too, and nobody elsewhere', async () => {
    await vitrine.ask('settings.set', { values: { offline: true, 'anthropic.baseUrl': 'http://10.1.2.3' } });
    expect(await looked()).toEqual([
      ['http://127.0.0.1:9', 'http://127.0.0.1:1234/v1'],
      ['127.0.0.1:1234', '127.0.0.1:9'],
    ]);
  });

  it('W25 asks no Ollama on another computer, and leaves the server alone that somebody has set up', async () => {
    const values = { ollamaHost: 'http://10.1.2.3:11434', 'openai.baseUrl': 'http://10.1.2.3/v1' };
    await vitrine.ask('settings.set', { values });
    expect(await looked()).toEqual([[], []]);
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
