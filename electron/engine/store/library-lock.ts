import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { storeError } from './store-errors';

/**
 * One writer a library. The lock is an exclusive transaction on a file of its own, so the operating system lets
 * go of it when the process ends in whatever way: there is no stale lock to clean up after kill -9.
 */
export class LibraryLock {
  private constructor(private readonly connection: Database.Database) {}

  /** Null when another process holds it. Errors: `library-read-only`, `disk-full`. */
  static take(libraryFolder: string): LibraryLock | null {
    let connection: Database.Database | null = null;
    try {
      mkdirSync(libraryFolder, { recursive: true });
      connection = new Database(join(libraryFolder, 'library.lock'));
      connection.exec('PRAGMA busy_timeout = 0');
      connection.exec('BEGIN EXCLUSIVE');
      return new LibraryLock(connection);
    } catch (error) {
      connection?.close();
      if (/SQLITE_BUSY|database is locked/i.test(`${(error as { code?: string }).code} ${String(error)}`)) return null;
      throw storeError(error, libraryFolder);
    }
  }

  release(): void {
    this.connection.exec('ROLLBACK');
    this.connection.close();
  }
}
