import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rebuild } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';
import { findS3Server, openS3Store, type S3Store } from '../s3-store';

const python = findS3Server();
let server: S3Store;
let vitrine: TestEngine;
let storage: S3Store['storage'];
const uri = 's3://vitrine/library-1';

beforeAll(async () => {
  if (!python) return;
  server = await openS3Store(python);
  storage = server.storage;
  vitrine = await TestEngine.open({ index: { uri, storage } });
});
afterAll(async () => {
  await vitrine?.close();
  await server?.close();
});

describe.skipIf(!python)('an index in an S3 store', () => {
  it('is written, searched by words and by meaning, and loses deleted documents', async () => {
    await vitrine.ingest(
      await vitrine.file('lamp.txt', 'The zxlamp hangs above the harbour.'),
      await vitrine.file('boat.txt', 'The zxboat waits in the bay.'),
    );
    expect(await (await server.object('')).text()).toContain('<Key>library-1/chunks');
    expect(existsSync(join(vitrine.library, 'index'))).toBe(false);
    for (const mode of ['keyword', 'vector', 'hybrid'] as const) {
      const [first] = await vitrine.found('Where does the zxlamp hang?', { mode });
      expect(first, mode).toContain('zxlamp');
    }
    expect(await vitrine.unwell()).toEqual([]);
    const [boat] = (await vitrine.ask('library.list', {})).filter(({ path }) => path.endsWith('boat.txt'));
    await vitrine.ask('library.delete', { documentIds: [boat?.documentId ?? ''] });
    expect(await vitrine.found('zxboat')).toEqual([]);
    expect((await vitrine.ask('app.status', {})).index.bytes).toBeGreaterThan(0);
  });

  it('is remembered by the library', async () => {
    await vitrine.reopen({ index: { uri: null, storage } });
    expect(await vitrine.found('zxlamp')).toHaveLength(1);
  });

  it('on another computer is refused in offline mode, before anything is sent, and the library opens all the same', async () => {
    const elsewhere = { ...storage, endpoint: 'http://store.invalid:9000' };
    await vitrine.reopen({ offline: true, index: { uri: null, storage: elsewhere } });
    expect(await vitrine.refusal('search.run', { query: 'zxlamp', mode: 'keyword' })).toMatchObject({
      code: 'offline',
    });
    expect(await vitrine.unwell().catch((error: Error) => error.message)).toMatch(/offline/i);
    expect(await vitrine.ask('library.list', {})).toHaveLength(1);
    await vitrine.reopen({ offline: true, index: { uri: null, storage } });
    expect(await vitrine.found('zxlamp')).toHaveLength(1);
  });

  it('is moved into the library folder and back, embedding nothing, and is remembered there', async () => {
    const place = async () => (await vitrine.ask('app.status', {})).index.place;
    await vitrine.reopen({ index: { uri: null, storage } });
    expect(await place()).toBe(uri);
    const move = async (to: string) => {
      const ended = new Promise<Rebuild>((resolve) => {
        vitrine.engine.subscribe((event) => {
          if (event.type === 'library.rebuild' && event.rebuild?.report) resolve(event.rebuild);
        });
      });
      await vitrine.ask('rebuild.start', { place: to });
      expect(await ended).toMatchObject({ state: 'done', place: to, report: { chunks: 1, embedded: 0 } });
    };
    await move('');
    expect(await place()).toBeNull();
    expect(existsSync(join(vitrine.library, 'index'))).toBe(true);
    expect(await vitrine.found('zxlamp')).toHaveLength(1);
    await vitrine.reopen({ index: { uri: null, storage } });
    expect([await place(), await vitrine.unwell()]).toEqual([null, []]);
    await move('s3://vitrine/library-2');
    await vitrine.reopen({ index: { uri: null, storage } });
    expect([await place(), await vitrine.unwell()]).toEqual(['s3://vitrine/library-2', []]);
    expect(await vitrine.found('zxlamp')).toHaveLength(1);
    await vitrine.ingest(await vitrine.file('rope.txt', 'The zxrope lies on the quay.'));
    expect(await vitrine.found('zxrope')).toHaveLength(1);
  });

  it('that refuses is named in words, before anything is moved, and the old one goes on answering', async () => {
    expect(await vitrine.refusal('rebuild.start', { place: 'ftp://elsewhere' })).toMatchObject({ code: 'bad-request' });
    await vitrine.ask('rebuild.start', { place: 's3://nobucket/library' });
    await expect.poll(async () => (await vitrine.ask('rebuild.get', {}))?.state, { timeout: 60_000 }).toBe('stopped');
    const { error } = (await vitrine.ask('rebuild.get', {})) ?? {};
    expect(error).toMatchObject({
      code: 'index-unavailable',
      details: { place: 's3://nobucket/library', why: 'store' },
    });
    expect((await vitrine.ask('app.status', {})).index.place).toBe('s3://vitrine/library-2');
    expect(await vitrine.found('zxlamp')).toHaveLength(1);
    await vitrine.ask('rebuild.cancel', {});
  });

  it('is no folder and no other kind of address', async () => {
    const opened = TestEngine.open({ index: { uri: 'file:///etc', storage } });
    await expect(opened).rejects.toMatchObject({ code: 'bad-request' });
  });
});

describe.skipIf(!python)('the keys of a store that a person has entered', () => {
  const address = 's3://vitrine/entered';
  const secret = 'very-secret';
  let own: TestEngine;
  const log = () => join(own.library, 'logs', 'vitrine.log');
  const enter = (accessKeyId: string) => {
    const { endpoint, region, secretAccessKey } = storage;
    return own.ask('settings.setStoreKeys', { address, keys: { accessKeyId, secretAccessKey, region, endpoint } });
  };
  const move = async (): Promise<Rebuild> => {
    const ended = new Promise<Rebuild>((resolve) => {
      own.engine.subscribe((event) => {
        if (event.type === 'library.rebuild' && event.rebuild && ['done', 'stopped'].includes(event.rebuild.state)) {
          resolve(event.rebuild);
        }
      });
    });
    await own.ask('rebuild.start', { place: address });
    return ended;
  };

  it('reach it at once, are for its bucket alone, and are shown nowhere', async () => {
    own = await TestEngine.open();
    await own.reopen({ takesKeys: true, logFile: log() });
    await own.ingest(await own.file('lamp.txt', 'The zxlamp hangs above the harbour.'));
    await enter(secret);
    expect(await move()).toMatchObject({ state: 'stopped', error: { code: 'index-unavailable' } });

    const { storeKeys } = await enter(storage.accessKeyId);
    expect(storeKeys.entered).toEqual([
      { bucket: 's3://vitrine', kept: 'session', endpoint: storage.endpoint, region: 'us-east-1' },
    ]);
    expect(await move()).toMatchObject({ state: 'done', place: address });
    expect(await own.found('zxlamp')).toHaveLength(1);

    await enter(secret);
    expect(await own.refusal('search.run', { query: 'zxlamp harbour', mode: 'keyword' })).toMatchObject({
      code: 'index-unavailable',
    });
    await enter(storage.accessKeyId);
    expect(await own.found('zxlamp hangs')).toHaveLength(1);
    const { storeKeys: after } = await own.ask('settings.setStoreKeys', { address: 's3://vitrine', keys: null });
    expect(after.entered).toEqual([]);

    const files = [log(), join(own.library, 'settings.json')].filter((file) => existsSync(file));
    const told = [JSON.stringify(own.events), ...files.map((file) => readFileSync(file, 'utf8'))];
    for (const text of told) expect(text).not.toMatch(new RegExp(`very-secret|${storage.accessKeyId}`));
    await own.close();
  });
});
