import { readdirSync, writeFileSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ParsedFiles } from '../../../electron/engine/settings/config-files';
import { Permissions } from '../../../electron/engine/settings/permissions';
import { ServerKeys } from '../../../electron/engine/settings/server-keys';
import { temporaryFolder } from '../../temporary-folder';

const root = temporaryFolder();
const device = join(root, 'device');
const library = join(root, 'library');

/** As another process of this computer would open it. */
function opened(id: string | null, folder = device): Permissions {
  const permissions = new Permissions(folder, library);
  permissions.of(id);
  return permissions;
}

describe('what a person allows', () => {
  it('holds for this library, use and value, in later processes too', () => {
    opened('one').enter('ollamaHost', 'http://box:11434');
    const later = opened('one');
    expect([
      later.allows('ollamaHost', 'http://box:11434'),
      later.allows('ollamaHost', 'http://box:11435'),
      later.allows('openai.baseUrl', 'http://box:11434'),
      opened('two').allows('ollamaHost', 'http://box:11434'),
      opened('one', join(root, 'another-device')).allows('ollamaHost', 'http://box:11434'),
    ]).toEqual([true, false, false, false, false]);
  });

  it('is said yes to by another process while this one waits, and can be taken back', () => {
    const first = opened('three');
    expect(first.allows('watchedFolder', '/home')).toBe(false);
    opened('three').enter('watchedFolder', '/home');
    expect(first.allows('watchedFolder', '/home')).toBe(true);
    first.answer('watchedFolder', '/home', false);
    first.asks(() => [{ use: 'watchedFolder', value: '/home' }]);
    expect(first.waiting()).toEqual([{ use: 'watchedFolder', value: '/home', leftOff: true }]);
  });

  it('for a library that has no id yet is kept under the one that it gets', () => {
    const fresh = opened(null);
    fresh.enter('chatModel', 'ollama:tiny');
    fresh.of('four');
    expect(opened('four').allows('chatModel', 'ollama:tiny')).toBe(true);
  });

  it('is asked again where the answer was damaged, and is never read from the library itself', () => {
    const folder = join(root, 'damaged');
    opened('five', folder).enter('chatModel', 'ollama:tiny');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"allowed":');
    expect(opened('five', folder).allows('chatModel', 'ollama:tiny')).toBe(false);
    opened('six', join(library, 'permissions')).enter('chatModel', 'ollama:tiny');
    expect(opened('six', join(library, 'permissions')).allows('chatModel', 'ollama:tiny')).toBe(false);
  });
});

describe('without permission', () => {
  it('is refused by name, and is listed from then on', () => {
    const permissions = opened('seven');
    let told = 0;
    permissions.onMet = () => {
      told += 1;
    };
    const ask = () => permissions.assertAllowed('chatModel', 'openai:spy');
    expect(ask).toThrow(expect.objectContaining({ code: 'not-allowed' }));
    expect(ask).toThrow('openai:spy');
    expect([told, permissions.waiting()]).toEqual([1, [{ use: 'chatModel', value: 'openai:spy', leftOff: false }]]);
  });
});

const ofEnvironment = { baseUrl: 'https://api.example.com/v1', apiKey: 'sk-environment' };

describe('the key of the environment', () => {
  it('goes to the address of the environment and to no other', () => {
    const keys = new ServerKeys({ openai: ofEnvironment });
    const addresses = [
      'https://api.example.com/v1',
      'https://api.example.com:8443/v1',
      'http://api.example.com/v1',
      'x',
    ];
    expect(addresses.map((address) => keys.keyFor('openai', address))).toEqual(['sk-environment', '', '', '']);
    expect(keys.state('openai', 'https://elsewhere.example/v1')).toMatchObject({ hasKey: false, kept: null });
  });

  it('wins over one that was entered for its address, and leaves those of other addresses alone', () => {
    const keys = new ServerKeys({ openai: ofEnvironment });
    keys.set('openai', 'https://api.example.com/v1', 'sk-entered', 'encrypted');
    keys.set('openai', 'https://elsewhere.example/v1', 'sk-elsewhere', 'encrypted');
    expect(keys.keyFor('openai', 'https://api.example.com/v1')).toBe('sk-environment');
    expect(keys.keyFor('openai', 'https://elsewhere.example/other')).toBe('sk-elsewhere');
    expect(keys.isPinned('openai', 'https://elsewhere.example/v1')).toBe(false);
  });

  it('is that of one provider, also at an address that two share', () => {
    const keys = new ServerKeys({ openai: ofEnvironment });
    keys.set('openai', 'https://elsewhere.example', 'sk-elsewhere', 'session');
    expect(keys.keyFor('anthropic', ofEnvironment.baseUrl)).toBe('');
    expect(keys.keyFor('anthropic', 'https://elsewhere.example')).toBe('');
  });
});

let folder = '';
let parsed = 0;
let files: ParsedFiles;

beforeEach(async () => {
  folder = temporaryFolder();
  parsed = 0;
  files = new ParsedFiles();
});

const place = () => join(folder, 'a.json');
const read = (optional = false) =>
  files.read(place(), 'config-invalid', optional, (text) => {
    parsed += 1;
    return JSON.parse(text) as { value: number[] };
  });

describe('a small file of configuration', () => {
  it('is parsed once while it stays as it is, and is frozen throughout', async () => {
    await writeFile(place(), '{"value": [1]}');
    // A file counts as resting two seconds after its last change: there is nothing to wait for but the clock.
    await sleep(2100);
    const first = await read();
    expect(await read()).toBe(first);
    expect(parsed).toBe(1);
    expect(() => first?.value.push(2)).toThrow(TypeError);
  });

  it('is read again at once after a change, also with the same size, an old time, within one moment', async () => {
    const old = new Date('2020-01-01');
    for (const value of [1, 2, 3, 4, 5]) {
      await writeFile(place(), `{"value": [${value}]}`);
      await utimes(place(), old, old);
      expect(await read()).toEqual({ value: [value] });
    }
  });

  it('may be missing where it is optional, come, and go', async () => {
    expect(await read(true)).toBeNull();
    await writeFile(place(), '{"value": []}');
    expect(await read(true)).toEqual({ value: [] });
    await rm(place());
    expect(await read(true)).toBeNull();
    await expect(read()).rejects.toMatchObject({ code: 'config-invalid', details: { file: place() } });
  });
});
