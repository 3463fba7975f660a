import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WhyReadOnly } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { SqliteConnection } from '../../sqlite';
import { isDatabaseBusy, storeError } from '../errors';

/**
 * One writer a library. The lock is an exclusive transaction on a file of its own, so the operating system lets
 * go of it when the process ends in whatever way: there is no stale lock to clean up after kill -9.
 */
export class LibraryLock {
  private connection: SqliteConnection | null = null;

  /** @param isLeft to others, for as long as this process has the library open */
  constructor(
    private readonly libraryFolder: string,
    private readonly isLeft = false,
  ) {}

  get isHeld(): boolean {
    return this.connection !== null;
  }

  /** Whether it is held now: not where another process has it. Errors: `library-read-only`, `disk-full`. */
  take(): boolean {
    if (this.isLeft || this.isHeld) return this.isHeld;
    let connection: SqliteConnection | null = null;
    try {
      connection = new SqliteConnection(join(this.libraryFolder, 'library.lock'));
      connection.exec('PRAGMA busy_timeout = 0');
      connection.exec('BEGIN EXCLUSIVE');
      this.connection = connection;
      return true;
    } catch (error) {
      connection?.close();
      if (isDatabaseBusy(error)) return false;
      throw storeError(error, this.libraryFolder);
    }
  }

  release(): void {
    const { connection } = this;
    this.connection = null;
    connection?.exec('ROLLBACK');
    connection?.close();
  }
}

/** Makes a folder and those above it. Errors: `library-read-only`, `disk-full`. */
export function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  } catch (error) {
    // A read-only disk answers ENOENT to a recursive mkdir; a file in the folder's place EEXIST or ENOTDIR.
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['ENOENT', 'EEXIST', 'ENOTDIR'].includes(code)) throw storeError(error, folder);
    throw new VitrineError('library-read-only', { why: 'no-folder', folder, place: folder }, { cause: error });
  }
}

/** Effects of becoming the writer on an open library. */
interface OpenLibrary {
  readonly folder: string;
  /** Whether the folder still holds the library that this process has open, another one, or none. */
  inPlace(): 'here' | 'exchanged' | 'gone';
  /** Reads the other process's writes, and repairs its half-done work. */
  takeUp(): void;
}

/**
 * Whether this process may change a library: the one place that asks the lock. A process that met it held by another is
 * not a reader for ever. It takes the lock when a change is requested, or when its host looks again, once the other is
 * gone (docs/adr/0038). A writer stays one until it closes the library.
 */
export class LibraryWriter {
  /** Called when this process has become the writer of a library that it had open to read. */
  onTaken: () => void = () => undefined;
  private isClosing = false;

  /**
   * @param sealed the reason why the library can only be read, though no other process has it: its disk is full or
   * read-only
   */
  constructor(
    private readonly lock: LibraryLock,
    private readonly library: OpenLibrary,
    private isSealedBy: VitrineError | null = null,
  ) {}

  get sealed(): VitrineError | null {
    return this.isSealedBy;
  }

  get isWriter(): boolean {
    return this.lock.isHeld;
  }

  /** Why this process may not change the library now; null where it may. */
  get whyNot(): WhyReadOnly | null {
    if (this.isWriter) return null;
    try {
      const place = this.library.inPlace();
      if (place !== 'here') return place;
      if (this.isSealedBy) return this.isSealedBy.code === 'disk-full' ? 'full' : 'read-only';
      return 'held';
    } catch {
      // An unreadable folder; a caller who wants a change gets the reason.
      return 'gone';
    }
  }

  /** Whether this process may change the library now. Errors: `library-read-only`, `disk-full`, `library-locked` as of `takeUp`. */
  take(): boolean {
    if (this.lock.isHeld) return true;
    const { library } = this;
    if (this.isClosing || library.inPlace() !== 'here' || !this.lock.take()) return false;
    try {
      // Looked at again with the lock held: a restored backup may have taken the folder's place in between.
      if (library.inPlace() === 'here') library.takeUp();
      else this.lock.release();
    } catch (error) {
      this.lock.release();
      throw error;
    }
    if (this.lock.isHeld) {
      this.isSealedBy = null;
      this.onTaken();
    }
    return this.lock.isHeld;
  }

  /** Errors: `library-locked`, those of `take`. */
  assert(): void {
    if (this.take()) return;
    const { folder } = this.library;
    const why = this.whyNot ?? 'held';
    if (why === 'full' || why === 'read-only') throw this.isSealedBy ?? new VitrineError('library-read-only');
    throw new VitrineError('library-locked', why === 'held' ? { folder } : { why, folder });
  }

  /** Takes the lock no more: the library is being closed. */
  stopTaking(): void {
    this.isClosing = true;
  }

  release(): void {
    this.isClosing = true;
    this.lock.release();
  }
}
