import { type RouteName, requests } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { TestEngine } from './open-test-engine';
import cases from './routes.json';

const vitrine = TestEngine.shared();

/** Messages of a hostile or outdated host: the types of the contract do not hold there. */
const send = (route: string, input: unknown) => vitrine.engine.request(route as RouteName, input as never);

/** A value that fits, for every member that a request may have. */
const fitting = cases.fitting as Readonly<Record<string, unknown>>;

/** The meaning of a word of the list above in another route. */
const fittingThere: Readonly<Partial<Record<string, Record<string, unknown>>>> = {
  'settings.setStoreKeys': { keys: null },
  'agents.set': { name: 'A2_PromptShaper', value: {} },
  'api.addToken': { scope: 'read' },
  'survey.estimate': { measure: true },
  'table.export': { format: 'csv' },
  'agents.reset': { name: 'A2_PromptShaper' },
};

const objects: ReadonlySet<string> = new Set(['admin', 'files', 'value', 'values', 'keys']);

/** Fits no member: some may be objects, most of them with anything in it. */
const unfit = (member: string): unknown => (objects.has(member) ? 7 : { not: 'fit' });

describe.each(Object.keys(requests) as RouteName[])('%s', (route) => {
  const members = Object.keys(requests[route].shape);
  const fit = Object.fromEntries(members.map((member) => [member, { ...fitting, ...fittingThere[route] }[member]]));

  it('refuses members that it does not know, and names them', async () => {
    expect(requests[route].safeParse(fit).error).toBeUndefined();
    const result = await send(route, { ...fit, surprise: 1 });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'bad-request', message: expect.stringContaining('surprise'), details: { route } },
    });
  });

  it('refuses an invalid request', async () => {
    for (const input of [null, 'text', []])
      expect(await send(route, input)).toMatchObject({ ok: false, error: { code: 'bad-request', details: { route } } });
  });

  it('refuses a wrong type in any member, with its path', async () => {
    // The engine checks the content of an imported run: run-exchange.test.ts.
    for (const member of members.filter((name) => name !== 'data')) {
      const result = await send(route, { ...fit, [member]: unfit(member) });
      expect(result, member).toMatchObject({ ok: false, error: { code: 'bad-request', details: { path: member } } });
    }
  });
});

describe('the boundary', () => {
  it.each(['nonsense', 'library', '__proto__', 'constructor', 'toString', ''])(
    'refuses the route %j',
    async (route) => {
      expect(await send(route, {})).toMatchObject({ ok: false, error: { code: 'unknown-route' } });
    },
  );

  it.each([
    ['search.run', { query: 'x', top: 0 }, 'top'],
    ['ingest.run', { paths: ['a', 7] }, 'paths.1'],
    ['run.stage', { runId: 'r', stage: 'A9_Nothing' }, 'stage'],
    ['run.edit', { runId: 'r', edits: [{ path: 'prompt_ready', value: 'x' }] }, 'edits.0.path'],
    ['library.delete', { documentIds: [''] }, 'documentIds.0'],
  ])('%s refuses %j at %s', async (route, input, path) => {
    expect(await send(route, input)).toMatchObject({ ok: false, error: { code: 'bad-request', details: { path } } });
  });

  it.each([
    ['library.source', { documentId: 'none' }, 'document-not-found'],
    ['run.get', { runId: 'none' }, 'run-not-found'],
    ['models.use', { model: 'none' }, 'model-missing'],
  ])('%s answers %j with %s', async (route, input, code) => {
    expect(await send(route, input)).toMatchObject({ ok: false, error: { code, hint: expect.stringMatching(/\w/) } });
  });

  it('searches whatever a person types', async () => {
    await vitrine.ingest(await vitrine.file('plain.md', 'A plain text about odd questions.'));
    const odd = cases.odd;
    for (const query of [...odd, 'odd '.repeat(5000)]) {
      for (const mode of ['keyword', 'hybrid'] as const) {
        expect(await send('search.run', { query, mode }), query.slice(0, 20)).toMatchObject({ ok: true });
      }
    }
  });

  it("keeps to a collection whose name looks like another language's syntax", async () => {
    const collection = "it's'); DELETE FROM documents; --";
    const path = await vitrine.file('quoted.md', 'The zxquoted text.');
    await vitrine.ask('ingest.run', { paths: [path], collection });
    expect(await vitrine.found('zxquoted', { collection })).toHaveLength(1);
    expect(await vitrine.found('zxquoted', { collection: 'Library' })).toEqual([]);
    expect(await vitrine.found('zxquoted', { documentIds: [] })).toEqual([]);
  });

  it('C11 carries the request id through events', async () => {
    const path = await vitrine.file('ids.md', 'The zxids text about request ids.');
    await vitrine.ask('ingest.run', { paths: [path] }, 'request-ingest');
    await vitrine.ask('chat.ask', { question: 'What is the zxids text about?' }, 'request-ask');
    const types = (id: string) =>
      new Set(vitrine.events.filter((event) => 'requestId' in event && event.requestId === id).map(({ type }) => type));
    expect(types('request-ingest')).toEqual(
      new Set(['ingest.job', 'ingest.progress', 'ingest.finished', 'library.changed']),
    );
    for (const type of ['run.stage', 'chat.token', 'chat.citation', 'chat.done'] as const) {
      expect(types('request-ask')).toContain(type);
    }
  });

  it('after closing refuses in words, and closes once', async () => {
    const other = await TestEngine.open();
    const slow = other.engine.request('ingest.sample', {});
    await Promise.all([other.engine.close(), other.engine.close()]);
    const ended = await slow;
    expect(ended.ok ? ended.data.cancelled : ended.error.code === 'cancelled').toBe(true);
    expect(await other.refusal('app.status', {})).toMatchObject({ code: 'engine-down' });
    await other.close();
  });
});
