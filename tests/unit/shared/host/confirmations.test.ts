import type { EngineClient, RouteName } from '@shared/contract';
import { Confirmations } from '@shared/host/confirmations';
import { describe, expect, it } from 'vitest';

const fields = {
  ollamaHost: { value: 'http://127.0.0.1:11434' },
  'openai.baseUrl': { value: 'https://known.example/v1' },
  'anthropic.baseUrl': { value: null },
  hubEndpoint: { value: 'https://hub.example' },
  servers: { value: [{ id: 'openai-mine', name: 'Mine', url: 'http://10.0.0.2:9/v1' }] },
  offline: { value: true },
};

/** An engine with these settings; null for one that cannot read them. */
const engineWith = (settings: object | null): EngineClient =>
  ({
    request: async () =>
      settings ? { ok: true, data: { fields: settings, storeKeys: { entered: [] } } } : { ok: false, error: {} },
  }) as unknown as EngineClient;

/** The questions that a person gets who answers with `says`. */
async function asked(route: RouteName, input: unknown, says = true, settings: object | null = fields) {
  const questions: string[] = [];
  const gate = new Confirmations(engineWith(settings), async (question) => {
    questions.push(question);
    return says;
  });
  return { ok: (await gate.check(route, input)).ok, questions };
}

const address = 'http://192.0.2.1:9/v1';

describe('what a page alone cannot do', () => {
  it.each<[string, RouteName, unknown, string]>([
    ['a new address', 'settings.set', { values: { 'openai.baseUrl': address } }, address],
    ['a new server', 'settings.set', { values: { servers: [...fields.servers.value, { url: address }] } }, address],
    ['a new hub', 'settings.set', { values: { hubEndpoint: address } }, address],
    ['going online', 'settings.set', { values: { offline: false } }, 'offline'],
    ['going online by a reset', 'settings.set', { reset: ['offline'] }, 'offline'],
    ['trust', 'settings.allow', { uses: [{ use: 'watchedFolder', value: '/papers' }], allow: true }, '/papers'],
    ['a token that reads', 'api.addToken', { name: 'mine', scope: 'read' }, 'read this library?'],
    ['a token that changes', 'api.addToken', { name: 'mine', scope: 'change' }, 'read and change this library?'],
    [
      'a host behind a user name',
      'settings.setStoreKeys',
      { keys: { endpoint: `https://${'a'.repeat(400)}@evil.example/` } },
      'https://evil.example/',
    ],
    ['a store', 'settings.setStoreKeys', { address: 's3://a', keys: { endpoint: address } }, address],
    ['an index elsewhere', 'rebuild.start', { place: 's3://bucket/a' }, 's3://bucket/a'],
    ['an invitation for a reader', 'team.invite', { name: 'mine', role: 'reader' }, 'read this library?'],
    ['an invitation for an owner', 'team.invite', { name: 'mine', role: 'owner' }, 'invite others?'],
    ['a place of its own', 'team.share', { catalogue: address, admin: { url: address }, files: {} }, address],
  ])('is %s: a person is asked, and nothing passes without a yes', async (_what, route, input, named) => {
    for (const says of [true, false]) {
      const { ok, questions } = await asked(route, input, says);
      expect([ok, questions]).toEqual([says, [expect.stringContaining(named)]]);
    }
  });

  it.each<[string, RouteName, unknown]>([
    ['an address that is in force', 'settings.set', { values: { 'openai.baseUrl': 'https://known.example/v1' } }],
    ['the address of a program on this computer', 'settings.set', { values: { ollamaHost: 'http://127.0.0.1:11434' } }],
    ['servers that are known', 'settings.set', { values: { servers: fields.servers.value } }],
    ['no server', 'settings.set', { values: { 'openai.baseUrl': null } }],
    ['another look', 'settings.set', { values: { 'appearance.textSize': 120 } }],
    ['going offline', 'settings.set', { values: { offline: true } }],
    ['leaving off', 'settings.allow', { uses: [], allow: false }],
    ['an index in the library', 'rebuild.start', {}],
    ['a question', 'chat.ask', { question: 'a' }],
  ])('is not %s', async (_what, route, input) => {
    expect(await asked(route, input, false)).toEqual({ ok: true, questions: [] });
  });

  it('is everything where the settings are not told', async () => {
    const known = { values: { 'openai.baseUrl': 'https://known.example/v1' } };
    expect((await asked('settings.set', known, false, null)).ok).toBe(false);
  });

  it('is refused if no one can be asked, another question is open, or the list exceeds a screen', async () => {
    const nobody = new Confirmations(engineWith(fields), undefined);
    expect(await nobody.check('api.addToken', { name: 'a' })).toMatchObject({ error: { code: 'not-allowed' } });
    let answer = (_yes: boolean) => {};
    const slow = new Confirmations(engineWith(fields), () => new Promise((done) => (answer = done)));
    const first = slow.check('api.addToken', { name: 'a' });
    expect((await slow.check('api.addToken', { name: 'b' })).ok).toBe(false);
    answer(true);
    expect((await first).ok).toBe(true);
    const servers = Array.from({ length: 11 }, (_, index) => ({ url: `${address}/${index}` }));
    expect(await asked('settings.set', { values: { servers } })).toEqual({ ok: false, questions: [] });
  });

  it('names the address of a place first, however long its name is, and then its other servers', async () => {
    const place = { name: 'a'.repeat(500), url: 'https://evil.example' };
    const others = ['https://me@store.example'];
    const engine = { request: async () => ({ ok: true, data: { place, others } }) } as unknown as EngineClient;
    const questions: string[] = [];
    const gate = new Confirmations(engine, async (question) => questions.push(question) > 0);
    expect((await gate.check('team.join', { invitation: 'line' })).ok).toBe(true);
    expect(questions[0]).toContain('https://evil.example, a');
    expect(questions[0]?.split('\n').slice(1)).toEqual([expect.stringContaining('https://store.example?')]);
  });

  it('is asked in one line, without marks that turn a text', async () => {
    const { questions } = await asked('api.addToken', { name: `a\u202e${'b\n'.repeat(500)}` });
    expect(questions[0]?.split('\n')).toHaveLength(1);
    expect(questions[0]).not.toContain('\u202e');
  });
});
