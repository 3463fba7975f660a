/** The servers of a team place, real ones, on this computer: made ready once a machine, in the user's cache. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sign } from 'aws4';
import type { FileStoreAddress } from '../../../electron/engine/team';
import { findSqld } from '../sqld-server';

const motoVersion = '5.1.0';
/** Until a server answers, ms. */
const startMs = 30_000;

/** Makes a folder of the cache by one step, whole or not at all; null where that cannot be done here. */
function cached(name: string, make: (folder: string) => void): string | null {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vitrine', name);
  if (existsSync(folder)) return folder;
  const begun = `${folder}.${process.pid}`;
  try {
    mkdirSync(begun, { recursive: true });
    make(begun);
    renameSync(begun, folder);
    return folder;
  } catch {
    rmSync(begun, { recursive: true, force: true });
    return existsSync(folder) ? folder : null;
  }
}

/** moto's S3, which knows conditional writes; null where there is no Python. */
function motoProgram(): string | null {
  const folder = cached(`test-moto-${motoVersion}`, (begun) => {
    execFileSync('python3', ['-m', 'venv', '--copies', begun], { stdio: 'pipe' });
    const python = join(begun, 'bin', 'python3');
    execFileSync(python, ['-m', 'pip', 'install', '-q', `moto[server]==${motoVersion}`], { stdio: 'pipe' });
  });
  return folder && join(folder, 'bin', 'python3');
}

/** sqld's program and what a store is started by; null where one of them cannot be had. */
export async function teamPrograms(): Promise<string | null> {
  const sqld = await findSqld();
  if (motoProgram() !== null) return sqld;
  console.warn('skipped: a real store with conditional writes: there is no Python with a registry');
  return null;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A server process that can be killed, and started anew over what it has kept. */
export class ServerProcess {
  private child: ChildProcess | null = null;

  constructor(
    private readonly program: string,
    private readonly args: readonly string[],
    private readonly address: string,
    private readonly env: NodeJS.ProcessEnv = {},
  ) {}

  /** Resolves when it answers. */
  async start(): Promise<this> {
    this.child = spawn(this.program, this.args, { stdio: 'ignore', env: { ...process.env, ...this.env } });
    const until = Date.now() + startMs;
    for (;;) {
      try {
        await fetch(this.address, { signal: AbortSignal.timeout(1000) });
        return this;
      } catch (error) {
        if (Date.now() > until) throw error;
        await pause(50);
      }
    }
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const over = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await over;
  }
}

/** A store with a bucket of its own. It forgets everything with its end. */
export interface TestStore {
  readonly address: FileStoreAddress;
  readonly server: ServerProcess;
  /** Asks for a file as the keys of the store allow: what somebody does who has them. */
  object(name: string, init?: { method: string; body?: string }): Promise<Response>;
}

export async function startStore(): Promise<TestStore> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const args = ['-m', 'moto.server', '-p', String(port)];
  const server = await new ServerProcess(motoProgram() ?? '', args, endpoint).start();
  await fetch(`${endpoint}/place`, { method: 'PUT' });
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return {
    address: { uri: 's3://place/files', endpoint, region: 'us-east-1', ...keys },
    server,
    object(name, init = { method: 'GET' }) {
      const url = new URL(`${endpoint}/place/files/${name}`);
      const headers = { 'content-type': 'application/octet-stream' };
      const asked = { ...init, headers, host: url.host, path: url.pathname, service: 's3', region: 'us-east-1' };
      return fetch(url, { ...init, headers: sign(asked, keys).headers as Record<string, string> });
    },
  };
}
