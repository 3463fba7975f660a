import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { CareProgress, RestoreReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { Entry, ZipFile } from 'yauzl';
import { ifThere, summing } from '../../files';
import { ownPath, placeOf } from '../../own-files';
import { CatalogueFacts } from '../catalogue/catalogue-facts';
import { SqlDatabase } from '../catalogue/database';
import { badPlaceError, storeError } from '../errors';
import { indexUriKey } from '../search-index/index-place';
import { type BackedUpFile, type BackupManifest, backupManifest, catalogueName, manifestName } from './backup-library';
import { LibraryLock, makeFolder } from './library-lock';

export interface RestoreRequest {
  readonly path: string;
  readonly folder: string;
  /** Whether a library that is there may give way; it is kept beside the new one. */
  readonly replace: boolean;
  readonly signal: AbortSignal;
  onProgress(progress: CareProgress): void;
}

const largestManifest = 1024 ** 3;
/** Checksums, which are half of it, do not pack: a list that unpacks to more is none of Vitrine's. */
const mostListRatio = 20;
/** A backup that unpacks to more than this, and to so many times its size, is a bomb. A large library never does. */
const bombsFrom = 1024 ** 3;
const mostRatio = 200;

/** A backup that lies unpacked and checked beside the folder it is for. */
export interface StagedLibrary {
  readonly madeAt: string;
  readonly documents: number;
  readonly files: number;
  take(replace: boolean): Promise<string | null>;
  discard(): Promise<void>;
}

/**
 * Unpacks a backup beside the folder, checks it and moves it there as a whole, without an index. Errors:
 * `backup-invalid`, `library-exists`, `library-locked`, `library-newer`, `disk-full`, `library-read-only`, `cancelled`.
 */
export async function restoreLibrary(request: RestoreRequest): Promise<RestoreReport> {
  const started = performance.now();
  const folder = placeOf(resolve(request.folder));
  const before = await whatToReplace(folder, request.replace).catch((error: unknown) => {
    throw badPlaceError(storeError(error, dirname(folder)), folder);
  });
  if (before instanceof LibraryLock) before.release();
  const staged = await stageLibrary(request);
  try {
    const replaced = await staged.take(request.replace);
    const { madeAt, documents, files } = staged;
    return { folder, madeAt, documents, files, replaced, ms: Math.round(performance.now() - started) };
  } finally {
    await staged.discard();
  }
}

export async function stageLibrary({
  path,
  folder: given,
  signal,
  onProgress,
}: Omit<RestoreRequest, 'replace'>): Promise<StagedLibrary> {
  const folder = placeOf(resolve(given));
  const unpacked = `${folder}.restoring-${process.pid}`;
  const discard = () => rm(unpacked, { recursive: true, force: true });
  let zip: ZipFile | null = null;
  try {
    zip = await opened(path);
    const entries = await entriesOf(zip);
    const manifest = await manifestOf(zip, entries);
    checkSizes(entries, manifest, (await stat(path)).size);
    makeFolder(unpacked);
    await unpack(zip, entries, manifest, unpacked, { signal, onProgress });
    const { documents } = checkCatalogue(unpacked);
    signal.throwIfAborted();
    return {
      madeAt: manifest.madeAt,
      documents,
      files: manifest.files.length,
      discard,
      take: (replace) =>
        take(folder, unpacked, replace).catch((error: unknown) => {
          throw badPlaceError(storeError(error, dirname(folder)), folder);
        }),
    };
  } catch (error) {
    await discard();
    signal.throwIfAborted();
    throw badPlaceError(storeError(error, dirname(folder)), folder);
  } finally {
    zip?.close();
  }
}

/** Undoes a `take`: the library that was put aside is in its place again, and the other one gone. */
export async function giveBack(folder: string, aside: string): Promise<void> {
  const failed = await freeName(`${folder}.failed`);
  await rename(folder, failed);
  await rename(aside, folder);
  await rm(failed, { recursive: true, force: true });
}

const damagedPart = (part: string, cause?: unknown): VitrineError =>
  new VitrineError('backup-invalid', { why: 'part', part }, { cause });

async function opened(path: string): Promise<ZipFile> {
  const { openPromise } = await import('yauzl');
  // A pipe would be waited for without end.
  if ((await ifThere(stat(path)))?.isFile() === false) throw new VitrineError('backup-invalid', { why: 'path', path });
  return openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw new VitrineError('backup-invalid', { why: 'path', path }, { cause: error });
  });
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  // An error after the last entry must not end the process; the reading of a file reports it.
  zip.on('error', () => undefined);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    throw new VitrineError('backup-invalid', {}, { cause: error });
  }
  return entries;
}

async function manifestOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<BackupManifest> {
  const entry = entries.get(manifestName);
  if (!entry || entry.uncompressedSize > largestManifest) throw new VitrineError('backup-invalid');
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > 1024 ** 2 && uncompressedSize > compressedSize * mostListRatio) throw bomb(uncompressedSize);
  try {
    return backupManifest.parse(JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString('utf8')));
  } catch (error) {
    throw new VitrineError('backup-invalid', {}, { cause: error });
  }
}

/** Refuses a backup without a catalogue, with missing, doubled or resized parts, or a bomb, before it writes. */
function checkSizes(entries: ReadonlyMap<string, Entry>, { files }: BackupManifest, packedBytes: number): void {
  const listed = new Set(files.map(({ path }) => path));
  if (!listed.has(catalogueName)) throw new VitrineError('backup-invalid', { why: 'no-catalogue' });
  if (listed.size < files.length) throw new VitrineError('backup-invalid');
  const odd = files.find(({ path, bytes }) => entries.get(path)?.uncompressedSize !== bytes);
  if (odd) throw damagedPart(odd.path);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > bombsFrom && bytes > packedBytes * mostRatio) throw bomb(bytes);
}

const bomb = (bytes: number): VitrineError =>
  new VitrineError('backup-invalid', { why: 'bomb', mebibytes: Math.round(bytes / 1024 ** 2) });

async function unpack(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  { files }: BackupManifest,
  target: string,
  { signal, onProgress }: Pick<RestoreRequest, 'signal' | 'onProgress'>,
): Promise<void> {
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesDone = 0;
  for (const [filesDone, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress({ task: 'restore', filesDone, filesTotal: files.length, bytesDone, bytesTotal });
    const entry = entries.get(file.path);
    if (!entry) throw damagedPart(file.path);
    await unpackFile(() => zip.openReadStreamPromise(entry), file, join(target, file.path), signal);
    bytesDone += file.bytes;
  }
  onProgress({ task: 'restore', filesDone: files.length, filesTotal: files.length, bytesDone, bytesTotal });
}

/** The size is limited to the zip directory's figure: no entry unpacks to more. */
async function unpackFile(
  content: () => Promise<NodeJS.ReadableStream>,
  { path, sha256 }: BackedUpFile,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const { stream, sum } = summing();
  await mkdir(dirname(target), { recursive: true });
  try {
    // Opened last: damage is reported at once, also without a listener yet, and that would end the process.
    await pipeline(await content(), stream, createWriteStream(target, { flags: 'wx' }), { signal });
  } catch (error) {
    const known = storeError(error, dirname(target));
    signal.throwIfAborted();
    throw known instanceof VitrineError ? known : damagedPart(path, error);
  }
  if (sum().sha256 !== sha256) throw damagedPart(path);
}

/** Opens the catalogue once, which brings it up to date. Errors: `library-newer`, `backup-invalid`. */
function checkCatalogue(folder: string): { documents: number } {
  const database = SqlDatabase.open(join(folder, catalogueName));
  try {
    const damage = new CatalogueFacts(database).damage();
    if (damage.length > 0) throw damagedPart(catalogueName);
    // An index elsewhere belongs to the library that the backup was made of.
    database.run('DELETE FROM settings WHERE key = ?', indexUriKey);
    return { documents: database.number("SELECT count(*) FROM documents WHERE state = 'ready'") };
  } finally {
    database.close();
  }
}

/** Returns the held lock of a library that is there. Errors: `library-exists`, `library-locked`. */
async function whatToReplace(folder: string, replace: boolean): Promise<'free' | 'empty' | LibraryLock> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    if (error.code === 'ENOTDIR') return ['.'];
    throw error;
  });
  if (names === null) return 'free';
  if (names.length === 0) return 'empty';
  const isLibrary = names.includes(catalogueName);
  if (!replace || !isLibrary) {
    throw new VitrineError('library-exists', isLibrary ? { why: 'library', folder } : { folder });
  }
  ownPath(folder, 'library.lock');
  const lock = new LibraryLock(folder);
  if (!lock.take()) throw new VitrineError('library-locked', { why: 'to-restore', folder });
  return lock;
}

async function take(folder: string, unpacked: string, replace: boolean): Promise<string | null> {
  const before = await whatToReplace(folder, replace);
  if (before === 'empty') await rmdir(folder);
  if (!(before instanceof LibraryLock)) {
    await rename(unpacked, folder);
    return null;
  }
  try {
    const aside = await freeName(`${folder}.replaced`);
    // Held until the other library is there, so that nobody writes into the old one. Windows moves no open file.
    if (process.platform === 'win32') before.release();
    await rename(folder, aside);
    try {
      await rename(unpacked, folder);
    } catch (error) {
      await rename(aside, folder);
      throw error;
    }
    return aside;
  } finally {
    before.release();
  }
}

async function freeName(name: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    if (!(await ifThere(stat(`${name}-${n}`)))) return `${name}-${n}`;
  }
}
