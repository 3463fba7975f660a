import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { VitrineError } from '@shared/errors';
import { incomingFolder } from '@shared/host/incoming-file';
import { ifThere } from '../../files';
import { storeError } from '../errors';

/**
 * Copies of the files' bytes under `uploads/{user_id}/{YYYY-MM-DD}/{uuid}`. The place is made of our own parts only:
 * nothing in a file's name can put a byte elsewhere (I3).
 */
export class UploadStore {
  constructor(
    private readonly libraryFolder: string,
    private readonly userId: string,
  ) {}

  /**
   * Keeps the bytes in `staging/`, where the next start clears away what was never placed. Returns the path that they
   * will have, relative to the library folder, with `/`. Errors: `disk-full`, `library-read-only`.
   */
  async stage(bytes: Uint8Array, day: string): Promise<string> {
    const user = this.userId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'local';
    const stored = join('uploads', user, day, randomUUID());
    await this.write(this.staged(stored), bytes);
    return stored.split(sep).join('/');
  }

  private async write(staged: string, bytes: Uint8Array): Promise<void> {
    try {
      await mkdir(dirname(staged), { recursive: true });
      await writeFile(staged, bytes);
    } catch (error) {
      await rm(staged, { force: true });
      throw storeError(error, this.libraryFolder);
    }
  }

  /** Moves staged bytes to their path. */
  async place(stored: string): Promise<void> {
    const target = this.absolute(stored);
    try {
      await mkdir(dirname(target), { recursive: true });
      await rename(this.staged(stored), target);
    } catch (error) {
      throw storeError(error, this.libraryFolder);
    }
  }

  /** Lets go of staged bytes that will not be placed. */
  async discard(stored: string): Promise<void> {
    await rm(this.staged(stored), { force: true });
  }

  /** At once, so that nothing can be staged meanwhile. Errors: `library-read-only`. */
  clearStaging(): void {
    try {
      rmSync(join(this.libraryFolder, 'staging'), { recursive: true, force: true });
    } catch (error) {
      throw storeError(error, this.libraryFolder);
    }
  }

  private staged(stored: string): string {
    return join(this.libraryFolder, 'staging', basename(stored));
  }

  /** Errors: `document-not-found` where no file is stored, as for a document that could not be read. */
  async read(stored: string): Promise<Uint8Array> {
    try {
      return await readFile(this.absolute(stored || join('uploads', 'none')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storeError(error, this.libraryFolder);
      throw new VitrineError('document-not-found', { why: 'file', stored }, { cause: error });
    }
  }

  async remove(stored: string): Promise<void> {
    if (stored !== '') await rm(this.absolute(stored), { force: true });
  }

  /**
   * Removes files that were pasted or uploaded, which lie in the library's own `incoming` folder; nothing else, whatever
   * the paths say: an original elsewhere on the disk is not ours.
   */
  async removeIncoming(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const home = dirname(path);
      if (dirname(home) === this.incoming) await rm(home, { recursive: true, force: true });
    }
  }

  /**
   * Removes pasted and uploaded files that nothing rests on, such as those of an ingest that was cancelled. Each has a
   * folder to itself, by which it is known also where the library has been moved.
   *
   * @param wanted paths of files that something rests on; asked only where there are any files
   */
  async clearIncoming(wanted: () => readonly string[]): Promise<void> {
    const homes = (await ifThere(readdir(this.incoming))) ?? [];
    if (homes.length === 0) return;
    const known = new Set(wanted().map((path) => basename(dirname(path))));
    for (const home of homes) {
      if (!known.has(home)) await rm(join(this.incoming, home), { recursive: true, force: true });
    }
  }

  private get incoming(): string {
    return join(this.libraryFolder, incomingFolder);
  }

  /** Removes stored files that no content knows: what a stopped ingest left. Returns how many. */
  async removeStrays(known: ReadonlySet<string>): Promise<number> {
    const strays = await this.strays(known);
    for (const stored of strays) await this.remove(stored);
    return strays.length;
  }

  /** Stored files that no content knows. */
  async strays(known: ReadonlySet<string>): Promise<string[]> {
    const root = join(this.libraryFolder, 'uploads');
    const strays: string[] = [];
    for (const entry of (await ifThere(readdir(root, { recursive: true, withFileTypes: true }))) ?? []) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const stored = relative(this.libraryFolder, file).split(sep).join('/');
      if (!known.has(stored)) strays.push(stored);
    }
    return strays;
  }

  /** Puts bytes back at a stored path, whole or not at all. Errors: `disk-full`, `library-read-only`. */
  async putBack(stored: string, bytes: Uint8Array): Promise<void> {
    await this.write(this.staged(stored), bytes);
    await this.place(stored);
  }

  /** Where a stored file lies. Errors: `library-damaged` for a path that leads out of the library. */
  absolute(stored: string): string {
    const file = resolve(this.libraryFolder, stored);
    const uploads = resolve(this.libraryFolder, 'uploads') + sep;
    if (!file.startsWith(uploads)) {
      throw new VitrineError('library-damaged', { why: 'path', stored });
    }
    return file;
  }
}
