import type { SqlDatabase } from './database';
import { indexOfTexts } from './migrations';

const names = ['chunks_by_text', 'chunks_by_text_too'] as const;

/**
 * The index that tells whether a text is still some chunk's: without it, whoever removes one looks through all others.
 * New catalogues and the tables of a rebuild have it from the beginning. No step of the schema makes it: that would shut
 * out who has a damaged chunk, and a Vitrine that knows nothing of it, which keeps it right all the same.
 */
export class ChunksByText {
  constructor(private readonly database: SqlDatabase) {}

  /** Whether the chunks that answer are without it: those of a library of before. Told by the schema alone. */
  get isDue(): boolean {
    return !this.indexes().some(({ table }) => table === 'chunks');
  }

  /** Reads every chunk where those that answer are without it. Errors: `library-damaged`, `disk-full`. */
  mend(): void {
    if (this.isDue) this.make('chunks');
  }

  /** Errors: as `mend`. */
  make(table: 'chunks' | 'next_chunks'): void {
    const taken = new Set(this.indexes().map(({ name }) => name));
    this.database.execute(indexOfTexts(names.find((name) => !taken.has(name)) ?? '', table));
  }

  private indexes(): { name: unknown; table: unknown }[] {
    return this.database
      .all(
        "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND name IN (SELECT value FROM json_each(?))",
        JSON.stringify(names),
      )
      .map((row) => ({ name: row.name, table: row.tbl_name }));
  }
}
