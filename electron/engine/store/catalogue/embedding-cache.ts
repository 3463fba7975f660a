import { createHash } from 'node:crypto';
import type { SqlDatabase } from './database';

/** What is kept of a text. */
export interface KeptVector {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Vectors by sha256(model id, NUL, text): the same text is never embedded twice with the same model (I9). */
export class EmbeddingCache {
  constructor(private readonly database: SqlDatabase) {}

  static key(model: string, text: string): Buffer {
    return createHash('sha256').update(model).update('\0').update(text).digest();
  }

  /** A vector of another length than `dimension` is damaged, and as good as none (I17). */
  get(model: string, text: string, dimension?: number): Float32Array | null {
    const row = this.database.get('SELECT vector FROM embeddings WHERE key = ?', EmbeddingCache.key(model, text));
    if (!row || !(row.vector instanceof Uint8Array) || row.vector.byteLength % 4 !== 0) return null;
    if (dimension !== undefined && row.vector.byteLength !== dimension * 4) return null;
    // A copy: the row's bytes need not be aligned to four.
    return new Float32Array(Uint8Array.from(row.vector).buffer);
  }

  put(model: string, entries: readonly KeptVector[]): void {
    this.database.transaction(() => {
      for (const { text, vector } of entries) {
        const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
        this.database.run(
          'INSERT OR REPLACE INTO embeddings (key, model, vector) VALUES (?, ?, ?)',
          EmbeddingCache.key(model, text),
          model,
          bytes,
        );
      }
    });
  }

  /** Drops the vectors of texts that no chunk holds any more, of every model; returns how many. */
  forget(texts: readonly string[]): number {
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
    return this.database.column(
      `WITH RECURSIVE found (model) AS (
           SELECT min(model) FROM embeddings
           UNION ALL
           SELECT (SELECT min(e.model) FROM embeddings e WHERE e.model > found.model) FROM found WHERE found.model IS NOT NULL
         ) SELECT model FROM found WHERE model IS NOT NULL`,
    );
  }
}
