import { createHash } from 'node:crypto';
import { type SqlDatabase, text } from './database';

export interface KeptVector {
  readonly text: string;
  readonly vector: Float32Array;
}

const mostSquared = 1.01;

/** Whether a vector can be compared by: nothing but numbers, not only zeros, and no longer than models give them. */
export function isUsable(vector: Float32Array): boolean {
  let squared = 0;
  for (const value of vector) squared += value * value;
  return squared > 0 && squared <= mostSquared;
}

/** Vectors by sha256(model id, NUL, text): the same text is never embedded twice with the same model (I9). */
export class EmbeddingCache {
  /** @param own of a team place's: what this desk embeds until it is shared together with the chunks that it is of */
  constructor(
    private readonly database: SqlDatabase,
    private readonly own: EmbeddingCache | null = null,
  ) {}

  static key(model: string, text: string): Buffer {
    return createHash('sha256').update(model).update('\0').update(text).digest();
  }

  /** A vector of another length than `dimension`, or one that cannot be compared by, is as good as none (I17). */
  get(model: string, text: string, dimension?: number): Float32Array | null {
    return this.kept(model, text, dimension) ?? this.own?.kept(model, text, dimension) ?? null;
  }

  private kept(model: string, text: string, dimension?: number): Float32Array | null {
    const row = this.database.get('SELECT vector FROM embeddings WHERE key = ?', EmbeddingCache.key(model, text));
    if (!row || !(row.vector instanceof Uint8Array) || row.vector.byteLength % 4 !== 0) return null;
    if (dimension !== undefined && row.vector.byteLength !== dimension * 4) return null;
    // A copy: the row's bytes need not be aligned to four.
    const vector = new Float32Array(Uint8Array.from(row.vector).buffer);
    return isUsable(vector) ? vector : null;
  }

  put(model: string, entries: readonly KeptVector[]): void {
    if (this.own) {
      this.own.put(model, entries);
      return;
    }
    this.database.transaction(() => {
      for (const entry of entries) this.write(model, entry);
    });
  }

  /** Vectors of these texts that only this desk has go to all. Part of a transaction; nothing in a folder. */
  share(model: string, texts: readonly string[]): void {
    if (!this.own) return;
    for (const text of new Set(texts)) {
      const vector = this.kept(model, text) ? null : this.own.kept(model, text);
      if (vector) this.write(model, { text, vector });
    }
  }

  forgetOwn(texts: readonly string[]): void {
    this.own?.forget(texts);
  }

  private write(model: string, { text, vector }: KeptVector): void {
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const sql = 'INSERT OR REPLACE INTO embeddings (key, model, vector) VALUES (?, ?, ?)';
    this.database.run(sql, EmbeddingCache.key(model, text), model, bytes);
  }

  /** Drops the vectors of texts that no chunk holds any more, of every model; returns how many. */
  forget(texts: readonly string[]): number {
    this.forgetOwn(texts);
    let dropped = 0;
    this.database.transaction(() => {
      for (const model of texts.length > 0 ? this.models() : []) {
        for (const text of texts) {
          dropped += this.database.run('DELETE FROM embeddings WHERE key = ?', EmbeddingCache.key(model, text));
        }
      }
    });
    return dropped;
  }

  /** Models with vectors here, by one look into the index for each: the table itself may be large. */
  private models(): string[] {
    const sql = `WITH RECURSIVE found (model) AS (
           SELECT min(model) FROM embeddings
           UNION ALL
           SELECT (SELECT min(e.model) FROM embeddings e WHERE e.model > found.model) FROM found WHERE found.model IS NOT NULL
         ) SELECT model FROM found WHERE model IS NOT NULL`;
    return this.database.column(sql);
  }
}

export interface KeptPage {
  readonly page: number;
}

/** Recognised text by checksum and method: a scan is read once, and a stopped job continues at its next page. */
export class RecognitionStore {
  constructor(private readonly database: SqlDatabase) {}

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
    const sql = 'DELETE FROM recognised_pages WHERE checksum = ? AND method = ? AND page = ?';
    this.database.run(sql, checksum, method, page.page);
    this.database.insert('recognised_pages', { checksum, method, page: page.page, data: page });
  }

  forgetStrays(): void {
    this.database.run('DELETE FROM recognised_pages WHERE checksum NOT IN (SELECT checksum FROM contents)');
  }

  forget(checksums: readonly string[]): void {
    if (checksums.length === 0) return;
    const sql = `DELETE FROM recognised_pages WHERE checksum IN (SELECT value FROM json_each(?))
         AND checksum NOT IN (SELECT checksum FROM contents)`;
    this.database.run(sql, checksums);
  }
}
