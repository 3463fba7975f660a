import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Answer, IngestReport, LibraryStatus, SearchAnswer } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { fixture, TestEngine } from '../open-test-engine';
import { ensureBuilt, json, run, start } from './vitrine-command';

const vitrine = TestEngine.shared(async () => {
  ensureBuilt();
  // Only its folder is wanted here: the commands open the library themselves.
  await vitrine.engine.close();
  await command('ingest', fixture('handbook.md'), fixture('report.pdf'));
});

const command = <T = Record<string, unknown>>(...args: string[]) => json<T>([...args, '--library', vitrine.library]);
const plain = (...args: string[]) => run([...args, '--library', vitrine.library]);
const question = 'How many lux does silk bear?';

describe('exit codes and streams', () => {
  it.each([[['nonsense']], [['run', 'x', '--set', 'nothing']], [['serve', '--port', 'abc']]])(
    '%j is bad usage: 2, with words on stderr and one JSON error on stdout',
    async (args) => {
      const { code, document, stderr } = await command<{ error: object }>(...args);
      expect(code).toBe(2);
      expect(document.error).toMatchObject({
        code: 'bad-request',
        message: expect.any(String),
        hint: expect.stringMatching(/\w/),
      });
      expect(stderr).toMatch(/error: /);
    },
  );

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

  it('without --json a failure is words on stderr, and stdout stays empty', async () => {
    const { code, stdout, stderr } = await plain('ask', ' ');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('The question is empty.\nWrite what you want to know');
    const anyId = (text: string) => text.replace(/cli-\d+/u, 'cli');
    expect(anyId((await plain('ask', '')).stderr)).toBe(anyId(stderr));
    expect(anyId(stderr)).toContain('Request cli-chat.ask');
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

  it('--help and --library stand before or behind the command', async () => {
    const help = await run(['--help']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    for (const name of ['ingest', 'ask', 'evaluate', 'mcp']) {
      expect(help.stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    }
    const before = await run(['--library', vitrine.library, '--json', 'status']);
    expect(JSON.parse(before.stdout).library).toBe(vitrine.library);
    expect((await run(['ask', '--help'])).stdout).toMatch(/^ {2}--library <folder>/m);
  });

  it('a reader that goes away, such as head, stops no command and is no error', async () => {
    for (const args of [
      ['ask', question, '--stream'],
      ['documents', '--json'],
    ]) {
      const child = start([...args, '--library', vitrine.library]);
      child.stdout?.destroy();
      let stderr = '';
      child.stderr?.on('data', (part) => {
        stderr += part;
      });
      const [code, signal] = await once(child, 'close');
      expect([args[0], code, signal, stderr]).toEqual([args[0], 0, null, '']);
    }
  });

  it('an empty library says what to do', async () => {
    const { code, stdout } = await run(['search', 'silk', '--library', join(vitrine.folder, 'empty')]);
    expect([code, stdout]).toEqual([0, 'No documents yet. Add some: vitrine ingest PATH\n']);
  });

  it('leaves nothing in the home and temporary folders, as the telemetry of a library inside would', async () => {
    const folder = temporaryFolder();
    const env = { HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: folder, ORT_DISABLE_TELEMETRY: '' };
    expect((await run(['ask', question, '--library', vitrine.library], { env })).code).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('serve that is ended by its process id leaves no server behind', async () => {
    const child = start(['serve', '--library', join(vitrine.folder, 'served')]);
    const [part] = await once(child.stdout ?? child, 'data');
    const address = /http:\S+/.exec(String(part))?.[0] ?? '';
    await expect(fetch(address)).resolves.toBeInstanceOf(Response);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    await expect(fetch(address)).rejects.toThrow();
  });

  it('Ctrl-C stops an ingest: what was done is reported and stays', async () => {
    for (let n = 0; n < 400; n += 1)
      await vitrine.file(`long/${n}.md`, `Essay ${n}. ${'Some words for the model to read. '.repeat(12)}${n}`);
    const child = start(['ingest', vitrine.path('long'), '--json', '--library', join(vitrine.folder, 'stopped')]);
    let stdout = '';
    child.stdout?.on('data', (part) => {
      stdout += part;
    });
    const ended = once(child, 'close');
    const staging = join(vitrine.folder, 'stopped', 'staging');
    while (child.exitCode === null && !existsSync(staging)) await after(2);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    const report = JSON.parse(stdout) as IngestReport;
    expect(report.cancelled).toBe(true);
    const status = await json<LibraryStatus>(['status', '--check', '--library', join(vitrine.folder, 'stopped')]);
    expect(status.document.documents).toBe(report.totals.indexed);
    expect(status.document.health.every(({ ok }) => ok)).toBe(true);
  });
});

describe('without a network', () => {
  it('the whole job is done: ingest, search and ask', async ({ skip }) => {
    const under = ['unshare', '-n'];
    if (spawnSync('unshare', ['-n', 'true']).status !== 0) skip('skipped: a network namespace cannot be made here');
    // Not even loopback is up in there.
    const links = execFileSync('unshare', ['-n', 'cat', '/proc/net/dev'], { encoding: 'utf8' });
    expect(links.split('\n').filter((line) => /^\s*(?!lo)\w+:/.test(line))).toEqual([]);
    const library = join(vitrine.folder, 'offline');
    const ingest = await json<IngestReport>(['ingest', fixture('handbook.md'), '--library', library], { under });
    expect(ingest.document.totals).toMatchObject({ indexed: 1, failed: 0 });
    const found = await json<SearchAnswer>(['search', 'silk', '--library', library], { under });
    expect(found.document).toMatchObject({ notices: [], outOfScope: false });
    const asked = await json<Answer>(['ask', question, '--library', library], { under });
    expect(asked.document).toMatchObject({ outcome: 'answered', answer: expect.stringContaining('50 lux') });
  });
});

describe('the library folder', () => {
  it('made by a newer Vitrine is refused, and not touched', async () => {
    const { default: Database } = await import('libsql');
    const library = join(vitrine.folder, 'newer');
    await json(['ingest', fixture('handbook.md'), '--library', library]);
    const database = new Database(join(library, 'catalogue.db'));
    database.exec('PRAGMA user_version = 999');
    database.close();
    const { code, document } = await json<{ error: object }>(['status', '--library', library]);
    expect(code).toBe(1);
    expect(document.error).toMatchObject({ code: 'library-newer' });
  });

  it('that is a file is refused in words', async () => {
    const { document, stderr } = await json<{ error: object }>(['status', '--library', fixture('handbook.md')]);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(document.error).toMatchObject({ code: 'library-read-only' });
  });
});
