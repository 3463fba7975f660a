import { type SqlDatabase, text } from './database';

/** What text was recognised on a page of a file, as the engine keeps it: plain data that this room does not look into. */
export interface KeptPage {
  readonly page: number;
}

/**
 * Pages that text was recognised on, by the file's checksum and how it was done, so that a scan is read once: a job
 * that was stopped goes on at the next page, and the words' places on a page are known as long as its document is.
 */
export class RecognitionStore {
  constructor(private readonly database: SqlDatabase) {}

  /** Pages of a file in order; `method` names engine, languages and resolution. */
  get<T extends KeptPage>(checksum: string, method: string): T[] {
    return this.database
      .all('SELECT data FROM recognised_pages WHERE checksum = ? AND method = ? ORDER BY page', checksum, method)
      .map((row) => JSON.parse(text(row.data)) as T);
  }

  /** Pages in order, however they were done; of a page that was done twice the later. */
  latest<T extends KeptPage>(checksum: string): T[] {
    const pages = new Map<number, T>();
    for (const row of this.database.all(
      'SELECT page, data FROM recognised_pages WHERE checksum = ? ORDER BY rowid',
      checksum,
    )) {
      pages.set(Number(row.page), JSON.parse(text(row.data)) as T);
    }
    return [...pages.values()].sort((a, b) => a.page - b.page);
  }

  put<T extends KeptPage>(checksum: string, method: string, page: T): void {
    this.database.run(
      'DELETE FROM recognised_pages WHERE checksum = ? AND method = ? AND page = ?',
      checksum,
      method,
      page.page,
    );
    this.database.insert('recognised_pages', { checksum, method, page: page.page, data: page });
  }

  /** Drops the pages of files that never became documents. */
  forgetStrays(): void {
    this.database.run('DELETE FROM recognised_pages WHERE checksum NOT IN (SELECT checksum FROM contents)');
  }

  /** Drops the pages of files whose contents are no longer in the library. Part of the caller's transaction. */
  forget(checksums: readonly string[]): void {
    if (checksums.length === 0) return;
    this.database.run(
      `DELETE FROM recognised_pages WHERE checksum IN (SELECT value FROM json_each(?))
         AND checksum NOT IN (SELECT checksum FROM contents)`,
      checksums,
    );
  }
}
