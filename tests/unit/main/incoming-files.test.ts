import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { incomingName, kindOfIncoming, nameOr, plainFileName, shownPath } from '@shared/host/incoming-file';
import { describe, expect, it } from 'vitest';
import { incomingFile, keepIncoming } from '../../../electron/main/incoming-files';
import { temporaryFolder } from '../../temporary-folder';

const library = temporaryFolder();

const picture = readFileSync(join(__dirname, '../../fixtures/scans/costs.png'));
const unnamed = 'Pasted picture 2026-11-22 09.14';
const keep = (name: string, bytes: Uint8Array, most = 1e9) => keepIncoming(library, { name, unnamed, bytes }, most);

describe('a file that is pasted and lies nowhere', () => {
  it('is kept inside the library, under the name of its minute where it has none', async () => {
    const kept = await keep('image.png', picture);
    const path = 'path' in kept ? kept.path : '';
    expect(basename(path)).toBe(`${unnamed}.png`);
    expect(dirname(dirname(path))).toBe(join(library, 'incoming'));
    expect(readFileSync(path).equals(picture)).toBe(true);
  });

  it('lies in a folder that its bytes name, as an upload of the same bytes does', async () => {
    const path = join(library, 'incoming', '2cf24dba5fb0a30e', 'greeting.txt');
    expect(await keep('greeting.txt', Buffer.from('hello'))).toEqual({ path });
  });

  it('is shown by its name alone, and a file of the disk by its path', () => {
    const shown = [
      join(library, 'incoming', '2cf24dba5fb0a30e', 'greeting.txt'),
      'C:\\Vitrine\\library\\incoming\\2cf24dba5fb0a30e\\greeting.txt',
      '/home/ada/incoming/greeting.txt',
    ].map(shownPath);
    expect(shown).toEqual(['greeting.txt', 'greeting.txt', '/home/ada/incoming/greeting.txt']);
  });

  it('has the same path when it is pasted again, whatever it is called then', async () => {
    const first = await keep('image.png', picture);
    expect(await keepIncoming(library, { name: 'b.png', unnamed: 'Later', bytes: picture }, 1e9)).toEqual(first);
  });

  it.each([
    ['../../evil.sh', 'evil.sh.txt'],
    ['C:\\evil.exe', 'evil.exe.txt'],
    ['notes.md', 'notes.md'],
  ])(
    'called %j is named %j: its bytes tell what it is, and no name leads out of the library',
    async (name, expected) => {
      const kept = await keep(name, Buffer.from(`text of ${name}`));
      const path = 'path' in kept ? kept.path : '';
      expect(basename(path)).toBe(expected);
      expect(dirname(dirname(path))).toBe(join(library, 'incoming'));
    },
  );

  it('is refused above the limit, and where it is nothing that can be read, and leaves nothing behind', async () => {
    const before = readdirSync(join(library, 'incoming'));
    expect(await keep('a.txt', Buffer.from('abc'), 2)).toEqual({ why: 'too-large' });
    expect(await keep('a.png', Buffer.from('\x7fELF\0\0'))).toEqual({ why: 'unknown-kind' });
    expect(await keep('a.txt', new Uint8Array())).toEqual({ why: 'unknown-kind' });
    expect(readdirSync(join(library, 'incoming'))).toEqual(before);
  });

  it('is refused where the place cannot be written', async () => {
    expect(await keepIncoming('/dev/null', { name: 'a.txt', unnamed, bytes: Buffer.from('abc') }, 10)).toEqual({
      why: 'failed',
    });
  });

  it.each([
    [null],
    ['a path'],
    [{ name: 'a.png', unnamed, bytes: 'text' }],
    [{ name: 1, unnamed, bytes: new Uint8Array(1) }],
    [{ name: 'x'.repeat(1001), unnamed, bytes: new Uint8Array(1) }],
  ])('is not taken from a page that says %j', (said) => {
    expect(incomingFile(said)).toBeNull();
  });
});

describe('pasted content', () => {
  it.each([
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x01\x02\x03\x04WEBP'],
    ['bmp', 'BM\x01\x02\x03\x04\0\0\0\0'],
    ['tif', 'II*\0'],
    ['pdf', '%PDF-1.7'],
    ['txt', 'BMI tables'],
    ['txt', 'Grüße'],
    [null, '\x80\x81'],
  ])('is %s by its first bytes', (kind, text) => {
    const bytes = kind === 'txt' ? Buffer.from(text, 'utf8') : Buffer.from(text, 'latin1');
    expect(kindOfIncoming(bytes)).toBe(kind);
  });

  it.each([
    ['image.png', `${unnamed}.png`],
    ['', unnamed],
    ['blob', unnamed],
    ['invoice.png', 'invoice.png'],
  ])('called %j is %j', (name, expected) => {
    expect(nameOr(name, unnamed)).toBe(expected);
  });

  it('keeps its name where there is no other', () => {
    expect(nameOr('image.png', '')).toBe('image.png');
  });

  it.each([
    ['photo.jpeg', 'jpg', 'photo.jpeg'],
    ['photo.JPG', 'jpg', 'photo.JPG'],
    ['photo.png', 'jpg', 'photo.png.jpg'],
    ['Pasted picture 2026-11-22 09.14', 'png', 'Pasted picture 2026-11-22 09.14.png'],
  ] as const)('called %j and being %s is %j', (name, kind, expected) => {
    expect(incomingName(name, kind)).toBe(expected);
  });

  it('has no folder and no control character in its name', () => {
    expect(plainFileName('a/b\\c\u0000\u202ed.txt')).toBe('c__d.txt');
  });
});
