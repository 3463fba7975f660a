import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import Database from 'libsql';
import { isBusy, storeError } from './store-errors';

/**
 * One writer a library. The lock is an exclusive transaction on a file of its own, so the operating system lets
 * go of it when the process ends in whatever way: there is no stale lock to clean up after kill -9.
 */
export class LibraryLock {
  private connection: Database.Database | null = null;

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
    let connection: Database.Database | null = null;
    try {
      connection = new Database(join(this.libraryFolder, 'library.lock'));
      connection.exec('PRAGMA busy_timeout = 0');
      connection.exec('BEGIN EXCLUSIVE');
      this.connection = connection;
      return true;
    } catch (error) {
      connection?.close();
      if (isBusy(error)) return false;
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
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // A read-only disk answers ENOENT to a recursive mkdir; a file in the folder's place EEXIST or ENOTDIR.
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['ENOENT', 'EEXIST', 'ENOTDIR'].includes(code)) throw storeError(error, folder);
    throw new VitrineError(
      'library-read-only',
      `There cannot be a library folder at ${folder}.`,
      'Choose a folder on a disk that can be written to, with --library or in the settings.',
      { folder },
      { cause: error },
    );
  }
}
