import { createReadStream, createWriteStream, existsSync, lstatSync, type Stats } from 'node:fs';
import {
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CareProgress, MoveReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { checksumOfFile, ifThere, isWithin, summing } from '../../files';
import { ownPath, partAt, removeOwn } from '../../own-files';
import { storeError } from '../errors';
import { LibraryLock, makeFolder } from './library-lock';

/**
 * Moves a library folder and puts a link in its old place. On one disk it is renamed; otherwise it is copied, mostly
 * while it is open. After a kill one of the two places has a whole library (docs/adr/0067-moving-a-library.md).
 */

export interface MoveRequest {
  readonly folder: string;
  readonly target: string;
  readonly signal: AbortSignal;
  onProgress(progress: CareProgress): void;
}

/** Names the other folder of a move. In the new folder a second line says that the copy is complete. */
const markName = 'moving';
const complete = '\ncomplete';
const notCopied = /^(?:library\.lock.*|reserve|moving)$/u;
const isCatalogue = (path: string): boolean => path.startsWith('catalogue.db');

const mebibytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2);
const linkBeside = (folder: string): string => `${folder}.moving`;
const oldBeside = (folder: string): string => `${folder}.moved`;
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
const stampOf = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`;
const markIn = (folder: string): Promise<string | null> => ifThere(readFile(join(folder, markName), 'utf8'));

/** A move whose place is checked; for another disk, most of it is copied. `exchange` completes it. */
export class LibraryMove {
  /** What was copied, by its path in the library, with size and time of the file that it is a copy of. */
  private readonly copied = new Map<string, string>();
  private readonly wasLink: boolean;
  private gone: string | null = null;
  private isPlaced = false;

  private constructor(
    private readonly request: MoveRequest,
    private readonly from: string,
    private readonly to: string,
    private copies: boolean,
  ) {
    this.wasLink = isLink(request.folder);
  }

  /** Errors: `bad-request`, `library-exists`, `disk-full`, `library-read-only`, `library-linked`, `cancelled`. */
  static async begin(request: MoveRequest): Promise<LibraryMove> {
    const { target, signal } = request;
    try {
      const from = await realpath(request.folder);
      const to = await placeFor(from, target);
      const move = new LibraryMove(request, from, to, (await stat(from)).dev !== (await stat(to)).dev);
      await move.mark();
      if (!move.copies) return move;
      try {
        await move.assertRoom();
        await move.copy(true);
      } catch (error) {
        await move.clear();
        throw error;
      }
      return move;
    } catch (error) {
      signal.throwIfAborted();
      throw storeError(error, target);
    }
  }

  /** Closes the library, moves and opens it, or undoes all. Errors: `library-locked`, those of `begin` and `open`. */
  async exchange<T>(close: () => Promise<void>, open: () => Promise<T>): Promise<{ opened: T; report: MoveReport }> {
    const started = performance.now();
    try {
      await close();
      await this.place();
      const opened = await open();
      const left = this.copies ? await this.removeOld() : null;
      return { opened, report: { folder: this.to, left, ms: Math.round(performance.now() - started) } };
    } catch (error) {
      await this.undo();
      this.request.signal.throwIfAborted();
      throw storeError(error, this.to);
    }
  }

  private mark(): Promise<void> {
    return writeFile(join(this.to, markName), this.from);
  }

  private async assertRoom(): Promise<void> {
    const files = await filesOf(this.from);
    const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    const { bavail, bsize } = await statfs(this.to);
    const free = bavail * bsize;
    if (bytes <= free) return;
    const figures = { needed: mebibytes(bytes), free: mebibytes(free) };
    throw new VitrineError('disk-full', { why: 'room', place: this.to, ...figures });
  }

  /** @param isOpen whether the library is: then its files change and go meanwhile, and the catalogue waits */
  private async copy(isOpen: boolean): Promise<void> {
    const { signal, onProgress } = this.request;
    const files = await filesOf(this.from);
    for (const path of this.copied.keys()) {
      if (files.has(path)) continue;
      await rm(join(this.to, path), { force: true });
      this.copied.delete(path);
    }
    const changed = [...files].filter(
      ([path, stats]) => this.copied.get(path) !== stampOf(stats) && !(isOpen && isCatalogue(path)),
    );
    const bytesTotal = changed.reduce((sum, [, { size }]) => sum + size, 0);
    let bytesDone = 0;
    for (const [filesDone, [path, stats]] of changed.entries()) {
      signal.throwIfAborted();
      onProgress({ task: 'move', filesDone, filesTotal: changed.length, bytesDone, bytesTotal });
      // Known before it is there, so that a cancel removes it too.
      this.copied.set(path, '');
      const copying = copyFile(join(this.from, path), join(this.to, path), signal);
      await (isOpen ? ifThere(copying) : copying);
      this.copied.set(path, stampOf(stats));
      bytesDone += stats.size;
    }
    onProgress({ task: 'move', filesDone: changed.length, filesTotal: changed.length, bytesDone, bytesTotal });
  }

  private async place(): Promise<void> {
    const { from, to, request } = this;
    const lock = new LibraryLock(from);
    if (!lock.take()) throw new VitrineError('library-locked', { folder: from });
    try {
      const link = linkBeside(request.folder);
      await rm(link, { force: true });
      // Windows needs no rights for a junction; others do not look at the kind.
      await symlink(to, link, 'junction');
      if (!this.copies && !(await this.renamed(lock))) this.copies = true;
      if (this.copies) {
        await this.copy(false);
        await writeFile(join(to, markName), `${from}${complete}`);
        await writeFile(join(from, markName), to);
        if (process.platform === 'win32') lock.release();
        await rename(from, oldBeside(from));
        this.gone = oldBeside(from);
        const files = await filesOf(this.gone);
        const isSame = [...files].every(([path, stats]) => this.copied.get(path) === stampOf(stats));
        // Another process, which reads the library, has kept something in it meanwhile.
        if (!isSame) throw new VitrineError('library-locked', { why: 'busy', place: from });
      }
      if (this.wasLink && process.platform === 'win32') await rm(request.folder);
      await rename(link, request.folder);
      this.isPlaced = true;
      await rm(join(to, markName), { force: true });
    } finally {
      lock.release();
    }
  }

  /** False for a disk that turns out to be another one, behind the same number. */
  private async renamed(lock: LibraryLock): Promise<boolean> {
    await rm(join(this.to, markName));
    // Windows replaces no folder, and moves none in which a file is open.
    if (process.platform === 'win32') {
      lock.release();
      await rmdir(this.to);
    }
    try {
      await rename(this.from, this.to);
      this.gone = this.to;
      return true;
    } catch (error) {
      if (!['EXDEV', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await mkdir(this.to, { recursive: true });
      await this.mark();
      return false;
    }
  }

  private async undo(): Promise<void> {
    const { folder } = this.request;
    await rm(linkBeside(folder), { force: true });
    if (this.gone !== null) {
      if (this.isPlaced) await rm(folder);
      await rename(this.gone, this.from);
      await rm(join(this.from, markName), { force: true });
    }
    if (this.wasLink && !isLink(folder)) await symlink(this.from, folder, 'junction');
    await mkdir(this.to, { recursive: true });
    await this.clear();
  }

  private async clear(): Promise<void> {
    const names = new Set([...this.copied.keys()].map((path) => path.split(/[/\\]/u)[0] ?? ''));
    // An attempt to open it there has made a lock and journals.
    const isOurs = (name: string) => names.has(name) || name === markName || notCopied.test(name) || isCatalogue(name);
    for (const name of (await readdir(this.to)).filter(isOurs)) await removeOwn(this.to, name);
  }

  private async removeOld(): Promise<string | null> {
    const old = oldBeside(this.from);
    try {
      // Opening the library has removed it, unless its place was a link already.
      if (existsSync(old)) await removeMarked(old);
      return null;
    } catch {
      return old;
    }
  }
}

/** Completes the move of a killed process before the library is opened. Errors: `library-read-only`. */
export async function settleMove(folder: string): Promise<void> {
  const link = linkBeside(folder);
  if (!isLink(link) || existsSync(folder)) return;
  const mark = await markIn(link);
  if (!existsSync(join(link, 'catalogue.db')) || (mark !== null && !mark.endsWith(complete))) {
    throw new VitrineError('library-read-only', { why: 'no-folder', folder, place: link });
  }
  if (isLink(folder) && process.platform === 'win32') await rm(folder);
  await rename(link, folder);
}

/** Removes the old folder, or what a killed process has left of it, once the library is open at its new place. */
export async function finishMove(folder: string): Promise<void> {
  // Left by a move that was killed before the old folder left its place. A later one must not open that copy.
  if (isLink(linkBeside(folder))) await rm(linkBeside(folder));
  const old = oldBeside(folder);
  if (!isLink(folder) || isLink(old)) return;
  if ((await markIn(old)) === (await realpath(folder))) await removeMarked(old);
}

/** Removes the mark last: what a kill leaves is still known. Errors: `library-linked`. */
async function removeMarked(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name !== markName) await removeOwn(folder, name);
  await removeOwn(...partAt(folder));
}

/** Returns the real path of the folder that the library is to be in, which is there and empty. Errors: as `begin`. */
async function placeFor(from: string, target: string): Promise<string> {
  const inside = new VitrineError('bad-request', { why: 'move-inside', folder: target });
  if (isWithin([from], resolve(target))) throw inside;
  makeFolder(target);
  const to = await realpath(target);
  if (isWithin([from], to) || isWithin([to], from)) throw inside;
  // A move that was killed has left copies of what is in this library.
  if ((await markIn(to))?.replace(complete, '') === from) {
    const copies = (await readdir(to)).filter((name) => name === markName || existsSync(join(from, name)));
    for (const name of copies) await removeOwn(to, name);
  }
  if ((await readdir(to)).length > 0) throw new VitrineError('library-exists', { folder: target });
  return to;
}

async function filesOf(folder: string): Promise<Map<string, Stats>> {
  const files = new Map<string, Stats>();
  async function walk(part: string): Promise<void> {
    for (const entry of (await ifThere(readdir(join(folder, part), { withFileTypes: true }))) ?? []) {
      const path = join(part, entry.name);
      if (notCopied.test(path)) continue;
      if (!entry.isFile()) ownPath(folder, path);
      const stats = entry.isDirectory() ? null : await ifThere(stat(join(folder, path)));
      if (entry.isDirectory()) await walk(path);
      if (stats) files.set(path, stats);
    }
  }
  await walk('');
  return files;
}

/** On the disk, not in its cache, and read again before it counts. */
async function copyFile(from: string, to: string, signal: AbortSignal): Promise<void> {
  const { stream, sum } = summing();
  await mkdir(dirname(to), { recursive: true });
  await pipeline(createReadStream(from), stream, createWriteStream(to, { flush: true }), { signal });
  if (sum().sha256 !== (await checksumOfFile(to)))
    throw new VitrineError('library-damaged', { why: 'copy', place: to });
}
