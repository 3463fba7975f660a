import { open, opendir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { byCodeUnits } from '@shared/ranking';
import { decodeText } from './decode-text';
import { extensionOf } from './document';
import { formatOfName, isUnreadDocument } from './formats/index';

/** Folders that programs fill with what others wrote; they would drown the documents beside them. */
const generatedFolders: ReadonlySet<string> = new Set(['node_modules', '__pycache__']);

/** So much of a file without an extension is looked at, bytes. */
const HEAD_BYTES = 4096;

/**
 * Whether a walk takes no notice of an entry, by its name or path: hidden ones, and what programs generate; `~$` begins
 * the notes that Office keeps beside a document while it is open.
 */
export function isPassedOver(path: string): boolean {
  const name = basename(path);
  return name.startsWith('.') || name.startsWith('~$') || generatedFolders.has(name);
}

export interface WalkResult {
  /** Each path once, ascending by code unit, so that the same folder always gives the same order. */
  readonly files: string[];
  /** Hidden entries (a hidden folder counts once), unsupported files, devices, and folders met a second time. */
  readonly skipped: number;
  /** Paths that do not exist, and folders that may not be read. */
  readonly missing: string[];
}

/**
 * The files that an ingest of `paths` is about. A file named explicitly is always among them, whatever it is, so
 * that it gets its own typed result; folders are walked to any depth. Symbolic links are followed, but each real
 * folder is entered once: loops end. Documents of kinds that have no reader are among the files, so that each is
 * refused by name; of files without an extension those whose beginning is a text or a PDF. Pictures in folders are
 * passed over unless they are asked for. An aborted signal throws its reason.
 */
export async function walk(paths: readonly string[], signal?: AbortSignal, takesPictures = false): Promise<WalkResult> {
  const files = new Set<string>();
  const missing = new Set<string>();
  const entered = new Set<string>();
  // Links wait until every real folder is entered, so that a file keeps its own path and not that of a link to it.
  const folders: string[] = [];
  const linkedFolders: string[] = [];
  let skipped = 0;

  for (const path of paths) {
    const kind = await kindOf(path);
    if (kind === 'missing') missing.add(path);
    else if (kind === 'folder') folders.push(path);
    else files.add(path);
  }

  for (let folder = folders.shift() ?? linkedFolders.shift(); folder !== undefined; ) {
    signal?.throwIfAborted();
    skipped += await enter(folder);
    folder = folders.shift() ?? linkedFolders.shift();
  }
  return { files: [...files].sort(byCodeUnits), skipped, missing: [...missing] };

  /** Folders are full of pictures that are nothing to read; they count where text is recognised on them. */
  async function isRead(path: string): Promise<boolean> {
    const format = formatOfName(path);
    if (format !== null) return takesPictures || format !== 'image';
    return isUnreadDocument(path) || (extensionOf(path) === '' && (await beginsAsText(path)));
  }

  async function enter(folder: string): Promise<number> {
    let passedOver = 0;
    try {
      const real = await realpath(folder);
      if (entered.has(real)) return 1;
      entered.add(real);
      const entries = [];
      for await (const entry of await opendir(folder)) entries.push(entry);
      entries.sort((a, b) => byCodeUnits(a.name, b.name));
      for (const entry of entries) {
        signal?.throwIfAborted();
        const path = join(folder, entry.name);
        if (isPassedOver(entry.name)) passedOver += 1;
        else if (entry.isDirectory()) folders.push(path);
        else if (entry.isSymbolicLink() && (await kindOf(path)) === 'folder') linkedFolders.push(path);
        else if ((await isFile(path, entry)) && (await isRead(path))) files.add(path);
        else passedOver += 1;
      }
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
      missing.add(folder);
    }
    return passedOver;
  }
}

type Kind = 'missing' | 'folder' | 'file' | 'other';

async function kindOf(path: string): Promise<Kind> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    // A path that exists but may not be looked at is a file to be refused by its reader, not a missing one.
    return error.code === 'EACCES' || error.code === 'EPERM' ? 'other' : 'missing';
  }
}

async function isFile(path: string, entry: { isFile(): boolean; isSymbolicLink(): boolean }): Promise<boolean> {
  return entry.isFile() || (entry.isSymbolicLink() && (await kindOf(path)) === 'file');
}

/** Whether the beginning of a file is that of a text or of a PDF; false for one that cannot be looked at. */
async function beginsAsText(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const head = buffer.subarray(0, bytesRead);
      return bytesRead > 0 && (head.subarray(0, 5).toString('latin1') === '%PDF-' || decodeText(head) !== null);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    return false;
  }
}

function isFileSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code);
}
