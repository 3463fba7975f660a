import { setImmediate as breath } from 'node:timers/promises';
import { addChunk, addCounts, countTerms, termCounts } from './chunk-rows';
import type { ContentStore } from './contents';
import type { SqlDatabase } from './database';
import { weighHeadings } from './heading-words';
import type { NewContent } from './records';

const tables = ['chunks', 'terms', 'heading_words'] as const;
/** Work on the catalogue between two breaths of the thread: some ten milliseconds each. */
const chunksAtOnce = 256;
const termsAtOnce = 4096;
const indexNames = ['chunks_by_content', 'chunks_by_content_too'];

/**
 * Chunks of all contents as another chunk profile makes them, written down beside those that answer, a few at a time, so
 * that requests are answered meanwhile. They take over by having their tables renamed, which costs the same for ten
 * chunks and for a million. What a process leaves of them that ends before that, the next start removes.
 */
export class NextChunks {
  private begun: { readonly profile: string; readonly cut: string[]; readonly counts: Map<string, number> } | null =
    null;

  constructor(
    private readonly database: SqlDatabase,
    private readonly contents: ContentStore,
  ) {}

  /** Empty tables of the same columns as those that answer. Part of a change. Errors: `disk-full`, `library-read-only`. */
  begin(profile: string): void {
    this.clear();
    this.database.transaction(() => {
      for (const table of tables) {
        const columns = /\((.*)$/s.exec(this.sqlOf('table', table) ?? '')?.[0] ?? '';
        this.database.execute(`CREATE TABLE next_${table} ${columns}`);
      }
      const index = indexNames.find((name) => this.sqlOf('index', name) === null) ?? '';
      this.database.execute(`CREATE INDEX ${index} ON next_chunks (content_id, position)`);
      this.contents.byText.make('next_chunks');
    });
    this.begun = { profile, cut: [], counts: new Map() };
  }

  /** A content that was cut by the profile. Errors: `disk-full`, `library-read-only`. */
  async add({ contentId, chunks, terms }: NewContent): Promise<void> {
    this.begun?.cut.push(contentId);
    for (let start = 0; start < chunks.length; start += chunksAtOnce) {
      this.database.transaction(() => {
        for (const chunk of chunks.slice(start, start + chunksAtOnce)) {
          addChunk(this.database, 'next_chunks', contentId, chunk);
        }
      });
      await breath();
    }
    weighHeadings(this.database, 'next_', [contentId], 1);
    this.count(terms ?? termCounts(chunks));
  }

  /** A content whose chunks stay as they are; nothing where none are being changed. Errors: as `add`. */
  keep(contentId: string): void {
    if (!this.begun) return;
    this.database.run('INSERT INTO next_chunks SELECT * FROM chunks WHERE content_id = ?', contentId);
    weighHeadings(this.database, 'next_', [contentId], 1);
    this.count(termCounts(this.contents.chunkTexts(contentId)));
  }

  private count(counts: ReadonlyMap<string, number>): void {
    if (!this.begun) return;
    addCounts(this.begun.counts, counts);
    if (this.begun.counts.size >= termsAtOnce) this.write(this.begun.counts);
  }

  private write(counts: Map<string, number>): void {
    countTerms(this.database, 'next_terms', counts, 1);
    counts.clear();
  }

  /** They answer from now on, where there are any. Part of a transaction. */
  takeOver(): void {
    if (!this.begun) return;
    const { profile, cut, counts } = this.begun;
    this.write(counts);
    for (const table of tables) {
      this.database.execute(`ALTER TABLE ${table} RENAME TO old_${table}`);
      this.database.execute(`ALTER TABLE next_${table} RENAME TO ${table}`);
    }
    this.database.run(
      `UPDATE contents SET profile = ?, unembedded = 0,
         chunks = (SELECT count(*) FROM chunks k WHERE k.content_id = contents.content_id)
       WHERE content_id IN (SELECT value FROM json_each(?))`,
      profile,
      JSON.stringify(cut),
    );
  }

  /** Removes chunks that were to take over and never did, and those that answered before. Part of a change. */
  clear(): void {
    this.begun = null;
    for (const table of tables) {
      for (const name of [`next_${table}`, `old_${table}`]) {
        if (this.sqlOf('table', name) !== null) this.database.execute(`DROP TABLE ${name}`);
      }
    }
  }

  private sqlOf(type: 'table' | 'index', name: string): string | null {
    const sql = this.database.get('SELECT sql FROM sqlite_master WHERE type = ? AND name = ?', type, name)?.sql;
    return typeof sql === 'string' ? sql : null;
  }
}
