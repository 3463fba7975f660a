import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Every file below a folder by the sum of its bytes; what a link leads to is no part of it. */
export async function sums(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const found: Record<string, string> = {};
  for (const file of files.sort())
    found[file] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return found;
}

/** Moves a part of the library to the victim's folder and links it from there, as people with a full disk do. */
export async function link(library: string, part: string, victim: string): Promise<void> {
  const moved = join(victim, `moved-${basename(part)}`);
  await rename(join(library, part), moved);
  const isFolder = (await lstat(moved)).isDirectory();
  await symlink(moved, join(library, part), isFolder ? 'junction' : 'file');
}

/** Moves a part back to where `link` took it from. */
export async function unlink(library: string, part: string, victim: string): Promise<void> {
  await rm(join(library, part));
  await rename(join(victim, `moved-${basename(part)}`), join(library, part));
}

/** Returns the parts of a library, with folders and files inside some of them. */
export async function partsOf(library: string): Promise<string[]> {
  const names = (await readdir(library)).filter((name) => name !== 'library.lock');
  const inside = await readdir(library, { recursive: true });
  const deep = /^(?:uploads.+|index.[^/\\]+|index.[^/\\]+.data|config.[^/\\]+|incoming.[^/\\]+|team.[^/\\]+)$/;
  return [...names, 'library.lock', ...inside.filter((name) => deep.test(name))];
}
