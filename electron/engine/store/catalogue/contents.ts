import type { HeadingSpan, PageSpan } from '@shared/contract';
import { unpackBlocks } from '@shared/prompt/blocks';
import type { Remark } from '@shared/words/sayings';
import { addChunk, addCounts, countTerms, termCounts } from './chunk-tables';
import { type SqlDatabase, text } from './database';
import { markOfText } from './migrations';
import {
  type ChunkWords,
  list,
  type NewContent,
  packFacts,
  type RowScope,
  type StoredContent,
  searchableText,
  unpackFacts,
  type WaitingContent,
  wordsOfRow,
} from './records';

/** Rows without an owner after a commit: to be removed from the index, the disk and the cache. */
export interface Orphans {
  readonly contentIds: readonly string[];
  readonly storedPaths: readonly string[];
  readonly checksums: readonly string[];
  readonly texts: readonly string[];
}

type Lists = 'pages' | 'headings' | 'blocks' | 'warnings';
type PlainColumns =
  | 'contentId'
  | 'checksum'
  | 'format'
  | 'mime'
  | 'bytes'
  | 'storedPath'
  | 'indexTitle'
  | 'profile'
  | 'text';

export class ContentStore {
  private readonly orphans: OrphanTracker;

  constructor(private readonly database: SqlDatabase) {
    this.orphans = new OrphanTracker(database);
  }

  has(contentId: string, profile: string): boolean {
    return this.database.has('SELECT 1 FROM contents WHERE content_id = ? AND profile = ?', contentId, profile);
  }

  isThere(contentId: string): boolean {
    return this.database.has('SELECT 1 FROM contents WHERE content_id = ?', contentId);
  }

  storedPath(contentId: string): string {
    const [storedPath = ''] = this.database.column('SELECT stored_path FROM contents WHERE content_id = ?', contentId);
    return storedPath;
  }

  add(contents: readonly NewContent[], createdAt: string): void {
    for (const content of contents) this.addContent(content, createdAt);
    // Once for all of them: they share most of their terms.
    const counts = new Map<string, number>();
    for (const { terms, chunks } of contents) addCounts(counts, terms ?? termCounts(chunks));
    countTerms(this.database, 'terms', counts, 1);
  }

  private addContent(content: NewContent, createdAt: string): void {
    const { contentId, storedPath, indexTitle, text, chunks, unembedded = 0 } = content;
    const { checksum, format, mime, bytes, pages, headings, blocks, warnings, profile } = content;
    this.database.insert('contents', {
      ...{ checksum, format, mime, bytes, pages, headings, blocks, warnings, profile, unembedded },
      ...{ content_id: contentId, stored_path: storedPath, index_title: indexTitle, created_at: createdAt },
      facts: packFacts(content),
      chunks: chunks.length,
    });
    this.database.insert('texts', { content_id: contentId, text });
    for (const chunk of chunks) addChunk(this.database, 'chunks', contentId, chunk);
  }

  /** Removes contents that no document points to any more; returns what else must go with them. Part of a transaction. */
  removeOrphans(): Orphans {
    const orphans = this.orphans.take();
    const contentIds = orphans.map(({ contentId }) => contentId);
    return {
      contentIds,
      storedPaths: orphans.map(({ storedPath }) => storedPath),
      checksums: orphans.map(({ checksum }) => checksum),
      texts: this.unused(this.remove(contentIds)),
    };
  }

  /** Searchable texts without a chunk: a new version of a file keeps most chunks of the old one. */
  private unused(removed: readonly { text: string; searchable: string }[]): string[] {
    if (removed.length === 0) return [];
    const texts = removed.map((chunk) => chunk.text);
    const sql = `SELECT k.text, k.headings, k.lead, c.index_title FROM chunks k CROSS JOIN contents c ON c.content_id = k.content_id
           WHERE ${markOfText('k.text')} IN (SELECT ${markOfText('value')} FROM json_each(?))
             AND k.text IN (SELECT value FROM json_each(?))`;
    const inUse = new Set(
      this.database.all(sql, texts, texts).map((row) => searchableText(text(row.index_title), wordsOfRow(row))),
    );
    return removed.map((chunk) => chunk.searchable).filter((searchable) => !inUse.has(searchable));
  }

  remove(contentIds: readonly string[]): { text: string; searchable: string }[] {
    const chunks = contentIds.flatMap((contentId) => this.chunkTexts(contentId));
    countTerms(this.database, 'terms', termCounts(chunks), -1);
    for (const contentId of contentIds) {
      this.database.run('DELETE FROM chunks WHERE content_id = ?', contentId);
      this.database.run('DELETE FROM texts WHERE content_id = ?', contentId);
      this.database.run('DELETE FROM contents WHERE content_id = ?', contentId);
    }
    return chunks.map((chunk) => ({ text: chunk.text, searchable: searchableText(chunk.title, chunk) }));
  }

  replace(content: NewContent): void {
    this.remove([content.contentId]);
    this.add([content], new Date().toISOString());
  }

  documentFrequencies(terms: readonly string[]): Map<string, number> {
    return new Map(
      this.database
        .all('SELECT term, chunks FROM terms WHERE term IN (SELECT value FROM json_each(?))', terms)
        .map((row) => [text(row.term), Number(row.chunks)]),
    );
  }

  /** The most frequent terms that begin so; where none does, the longest of four letters or more that it begins with. */
  termsBeginning(beginning: string, limit: number): string[] {
    const sql = 'SELECT term FROM terms WHERE term >= ? AND term < ? ORDER BY chunks DESC, term LIMIT ?';
    const found = this.database.column(sql, beginning, `${beginning}\u{10ffff}`, limit);
    if (found.length > 0) return found;
    const stems = [...beginning].map((_letter, at) => beginning.slice(0, at)).filter((stem) => stem.length > 3);
    return this.database.column(
      'SELECT term FROM terms WHERE term IN (SELECT value FROM json_each(?)) ORDER BY length(term) DESC LIMIT 1',
      stems,
    );
  }

  headingTexts(): string[] {
    const sql = `SELECT index_title AS id FROM contents UNION SELECT json_extract(h.value, '$.text') FROM contents c, json_each(c.headings) h`;
    return this.database.column(sql);
  }

  termsLike(term: string, least: number, most: number): { term: string; chunks: number }[] {
    const first = [...term][0] ?? '';
    const sql = `SELECT term, chunks FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? ORDER BY term`;
    return this.database.all(sql, first, `${first}\u{10ffff}`, least, most);
  }

  get isEmpty(): boolean {
    return !this.database.has('SELECT 1 FROM contents LIMIT 1');
  }

  ids(): string[] {
    return this.database.column('SELECT content_id FROM contents ORDER BY content_id');
  }

  /** Returns contents whose vectors are to be made, in the order in which they were added. */
  unembedded(limit = -1): WaitingContent[] {
    const sql = `SELECT content_id AS contentId, profile, unembedded, chunks FROM contents
      WHERE unembedded > 0 ORDER BY unembedded, rowid LIMIT ?`;
    return this.database.all<WaitingContent>(sql, limit);
  }

  /** Contents that have their vectors are to get them again. One that was cut by estimates is still cut again. */
  waitForVectors(contentIds: readonly string[]): void {
    this.mark(contentIds, 'max(unembedded, 2 - unembedded)');
  }

  hasVectors(contentIds: readonly string[]): void {
    this.mark(contentIds, '0');
  }

  private mark(contentIds: readonly string[], unembedded: string): void {
    if (contentIds.length === 0) return;
    const sql = `UPDATE contents SET unembedded = ${unembedded} WHERE content_id IN (SELECT value FROM json_each(?))`;
    this.database.run(sql, contentIds);
  }

  /** Returns how many passages of a scope (null for all) have no vectors yet, and of how many; 0 of 0 where none waits. */
  withoutVectors(scope: RowScope | null = null): { readonly passages: number; readonly of: number } {
    const count = (where: string): number => {
      if (!scope) return this.database.number(`SELECT coalesce(sum(chunks), 0) FROM contents WHERE ${where}`);
      const among = `${scope.column} IN (SELECT value FROM json_each(?))`;
      const sql =
        scope.column === 'content_id'
          ? `SELECT coalesce(sum(chunks), 0) FROM contents WHERE ${where} AND ${among}`
          : `SELECT count(*) FROM chunks WHERE ${among} AND content_id IN (SELECT content_id FROM contents WHERE ${where})`;
      return this.database.number(sql, scope.values);
    };
    if (!this.database.has('SELECT 1 FROM contents WHERE unembedded > 0')) return { passages: 0, of: 0 };
    return { passages: count('unembedded > 0'), of: count('true') };
  }

  /** A content as it was stored, without its chunks: what a change of profile needs instead of parsing again. */
  get(contentId: string): StoredContent | null {
    const sql = `SELECT c.content_id AS contentId, c.checksum, c.format, c.mime, c.bytes, c.stored_path AS storedPath, c.facts,
         c.index_title AS indexTitle, c.pages, c.headings, c.blocks, c.warnings, c.profile, t.text
       FROM contents c JOIN texts t ON t.content_id = c.content_id WHERE c.content_id = ?`;
    const row = this.database.get<Pick<StoredContent, PlainColumns> & Readonly<Record<Lists | 'facts', string>>>(
      sql,
      contentId,
    );
    if (!row) return null;
    const { facts, ...plain } = row;
    return {
      ...unpackFacts(facts),
      ...plain,
      pages: list<PageSpan>(row.pages),
      headings: list<HeadingSpan>(row.headings),
      blocks: unpackBlocks(row.blocks),
      warnings: list<Remark>(row.warnings),
    };
  }

  chunkTexts(contentId: string): (ChunkWords & { readonly chunkId: string; readonly title: string })[] {
    const [title = ''] = this.database.column('SELECT index_title FROM contents WHERE content_id = ?', contentId);
    return this.database
      .all('SELECT chunk_id, text, headings, lead FROM chunks WHERE content_id = ? ORDER BY position', contentId)
      .map((row) => ({ chunkId: text(row.chunk_id), ...wordsOfRow(row), title }));
  }

  chunkIds(): Set<string> {
    return new Set(this.database.column('SELECT chunk_id FROM chunks'));
  }
}

type OrphanContent = Pick<NewContent, 'contentId' | 'storedPath' | 'checksum'>;

/** Finds contents without a document. Triggers record the candidates, so no statement can forget one. */
export class OrphanTracker {
  constructor(private readonly database: SqlDatabase) {
    database.execute(`
      CREATE TEMP TABLE orphans (content_id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TEMP TRIGGER orphans_by_delete AFTER DELETE ON main.documents WHEN old.content_id IS NOT NULL
        BEGIN INSERT OR IGNORE INTO orphans VALUES (old.content_id); END;
      CREATE TEMP TRIGGER orphans_by_update AFTER UPDATE OF content_id ON main.documents
        WHEN old.content_id IS NOT NULL AND old.content_id IS NOT new.content_id
        BEGIN INSERT OR IGNORE INTO orphans VALUES (old.content_id); END;
      CREATE TEMP TRIGGER orphans_by_insert AFTER INSERT ON main.contents
        BEGIN INSERT OR IGNORE INTO orphans VALUES (new.content_id); END;
    `);
  }

  take(): OrphanContent[] {
    const sql = `SELECT c.content_id AS contentId, c.stored_path AS storedPath, c.checksum
       FROM orphans l CROSS JOIN contents c ON c.content_id = l.content_id
       WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.content_id = l.content_id)`;
    const found = this.database.all<OrphanContent>(sql);
    this.database.run('DELETE FROM temp.orphans');
    return found;
  }
}
