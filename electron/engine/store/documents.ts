import type { Chunk } from '@shared/chunk';
import type { DocumentSource, DocumentState, DocumentSummary } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { termSet } from '@shared/terms';
import type { SqlDatabase, SqlRow } from './database';
import {
  type NewChunk,
  type NewContent,
  type NewDocument,
  type PlacedBlock,
  type PlacedHeading,
  type PlacedPage,
  type Scope,
  searchableText,
} from './records';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = <T>(value: unknown): T[] => JSON.parse(text(value) || '[]') as T[];

const documentColumns = `
  d.document_id, d.path, d.title, d.collection, d.bytes, d.state, d.error, d.warnings, d.created_at,
  d.content_id, c.checksum, c.mime, c.format, c.pages, c.chunks, c.language, c.profile`;

/** A document's row together with what only the store and the ingest job need. */
export interface StoredDocument extends DocumentSummary {
  readonly contentId: string | null;
  readonly profile: string | null;
}

/** What a commit left without an owner, to be removed from index and disk after it, and from the cache within it. */
export interface Orphans {
  readonly contentIds: readonly string[];
  readonly storedPaths: readonly string[];
  /** What was embedded for these contents and is no chunk's text any more. */
  readonly texts: readonly string[];
}

/** Documents, what they contain, and their chunks: the part of the catalogue that retrieval reads. */
export class DocumentStore {
  constructor(private readonly database: SqlDatabase) {}

  list(scope: Scope = {}): StoredDocument[] {
    return this.database
      .all(
        `SELECT ${documentColumns} FROM documents d LEFT JOIN contents c ON c.content_id = d.content_id
         WHERE (? IS NULL OR d.collection = ?) ORDER BY d.created_at, d.path`,
        scope.collection ?? null,
        scope.collection ?? null,
      )
      .map(documentOf);
  }

  byPath(path: string): StoredDocument | null {
    const row = this.database.get(
      `SELECT ${documentColumns} FROM documents d LEFT JOIN contents c ON c.content_id = d.content_id WHERE d.path = ?`,
      path,
    );
    return row ? documentOf(row) : null;
  }

  /** Errors: `document-not-found`. */
  byId(documentId: string): StoredDocument {
    const row = this.database.get(
      `SELECT ${documentColumns} FROM documents d LEFT JOIN contents c ON c.content_id = d.content_id
       WHERE d.document_id = ?`,
      documentId,
    );
    if (!row) {
      throw new VitrineError(
        'document-not-found',
        'This document is not in the library.',
        'It may have been deleted.',
        {
          documentId,
        },
      );
    }
    return documentOf(row);
  }

  collections(): string[] {
    return this.database
      .all('SELECT DISTINCT collection FROM documents ORDER BY collection')
      .map((row) => text(row.collection));
  }

  counts(): { documents: number; chunks: number } {
    const documents = this.database.get("SELECT count(*) AS n FROM documents WHERE state = 'ready'")?.n;
    const chunks = this.database.get('SELECT count(*) AS n FROM chunks')?.n;
    return { documents: Number(documents ?? 0), chunks: Number(chunks ?? 0) };
  }

  hasContent(contentId: string, profile: string): boolean {
    return (
      this.database.get('SELECT 1 AS yes FROM contents WHERE content_id = ? AND profile = ?', contentId, profile) !==
      undefined
    );
  }

  storedPath(contentId: string): string {
    return text(this.database.get('SELECT stored_path FROM contents WHERE content_id = ?', contentId)?.stored_path);
  }

  /** Writes content, chunks and term counts. Part of the caller's transaction. */
  addContent(content: NewContent, createdAt: string): void {
    this.database.run(
      `INSERT INTO contents (content_id, checksum, format, mime, bytes, stored_path, title, index_title, language, pages,
         headings, blocks, warnings, profile, chunks, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      content.contentId,
      content.checksum,
      content.format,
      content.mime,
      content.bytes,
      content.storedPath,
      content.title,
      content.indexTitle,
      content.language,
      JSON.stringify(content.pages),
      JSON.stringify(content.headings),
      JSON.stringify(content.blocks),
      JSON.stringify(content.warnings),
      content.profile,
      content.chunks.length,
      createdAt,
    );
    this.database.run('INSERT INTO texts (content_id, text) VALUES (?, ?)', content.contentId, content.text);
    for (const chunk of content.chunks) this.addChunk(content.contentId, chunk);
    this.countTerms(content.chunks, 1);
  }

  private addChunk(contentId: string, chunk: NewChunk): void {
    this.database.run(
      `INSERT INTO chunks (chunk_id, content_id, position, text, start_char, end_char, token_count, pages, headings,
         word_count, has_code, has_equations, language) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      chunk.id,
      contentId,
      chunk.position,
      chunk.text,
      chunk.startChar,
      chunk.endChar,
      chunk.tokenCount,
      JSON.stringify(chunk.pages),
      JSON.stringify(chunk.headings),
      chunk.wordCount,
      chunk.hasCode ? 1 : 0,
      chunk.hasEquations ? 1 : 0,
      chunk.language,
    );
  }

  private countTerms(chunks: readonly { text: string; headings: readonly string[] }[], sign: 1 | -1): void {
    const counts = new Map<string, number>();
    for (const chunk of chunks) {
      for (const term of termSet(`${chunk.headings.join(' ')} ${chunk.text}`))
        counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    this.database.run(
      `INSERT INTO terms (term, chunks) SELECT key, value * ? FROM json_each(?) WHERE true
       ON CONFLICT (term) DO UPDATE SET chunks = chunks + excluded.chunks`,
      sign,
      JSON.stringify(Object.fromEntries(counts)),
    );
    if (sign === -1) this.database.run('DELETE FROM terms WHERE chunks <= 0');
  }

  putDocument(document: NewDocument, createdAt: string): void {
    this.database.run(
      `INSERT INTO documents (document_id, path, title, collection, content_id, bytes, state, error, warnings, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (document_id) DO UPDATE SET path = excluded.path, title = excluded.title, collection = excluded.collection,
         content_id = excluded.content_id, bytes = excluded.bytes,
         state = excluded.state, error = excluded.error, warnings = excluded.warnings`,
      document.documentId,
      document.path,
      document.title,
      document.collection,
      document.contentId,
      document.bytes,
      document.state,
      document.error ? JSON.stringify(document.error) : null,
      JSON.stringify(document.warnings),
      createdAt,
    );
  }

  move(documentId: string, collection: string): void {
    this.database.run('UPDATE documents SET collection = ? WHERE document_id = ?', collection, documentId);
  }

  removeDocuments(documentIds: readonly string[]): string[] {
    const removed: string[] = [];
    for (const id of documentIds) {
      if (this.database.run('DELETE FROM documents WHERE document_id = ?', id) > 0) removed.push(id);
    }
    return removed;
  }

  /** Removes contents that no document points to any more; returns what else must go with them. Part of a transaction. */
  removeOrphanedContents(): Orphans {
    const orphans = this.database.all(
      `SELECT content_id, stored_path FROM contents
       WHERE content_id NOT IN (SELECT content_id FROM documents WHERE content_id IS NOT NULL)`,
    );
    const texts = orphans.flatMap((row) => this.removeContent(text(row.content_id)));
    return {
      contentIds: orphans.map((row) => text(row.content_id)),
      storedPaths: orphans.map((row) => text(row.stored_path)),
      texts: this.unused(texts),
    };
  }

  /** Searchable texts that no chunk stands for: a new version of a file keeps most chunks of the old one. */
  private unused(removed: readonly { text: string; searchable: string }[]): string[] {
    if (removed.length === 0) return [];
    const inUse = new Set(
      this.database
        .all(
          `SELECT k.text, k.headings, c.index_title FROM chunks k JOIN contents c ON c.content_id = k.content_id
           WHERE k.text IN (SELECT value FROM json_each(?))`,
          JSON.stringify(removed.map((chunk) => chunk.text)),
        )
        .map((row) => searchableText(text(row.index_title), list<string>(row.headings), text(row.text))),
    );
    return removed.map((chunk) => chunk.searchable).filter((searchable) => !inUse.has(searchable));
  }

  /** Returns what of the content was embedded. */
  removeContent(contentId: string): { text: string; searchable: string }[] {
    const chunks = this.chunkTexts(contentId);
    this.countTerms(chunks, -1);
    this.database.run('DELETE FROM chunks WHERE content_id = ?', contentId);
    this.database.run('DELETE FROM texts WHERE content_id = ?', contentId);
    this.database.run('DELETE FROM contents WHERE content_id = ?', contentId);
    return chunks.map(({ title, headings, text }) => ({ text, searchable: searchableText(title, headings, text) }));
  }

  /** Content ids inside a scope, or null where the scope is the whole library. */
  contentIdsIn(scope: Scope): string[] | null {
    if (scope.collection === undefined && scope.documentIds === undefined) return null;
    return this.database
      .all(
        `SELECT DISTINCT content_id FROM documents
         WHERE state = 'ready' AND content_id IS NOT NULL AND (? IS NULL OR collection = ?)
           AND (? IS NULL OR document_id IN (SELECT value FROM json_each(?))) ORDER BY content_id`,
        scope.collection ?? null,
        scope.collection ?? null,
        scope.documentIds ? 1 : null,
        JSON.stringify(scope.documentIds ?? []),
      )
      .map((row) => text(row.content_id));
  }

  /**
   * The chunks with these ids that are visible, by id. A chunk that several documents share speaks for the first of
   * them in the scope, by path.
   */
  chunks(chunkIds: readonly string[], scope: Scope = {}): Map<string, Chunk> {
    const rows = this.database.all(
      `SELECT k.*, c.checksum, c.mime FROM chunks k JOIN contents c ON c.content_id = k.content_id
       WHERE k.chunk_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(chunkIds),
    );
    const owners = this.owners(
      rows.map((row) => text(row.content_id)),
      scope,
    );
    const found = new Map<string, Chunk>();
    for (const row of rows) {
      const owner = owners.get(text(row.content_id));
      if (owner) found.set(text(row.chunk_id), chunkOf(row, owner));
    }
    return found;
  }

  /** Errors: `document-not-found` where no visible chunk has this id. */
  chunk(chunkId: string): Chunk {
    const chunk = this.chunks([chunkId]).get(chunkId);
    if (chunk) return chunk;
    throw new VitrineError(
      'document-not-found',
      'This chunk is not in the library.',
      'Its document may have been deleted or replaced.',
      {
        chunkId,
      },
    );
  }

  private owners(contentIds: readonly string[], scope: Scope): Map<string, SqlRow> {
    const owners = new Map<string, SqlRow>();
    const rows = this.database.all(
      `SELECT content_id, document_id, title, path, collection FROM documents
       WHERE state = 'ready' AND content_id IN (SELECT value FROM json_each(?))
         AND (? IS NULL OR collection = ?) AND (? IS NULL OR document_id IN (SELECT value FROM json_each(?)))
       ORDER BY path`,
      JSON.stringify([...new Set(contentIds)]),
      scope.collection ?? null,
      scope.collection ?? null,
      scope.documentIds ? 1 : null,
      JSON.stringify(scope.documentIds ?? []),
    );
    for (const row of rows) if (!owners.has(text(row.content_id))) owners.set(text(row.content_id), row);
    return owners;
  }

  /** Document frequencies of terms, in chunks; a term that never occurs has none. */
  documentFrequencies(terms: readonly string[]): Map<string, number> {
    return new Map(
      this.database
        .all('SELECT term, chunks FROM terms WHERE term IN (SELECT value FROM json_each(?))', JSON.stringify(terms))
        .map((row) => [text(row.term), Number(row.chunks)]),
    );
  }

  /** Most frequent headings and titles, to suggest what the library does know about (R5). */
  topics(limit: number): string[] {
    const topics = new Map<string, number>();
    for (const document of this.list()) if (document.state === 'ready') topics.set(document.title, 1);
    const rows = this.database.all(
      'SELECT headings, sum(word_count) AS weight FROM chunks GROUP BY headings ORDER BY weight DESC, headings LIMIT 200',
    );
    for (const row of rows) {
      const heading = list<string>(row.headings).at(-1);
      if (heading) topics.set(heading, (topics.get(heading) ?? 0) + Number(row.weight));
    }
    return [...topics]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, limit)
      .map(([topic]) => topic);
  }

  source(documentId: string): DocumentSource {
    const document = this.byId(documentId);
    const contentId = document.contentId ?? '';
    const content = this.database.get(
      'SELECT c.pages, t.text FROM contents c JOIN texts t ON t.content_id = c.content_id WHERE c.content_id = ?',
      contentId,
    );
    const chunks = this.database.all(
      'SELECT chunk_id, start_char, end_char, pages FROM chunks WHERE content_id = ? ORDER BY position',
      contentId,
    );
    return {
      document: summaryOf(document),
      text: text(content?.text),
      pages: list<PlacedPage>(content?.pages),
      chunks: chunks.map((row) => ({
        id: text(row.chunk_id),
        startChar: Number(row.start_char),
        endChar: Number(row.end_char),
        pages: list<number>(row.pages),
      })),
    };
  }

  contentIds(): string[] {
    return this.database.all('SELECT content_id FROM contents ORDER BY content_id').map((row) => text(row.content_id));
  }

  /** A content as it was stored, without its chunks: what a change of profile needs instead of parsing again. */
  content(contentId: string): Omit<NewContent, 'chunks'> | null {
    const row = this.database.get(
      'SELECT c.*, t.text FROM contents c JOIN texts t ON t.content_id = c.content_id WHERE c.content_id = ?',
      contentId,
    );
    if (!row) return null;
    return {
      contentId,
      checksum: text(row.checksum),
      format: text(row.format),
      mime: text(row.mime),
      bytes: Number(row.bytes),
      storedPath: text(row.stored_path),
      title: typeof row.title === 'string' ? row.title : null,
      indexTitle: text(row.index_title),
      language: text(row.language),
      pages: list<PlacedPage>(row.pages),
      headings: list<PlacedHeading>(row.headings),
      blocks: list<PlacedBlock>(row.blocks),
      warnings: list<string>(row.warnings),
      profile: text(row.profile),
      text: text(row.text),
    };
  }

  /** Chunk ids and searchable fields of one content, in order. */
  chunkTexts(contentId: string): { chunkId: string; text: string; headings: string[]; title: string }[] {
    const title = this.database.get('SELECT index_title FROM contents WHERE content_id = ?', contentId)?.index_title;
    return this.database
      .all('SELECT chunk_id, text, headings FROM chunks WHERE content_id = ? ORDER BY position', contentId)
      .map((row) => ({
        chunkId: text(row.chunk_id),
        text: text(row.text),
        headings: list<string>(row.headings),
        title: text(title),
      }));
  }

  chunkIds(): Set<string> {
    return new Set(this.database.all('SELECT chunk_id FROM chunks').map((row) => text(row.chunk_id)));
  }
}

export function summaryOf(document: StoredDocument): DocumentSummary {
  const { contentId: _contentId, profile: _profile, ...summary } = document;
  return summary;
}

function documentOf(row: SqlRow): StoredDocument {
  return {
    documentId: text(row.document_id),
    title: text(row.title),
    path: text(row.path),
    collection: text(row.collection),
    checksum: text(row.checksum),
    mime: text(row.mime),
    format: text(row.format),
    bytes: Number(row.bytes),
    pages: list<PlacedPage>(row.pages).length,
    chunks: Number(row.chunks ?? 0),
    language: text(row.language) || 'und',
    state: text(row.state) as DocumentState,
    error: typeof row.error === 'string' ? (JSON.parse(row.error) as DocumentSummary['error']) : null,
    warnings: list<string>(row.warnings),
    createdAt: text(row.created_at),
    contentId: typeof row.content_id === 'string' ? row.content_id : null,
    profile: typeof row.profile === 'string' ? row.profile : null,
  };
}

function chunkOf(row: SqlRow, owner: SqlRow): Chunk {
  const pages = list<number>(row.pages);
  const headings = list<string>(row.headings);
  const documentId = text(owner.document_id);
  const place = pages.length > 0 ? `page=${pages[0]}` : `char=${Number(row.start_char)}-${Number(row.end_char)}`;
  return {
    id: text(row.chunk_id),
    documentId,
    title: text(owner.title),
    path: text(owner.path),
    checksum: text(row.checksum),
    index: Number(row.position),
    text: text(row.text),
    startChar: Number(row.start_char),
    endChar: Number(row.end_char),
    tokenCount: Number(row.token_count),
    pages,
    headings,
    chapter: headings[0] ?? 'Unknown',
    section: headings.at(-1) ?? 'N/A',
    collection: text(owner.collection),
    mime: text(row.mime),
    url: `vitrine://document/${documentId}#${place}`,
    wordCount: Number(row.word_count),
    hasCode: row.has_code === 1,
    hasEquations: row.has_equations === 1,
    language: text(row.language),
  };
}
