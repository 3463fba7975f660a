import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { TestEngine } from '../open-test-engine';

interface Release {
  readonly privateKeys: readonly string[];
  readonly retires?: readonly string[];
  readonly validDays: number;
  readonly product: string;
  readonly version: string;
  readonly released?: string;
}
// A plain script of a release, hence without types of its own.
const script = pathToFileURL(resolve(__dirname, '../../../scripts/sign-updates.mjs')).href;
const {
  signUpdates,
  keyId,
}: { signUpdates(folder: string, release: Release): string[]; keyId(publicKey: string): string } = await import(script);

const pem = (key: import('node:crypto').KeyObject, type: 'spki' | 'pkcs8') =>
  String(key.export({ type, format: 'pem' } as never));
const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { publicKey: pem(publicKey, 'spki'), privateKey: pem(privateKey, 'pkcs8') };
};
const maker = pair();
/** The key of every day: the maker's own, named before it, may retire it. */
const everyday = pair();
const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const product = 'app.vitrine.desktop';
const name = 'Vitrine-2.0.0-linux-x64.AppImage';
const program = Buffer.alloc(300_000, 'program');

describe('updates', () => {
  const root = temporaryFolder();
  let site: string;
  let server: Server;
  let engine: TestEngine;
  let served = 0;
  const instead = new Map<string, Buffer>();

  async function release(facts: Partial<Release> = {}): Promise<void> {
    await writeFile(join(site, name), program);
    signUpdates(site, { privateKeys: [maker.privateKey], product, version: '2.0.0', validDays: 30, ...facts });
  }

  beforeAll(async () => {
    site = join(root, 'site');
    await mkdir(site);
    server = createServer(async (request, response) => {
      served += 1;
      const asked = basename(request.url ?? '');
      const bytes = instead.get(asked) ?? (await readFile(join(site, asked)).catch(() => null));
      if (bytes) response.end(bytes);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
  });
  afterAll(async () => {
    await engine?.close();
    server.close();
  });

  let runs = 0;
  async function open(url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/vitrine/`) {
    runs += 1;
    const folder = join(root, `computer-${runs}`);
    const updates = {
      url,
      publicKeys: [maker.publicKey, everyday.publicKey],
      product,
      system: 'linux-x64',
      kind: 'AppImage',
      folder,
    };
    engine = await TestEngine.open({ version: '1.5.0', updates });
    return folder;
  }

  beforeEach(async () => {
    instead.clear();
    await engine?.close();
    await release();
  });

  const refused = async (route: 'updates.check' | 'updates.download') => (await engine.refusal(route, {})).details?.why;

  it('are looked for on request, listed among the connections, and are the signed ones', async () => {
    served = 0;
    const folder = await open();
    expect(await engine.ask('updates.get', {})).toMatchObject({ setUp: true, found: null, checkedAt: null });
    expect(served).toBe(0);
    expect(await engine.ask('updates.check', {})).toMatchObject({ found: { version: '2.0.0', bytes: program.length } });
    const { ready } = await engine.ask('updates.download', {});
    expect(ready).toMatchObject({ version: '2.0.0', bytes: program.length });
    expect(await readFile(ready?.file ?? '')).toEqual(program);
    expect(ready?.file.startsWith(folder)).toBe(true);
    const { connections } = await engine.ask('network.connections', {});
    expect(connections.filter(({ purpose }) => purpose === 'update')).toHaveLength(3);
    await engine.ask('updates.install', {});
    expect(engine.events.find(({ type }) => type === 'updates.install')).toMatchObject({ update: ready });
  });

  it('are refused after a foreign signature or a later change', async () => {
    await open();
    await release({ privateKeys: [pair().privateKey] });
    expect(await refused('updates.check')).toBe('forged');
    await release();
    const text = String(await readFile(join(site, 'updates.json')));
    instead.set('updates.json', Buffer.from(text.replace('2.0.0', '3.0.0')));
    expect(await refused('updates.check')).toBe('forged');
    instead.clear();
    await engine.ask('updates.check', {});
    instead.set(name, Buffer.alloc(program.length, 'another'));
    expect(await refused('updates.download')).toBe('forged');
    expect((await engine.ask('updates.get', {})).ready).toBeNull();
  });

  it('are refused where they are cut or larger than they say', async () => {
    const folder = await open();
    await engine.ask('updates.check', {});
    instead.set(name, program.subarray(0, 100));
    expect(await refused('updates.download')).toBe('cut');
    instead.set(name, Buffer.concat([program, program]));
    expect(await refused('updates.download')).toBe('oversized');
    expect((await readdir(folder)).filter((file) => file !== 'newest.json')).toEqual([]);
    instead.set('updates.json', Buffer.alloc(10_000_000, ' '));
    expect(await refused('updates.check')).toBe('oversized');
    instead.set('updates.json', Buffer.from(String(await readFile(join(site, 'updates.json'))).slice(0, 90)));
    expect(await refused('updates.check')).toBe('forged');
  });

  it('are refused of another product, of an older version, and of an older release shown again', async () => {
    await open();
    await release({ product: 'org.example.other' });
    expect(await refused('updates.check')).toBe('product');
    await release({ version: '1.4.9' });
    expect(await refused('updates.check')).toBe('older');
    await release({ version: '2.1.0', released: ago(3) });
    expect((await engine.ask('updates.check', {})).found?.version).toBe('2.1.0');
    await release({ version: '2.0.0', released: ago(5) });
    expect(await refused('updates.check')).toBe('replayed');
    await release({ version: '1.5.0', released: ago(2) });
    expect((await engine.ask('updates.check', {})).found).toBeNull();
  });

  it('are refused once they are no longer valid, on a computer that has seen none too', async () => {
    await open();
    await release({ released: ago(31) });
    expect(await refused('updates.check')).toBe('expired');
    await release({ released: ago(29) });
    expect((await engine.ask('updates.check', {})).found?.version).toBe('2.0.0');
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * dayMs);
    try {
      expect(await refused('updates.download')).toBe('expired');
    } finally {
      later.mockRestore();
    }
  });

  it('may be signed by any key of the maker that no earlier key has retired', async () => {
    const folder = await open();
    const daily = { privateKeys: [everyday.privateKey] };
    await release(daily);
    expect((await engine.ask('updates.check', {})).found?.version).toBe('2.0.0');
    // A key of every day that was stolen cannot shut the others out.
    await release({ ...daily, retires: [keyId(maker.publicKey)] });
    await engine.ask('updates.check', {});
    await release({ version: '2.0.1', retires: [keyId(everyday.publicKey)] });
    expect((await engine.ask('updates.check', {})).found?.version).toBe('2.0.1');
    await release({ ...daily, version: '2.0.2' });
    expect(await refused('updates.check')).toBe('retired');
    await engine.close();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const publicKeys = [maker.publicKey, everyday.publicKey];
    engine = await TestEngine.open({
      version: '1.5.0',
      updates: { url, publicKeys, product, system: 'linux-x64', kind: 'AppImage', folder },
    });
    expect(await refused('updates.check')).toBe('retired');
    await release({ version: '2.0.2', privateKeys: [everyday.privateKey, maker.privateKey] });
    expect((await engine.ask('updates.check', {})).found?.version).toBe('2.0.2');
  });

  it('contact no server in offline mode, and none in a build without an address for them', async () => {
    await open('http://203.0.113.7:9/');
    await engine.ask('settings.set', { values: { offline: true } });
    expect((await engine.refusal('updates.check', {})).code).toBe('offline');
    await engine.close();
    engine = await TestEngine.open();
    expect((await engine.ask('updates.get', {})).setUp).toBe(false);
    expect((await engine.refusal('updates.check', {})).code).toBe('update-none');
    expect(existsSync(join(root, 'nothing'))).toBe(false);
  });
});
