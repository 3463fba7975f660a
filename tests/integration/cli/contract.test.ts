import type { Answer, DocumentSummary, IngestReport, LibraryStatus, SearchAnswer } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { fixture, statuses, TestEngine } from '../open-test-engine';
import { json, run } from './command-in-process';

const vitrine = TestEngine.shared(async () => {
  // Only its folder is wanted here: the commands open the library themselves.
  await vitrine.engine.close();
  await command('ingest', fixture('handbook.md'), fixture('report.pdf'));
});

const command = <T = Record<string, unknown>>(...args: string[]) => json<T>([...args, '--library', vitrine.library]);
const plain = (...args: string[]) => run([...args, '--library', vitrine.library]);
const question = 'How many lux does silk bear?';

describe('vitrine --json', () => {
  it('ingest reports every file and the totals', async () => {
    const good = await vitrine.file('good.md', 'The zxgood text.');
    const { code, document } = await command<IngestReport>(
      'ingest',
      good,
      fixture('locked.pdf'),
      '--collection',
      'Two',
    );
    expect(code).toBe(0);
    expect(statuses(document)).toEqual({ 'good.md': 'indexed', 'locked.pdf': 'failed: encrypted' });
    expect(document.files.find((file) => file.path === good)).toEqual({
      path: good,
      status: 'indexed',
      documentId: expect.stringMatching(/^[\da-f]{16}$/),
      chunks: 1,
      pages: 0,
      error: null,
      warnings: [],
    });
    const none = { unchanged: 0, replaced: 0, duplicate: 0, cached: 0 };
    const one = { indexed: 1, failed: 1, chunks: 1, embedded: 1 };
    expect(document.totals).toMatchObject({ files: 2, ...one, ...none, ms: expect.any(Number) });
  });

  it('ingest ends with 1 where nothing could be read', async () => {
    const { code, document } = await command<IngestReport>('ingest', fixture('scan.pdf'));
    expect([code, document.totals.failed]).toEqual([1, 1]);
  });

  it('status tells documents, chunks, model, index and health', async () => {
    const { code, document } = await command<LibraryStatus>('status');
    expect(code).toBe(0);
    expect(document).toMatchObject({
      documents: 3,
      chunks: expect.any(Number),
      model: { id: 'use-lite', dimension: 512 },
      index: { files: expect.any(Number), bytes: expect.any(Number) },
    });
    expect(document.health.every(({ ok }) => ok)).toBe(true);
  });

  it('search gives ranked passages with their places and the kind of their score', async () => {
    const { document } = await command<SearchAnswer>('search', 'silk lux', '--top', '2', '--mode', 'keyword');
    expect(document.results.length).toBeLessThanOrEqual(2);
    expect(document.results[0]).toMatchObject({
      rank: 1,
      chunkId: expect.any(String),
      documentId: expect.any(String),
      title: expect.any(String),
      path: fixture('handbook.md'),
      pages: [],
      headings: expect.any(Array),
      text: expect.stringContaining('lux'),
      startChar: expect.any(Number),
      endChar: expect.any(Number),
      score: expect.any(Number),
      scoreKind: expect.any(String),
    });
    expect(document).toMatchObject({ timings: { total: expect.any(Number) }, notices: [] });
    const scoped = await command<SearchAnswer>('search', 'silk lux', '--collection', 'Two', '--mode', 'keyword');
    expect(scoped.document.results).toEqual([]);
  });

  it('ask gives the outcome, the way, the best passages, citations and confidence', async () => {
    const { code, document } = await command<Answer>('ask', question, '--no-llm');
    expect(code).toBe(0);
    expect(document).toMatchObject({
      answer: '',
      outcome: 'passages',
      way: 'passages',
      confidence: expect.any(Number),
      timings: { total: expect.any(Number) },
      notices: expect.any(Array),
      runId: expect.any(String),
    });
    expect(document.passages?.[0]).toMatchObject({
      text: expect.stringContaining('50 lux'),
      marker: 1,
      chunkId: expect.any(String),
      documentId: expect.any(String),
      title: expect.any(String),
      path: fixture('handbook.md'),
      pages: [],
      snippet: expect.any(String),
      score: expect.any(Number),
    });
  });

  it('ask answers an unknown thing with what is closest, and that is not a failure', async () => {
    const { code, document } = await command<Answer>('ask', 'Who won the match on Mars?');
    expect([code, document.outcome, document.confidence, document.citations]).toEqual([0, 'nothing', 0, []]);
  });

  it('documents lists and delete deletes', async () => {
    const path = await vitrine.file('brief.md', 'A brief text.');
    await command('ingest', path);
    const { document } = await command<{ documents: DocumentSummary[] }>('documents');
    const brief = document.documents.find((one) => one.path === path);
    const deleted = await command<{ deleted: string[] }>('delete', brief?.documentId ?? '');
    expect([deleted.code, deleted.document.deleted]).toEqual([0, [brief?.documentId]]);
    const again = await command<{ error: object }>('delete', brief?.documentId ?? '');
    expect(again.code).toBe(1);
    expect(again.document.error).toMatchObject({ code: 'document-not-found', hint: expect.stringMatching(/\w/) });
  });

  it('reindex tells what it did', async () => {
    const { code, document } = await command('reindex', '--profile', 'fine');
    expect(code).toBe(0);
    expect(document).toMatchObject({
      documents: 3,
      chunks: expect.any(Number),
      embedded: expect.any(Number),
      ms: expect.any(Number),
    });
    expect((await command('reindex', '--profile', 'balanced')).document).toMatchObject({ embedded: 0 });
  });

  it('models list and doctor show the present models', async () => {
    const list = await command<{ models: object[] }>('models', 'list');
    expect(list.document.models).toContainEqual(
      expect.objectContaining({ id: 'use-lite', installed: true, active: true }),
    );
    const doctor = await command<{ checks: object[] }>('models', 'doctor');
    expect(doctor.document.checks).toContainEqual(expect.objectContaining({ id: 'use-lite', ok: true }));
  });

  it('models measure tells what one costs here, and reindex --estimate what a rebuild would take, and leaves it', async () => {
    const cost = await command<{ msPerText: number; memoryBytes: number }>('models', 'measure', 'use-lite');
    expect(cost.document).toMatchObject({ msPerText: expect.any(Number), memoryBytes: expect.any(Number) });
    const before = (await command<{ chunks: number }>('status')).document.chunks;
    const estimate = await command('reindex', '--estimate', '--profile', 'fine');
    expect(estimate).toMatchObject({
      code: 0,
      document: { profile: 'fine', chunksNow: before, ms: expect.any(Number) },
    });
    expect((await command<{ chunks: number }>('status')).document.chunks).toBe(before);
    expect((await command('models', 'remove', 'use-lite')).document).toMatchObject({
      error: { code: 'model-missing' },
    });
  });
});

describe('vitrine', () => {
  it('a failure is 1, with {error} alone: its code, its details and the English of them', async () => {
    const { code, document } = await command('diff', 'run_a', 'run_b');
    expect(code).toBe(1);
    expect(document).toEqual({
      error: {
        code: 'run-not-found',
        message: expect.any(String),
        hint: expect.stringMatching(/\w/),
        details: { runId: 'run_a' },
        requestId: expect.stringMatching(/^cli-\d+-run\.diff$/),
      },
    });
  });

  it('shows what would move a cursor or turn the direction of a text as a picture, of documents, names and errors', async () => {
    const text = `The zxescape \u001b[31mred\u001b[0m\u202e words\u009b2J. ${'Plain words follow them. '.repeat(20)}`;
    await command('ingest', await vitrine.file('esc.md', text));
    const gone = '/no\u001b[2J\u202efdp.exe';
    const asked = [
      await plain('search', 'zxescape', '--mode', 'keyword'),
      await run(['--library', vitrine.library, '--json', 'search', 'zxescape', '--mode', 'keyword']),
      await plain('ingest', gone),
    ];
    const shown = asked.map(({ stdout, stderr }) => stdout + stderr);
    for (const one of shown) expect(one).not.toMatch(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(shown[0]).toContain('zxescape \u241b[31mred\u241b[0m\ufffd words\ufffd2J');
    expect(JSON.parse(asked[1]?.stdout ?? '').results[0].text).toContain(text.slice(0, 40));
    expect(shown[2]).toContain('no\u241b[2J\ufffdfdp.exe');
  });

  it('--help and --library can come before or after the command', async () => {
    const help = await run(['--help']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    for (const name of ['ingest', 'ask', 'evaluate', 'mcp']) {
      expect(help.stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    }
    const before = await run(['--library', vitrine.library, '--json', 'status']);
    expect(JSON.parse(before.stdout).library).toBe(vitrine.library);
    expect((await run(['ask', '--help'])).stdout).toMatch(/^ {2}--library <folder>/m);
  });
});
