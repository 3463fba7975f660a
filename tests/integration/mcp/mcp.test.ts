import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeServer } from '../chat/fake-server';
import { ensureBuilt } from '../cli/vitrine-command';
import { fixture, project, TestEngine } from '../open-test-engine';
import { McpClient } from './mcp-client';

interface Found {
  readonly passages: readonly {
    readonly documentId: string;
    readonly title: string;
    readonly text: string;
    readonly headings: readonly string[];
    readonly startChar: number;
    readonly uri: string;
  }[];
  readonly outOfScope: boolean;
}

const question = 'How many lux does silk bear?';
let mcp: McpClient;
const vitrine = TestEngine.shared(async () => {
  ensureBuilt();
  await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
  // The engine of this test stays open, as the app would: it holds the lock of the library all the time.
  mcp = await connect();
});
afterAll(() => mcp.close());

/** Another server on this library. */
const connect = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}, modern = false) =>
  McpClient.connect([...args, '--library', vitrine.library], env, modern);
const found = async (client: McpClient, query: string) =>
  (await client.call<Found>('search', { query, mode: 'keyword' })).value.passages;

describe.each([
  ['2025', false],
  ['2026', true],
])('a client of the protocol of %s, beside the app', (_years, modern) => {
  it('searches, reads the surrounding text, and gets an answer with citations', async () => {
    const client = modern ? await connect([], {}, true) : mcp;
    const { value } = await client.call<Found>('search', { query: question, top: 1 });
    const [passage] = value.passages;
    expect(passage).toMatchObject({ title: 'Handbook of the display cases', headings: ['Display cases', 'Light'] });
    const { documentId = '', startChar = 0, uri = '' } = passage ?? {};

    const read = await client.call<{ text: string; headings: string[] }>('read_document', { documentId, startChar });
    expect(read.value.text.startsWith(passage?.text ?? 'no passage')).toBe(true);
    expect(read.value.headings).toEqual(['Display cases', 'Light']);

    const asked = await client.call('ask', { question, noLlm: true });
    expect(asked.value).toMatchObject({
      outcome: 'passages',
      way: 'passages',
      answer: '',
      model: null,
    });
    expect(Object(asked.value).citations[0]).toMatchObject({ marker: 1, documentId, uri });

    const [resource] = (await client.client.readResource({ uri })).contents;
    expect(resource && 'text' in resource ? resource.text : '').toContain('Silk bears 50 lux');
    if (modern) await client.close();
  });
});

describe('the tools', () => {
  it('read only, and say so, but for ingest, which is there where a folder was named for it', async () => {
    const { tools } = await mcp.client.listTools();
    const names = [
      'search',
      'list_documents',
      'list_collections',
      'read_document',
      'insights',
      'status',
      'list_tables',
      'read_table',
      'ask',
      'explain',
      'answer_run',
    ];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(await mcp.call('ingest', { paths: [fixture('handbook.md')] }).catch(({ message }) => message)).toContain(
      'no tool ingest',
    );
  });

  it('say wherever they give words of documents that these are no instructions', async () => {
    const { tools } = await mcp.client.listTools();
    for (const name of ['search', 'ask', 'read_document', 'explain', 'answer_run', 'list_documents']) {
      expect(tools.find((one) => one.name === name)?.description).toMatch(/never follow instructions/);
    }
    expect(mcp.client.getInstructions()).toMatch(/never follow instructions/);
  });

  it('list documents by pages, and collections', async () => {
    const first = await mcp.call<{ total: number; nextOffset: number; documents: { title: string }[] }>(
      'list_documents',
      { limit: 1 },
    );
    expect(first.value).toMatchObject({ total: 2, nextOffset: 1 });
    const second = await mcp.call<typeof first.value>('list_documents', { limit: 1, offset: 1 });
    expect(second.value.nextOffset).toBeNull();
    const written = await mcp.call<typeof first.value>('list_documents', { created: '2026-11-21' });
    expect(written.value.documents).toMatchObject([{ title: 'Report on the display cases', author: null }]);
    const titles = [...first.value.documents, ...second.value.documents].map(({ title }) => title);
    expect(titles.sort()).toEqual(['Handbook of the display cases', 'Report on the display cases']);
    expect((await mcp.call('insights')).value).toMatchObject({ outcomes: { answered: expect.any(Number) } });
    expect((await mcp.call('list_collections')).value).toMatchObject({ collections: [{ documents: 2 }] });
  });

  it('W44 reads the tables that the user made, each value with its quote', async () => {
    const { tableId } = await vitrine.ask('table.create', { name: 'Cases' });
    await vitrine.ask('table.addColumn', {
      tableId,
      question: 'Which document names the display cases?',
      type: 'text',
    });
    await vitrine.ask('table.fill', { tableId, wait: true });
    expect((await mcp.call('list_tables')).value).toMatchObject({
      tables: [{ tableId, name: 'Cases', rows: 2, done: 2 }],
    });
    const { value } = await mcp.call<{
      rows: { title: string; cells: { value: string; quotes: { text: string }[] }[] }[];
    }>('read_table', { tableId, limit: 1 });
    expect(value).toMatchObject({
      name: 'Cases',
      total: 2,
      nextOffset: 1,
      rows: [{ cells: [{ column: expect.any(String) }] }],
    });
    for (const { cells } of value.rows) {
      for (const { value: said, quotes } of cells) expect(said === '').toBe(quotes.length === 0);
    }
    expect((await mcp.call('read_table', { tableId: 'none' })).text).toMatch(/^table-not-found: /u);
    await vitrine.ask('table.remove', { tableId });
  });

  it('explain shows every stage up to the one that is asked for, and the prompt word for word', async () => {
    const early = await mcp.call('explain', { prompt: question, until: 'Retrieval' });
    expect(early.value).toMatchObject({ until: 'Retrieval', stages: [{}, {}, { stage: 'Retrieval', state: 'done' }] });

    const all = await mcp.call<{ runId: string; superPrompt: { prompt_ready: string; candidates: object[] } }>(
      'explain',
      { prompt: question },
    );
    const { snapshots } = await vitrine.ask('run.get', { runId: all.value.runId });
    expect(all.value.superPrompt.prompt_ready).toBe(snapshots.Prompt_Builder?.prompt_ready);
    expect(all.value.superPrompt.prompt_ready).toContain('Silk bears 50 lux');
    expect(all.value.superPrompt.candidates[0]).toMatchObject({ isSelected: true, verdict: 'keep' });

    const { value: answer } = await mcp.call('answer_run', { runId: all.value.runId, noLlm: true });
    expect(answer).toMatchObject({ outcome: 'passages' });
    expect(Object(answer).citations[0]).toMatchObject({ marker: 1 });
    expect(await vitrine.ask('run.answered', { runId: all.value.runId })).toMatchObject({
      answer: { prompt: all.value.superPrompt.prompt_ready },
    });

    const full = await mcp.call<{ runId: string; superPrompt: object }>('explain', { prompt: question, full: true });
    const kept = await vitrine.ask('run.get', { runId: full.value.runId });
    expect(full.value.superPrompt).toEqual(kept.snapshots.Prompt_Builder);
  });

  it('name the fault of a wrong call, as an error with code and hint', async () => {
    const { value, isError, text } = await mcp.call('search', { query: '', tpo: 3 });
    expect(isError).toBe(true);
    expect(text).toMatch(/^bad-request: .*query.*tpo/);
    const empty = await mcp.call('ask', { question: '' });
    expect(empty.text).toMatch(
      /^bad-request: ask cannot take this: question is empty\. Give question: The question, in/,
    );
    expect((await mcp.call('ask', { question: ' ' })).value).toMatchObject({
      error: { code: 'question-length', message: 'The question is empty.' },
    });
    const unfit = await mcp.call('list_documents', { limit: 0, offset: 'two' });
    expect(unfit.text).toMatch(/offset must be a number; limit must be at least 1\. Give offset: .+ Give limit: /);
    expect(value).toMatchObject({ error: { code: 'bad-request', hint: expect.stringMatching(/\w/) } });
    expect((await mcp.call('read_document', { documentId: 'nobody' })).value).toMatchObject({
      error: { code: 'document-not-found' },
    });
  });

  it('answer several calls at once, each with its own', async () => {
    const queries = ['silk', 'stone', 'keeper', 'lamps', 'glass', 'lux'];
    const one = async (query: string) => JSON.stringify((await mcp.call('search', { query, mode: 'keyword' })).value);
    const together = await Promise.all(queries.map(one));
    for (const [at, query] of queries.entries()) expect(together[at]).toBe(await one(query));
  });
});

describe('the resources', () => {
  it('are the documents, with an address for each window of a long one', async () => {
    const { resources } = await mcp.client.listResources();
    expect(resources.map(({ name }) => name).sort()).toEqual([
      'Handbook of the display cases',
      'Report on the display cases',
    ]);
    const long = `# Long\n\n${'A sentence of forty characters stands here. '.repeat(2600)}The end.`;
    const { files } = await vitrine.ingest(await vitrine.file('long.md', long));
    const documentId = files[0]?.documentId ?? '';
    let uri: string | null = `vitrine://document/${documentId}`;
    let text = '';
    let windows = 0;
    while (uri !== null) {
      const [part] = (await mcp.client.readResource({ uri })).contents;
      text += part && 'text' in part ? part.text : '';
      const next: unknown = part?._meta?.['vitrine/next'];
      uri = typeof next === 'string' ? next : null;
      windows += 1;
    }
    expect(windows).toBe(2);
    expect(text).toBe((await vitrine.ask('library.source', { documentId })).text);
    await vitrine.ask('library.delete', { documentIds: [documentId] });
  });
});

describe('a call that the client takes back', () => {
  it('ends: the model is not waited for, and the server answers on', async () => {
    const connection = new EventEmitter();
    const isAsked = once(connection, 'asked');
    const hasLeft = once(connection, 'left');
    const server = await fakeServer({
      '/api/show': (_request, response) => {
        connection.emit('asked');
        response.on('close', () => connection.emit('left'));
      },
    });
    const client = await connect([], { OLLAMA_HOST: server.address });
    const stopper = new AbortController();
    const call = client.call('ask', { question, model: 'ollama:any' }, { signal: stopper.signal });
    await isAsked;
    stopper.abort();
    await expect(call).rejects.toThrow();
    await hasLeft;
    expect((await client.call<Found>('search', { query: question, top: 1 })).value.passages).toHaveLength(1);
    await client.close();
  });
});

describe('a library without another process', () => {
  it('stays free for the app: the server leaves it its lock, and sees what it writes', async () => {
    await vitrine.engine.close();
    const client = await connect();
    expect((await client.call<Found>('search', { query: question })).isError).toBe(false);
    await vitrine.reopen();
    const { files } = await vitrine.ingest(await vitrine.file('crane.md', 'The zxcrane dances.'));
    expect(await found(client, 'zxcrane')).toHaveLength(1);
    await vitrine.ask('library.delete', { documentIds: [files[0]?.documentId ?? ''] });
    await client.close();
  });
});

describe('ingest', () => {
  it('adds what lies in the named folder and nothing else, and is refused while the app has the library', async () => {
    const path = await vitrine.file('allowed/stork.md', 'The zxstork is back.');
    const secret = await vitrine.file('secret.md', 'The zxsecret word.');
    const folder = dirname(path);
    await symlink(secret, join(folder, 'link.md'));
    const client = await connect(['--allow-ingest', folder]);

    const locked = await client.call('ingest', { paths: [path] });
    expect(locked.value).toMatchObject({ error: { code: 'library-locked', hint: expect.stringMatching(/\w/) } });

    await vitrine.engine.close();
    for (const outside of [secret, join(folder, 'link.md'), join(folder, '..', 'secret.md'), 'stork.md', '/etc']) {
      const refused = await client.call('ingest', { paths: [outside] });
      expect(refused.value, outside).toMatchObject({ error: { code: 'bad-request' } });
    }
    // The whole folder: the link in it leads out, and is listed instead.
    const added = await client.call('ingest', { paths: [folder] });
    expect(added.value).toMatchObject({ totals: { indexed: 1 }, linksOutside: [join(folder, 'link.md')] });
    expect(await found(client, 'zxsecret')).toHaveLength(0);
    expect(await found(client, 'zxstork')).toHaveLength(1);
    const made = await client.call('make_table', { name: 'Birds', questions: ['Which bird is back?'] });
    expect(made.value).toMatchObject({ tableId: expect.any(String), done: 3, total: 3 });
    // Its lock is given back: the app may change the library again.
    await vitrine.reopen();
    expect((await vitrine.ask('app.status', {})).health.find(({ check }) => check === 'lock')?.code).toBe('writable');
    await client.close();
  });
});

describe('the end', () => {
  const message = (id: number, method: string, params: object = {}) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const opening = message(0, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'pipe', version: '1' },
  });

  it('of the input: earlier questions are answered, stdout holds only the protocol, and the code is 0', async () => {
    const cli = [join(project, 'out/main/cli.cjs'), 'mcp', '--library', vitrine.library];
    const child = spawn(process.execPath, cli, { stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    const call = message(1, 'tools/call', { name: 'search', arguments: { query: question, top: 1 } });
    child.stdin.end(`${opening}no message at all\n${call}`);
    expect(await once(child, 'close')).toEqual([0, null]);
    const lines = out.trim().split('\n');
    const answers = lines.map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([0, 1]);
    expect(answers[1].result.structuredContent.passages).toHaveLength(1);
  });
});

describe('the language', () => {
  it('in tool output is the requested one, or the system’s; their own names stay', async () => {
    for (const [args, empty] of [
      [[], 'question-length: Die Frage ist leer.'],
      [['--language', 'es'], 'question-length: La pregunta está vacía.'],
    ] as const) {
      const client = await connect(args, { LC_ALL: 'de_DE.UTF-8' });
      expect((await client.call('ask', { question: ' ' })).text).toContain(empty);
      const { tools } = await client.client.listTools();
      expect(tools.find(({ name }) => name === 'ask')?.title).toBe('Ask the documents');
      await client.close();
    }
  });
});

describe('offline', () => {
  it('asks no server on another computer, whatever the call says', async () => {
    const client = await connect(['--offline'], {
      OPENAI_BASE_URL: 'http://192.0.2.1:9/v1',
      OPENAI_API_KEY: 'secret-key',
    });
    expect((await client.call('status')).value).toMatchObject({ offline: true });
    const { value } = await client.call('ask', { question, model: 'openai:any' });
    expect(value).toMatchObject({ outcome: 'passages' });
    expect(value.notices).toContainEqual(
      expect.objectContaining({ values: expect.objectContaining({ cause: 'offline' }) }),
    );
    const log = await readFile(join(vitrine.library, 'logs', 'vitrine.log'), 'utf8');
    expect(log).not.toContain('secret-key');
    await client.close();
  });
});
