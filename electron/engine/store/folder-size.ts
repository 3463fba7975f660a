import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files and bytes below a folder, those of some names where that is asked; a file that goes while it is counted does not count. 0 where there is no folder. */
export async function folderSize(
  folder: string,
  counts: (name: string) => boolean = () => true,
): Promise<{ files: number; bytes: number }> {
  const gone = (error: NodeJS.ErrnoException): null => {
    if (error.code === 'ENOENT') return null;
    throw error;
  };
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(gone)) ?? [];
  let files = 0;
  let bytes = 0;
  for (const entry of entries.filter((candidate) => candidate.isFile() && counts(candidate.name))) {
    const found = await stat(join(entry.parentPath ?? entry.path, entry.name)).catch(gone);
    if (!found) continue;
    files += 1;
    bytes += found.size;
  }
  return { files, bytes };
}

/** Bytes of what a library folder holds: stored files, an index that may lie elsewhere, the catalogue with its log of changes. */
export async function sizesOf(
  folder: string,
  indexSize: Promise<{ bytes: number }>,
): Promise<{ uploads: number; index: number; catalogue: number }> {
  const [uploads, index, catalogue] = await Promise.all([
    folderSize(join(folder, 'uploads')),
    indexSize,
    folderSize(folder, (name) => name.startsWith('catalogue.db')),
  ]);
  return { uploads: uploads.bytes, index: index.bytes, catalogue: catalogue.bytes };
}
