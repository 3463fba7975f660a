import { readOr } from '../errors';
import type { EmbeddingCache } from './computed-results';
import type { ContentStore } from './contents';
import { type SqlDatabase, text } from './database';
import { type NewContent, searchableText, wordsOfRow } from './records';

export interface ExpectedRow {
  readonly contentId: string;
  readonly searchable: string;
}

export type StoredFile = Pick<NewContent, 'contentId' | 'storedPath' | 'bytes' | 'checksum' | 'format'>;

const storedFiles = `SELECT content_id AS contentId, stored_path AS storedPath, bytes, checksum, format
  FROM contents WHERE stored_path <> ''`;

export class CatalogueFacts {
  constructor(private readonly database: SqlDatabase) {}

  /** SQLite's findings about the file, in its words; empty for a whole one. */
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
    return this.database.column(check).filter((line) => line !== 'ok');
  }

  private tables(): string[] {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    return this.database.column(sql);
  }

  /** Copies the catalogue into a new file while others use it. Errors: `disk-full`, `library-read-only`. */
  copyInto(file: string): void {
    this.database.run('VACUUM INTO ?', file);
  }

  /** Whether a content's chunks are all there, none of them blank, and each what the document says at its place. */
  isMalformed(contentId: string): boolean {
    const sql =
      'SELECT c.chunks, t.text FROM contents c LEFT JOIN texts t ON t.content_id = c.content_id WHERE c.content_id = ?';
    const content = this.database.get(sql, contentId);
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
    const sql = `SELECT k.chunk_id, k.content_id, k.text, k.headings, k.lead, c.index_title FROM chunks k
       JOIN contents c ON c.content_id = k.content_id WHERE k.chunk_id IN (SELECT value FROM json_each(?))`;
    const rows = this.database.all(sql, chunkIds);
    return new Map(
      rows.map((row) => [
        text(row.chunk_id),
        { contentId: text(row.content_id), searchable: searchableText(text(row.index_title), wordsOfRow(row)) },
      ]),
    );
  }

  /** Contents with chunks that were cut by another profile than this one, by its id. */
  notCutBy(profile: string): string[] {
    const sql = 'SELECT content_id FROM contents WHERE chunks > 0 AND profile <> ? ORDER BY content_id';
    return this.database.column(sql, profile);
  }

  countChunks(): number {
    return this.database.number('SELECT count(*) FROM chunks');
  }

  /** Chunks spread evenly over the catalogue, at most this many; the same ones every time. */
  sampleOfChunks(most: number): string[] {
    const count = this.countChunks();
    const sql = `SELECT chunk_id FROM (SELECT chunk_id, row_number() OVER (ORDER BY chunk_id) AS n FROM chunks)
         WHERE (n - 1) % ? = 0 LIMIT ?`;
    return this.database.column(sql, Math.max(1, Math.ceil(count / most)), most);
  }

  storedFiles(most = Number.POSITIVE_INFINITY): StoredFile[] {
    const files = this.database.all<StoredFile>(`${storedFiles} ORDER BY content_id`);
    const step = Math.max(1, Math.ceil(files.length / most));
    return files.filter((_file, position) => position % step === 0);
  }

  storedFile(contentId: string): StoredFile | null {
    return this.database.get<StoredFile>(`${storedFiles} AND content_id = ?`, contentId) ?? null;
  }

  /** The sources of a content's documents, in order; in a team place each after the desk that added it. */
  pathsOf(contentId: string): string[] {
    return this.database.column('SELECT path FROM documents WHERE content_id = ? ORDER BY path', contentId);
  }
}

interface Parts {
  readonly facts: CatalogueFacts;
  readonly contents: ContentStore;
  readonly embeddings: EmbeddingCache;
}

/** Reads a catalogue with damaged pages as far as it can, row by row. Nothing here throws `library-damaged`. */
export class DamageTolerantCatalogue {
  readonly #tables = new Set<string>();
  readonly #contents = new Set<string>();

  constructor(private readonly parts: Parts) {}

  get tables(): readonly string[] {
    return [...this.#tables];
  }

  /** The sources of documents with unreadable parts; content ids if those are unreadable too. */
  documents(): string[] {
    return [...this.#contents].flatMap((contentId) => {
      const paths = this.read('documents', ({ facts }) => facts.pathsOf(contentId), []);
      return paths.length > 0 ? paths : [contentId];
    });
  }

  isMalformed(contentId: string): boolean {
    return this.#ofContent(contentId, () => this.parts.facts.isMalformed(contentId), false);
  }

  /** `areAll` is false where there are more of them. */
  storedFiles(most?: number): { files: StoredFile[]; areAll: boolean } {
    const files = this.read<StoredFile[] | null>('contents', ({ facts }) => facts.storedFiles(most), null);
    if (files) return { files, areAll: most === undefined };
    const ids = this.read('contents', ({ contents }) => contents.ids(), []);
    const found = ids.map((contentId) =>
      this.#ofContent(contentId, () => this.parts.facts.storedFile(contentId), null),
    );
    return { files: found.filter((file) => file !== null).slice(0, most), areAll: false };
  }

  expectedRows(chunkIds: readonly string[]): ReadonlyMap<string, ExpectedRow | null> {
    const { facts } = this.parts;
    const together = this.read('chunks', () => facts.expectedRows(chunkIds), null);
    if (together) return together;
    const rows = new Map<string, ExpectedRow | null>();
    for (const chunkId of chunkIds) {
      const read = () => facts.expectedRows([chunkId]).get(chunkId);
      const row = this.read<ExpectedRow | null | undefined>('chunks', read, null);
      if (row !== undefined) rows.set(chunkId, row);
    }
    return rows;
  }

  #ofContent<T>(contentId: string, work: () => T, otherwise: T): T {
    return readOr(work, () => {
      this.#contents.add(contentId);
      return otherwise;
    });
  }

  read<T>(table: string, work: (parts: Parts) => T, otherwise: T): T {
    return readOr(
      () => work(this.parts),
      () => {
        this.#tables.add(table);
        return otherwise;
      },
    );
  }
}
