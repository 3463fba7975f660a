import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WhyReadOnly } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { SqliteConnection } from '../../sqlite';
import { isDatabaseBusy, storeError } from '../errors';

/** One writer a library: an exclusive transaction on its own file, which the system ends even after kill -9. */
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

interface OpenLibrary {
  readonly folder: string;
  inPlace(): 'here' | 'exchanged' | 'gone';
  /** Reads the other process's writes, and repairs its half-done work. */
  takeUp(): void;
}

/** Decides if this process may change a library. A reader takes the lock once it is free (docs/adr/0038). */
export class LibraryWriter {
  onTaken: () => void = () => undefined;
  private isClosing = false;

  /** @param isSealedBy the full or read-only disk that prevents writing */
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

  stopTaking(): void {
    this.isClosing = true;
  }

  release(): void {
    this.isClosing = true;
    this.lock.release();
  }
}
