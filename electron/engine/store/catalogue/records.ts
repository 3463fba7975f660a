import type { DocumentState, DocumentSummary, SearchFilters, SearchScope } from '@shared/contract';
import type { ErrorReport } from '@shared/errors';
import { type Block, unpackBlocks } from '@shared/prompt/blocks';
import type { Chunk, ChunkContent } from '@shared/prompt/chunk';
import type { Remark } from '@shared/words/sayings';
import { type SqlRow, text } from './database';

/** A chunk on its way into the catalogue: everything but what belongs to its document. */
export interface NewChunk extends ChunkContent {
  readonly id: string;
  readonly position: number;
}

export interface PlacedPage {
  readonly page: number;
  readonly startChar: number;
  readonly endChar: number;
}

export interface PlacedHeading {
  readonly level: number;
  readonly text: string;
  readonly startChar: number;
  readonly endChar: number;
}

/** What a file's bytes say, shared by every document with the same bytes. */
export interface NewContent {
  readonly contentId: string;
  readonly checksum: string;
  readonly format: string;
  readonly mime: string;
  readonly bytes: number;
  readonly storedPath: string;
  /** From the document's own metadata or first heading. */
  readonly title: string | null;
  /** Title that the chunks were indexed and embedded under. */
  readonly indexTitle: string;
  readonly language: string;
  readonly pages: readonly PlacedPage[];
  readonly headings: readonly PlacedHeading[];
  readonly blocks: readonly Block[];
  readonly warnings: readonly Remark[];
  readonly profile: string;
  readonly text: string;
  readonly chunks: readonly NewChunk[];
  /** In how many of the chunks each term occurs, where whoever cut them has counted; the catalogue counts else. */
  readonly terms?: ReadonlyMap<string, number>;
  /** Cut without a model: tokens are estimates, and its rows in the index have no vectors (zeros) yet. */
  readonly unembedded?: true;
}

/** A content as the catalogue gives it back. */
export type StoredContent = Omit<NewContent, 'chunks' | 'terms' | 'unembedded'>;

export interface NewDocument {
  readonly documentId: string;
  readonly path: string;
  readonly title: string;
  readonly collection: string;
  readonly contentId: string | null;
  readonly bytes: number;
  readonly state: DocumentState;
  readonly error: ErrorReport | null;
  readonly warnings: readonly Remark[];
}

/** Which part of the library a search looks at; absent members do not restrict, and all that are there hold. */
export interface Scope {
  readonly collection?: string | undefined;
  readonly documentIds?: readonly string[] | undefined;
  readonly scope?: SearchScope | undefined;
  readonly filters?: SearchFilters | undefined;
}

/** Rows of the index that a search may find, by one of its columns. */
export interface RowScope {
  readonly column: 'content_id' | 'chunk_id';
  readonly values: readonly string[];
  /** How many there are in the whole library; where it is not told, they count as few of them. */
  readonly of?: number;
}

/** What the keyword lane reads and what is embedded: a chunk with the title and headings it stands under. */
export const searchableText = (title: string, headings: readonly string[], text: string): string =>
  [title, headings.filter((heading) => heading !== title).join(' › '), text].filter((part) => part !== '').join('\n');

/** A column of JSON that holds a list. */
export const list = <T>(value: unknown): T[] => JSON.parse(text(value) || '[]') as T[];

/** A document's row together with what only the store and the ingest job need. */
export interface StoredDocument extends DocumentSummary {
  readonly contentId: string | null;
  readonly profile: string | null;
}

export function summaryOf(document: StoredDocument): DocumentSummary {
  const { contentId: _contentId, profile: _profile, ...summary } = document;
  return summary;
}

export function documentOf(row: SqlRow): StoredDocument {
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
    warnings: list<Remark>(row.warnings),
    createdAt: text(row.created_at),
    contentId: typeof row.content_id === 'string' ? row.content_id : null,
    profile: typeof row.profile === 'string' ? row.profile : null,
  };
}

export function chunkOf(row: SqlRow, owner: SqlRow): Chunk {
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
    blocks: unpackBlocks(text(row.blocks)),
  };
}
