import type { SqlDatabase, SqlRow } from './database';
import { list, text } from './document-rows';
import { readOr } from './read-or';
import { searchableText } from './records';

/** What the index must hold of a chunk. */
export interface ExpectedRow {
  readonly contentId: string;
  readonly searchable: string;
}

export interface StoredFile {
  readonly contentId: string;
  readonly storedPath: string;
  readonly bytes: number;
  readonly checksum: string;
  readonly format: string;
}

const fileColumns = 'content_id, stored_path, bytes, checksum, format';

const fileOf = (row: SqlRow): StoredFile => ({
  contentId: text(row.content_id),
  storedPath: text(row.stored_path),
  bytes: Number(row.bytes),
  checksum: text(row.checksum),
  format: text(row.format),
});

/** What the catalogue says index and stored files must be, and whether it holds together itself. */
export class CatalogueFacts {
  constructor(private readonly database: SqlDatabase) {}

  /** Rows that were written since the library was opened here: grows with every change. */
  get changes(): number {
    return Number(this.database.get('SELECT total_changes() AS changes')?.changes);
  }

  /** What SQLite finds wrong with the file, in its words; empty where it is whole. */
  damage(): string[] {
    // A table whose first page is damaged ends the look at all of them: then one by one, to name those that do.
    return readOr(
      () => this.foundBy('PRAGMA quick_check(20)'),
      (error) => {
        const found = this.tables().flatMap((table) =>
          readOr(
            () => this.foundBy(`PRAGMA quick_check('${table}')`),
            () => [`Table ${table} cannot be read.`],
          ),
        );
        return found.length > 0 ? found : [error instanceof Error ? error.message : String(error)];
      },
    );
  }

  private foundBy(check: string): string[] {
    return this.database
      .all(check)
      .map((row) => String(Object.values(row)[0]))
      .filter((line) => line !== 'ok');
  }

  private tables(): string[] {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    return this.database.all(sql).map((row) => text(row.name));
  }

  /**
   * A whole copy of the catalogue as it is at this moment, by SQLite's own means, while others read and write. There
   * must be no file of this name yet. Errors: `disk-full`, `library-read-only`.
   */
  copyInto(file: string): void {
    this.database.run('VACUUM INTO ?', file);
  }

  /** Whether a content's chunks are all there, none of them blank, and each what the document says at its place. */
  isMalformed(contentId: string): boolean {
    const content = this.database.get(
      'SELECT c.chunks, t.text FROM contents c LEFT JOIN texts t ON t.content_id = c.content_id WHERE c.content_id = ?',
      contentId,
    );
    const whole = text(content?.text);
    const chunks = this.database.all(
      'SELECT text, start_char, end_char FROM chunks WHERE content_id = ? ORDER BY position',
      contentId,
    );
    if (chunks.length !== Number(content?.chunks)) return true;
    return chunks.some((chunk) => {
      const said = text(chunk.text);
      return said.trim() === '' || whole.slice(Number(chunk.start_char), Number(chunk.end_char)) !== said;
    });
  }

  /** Rows that the index must have for these chunks, by chunk id; none for a chunk that the catalogue does not know. */
  expectedRows(chunkIds: readonly string[]): Map<string, ExpectedRow> {
    const rows = this.database.all(
      `SELECT k.chunk_id, k.content_id, k.text, k.headings, c.index_title FROM chunks k
       JOIN contents c ON c.content_id = k.content_id WHERE k.chunk_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(chunkIds),
    );
    return new Map(
      rows.map((row) => [
        text(row.chunk_id),
        {
          contentId: text(row.content_id),
          searchable: searchableText(text(row.index_title), list<string>(row.headings), text(row.text)),
        },
      ]),
    );
  }

  /** Counted one by one, where what contents say of themselves is not to be believed. */
  countChunks(): number {
    return Number(this.database.get('SELECT count(*) AS n FROM chunks')?.n ?? 0);
  }

  /** Chunks spread evenly over the catalogue, at most this many; the same ones every time. */
  sampleOfChunks(most: number): string[] {
    const count = this.countChunks();
    return this.database
      .all(
        `SELECT chunk_id FROM (SELECT chunk_id, row_number() OVER (ORDER BY chunk_id) AS n FROM chunks)
         WHERE (n - 1) % ? = 0 LIMIT ?`,
        Math.max(1, Math.ceil(count / most)),
        most,
      )
      .map((row) => text(row.chunk_id));
  }

  /** Stored files by content, at most this many, spread evenly. */
  storedFiles(most = Number.POSITIVE_INFINITY): StoredFile[] {
    const rows = this.database.all(`SELECT ${fileColumns} FROM contents WHERE stored_path <> '' ORDER BY content_id`);
    const step = Math.max(1, Math.ceil(rows.length / most));
    return rows.filter((_row, position) => position % step === 0).map(fileOf);
  }

  /** Null for a content without one. */
  storedFile(contentId: string): StoredFile | null {
    const row = this.database.get(
      `SELECT ${fileColumns} FROM contents WHERE content_id = ? AND stored_path <> ''`,
      contentId,
    );
    return row ? fileOf(row) : null;
  }

  /** Where the documents of a content came from, in order. */
  pathsOf(contentId: string): string[] {
    return this.database
      .all('SELECT path FROM documents WHERE content_id = ? ORDER BY path', contentId)
      .map((row) => text(row.path));
  }
}
