import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Permissions } from '../../../electron/engine/settings/permissions';
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
