/** Files on a disk: written whole or not at all, counted, and summed up. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';

/**
 * Puts text or bytes in a file's place, whole or not at all: written beside it, flushed, renamed. Makes its folder; a
 * failure leaves the file as it was and nothing beside it. Errors: those of the file system.
 */
export function replaceFile(file: string, data: string | Uint8Array, mode = 0o666): void {
  const part = `${file}.part`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    // Never through a link that lies in its place.
    rmSync(part, { force: true });
    const handle = openSync(part, 'wx', mode);
    try {
      const bytes = Buffer.from(data);
      for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** The content of a file or folder; null if it does not exist. Errors: all others of the file system. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Whether a path is one of the folders or lies in one, by its letters alone: links are not looked at. */
export function isWithin(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => {
    const way = relative(folder, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
}

const statsAtOnce = 32;

/** The system's facts about files, in order; null for one without any. An aborted signal throws its reason. */
export async function statsOf(paths: readonly string[], signal: AbortSignal): Promise<(Stats | null)[]> {
  const found: (Stats | null)[] = [];
  for (let start = 0; start < paths.length; start += statsAtOnce) {
    signal.throwIfAborted();
    const some = paths.slice(start, start + statsAtOnce);
    found.push(...(await Promise.all(some.map((path) => stat(path).catch(() => null)))));
  }
  return found;
}

/** Sha256 of a file, in hexadecimal digits, without holding it in memory. */
export async function checksumOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Passes bytes on; `sum` says what they were when all have passed. */
export function summing(onBytes: (sum: number) => void = () => undefined) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      bytes += part.length;
      onBytes(bytes);
      done(null, part);
    },
  });
  return { stream, sum: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Files and bytes below a folder, those of some names where that is asked; a file that goes while it is counted does not count. 0 where there is no folder. */
export async function folderSize(
  folder: string,
  counts: (name: string) => boolean = () => true,
): Promise<{ files: number; bytes: number }> {
  const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
  let files = 0;
  let bytes = 0;
  for (const entry of entries.filter((candidate) => candidate.isFile() && counts(candidate.name))) {
    const found = await ifThere(stat(join(entry.parentPath ?? entry.path, entry.name)));
    if (!found) continue;
    files += 1;
    bytes += found.size;
  }
  return { files, bytes };
}
