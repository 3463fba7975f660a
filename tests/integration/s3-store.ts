/** A real S3 server on this computer, made ready once a machine in the user's cache. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sign } from 'aws4';
import type { FileStoreAddress } from '../../electron/engine/team';

/** moto checks keys and signatures, and knows conditional writes. */
const motoVersion = '5.2.5';
/** Requests that moto takes unsigned: those that make the user, its key and its rights. */
const unsigned = 3;
const region = 'us-east-1';
const bucket = 'vitrine';

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Request {
  readonly method: string;
  readonly body?: string;
}

/** A server with the bucket `vitrine` and one user. It forgets everything when it ends. */
export interface S3Store {
  /** Options of an index that lies in it. */
  readonly storage: Keys & Record<string, string>;
  /** The store of a place's files. */
  readonly address: FileStoreAddress;
  /** Sends a signed request for an object of the bucket. */
  object(name: string, request?: Request): Promise<Response>;
  close(): Promise<void>;
}

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
    // No Python, no registry, or another process was first.
    rmSync(begun, { recursive: true, force: true });
    return existsSync(folder) ? folder : null;
  }
}

const windows = process.platform === 'win32';
const pythonIn = (folder: string) => join(folder, ...(windows ? ['Scripts', 'python.exe'] : ['bin', 'python3']));

/** The Python that runs the server; null, with a line that says so, where it cannot be had. */
export function findS3Server(): string | null {
  const folder = cached(`test-moto-${motoVersion}`, (begun) => {
    execFileSync(windows ? 'python' : 'python3', ['-m', 'venv', '--copies', begun], { stdio: 'pipe' });
    const install = ['-m', 'pip', 'install', '-q', `moto[server]==${motoVersion}`];
    execFileSync(pythonIn(begun), install, { stdio: 'pipe' });
  });
  if (!folder) console.warn('skipped: a real S3 store: there is no Python with a registry');
  return folder && pythonIn(folder);
}

/** Starts a server. @param python from `findS3Server` */
export async function openS3Store(python: string): Promise<S3Store> {
  const env = { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(unsigned) };
  const server = spawn(python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const endpoint = await addressOf(server);
  const keys = await makeUser(endpoint);
  const object = (name: string, request: Request = { method: 'GET' }) =>
    signed('s3', `${endpoint}/${bucket}/${name}`, keys, request);
  await object('', { method: 'PUT' });
  return {
    storage: { endpoint, region, ...keys, allowHttp: 'true' },
    address: { uri: `s3://${bucket}/files`, endpoint, region, ...keys },
    object,
    async close() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const over = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await over;
    },
  };
}

/** Resolves to the address that the server writes once it listens. */
async function addressOf(server: ChildProcess): Promise<string> {
  const { stderr } = server;
  if (!stderr) throw new Error('The S3 server has no output.');
  const written: string[] = [];
  const ended = new Promise<never>((_, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The S3 server ended with ${code}: ${written.join('\n')}`)));
  });
  // Read on to the end: a full pipe would stop the server.
  const listening = new Promise<string>((resolve) => {
    createInterface(stderr).on('line', (line) => {
      written.splice(0, written.length - 20, line);
      const [, address] = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  ended.catch(() => undefined);
  return Promise.race([listening, ended]);
}

/** Makes a user who may do everything with S3, and returns its key. */
async function makeUser(endpoint: string): Promise<Keys> {
  const iam = async (action: string, more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ Version: '2010-05-08', Action: action, UserName: 'ann', ...more }).toString();
    const answer = await signed(
      'iam',
      endpoint,
      { accessKeyId: 'none', secretAccessKey: 'none' },
      { method: 'POST', body },
    );
    if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
    return answer.text();
  };
  await iam('CreateUser');
  const key = await iam('CreateAccessKey');
  const Statement = [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }];
  await iam('PutUserPolicy', {
    PolicyName: 'all',
    PolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement }),
  });
  const part = (name: string) => new RegExp(`<${name}>(.*?)</`).exec(key)?.[1] ?? '';
  return { accessKeyId: part('AccessKeyId'), secretAccessKey: part('SecretAccessKey') };
}

function signed(service: 'iam' | 's3', address: string, keys: Keys, request: Request): Promise<Response> {
  const url = new URL(address);
  const kind = { iam: 'application/x-www-form-urlencoded', s3: 'application/octet-stream' }[service];
  const asked = { ...request, headers: { 'content-type': kind }, host: url.host, path: url.pathname, service, region };
  return fetch(url, { ...request, headers: sign(asked, keys).headers as Record<string, string> });
}
