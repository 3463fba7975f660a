import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { VitrineError } from '@shared/errors';
import { incomingFolder } from '@shared/host/incoming-file';
import { ifThere } from '../../files';
import { ownPath, removeOwn, removeOwnNow } from '../../own-files';
import type { SqlDatabase } from '../catalogue/database';
import { isUnreachable, storeError } from '../errors';

export interface StoredBytes {
  readonly bytes: number;
  readonly checksum: string;
}

/** The files of a team place; objects are never changed. Errors: `offline`, `team-unreachable`, `team-refused`. */
export interface RemoteFiles {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Errors: `team-file` for other content, or a missing file. */
  get(name: string, what: StoredBytes): Promise<Uint8Array>;
  isThere(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

const removedFolder = 'removed';
const owedKey = 'files-to-remove';
const cacheBytes = 2 ** 31;

/** Files under `uploads/{user_id}/{YYYY-MM-DD}/{uuid}`: no file name decides a place (I3). A cache in a team place. */
export class UploadStore {
  private readonly coming = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly libraryFolder: string,
    private readonly userId: string,
    private readonly team: { readonly files: RemoteFiles; readonly database: SqlDatabase } | null = null,
  ) {}

  onPlacing: (stored: string) => void = () => undefined;

  get remote(): RemoteFiles | null {
    return this.team?.files ?? null;
  }

  /** Returns the later path, relative to the library, with `/`. Errors: `disk-full`, `library-read-only`. */
  async stage(bytes: Uint8Array, day: string): Promise<string> {
    const user = this.userId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'local';
    const stored = join('uploads', user, day, randomUUID());
    await this.write(this.staged(stored), bytes);
    return stored.split(sep).join('/');
  }

  private async write(staged: string, bytes: Uint8Array): Promise<void> {
    try {
      await inFolderOf(staged, () => writeFile(staged, bytes));
    } catch (error) {
      await removeOwn(this.libraryFolder, 'staging', basename(staged));
      throw storeError(error, this.libraryFolder);
    }
  }

  /** Moves staged bytes to their path; of a team place into its store too. Errors: `disk-full`, those of the store. */
  async place(stored: string): Promise<void> {
    this.onPlacing(stored);
    await this.remote?.put(stored, await readFile(this.staged(stored)));
    await this.placeHere(stored);
  }

  private async placeHere(stored: string): Promise<void> {
    const target = this.absolute(stored);
    try {
      await inFolderOf(target, () => rename(this.staged(stored), target));
    } catch (error) {
      throw storeError(error, this.libraryFolder);
    }
  }

  async discard(stored: string): Promise<void> {
    await removeOwn(this.libraryFolder, 'staging', basename(stored));
  }

  /** At once: nothing can be staged in between. Errors: `library-read-only`. */
  clearStaging(): void {
    try {
      removeOwnNow(this.libraryFolder, 'staging');
    } catch (error) {
      throw storeError(error, this.libraryFolder);
    }
  }

  private staged(stored: string): string {
    return ownPath(this.libraryFolder, 'staging', basename(stored));
  }

  /** @param stays whether a fetched file stays for good. Errors: `document-not-found`, those of the store. */
  async read(stored: string, what: StoredBytes | null, stays = false): Promise<Uint8Array> {
    try {
      return await readFile(this.absolute(stored || join('uploads', 'none')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storeError(error, this.libraryFolder);
      if (this.remote && what && stored !== '') {
        // A second reader at the same time gets the same bytes.
        const coming = this.coming.get(stored) ?? this.fetched(this.remote, stored, what, stays);
        this.coming.set(stored, coming);
        return coming.finally(() => this.coming.delete(stored));
      }
      throw new VitrineError('document-not-found', { why: 'file', stored }, { cause: error });
    }
  }

  /** From the store, and kept here for the next time; the oldest files here make room. */
  private async fetched(remote: RemoteFiles, stored: string, what: StoredBytes, stays: boolean): Promise<Uint8Array> {
    const bytes = await remote.get(stored, what);
    await this.write(this.staged(stored), bytes);
    await this.placeHere(stored);
    if (stays) return bytes;
    const files = await this.placed();
    let sum = files.reduce((whole, { size }) => whole + size, 0);
    for (const file of files.sort((a, b) => a.at - b.at)) {
      if (sum <= cacheBytes) break;
      if (file.stored === stored) continue;
      await this.forgetCopy(file.stored);
      sum -= file.size;
    }
    return bytes;
  }

  private async placed() {
    const names = await this.strays(new Set());
    return Promise.all(
      names.map(async (stored) => {
        const { size = 0, mtimeMs: at = 0 } = (await ifThere(stat(this.absolute(stored)))) ?? {};
        return { stored, size, at };
      }),
    );
  }

  async forgetCopy(stored: string): Promise<void> {
    if (stored !== '') await removeOwn(this.libraryFolder, relative(this.libraryFolder, this.absolute(stored)));
  }

  /** For good; what the store of a place does not let go of now it does when it is there again (`removeOwed`). */
  async remove(stored: string): Promise<void> {
    if (stored === '') return;
    await this.forgetCopy(stored);
    if (!this.team) return;
    try {
      await this.team.files.remove(stored);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      this.owe([...this.owed, stored]);
    }
  }

  private owe(list: readonly string[]): void {
    const sql = 'INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)';
    this.team?.database.run(sql, owedKey, JSON.stringify(list));
  }

  private get owed(): string[] {
    const [list = '[]'] = this.team?.database.column('SELECT value FROM settings WHERE key = ?', owedKey) ?? [];
    return JSON.parse(list);
  }

  async removeOwed(): Promise<void> {
    const { owed } = this;
    if (owed.length === 0) return;
    for (const [done, stored] of owed.entries()) {
      await this.team?.files.remove(stored);
      this.owe(owed.slice(done + 1));
    }
  }

  /** Removes files of the library's own `incoming` folder; any other path is an original and stays. */
  async removeIncoming(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const home = dirname(path);
      if (dirname(home) === this.incoming) await removeOwn(this.libraryFolder, incomingFolder, basename(home));
    }
  }

  /** Removes incoming files that nothing needs. Each has its own folder, which is known in a moved library too. */
  async clearIncoming(wanted: () => readonly string[]): Promise<void> {
    const homes = (await ifThere(readdir(ownPath(this.libraryFolder, incomingFolder)))) ?? [];
    if (homes.length === 0) return;
    const known = new Set(wanted().map((path) => basename(dirname(path))));
    for (const home of homes) {
      if (!known.has(home)) await removeOwn(this.libraryFolder, incomingFolder, home);
    }
  }

  private get incoming(): string {
    return join(this.libraryFolder, incomingFolder);
  }

  /** The folder for files removed now, which the user empties; nothing in it is indexed or backed up. */
  newRemovedFolder(): string {
    return join(removedFolder, new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '-'));
  }

  /** Moves a stored file into a folder of `newRemovedFolder`, under the path that it had. Nothing where it is gone. */
  async setAside(stored: string, folder: string): Promise<void> {
    await this.move(this.absolute(stored), ownPath(this.libraryFolder, folder, stored));
  }

  /** Puts a stored file back where it waits for an ingest. If it is there already, sets this one aside. */
  async bringBack(stored: string, path: string, folder: string): Promise<void> {
    const target = ownPath(this.libraryFolder, relative(this.libraryFolder, path));
    if (await ifThere(stat(target))) await this.setAside(stored, folder);
    else await this.move(this.absolute(stored), target);
  }

  private async move(from: string, to: string): Promise<void> {
    try {
      await ifThere(inFolderOf(to, () => rename(from, to)));
    } catch (error) {
      throw storeError(error, this.libraryFolder);
    }
  }

  /** Files that wait for their ingest or that a document rests on, each in a folder named after its bytes. */
  async incomingFiles(): Promise<string[]> {
    const folder = ownPath(this.libraryFolder, incomingFolder);
    const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
    const inHomes = entries.filter((entry) => entry.isFile() && (entry.parentPath ?? entry.path) !== folder);
    return inHomes.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  }

  async strays(known: ReadonlySet<string>): Promise<string[]> {
    const root = ownPath(this.libraryFolder, 'uploads');
    const strays: string[] = [];
    for (const entry of (await ifThere(readdir(root, { recursive: true, withFileTypes: true }))) ?? []) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const stored = relative(this.libraryFolder, file).split(sep).join('/');
      if (!known.has(stored)) strays.push(stored);
    }
    return strays;
  }

  async putBack(stored: string, bytes: Uint8Array): Promise<void> {
    await this.write(this.staged(stored), bytes);
    await this.place(stored);
  }

  /** Errors: `library-damaged` for a path that leads out of the uploads, `library-linked`. */
  absolute(stored: string): string {
    const file = ownPath(this.libraryFolder, stored);
    const uploads = resolve(this.libraryFolder, 'uploads') + sep;
    if (!file.startsWith(uploads)) throw new VitrineError('library-damaged', { why: 'path', stored });
    return file;
  }
}

/** The folder is made where it is missing, which is looked for only where the work fails: most have one. */
async function inFolderOf(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(file), { recursive: true });
    await work();
  }
}

/** The typed tables of contents. They can be made again from texts, so no backup has them. */
export class TableFiles {
  constructor(private readonly libraryFolder: string) {}

  private get folder(): string {
    return ownPath(this.libraryFolder, 'tables');
  }

  /** The file of a content, which need not be there. Errors: `library-linked`. */
  path(contentId: string): string {
    return ownPath(this.libraryFolder, 'tables', `${contentId}.db`);
  }

  remove(contentIds: readonly string[]): void {
    for (const contentId of contentIds) removeOwnNow(this.libraryFolder, 'tables', `${contentId}.db`);
  }

  removeStrays(isKnown: (contentId: string) => boolean): void {
    if (!existsSync(this.folder)) return;
    for (const name of readdirSync(this.folder)) {
      if (!name.endsWith('.db') || !isKnown(name.slice(0, -'.db'.length)))
        removeOwnNow(this.libraryFolder, 'tables', name);
    }
  }
}
