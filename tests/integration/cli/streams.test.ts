import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Answer, IngestReport, LibraryStatus, SearchAnswer } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { fixture, TestEngine } from '../open-test-engine';
import { json, run, start } from './vitrine-command';

const vitrine = TestEngine.shared(async () => {
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

  it('without --json a failure is words on stderr, and stdout stays empty', async () => {
    const { code, stdout, stderr } = await plain('ask', ' ');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('The question is empty.\nWrite what you want to know');
    const anyId = (text: string) => text.replace(/cli-\d+/u, 'cli');
    expect(anyId((await plain('ask', '')).stderr)).toBe(anyId(stderr));
    expect(anyId(stderr)).toContain('Request cli-chat.ask');
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

  it('Ctrl-C stops an ingest: finished work is reported and stays', async () => {
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
    expect(asked.document).toMatchObject({ outcome: 'passages' });
    expect(asked.document.passages?.[0]?.text).toContain('50 lux');
  });
});
