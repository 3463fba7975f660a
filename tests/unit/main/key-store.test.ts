import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineClient } from '@shared/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Cipher, handOverKeys, KeyStore, takeKey, takeStoreKeys } from '../../../electron/main/server-keys';
import { temporaryFolder } from '../../temporary-folder';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'server-keys.json');
});

/** Stands in for the system's store, which a test machine lacks: reversible, and not the plain text. */
const cipher = (user = 1): Cipher => ({
  available: () => true,
  encrypt: (text) => Buffer.from([user, ...Buffer.from(text).map((byte) => byte ^ 0x5a)]),
  decrypt(bytes) {
    if (bytes[0] !== user) throw new Error('encrypted by somebody else');
    return Buffer.from(bytes.subarray(1).map((byte) => byte ^ 0x5a)).toString();
  },
});
const none: Cipher = { ...cipher(), available: () => false };

const origin = 'https://api.example.com';

describe('the store of keys', () => {
  it('keeps a key encrypted, for the next start, readable by its user only', () => {
    new KeyStore(file, cipher()).put(origin, 'sk-secret');
    expect(new KeyStore(file, cipher()).all()).toEqual([{ place: origin, key: 'sk-secret' }]);
    expect(readFileSync(file, 'utf8')).not.toContain('secret');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('writes nothing where the system cannot encrypt', () => {
    const store = new KeyStore(file, none);
    store.put(origin, 'sk-secret');
    expect([store.kept, existsSync(file), store.all()]).toEqual(['session', false, []]);
  });

  it('forgets a key, also when the system can no longer encrypt', () => {
    new KeyStore(file, cipher()).put(origin, 'sk-secret');
    new KeyStore(file, none).put(origin, null);
    expect(existsSync(file)).toBe(false);
  });

  it('leaves out what it cannot decrypt, and survives a damaged file', () => {
    new KeyStore(file, cipher(1)).put(origin, 'sk-secret');
    expect(new KeyStore(file, cipher(2)).all()).toEqual([]);
    writeFileSync(file, '{"https://api');
    expect(new KeyStore(file, cipher()).all()).toEqual([]);
  });
});

/** Notes what the engine is given, and answers as it does. */
function engineThatNotes() {
  const given: unknown[] = [];
  const engine = {
    async request(_route: string, input: unknown) {
      given.push(input);
      return { ok: true, data: { keys: { openai: { origin } } } };
    },
  } as unknown as EngineClient;
  return { engine, given };
}

describe('a key that a person enters', () => {
  it('goes to the engine and to the store; where it is kept is not for the page to say', async () => {
    const { engine, given } = engineThatNotes();
    const store = new KeyStore(file, cipher());
    const input = { provider: 'openai', key: 'sk-secret', kept: 'session', origin: 'https://evil.example' };
    await takeKey(engine, store, input, 'r');
    expect(given).toEqual([{ provider: 'openai', key: 'sk-secret', kept: 'encrypted' }]);
    expect(store.all()).toEqual([{ place: `openai ${origin}`, key: 'sk-secret' }]);
  });

  it('is given to the engine again at the next start, for its server', async () => {
    const { engine, given } = engineThatNotes();
    const store = new KeyStore(file, cipher());
    store.put(`openai ${origin}`, 'sk-secret');
    await handOverKeys(engine, store);
    expect(given).toEqual([{ provider: 'openai', key: 'sk-secret', origin, kept: 'encrypted' }]);
  });

  it('that is none is refused without being repeated', async () => {
    const { engine, given } = engineThatNotes();
    const answer = await takeKey(engine, new KeyStore(file, cipher()), { provider: 'openai', key: 'two words' }, 'r');
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-request' } });
    expect(JSON.stringify(answer)).not.toContain('two words');
    expect(given).toEqual([]);
  });

  it('is kept for the session where the file cannot be written', async () => {
    const { engine, given } = engineThatNotes();
    const store = new KeyStore(join(folder, 'missing', 'keys.json'), cipher());
    await takeKey(engine, store, { provider: 'openai', key: 'sk-secret' }, 'r');
    expect(given).toMatchObject([{ kept: 'encrypted' }, { kept: 'session' }]);
  });
});

describe('keys of a store that a person enters', () => {
  const keys = { accessKeyId: 'AK', secretAccessKey: 'sk-secret', endpoint: 'https://store.example' };

  it('go to the engine and to the store of the system, and to the engine again at the next start', async () => {
    const { engine, given } = engineThatNotes();
    const store = new KeyStore(file, cipher());
    await takeStoreKeys(engine, store, { address: 's3://bucket/prefix', keys, kept: 'session' }, 'r');
    expect(given).toEqual([{ address: 's3://bucket/prefix', keys, kept: 'encrypted' }]);
    expect(readFileSync(file, 'utf8')).not.toContain('sk-secret');
    const next = engineThatNotes();
    await handOverKeys(next.engine, new KeyStore(file, cipher()));
    expect(next.given).toEqual([{ address: 's3://bucket', keys, kept: 'encrypted' }]);
    await takeStoreKeys(engine, store, { address: 's3://bucket', keys: null }, 'r');
    expect(store.all()).toEqual([]);
  });

  it('that were damaged are left out, and the next ones are handed over', async () => {
    const { engine, given } = engineThatNotes();
    const store = new KeyStore(file, cipher());
    store.put('s3://damaged', '{"accessKeyId":');
    store.put('s3://bucket', JSON.stringify(keys));
    await handOverKeys(engine, store);
    expect(given).toEqual([{ address: 's3://bucket', keys, kept: 'encrypted' }]);
  });

  it('that are none are refused without being repeated', async () => {
    const { engine, given } = engineThatNotes();
    const input = { address: 's3://bucket', keys: { ...keys, secretAccessKey: 'two words' } };
    const answer = await takeStoreKeys(engine, new KeyStore(file, cipher()), input, 'r');
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-request' } });
    expect(JSON.stringify(answer)).not.toContain('two words');
    expect(given).toEqual([]);
  });
});
