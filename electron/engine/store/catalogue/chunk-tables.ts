import { setImmediate as breath } from 'node:timers/promises';
import { termSet } from '../../text/terms';
import { type SqlDatabase, text } from './database';
import { type ChunkWords, chunkColumns, type NewChunk, type NewContent } from './records';

type ChunkTable = 'chunks' | 'shadow_chunks';
type TermTable = 'terms' | 'shadow_terms';

export function addChunk(database: SqlDatabase, table: ChunkTable, contentId: string, chunk: NewChunk): void {
  const { pages, headings, lead, blocks } = chunk;
  database.insert(table, { ...chunkColumns(chunk), content_id: contentId, pages, headings, lead, blocks });
}

export function termCounts(chunks: readonly ChunkWords[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { headings, lead, text: own } of chunks) {
    for (const term of termSet(`${headings.join(' ')} ${lead} ${own}`)) addCount(counts, term, 1);
  }
  return counts;
}

export function addCounts(to: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [term, count] of counts) addCount(to, term, count);
}

const addCount = (to: Map<string, number>, term: string, count: number): void => {
  to.set(term, (to.get(term) ?? 0) + count);
};

export function countTerms(
  database: SqlDatabase,
  table: TermTable,
  counts: ReadonlyMap<string, number>,
  sign: 1 | -1,
): void {
  if (counts.size === 0) return;
  const json = Object.fromEntries(counts);
  const sql = `INSERT INTO ${table} (term, chunks) SELECT key, value * ? FROM json_each(?) WHERE true
     ON CONFLICT (term) DO UPDATE SET chunks = chunks + excluded.chunks`;
  database.run(sql, sign, json);
  if (sign === -1) {
    database.run(`DELETE FROM ${table} WHERE term IN (SELECT key FROM json_each(?)) AND chunks <= 0`, json);
  }
}

const tables = ['chunks', 'terms'] as const;
/** Work on the catalogue between two breaths of the thread: some ten milliseconds each. */
const chunksAtOnce = 256;
const termsAtOnce = 4096;

/** Chunks cut by another profile, written beside the present ones. Renaming the tables at the end takes no time. */
export class ShadowChunks {
  private begun: { readonly profile: string; readonly cut: string[]; readonly counts: Map<string, number> } | null =
    null;

  constructor(
    private readonly database: SqlDatabase,
    private readonly contents: {
      chunkTexts(contentId: string): ChunkWords[];
    },
  ) {}

  /** Empty tables of the same columns as those that answer. Part of a change. Errors: `disk-full`, `library-read-only`. */
  begin(profile: string): void {
    this.clear();
    this.database.transaction(() => {
      for (const table of tables) {
        const columns = /\((.*)$/s.exec(this.sqlOf(table) ?? '')?.[0] ?? '';
        this.database.execute(`CREATE TABLE shadow_${table} ${columns}`);
      }
      this.copyIndexes();
    });
    this.begun = { profile, cut: [], counts: new Map() };
  }

  /** Those of `chunks`, each under another name: a renamed table keeps the names of its indexes. */
  private copyIndexes(): void {
    const made = "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'chunks' AND sql IS NOT NULL";
    for (const { sql } of this.database.all(made)) {
      const other = (name: string): string => (name.endsWith('_too') ? name.slice(0, -'_too'.length) : `${name}_too`);
      const begin = /^CREATE INDEX (\w+) ON "?chunks"?/u;
      this.database.execute(text(sql).replace(begin, (_all, name) => `CREATE INDEX ${other(name)} ON shadow_chunks`));
    }
  }

  /** A content that was cut by the profile. Errors: `disk-full`, `library-read-only`. */
  async add({ contentId, chunks, terms }: NewContent): Promise<void> {
    this.begun?.cut.push(contentId);
    for (let start = 0; start < chunks.length; start += chunksAtOnce) {
      this.database.transaction(() => {
        for (const chunk of chunks.slice(start, start + chunksAtOnce)) {
          addChunk(this.database, 'shadow_chunks', contentId, chunk);
        }
      });
      await breath();
    }
    this.count(terms ?? termCounts(chunks));
  }

  /** A content whose chunks stay as they are; nothing where none are being changed. Errors: as `add`. */
  keep(contentId: string): void {
    if (!this.begun) return;
    this.database.run('INSERT INTO shadow_chunks SELECT * FROM chunks WHERE content_id = ?', contentId);
    this.count(termCounts(this.contents.chunkTexts(contentId)));
  }

  private count(counts: ReadonlyMap<string, number>): void {
    if (!this.begun) return;
    addCounts(this.begun.counts, counts);
    if (this.begun.counts.size >= termsAtOnce) this.write(this.begun.counts);
  }

  private write(counts: Map<string, number>): void {
    countTerms(this.database, 'shadow_terms', counts, 1);
    counts.clear();
  }

  /** They answer from now on, where there are any. Part of a transaction. */
  takeOver(): void {
    if (!this.begun) return;
    const { profile, cut, counts } = this.begun;
    this.write(counts);
    for (const table of tables) {
      this.database.execute(`ALTER TABLE ${table} RENAME TO old_${table}`);
      this.database.execute(`ALTER TABLE shadow_${table} RENAME TO ${table}`);
    }
    const sql = `UPDATE contents SET profile = ?,
         chunks = (SELECT count(*) FROM chunks k WHERE k.content_id = contents.content_id)
       WHERE content_id IN (SELECT value FROM json_each(?))`;
    this.database.run(sql, profile, cut);
  }

  clear(): void {
    this.begun = null;
    for (const table of tables) {
      for (const name of [`shadow_${table}`, `old_${table}`]) {
        if (this.sqlOf(name) !== null) this.database.execute(`DROP TABLE ${name}`);
      }
    }
  }

  private sqlOf(table: string): string | null {
    const sql = this.database.get("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", table)?.sql;
    return typeof sql === 'string' ? sql : null;
  }
}
