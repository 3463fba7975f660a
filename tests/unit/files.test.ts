import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSize, replaceFile } from '../../electron/engine/files';
import { temporaryFolder } from '../temporary-folder';

const newFolder = (): string => temporaryFolder();

describe('replaceFile', () => {
  it("puts text or bytes in a file's place and leaves nothing beside it", () => {
    const file = join(newFolder(), 'deep', 'settings.json');
    replaceFile(file, 'first');
    replaceFile(file, new Uint8Array([0x73, 0x65, 0x63]));
    expect(readFileSync(file, 'utf8')).toBe('sec');
    expect(readdirSync(join(file, '..'))).toEqual(['settings.json']);
  });

  it('leaves the old file if it fails', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'taken', 'inside'), { recursive: true });
    expect(() => replaceFile(join(folder, 'taken'), 'text')).toThrow();
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

it('folderSize counts files below a folder, those of some names where asked, and nothing where there is none', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'a.db'), '123');
  writeFileSync(join(folder, 'deep', 'b.txt'), '12');
  expect(await folderSize(folder)).toEqual({ files: 2, bytes: 5 });
  expect(await folderSize(folder, (name) => name.endsWith('.db'))).toEqual({ files: 1, bytes: 3 });
  expect(await folderSize(join(folder, 'none'))).toEqual({ files: 0, bytes: 0 });
});
