import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readFileBytes, walk } from '../../../electron/engine/ingest';
import { temporaryFolder } from '../../temporary-folder';
import { codeOf } from './fixture-documents';

let root = '';
const put = (...parts: string[]) => {
  const path = join(root, ...parts);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'text');
  return path;
};

beforeEach(() => {
  root = temporaryFolder();
});

const nothing = { skipped: 0, missing: [], outside: [], misnamed: [] };

describe('walk', () => {
  it('finds the documents of a folder at any depth, sorted, and counts what it passes over', async () => {
    const files = [put('b.md'), put('a', 'z.TXT'), put('a', 'deep', 'er', 'x.pdf'), put('ä.markdown')];
    put('photo.png');
    put('.hidden.txt');
    put('.git', 'one.txt');
    put('.git', 'two.txt');
    expect(await walk([root])).toEqual({ files: files.sort(), ...nothing, skipped: 3 });
  });

  it('takes documents of kinds without a reader, to refuse each by name and lose none in silence', async () => {
    const files = [put('letter.doc'), put('sums.xls'), put('talk.ppt'), put('book.mobi')];
    expect(await walk([root])).toEqual({ files: files.sort(), ...nothing });
  });

  it('takes a file without an extension where it begins as a text or a PDF', async () => {
    const files = [put('README'), put('old', 'letter'), put('scan')];
    writeFileSync(join(root, 'scan'), '%PDF-1.4\n\u0000\u0001\u0002');
    put('program');
    writeFileSync(join(root, 'program'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0, 0, 0]));
    put('nothing');
    writeFileSync(join(root, 'nothing'), '');
    expect(await walk([root])).toEqual({ files: files.sort(), ...nothing, skipped: 2 });
  });

  it('passes over the notes that Office keeps beside an open document', async () => {
    const file = put('Übersicht.docx');
    put('~$ersicht.docx');
    expect(await walk([root])).toEqual({ files: [file], ...nothing, skipped: 1 });
  });

  it('takes a file named explicitly whatever it is, once', async () => {
    const picture = put('photo.png');
    const hidden = put('.notes');
    expect(await walk([picture, hidden, picture])).toEqual({ files: [hidden, picture], ...nothing });
  });

  it('names the paths that are not there', async () => {
    const gone = join(root, 'gone.txt');
    expect(await walk([gone])).toEqual({ files: [], ...nothing, missing: [gone] });
  });

  it('ends where links go round in a circle, and keeps a file’s own path', async () => {
    const file = put('library', 'a.txt');
    symlinkSync(root, join(root, 'library', 'loop'));
    symlinkSync(join(root, 'library'), join(root, 'alias'));
    expect(await walk([root])).toEqual({ files: [file], ...nothing, skipped: 2 });
  });

  it('passes over links that lead out of a folder, through other links too, and lists them', async () => {
    const elsewhere = put('elsewhere', 'a.txt');
    const inside = join(root, 'inside');
    const file = put('inside', 'own.txt');
    const link = (to: string, name: string) => {
      symlinkSync(to, join(inside, name));
      return join(inside, name);
    };
    const away = [link(elsewhere, 'link.txt'), link(join(root, 'elsewhere'), 'folder'), link(root, 'up')];
    const twice = link(join(inside, 'link.txt'), 'twice.txt');
    link(join(root, 'gone.txt'), 'broken.txt');
    link(join(inside, 'circle.txt'), 'circle.txt');
    expect(await walk([inside])).toEqual({
      ...nothing,
      files: [file],
      skipped: 2,
      outside: [...away, twice].sort(),
    });
  });

  it.runIf(process.platform === 'win32')('passes over junctions that lead out of a folder', async () => {
    put('elsewhere', 'a.txt');
    const file = put('inside', 'own.txt');
    const junction = join(root, 'inside', 'junction');
    symlinkSync(join(root, 'elsewhere'), junction, 'junction');
    expect(await walk([join(root, 'inside')])).toEqual({ ...nothing, files: [file], outside: [junction] });
  });

  it('follows a link that stays in the folder once, and takes a named one for what it leads to', async () => {
    const hidden = put('.notes', 'one.txt');
    const plain = put('plain.txt');
    symlinkSync(hidden, join(root, 'x-notes.txt'));
    symlinkSync(hidden, join(root, 'y-notes.txt'));
    symlinkSync(plain, join(root, 'z-plain.txt'));
    expect(await walk([root])).toEqual({ ...nothing, files: [plain, join(root, 'x-notes.txt')], skipped: 3 });
    expect((await walk([join(root, 'z-plain.txt')])).files).toEqual([join(root, 'z-plain.txt')]);
  });

  it('keeps everything in the folders that it is bound to, named paths too', async () => {
    const elsewhere = put('elsewhere', 'a.txt');
    const file = put('inside', 'own.txt');
    const named = join(root, 'inside', 'named.txt');
    symlinkSync(elsewhere, named);
    const within = [join(root, 'inside')];
    expect(await walk([named, file, elsewhere], undefined, { within })).toEqual({
      ...nothing,
      files: [file],
      outside: [elsewhere, named],
    });
  });

  it.runIf(process.platform === 'linux')('names files and folders whose names are not UTF-8', async () => {
    const file = put('good �.txt');
    const bytes = (...names: string[]) => Buffer.from([root, ...names].join('/'), 'latin1');
    writeFileSync(bytes('caf\xe9.txt'), 'text');
    writeFileSync(bytes('caf\xe8.txt'), 'text');
    writeFileSync(bytes('caf\xe8.png'), 'text');
    mkdirSync(bytes('\xff'));
    const misnamed = ['\\xFF', 'caf\\xE8.txt', 'caf\\xE9.txt'].map((name) => join(root, name));
    expect(await walk([root])).toEqual({ ...nothing, files: [file], misnamed });
  });

  it('stops with the reason of the signal', async () => {
    const reason = new Error('enough');
    await expect(walk([root], AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('readFileBytes', () => {
  const limits = { maxFileBytes: 10 };

  it('gives the bytes of a file', async () => {
    expect(new TextDecoder().decode((await readFileBytes(put('a.txt'), limits)).bytes)).toBe('text');
  });

  it('refuses by size, absence and kind with its own code', async () => {
    const large = join(root, 'large.txt');
    writeFileSync(large, 'eleven byte');
    const empty = join(root, 'empty.txt');
    writeFileSync(empty, '');
    expect(await codeOf(readFileBytes(large, limits))).toBe('too-large');
    expect(await codeOf(readFileBytes(empty, limits))).toBe('empty');
    expect(await codeOf(readFileBytes(join(root, 'gone.txt'), limits))).toBe('vanished');
    expect(await codeOf(readFileBytes(root, limits))).toBe('not-readable');
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
    const pipe = join(root, 'pipe.txt');
    execFileSync('mkfifo', [pipe]);
    expect(await codeOf(readFileBytes(pipe, limits))).toBe('not-readable');
    expect((await walk([root])).files).toEqual([]);
  });
});
