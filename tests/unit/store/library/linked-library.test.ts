import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertOwn, whyForeign } from '../../../../electron/engine/own-files';
import { Library } from '../../../../electron/engine/store';
import { libraryWithIndex, temporaryFolder } from '../open-test-library';

async function libraryAndVictim() {
  const folder = join(temporaryFolder(), 'library');
  (await libraryWithIndex(folder)).close();
  const victim = join(folder, '..', 'Documents');
  mkdirSync(join(victim, 'letters'), { recursive: true });
  writeFileSync(join(victim, 'will.txt'), 'mine');
  writeFileSync(join(victim, 'letters', 'one.txt'), 'mine too');
  return { folder, victim };
}

function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]));
}

describe('a library folder with a link in it', () => {
  it('does not open if incoming leads elsewhere, and nothing there is touched', async () => {
    const { folder, victim } = await libraryAndVictim();
    symlinkSync(victim, join(folder, 'incoming'), 'junction');
    const before = contentOf(victim);
    await expect(Library.open(folder, 'local')).rejects.toMatchObject({
      code: 'library-linked',
      details: { why: 'link', parts: 'incoming' },
    });
    expect(contentOf(victim)).toEqual(before);
  });

  it('names each part that is not its own', async () => {
    const { folder, victim } = await libraryAndVictim();
    symlinkSync(victim, join(folder, 'incoming'), 'junction');
    mkdirSync(join(folder, 'uploads', 'local'), { recursive: true });
    symlinkSync(victim, join(folder, 'uploads', 'local', '2026-01-01'), 'junction');
    writeFileSync(join(folder, 'tables'), 'a file');
    expect(() => assertOwn(folder)).toThrow(
      expect.objectContaining({
        code: 'library-linked',
        details: { why: 'several', parts: 'incoming, tables, uploads/local/2026-01-01' },
      }),
    );
  });

  it('names a folder of the same disk that is mounted into it', async ({ skip }) => {
    const { folder, victim } = await libraryAndVictim();
    const part = join(folder, 'incoming');
    mkdirSync(part);
    if (spawnSync('mount', ['--bind', victim, part]).status !== 0) skip('skipped: nothing can be mounted here');
    try {
      expect(() => assertOwn(folder)).toThrow(
        expect.objectContaining({ code: 'library-linked', details: { why: 'mount', parts: 'incoming' } }),
      );
    } finally {
      spawnSync('umount', ['-l', part]);
    }
  });

  it('opens where the library folder itself is a link', async () => {
    const { folder } = await libraryAndVictim();
    const link = `${folder}-link`;
    symlinkSync(folder, link, 'junction');
    const library = await Library.open(link, 'local');
    expect(library.writable).toBe(true);
    library.close();
  });
});

describe('an entry of a library folder', () => {
  const stat = (kind: 'link' | 'folder' | 'file' | 'pipe', dev = 1) => ({
    isSymbolicLink: () => kind === 'link',
    isDirectory: () => kind === 'folder',
    isFile: () => kind === 'file',
    dev,
  });

  it.each([
    // Node reports a junction of Windows as a link that is no folder.
    ['a junction', stat('link'), 'folder', 'link'],
    ['a folder of another disk', stat('folder', 2), 'folder', 'mount'],
    ['a file in the place of a folder', stat('file'), 'folder', 'kind'],
    ['a folder in the place of a file', stat('folder'), 'file', 'kind'],
    ['a pipe', stat('pipe'), null, 'kind'],
    ['a folder', stat('folder'), 'folder', null],
    ['a file to which an overlay gives another number', stat('file', 2), 'file', null],
  ] as const)('that is %s', (_name, entry, kind, why) => {
    expect(whyForeign(entry, kind, 1)).toBe(why);
  });
});
