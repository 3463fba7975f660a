import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../../temporary-folder';

interface Asked {
  readonly packageFolder: string;
  readonly memory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now?: number;
}
type Got =
  | { readonly path: string; readonly reason?: undefined }
  | { readonly path?: undefined; readonly reason: string };
interface Download {
  getElectron(asked: Asked): Promise<Got>;
  binaryName(): string;
  networkOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
}

// Plain scripts, hence without types of their own.
const script = (name: string) => import(pathToFileURL(resolve(__dirname, '../../../scripts', name)).href);
const { getElectron, binaryName, networkOf }: Download = await script('electron-download.mjs');

const version = '45.0.1';
const archiveName = `electron-v${version}-${process.platform}-${process.arch}.zip`;
const minute = 60_000;

describe('the Electron of a clone', () => {
  const root = temporaryFolder();
  let archive: Buffer;
  /** Gives the archive, as the download host does. */
  let host: Server;
  /** A company's proxy: everything that leaves the computer goes through it, and it knows every name. */
  let proxy: Server;
  const through: string[] = [];
  let proxyRefuses = false;
  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('#!/bin/sh\necho electron\n'), binaryName(), { mode: 0o100755 });
    zip.addBuffer(Buffer.from(version), 'version');
    zip.end();
    archive = await buffer(zip.outputStream);
    host = createServer((request, response) => {
      if (request.url?.endsWith(`/v${version}/${archiveName}`)) response.end(archive);
      else response.writeHead(404).end();
    });
    proxy = createServer((request, response) => {
      through.push(request.url ?? '');
      if (proxyRefuses) response.writeHead(403).end();
      else response.end(archive);
    });
    proxy.on('connect', (request, client) => {
      through.push(request.url ?? '');
      if (proxyRefuses) {
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        return;
      }
      const onward = connect(portOf(host), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(client).pipe(onward);
      });
    });
    await Promise.all(
      [host, proxy].map((server) => new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)))),
    );
  });
  afterAll(() => {
    for (const server of [host, proxy]) {
      server.closeAllConnections();
      server.close();
    }
  });

  let computers = 0;
  /** A clone on a computer that has never got an Electron. */
  function computer(variables: NodeJS.ProcessEnv): Asked & { readonly cache: string } {
    computers += 1;
    const home = join(root, `computer-${computers}`);
    const packageFolder = join(home, 'electron');
    mkdirSync(packageFolder, { recursive: true });
    const sha256 = createHash('sha256').update(archive).digest('hex');
    writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ version }));
    writeFileSync(join(packageFolder, 'checksums.json'), JSON.stringify({ [archiveName]: sha256 }));
    const cache = join(home, 'cache');
    const none = Object.fromEntries(
      Object.keys(process.env).flatMap((name) => (/proxy/i.test(name) ? [[name, undefined]] : [])),
    );
    const env = { ...process.env, ...none, electron_config_cache: cache, ...variables };
    return { packageFolder, memory: join(home, 'failed.json'), env, cache };
  }
  function putInCache(cache: string, content: string | Buffer): void {
    const folder = join(cache, 'of-another-server');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, archiveName), content);
  }
  /** A name that only the proxy can reach. */
  const mirror = { ELECTRON_MIRROR: 'http://electron.invalid/' };

  it('comes through the proxy; says why it cannot be had; waits longer after each failure, unless something changed', async () => {
    const address = `127.0.0.1:${portOf(proxy)}`;
    const clone = computer({ ...mirror, npm_config_https_proxy: `http://someone:secret@${address}` });
    putInCache(clone.cache, 'damaged');
    const start = Date.now();
    const tryAt = async (minutes: number) => (await getElectron({ ...clone, now: start + minutes * minute })).reason;
    proxyRefuses = true;
    const first = await tryAt(0);
    expect(first).toMatch(/403.*tried again in 1 minute,/);
    expect(first).not.toContain('secret');
    expect(await tryAt(0.5)).toBe(first);
    expect(through).toHaveLength(1);
    expect(await tryAt(1)).toContain('tried again in 2 minutes');
    expect(through).toHaveLength(2);
    proxyRefuses = false;
    const { path = '' } = await getElectron({
      ...clone,
      env: { ...clone.env, HTTPS_PROXY: address },
      now: start + minute,
    });
    expect(path).toBe(join(clone.packageFolder, 'dist', binaryName()));
    expect(readFileSync(path, 'utf8')).toContain('echo electron');
    expect(readFileSync(join(clone.packageFolder, 'path.txt'), 'utf8')).toBe(binaryName());
    expect(through.join()).toContain('electron.invalid');
    expect(existsSync(clone.memory)).toBe(false);
  });

  it('is taken from Electron’s cache, whichever server filled it, without a network', async () => {
    const clone = computer({ ...mirror, HTTPS_PROXY: `127.0.0.1:${portOf(proxy)}` });
    putInCache(clone.cache, archive);
    through.length = 0;
    const { path = '' } = await getElectron(clone);
    expect(readFileSync(path, 'utf8')).toContain('echo electron');
    expect(through).toEqual([]);
  });

  it.each([
    { HTTPS_PROXY: 'http://a' },
    { http_proxy: 'http://a' },
    { npm_config_proxy: 'http://a' },
    { npm_config_https_proxy: 'http://a' },
    { GLOBAL_AGENT_HTTP_PROXY: 'a' },
    { ALL_PROXY: 'http://a' },
  ])('asks the proxy that the environment names by %o', (env) => {
    expect(networkOf(env)).toMatchObject({
      ELECTRON_GET_USE_PROXY: '1',
      HTTPS_PROXY: 'http://a',
      http_proxy: 'http://a',
    });
    expect(networkOf({ ...env, npm_config_noproxy: 'b' })).toMatchObject({ NO_PROXY: 'b', no_proxy: 'b' });
  });

  it('asks no proxy where none is named', () => {
    expect(networkOf({ NO_PROXY: 'b' }).ELECTRON_GET_USE_PROXY).toBeUndefined();
  });
});
