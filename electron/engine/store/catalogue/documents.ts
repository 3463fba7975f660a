import { defaultCollection } from '@shared/collection-names';
import type {
  Answer,
  ChunkPlace,
  DocumentHeading,
  DocumentSource,
  HeadingSpan,
  NameChange,
  PageSpan,
} from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import { unpackBlocks } from '@shared/prompt/blocks';
import type { Chunk } from '@shared/prompt/chunk';
import type { SqlRow } from '../../sqlite';
import { type SqlDatabase, type SqlValue, text } from './database';

import {
  chunkOf,
  type DocumentRow,
  documentOf,
  list,
  type NewDocument,
  type RowScope,
  type Scope,
  type StoredDocument,
  summaryOf,
} from './records';

import { chunkCondition, documentCondition, modifiedAt } from './scope-conditions';

const namesOf = (table: 'document_places' | 'document_tags', joined: string): string =>
  `(SELECT ${joined} FROM ${table} p WHERE p.document_id = d.document_id)`;

const documentColumns = `
  d.document_id AS documentId, d.path, d.title, d.bytes, d.state, d.error, d.warnings,
  d.created_at AS createdAt, ${modifiedAt} AS modifiedAt, d.content_id AS contentId, coalesce(c.checksum, '') AS checksum,
  coalesce(c.mime, '') AS mime, coalesce(c.format, '') AS format, c.pages, coalesce(c.chunks, 0) AS chunks,
  c.facts, c.profile,
  ${namesOf('document_places', 'json_group_array(name)')} AS collections,
  ${namesOf('document_tags', 'json_group_array(name)')} AS tags`;
const languageOf = `json_extract(c.facts, '$.language')`;
const selectDocuments = `SELECT ${documentColumns} FROM documents d LEFT JOIN contents c ON c.content_id = d.content_id`;

export class DocumentStore {
  /** Chunks without text: they are left out, and the check of the library reports them (I17). */
  onMalformed: (chunkIds: readonly string[]) => void = () => undefined;

  /** @param desk in front of the paths of this desk, where a catalogue is shared by several; '' in a folder */
  constructor(
    private readonly database: SqlDatabase,
    private readonly desk = '',
  ) {}

  /** How the catalogue names a path of this desk: two computers may have one of the same name. */
  pathKey(path: string): string {
    return `${this.desk}${path}`;
  }

  private pathHere(key: string): string {
    return this.desk !== '' && key.startsWith(this.desk) ? key.slice(this.desk.length) : key;
  }

  private documentHere(row: DocumentRow): StoredDocument {
    return documentOf({ ...row, path: this.pathHere(row.path) });
  }

  list(scope: Scope = {}): StoredDocument[] {
    const inScope = documentCondition(scope);
    return this.database
      .all<DocumentRow>(
        `${selectDocuments} WHERE ${inScope?.sql ?? 'true'} ORDER BY d.created_at, d.path`,
        ...(inScope?.values ?? []),
      )
      .map((row) => this.documentHere(row));
  }

  byPath(path: string): StoredDocument | null {
    const row = this.database.get<DocumentRow>(`${selectDocuments} WHERE d.path = ?`, this.pathKey(path));
    return row ? this.documentHere(row) : null;
  }

  byId(documentId: string): StoredDocument {
    const row = this.database.get<DocumentRow>(`${selectDocuments} WHERE d.document_id = ?`, documentId);
    if (row) return this.documentHere(row);
    throw new VitrineError('document-not-found', { documentId });
  }

  collections(): string[] {
    return this.database.column('SELECT name FROM document_places UNION SELECT name FROM collections ORDER BY 1');
  }

  counts(): { documents: number; chunks: number } {
    const documents = this.database.number("SELECT count(*) FROM documents WHERE state = 'ready'");
    return { documents, chunks: this.chunkCount() };
  }

  /** By what contents say of themselves: counting a million chunks one by one takes most of a second. */
  chunkCount(): number {
    return this.database.number('SELECT sum(chunks) FROM contents');
  }

  languages(): [language: string, chunks: number][] {
    const sql = `SELECT ${languageOf} AS language, sum(c.chunks) AS chunks FROM contents c WHERE c.chunks > 0`;
    return this.database
      .all(`${sql} GROUP BY 1 ORDER BY 2 DESC, 1`)
      .map((row) => [text(row.language), Number(row.chunks)]);
  }

  languagesOf(documentIds: readonly string[]): [language: string, documents: number][] {
    const sql = `SELECT ${languageOf} AS language, count(*) AS documents FROM documents d JOIN contents c ON c.content_id = d.content_id
         WHERE d.document_id IN (SELECT value FROM json_each(?)) AND c.chunks > 0
         GROUP BY 1 ORDER BY 2 DESC, 1`;
    return this.database.all(sql, documentIds).map((row) => [text(row.language), Number(row.documents)]);
  }

  putDocument(document: NewDocument, createdAt: string): void {
    const { documentId, contentId, collection, modifiedAt: modified = null, path, ...columns } = document;
    this.database.insert(
      'documents',
      {
        document_id: documentId,
        content_id: contentId,
        path: this.pathKey(path),
        ...columns,
        created_at: createdAt,
        modified_at: modified,
      },
      `ON CONFLICT (document_id) DO UPDATE SET path = excluded.path,
         title = iif(documents.file_title IS NULL, excluded.title, documents.title),
         file_title = iif(documents.file_title IS NULL, NULL, excluded.title),
         content_id = excluded.content_id, bytes = excluded.bytes, modified_at = excluded.modified_at,
         state = excluded.state, error = excluded.error, warnings = excluded.warnings`,
    );
    this.putInto(documentId, collection);
  }

  /** Into a collection, beside those that it is in; the default one is where it is that is in no other. */
  putInto(documentId: string, collection: string): void {
    if (collection === '' || collection === defaultCollection) return;
    this.database.run('INSERT OR IGNORE INTO collections (name) VALUES (?)', collection);
    this.database.run('INSERT OR IGNORE INTO document_collections VALUES (?, ?)', documentId, collection);
  }

  /** Gives a title that stays when the file is read again; '' for that of the file. Errors: `document-not-found`. */
  rename(documentId: string, title: string): StoredDocument {
    const own = 'SELECT coalesce(file_title, title) FROM documents WHERE document_id = ?';
    const [ofFile = ''] = this.database.column(own, documentId);
    const isGiven = title !== '' && title !== ofFile;
    const sql = 'UPDATE documents SET title = ?, file_title = ? WHERE document_id = ?';
    this.database.run(sql, isGiven ? title : ofFile, isGiven ? ofFile : null, documentId);
    return this.byId(documentId);
  }

  withTitles(answers: readonly Answer[]): Answer[] {
    const cited = answers.flatMap(({ citations }) => citations.map(({ documentId }) => documentId));
    const sql = 'SELECT document_id, title FROM documents WHERE document_id IN (SELECT value FROM json_each(?))';
    const titles = new Map(this.database.all(sql, cited).map((row) => [row.document_id, text(row.title)]));
    return answers.map((answer) => ({
      ...answer,
      citations: answer.citations.map((one) => ({ ...one, title: titles.get(one.documentId) ?? one.title })),
    }));
  }

  known(documentIds: readonly string[]): string[] {
    const there = 'SELECT document_id FROM documents WHERE document_id IN (SELECT value FROM json_each(?))';
    return this.database.column(there, documentIds);
  }

  tag(documentIds: readonly string[], { add = [], remove = [] }: NameChange): void {
    for (const documentId of documentIds) {
      for (const tag of add) this.database.run('INSERT OR IGNORE INTO document_tags VALUES (?, ?)', documentId, tag);
      for (const tag of remove) {
        this.database.run('DELETE FROM document_tags WHERE document_id = ? AND name = ?', documentId, tag);
      }
    }
  }

  /** Takes a content from its documents, which are failed from now on. Part of a transaction. */
  giveUp(contentId: string, error: ErrorReport): void {
    const sql = "UPDATE documents SET state = 'failed', content_id = NULL, error = ? WHERE content_id = ?";
    this.database.run(sql, error, contentId);
  }

  pathsOf(documentIds: readonly string[]): string[] {
    return this.pathsHere(
      'SELECT path FROM documents WHERE document_id IN (SELECT value FROM json_each(?))',
      documentIds,
    );
  }

  private pathsHere(sql: string, value: SqlValue): string[] {
    return this.database
      .column(sql, value)
      .filter((key) => key.startsWith(this.desk))
      .map((key) => this.pathHere(key));
  }

  pathsThrough(folder: string): string[] {
    return this.pathsHere('SELECT path FROM documents WHERE instr(path, ?) > 0', folder);
  }

  get isEmpty(): boolean {
    return !this.database.has('SELECT 1 FROM documents LIMIT 1');
  }

  removeDocuments(documentIds: readonly string[]): string[] {
    const removed: string[] = [];
    for (const id of documentIds) {
      if (this.database.run('DELETE FROM documents WHERE document_id = ?', id) > 0) removed.push(id);
    }
    return removed;
  }

  /** Returns the rows of the index inside a scope, by content or by chunk; null for the whole library. */
  rowsIn(scope: Scope): RowScope | null {
    const documents = documentCondition(scope);
    const chunks = chunkCondition(scope);
    if (!documents && !chunks) return null;
    const contents = `SELECT c.content_id FROM documents d JOIN contents c ON c.content_id = d.content_id
      WHERE d.state = 'ready' AND ${documents?.sql ?? 'true'}`;
    const values = documents?.values ?? [];
    const found = chunks
      ? this.database.column(
          `SELECT k.chunk_id AS id FROM chunks k WHERE ${chunks.sql} AND k.content_id IN (${contents}) ORDER BY id`,
          ...chunks.values,
          ...values,
        )
      : this.database.column(`SELECT DISTINCT content_id AS id FROM (${contents}) ORDER BY id`, ...values);
    const of = chunks ? this.chunkCount() : this.database.number('SELECT count(*) FROM contents');
    return { column: chunks ? 'chunk_id' : 'content_id', values: found, of };
  }

  /** Returns the visible chunks by id. A shared chunk speaks for the first document in the scope, by path. */
  chunks(chunkIds: readonly string[], scope: Scope = {}): Map<string, Chunk> {
    const sql = `SELECT k.*, c.checksum, c.mime FROM chunks k JOIN contents c ON c.content_id = k.content_id
       WHERE k.chunk_id IN (SELECT value FROM json_each(?))`;
    const rows = this.database.all(sql, chunkIds);
    const contentIds = rows.map((row) => text(row.content_id));
    const owners = this.owners(contentIds, scope);
    const found = new Map<string, Chunk>();
    const malformed: string[] = [];
    for (const row of rows) {
      const owner = owners.get(text(row.content_id));
      if (text(row.text).trim() === '') malformed.push(text(row.chunk_id));
      else if (owner) found.set(text(row.chunk_id), chunkOf(row, owner));
    }
    if (malformed.length > 0) this.onMalformed(malformed);
    return found;
  }

  /** Errors: `document-not-found` where no visible chunk has this id. */
  chunk(chunkId: string): Chunk {
    const chunk = this.chunks([chunkId]).get(chunkId);
    if (chunk) return chunk;
    throw new VitrineError('document-not-found', { chunkId });
  }

  private owners(contentIds: readonly string[], scope: Scope): Map<string, SqlRow> {
    const owners = new Map<string, SqlRow>();
    const inScope = documentCondition(scope);
    const rows = this.database.all(
      `SELECT d.content_id, d.document_id, d.title, d.path, d.created_at,
         ${namesOf('document_places', "group_concat(name, ', ')")} AS collection
       FROM documents d JOIN contents c ON c.content_id = d.content_id
       WHERE d.state = 'ready' AND d.content_id IN (SELECT value FROM json_each(?)) AND ${inScope?.sql ?? 'true'}
       ORDER BY d.path`,
      [...new Set(contentIds)],
      ...(inScope?.values ?? []),
    );
    for (const row of rows) if (!owners.has(text(row.content_id))) owners.set(text(row.content_id), row);
    return owners;
  }

  titles(scope: Scope, limit: number): string[] {
    const inScope = documentCondition(scope);
    return this.database.column(
      `SELECT DISTINCT d.title FROM documents d JOIN contents c ON c.content_id = d.content_id
       WHERE d.state = 'ready' AND ${inScope?.sql ?? 'true'} ORDER BY d.title LIMIT ?`,
      ...(inScope?.values ?? []),
      limit,
    );
  }

  chunkPlaces(documentId: string): ChunkPlace[] {
    const sql = `SELECT chunk_id AS id, position AS "index", start_char AS startChar, end_char AS endChar, pages, headings,
           token_count AS tokenCount FROM chunks WHERE content_id = ? ORDER BY position`;
    return this.database
      .all<ChunkPlace>(sql, this.byId(documentId).contentId)
      .map((row) => ({ ...row, pages: list<number>(row.pages), headings: list<string>(row.headings) }));
  }

  /** Returns the chunk at this character, otherwise the first one. A binary search: a sheet may have a million rows. */
  chunkAt(documentId: string, at: number): Chunk | null {
    const [contentId = ''] = this.database.column('SELECT content_id FROM documents WHERE document_id = ?', documentId);
    const count = this.database.number('SELECT max(position) + 1 FROM chunks WHERE content_id = ?', contentId);
    const placeOf = (position: number) =>
      this.database.get(
        'SELECT chunk_id AS id, start_char AS startChar, end_char AS endChar FROM chunks WHERE content_id = ? AND position = ?',
        contentId,
        position,
      );
    let [from, to] = [0, count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (Number(placeOf(middle)?.endChar ?? 0) > at) to = middle;
      else from = middle + 1;
    }
    const found = placeOf(from);
    const holds = found !== undefined && Number(found.startChar) <= at;
    const place = holds ? found : placeOf(0);
    return place ? this.chunk(text(place.id)) : null;
  }

  headings(limit: number): DocumentHeading[] {
    const found: DocumentHeading[] = [];
    const sql = `SELECT d.document_id, c.headings FROM documents d JOIN contents c ON c.content_id = d.content_id
       WHERE d.state = 'ready' AND c.headings <> '[]' ORDER BY d.path LIMIT ?`;
    const rows = this.database.all(sql, limit);
    for (const row of rows) {
      const documentId = text(row.document_id);
      for (const heading of list<HeadingSpan>(row.headings)) found.push({ ...heading, documentId });
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  source(documentId: string): DocumentSource {
    const document = this.byId(documentId);
    const contentId = document.contentId ?? '';
    const sql =
      'SELECT c.pages, c.headings, c.blocks, t.text FROM contents c JOIN texts t ON t.content_id = c.content_id WHERE c.content_id = ?';
    const content = this.database.get(sql, contentId);
    const chunks = this.database.all<DocumentSource['chunks'][number]>(
      `SELECT chunk_id AS id, start_char AS startChar, end_char AS endChar, pages FROM chunks
       WHERE content_id = ? ORDER BY position`,
      contentId,
    );
    return {
      document: summaryOf(document),
      text: text(content?.text),
      pages: list<PageSpan>(content?.pages),
      chunks: chunks.map((row) => ({ ...row, pages: list<number>(row.pages) })),
      headings: list<HeadingSpan>(content?.headings),
      blocks: content ? unpackBlocks(text(content.blocks)) : [],
    };
  }
}
