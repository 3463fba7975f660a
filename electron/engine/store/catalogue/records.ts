import { addressOf } from '@shared/address';
import type { DocumentSummary, HeadingSpan, PageSpan, SearchFilters, SearchScope } from '@shared/contract';
import { type DocumentFacts, type FactId, statedFacts } from '@shared/document-facts';
import type { ErrorReport } from '@shared/errors';
import { type Block, unpackBlocks } from '@shared/prompt/blocks';
import type { Chunk, ChunkContent } from '@shared/prompt/chunk';
import type { Remark } from '@shared/words/sayings';
import type { SqlRow } from '../../sqlite';
import { text } from './database';

export interface NewChunk extends Omit<ChunkContent, 'blocks'> {
  /** Packed by the cutter: the many blocks of a long sheet are slow to send between threads as objects. */
  readonly blocks: string;
  readonly id: string;
  readonly position: number;
}

export interface NewContent extends DocumentFacts {
  readonly contentId: string;
  readonly checksum: string;
  readonly format: string;
  readonly mime: string;
  readonly bytes: number;
  readonly storedPath: string;
  readonly indexTitle: string;
  readonly pages: readonly PageSpan[];
  readonly headings: readonly HeadingSpan[];
  readonly blocks: string;
  readonly warnings: readonly Remark[];
  readonly profile: string;
  readonly text: string;
  readonly chunks: readonly NewChunk[];
  /** Number of chunks with each term, if the cutter has counted; otherwise the catalogue counts. */
  readonly terms?: ReadonlyMap<string, number>;
  /** Set while its rows in the index have no vectors but zeros. */
  readonly unembedded?: Unembedded;
}

/** 1: cut without the embedding model, so it is cut again with it, as tokens were estimates. 2: cut as it stays. */
export type Unembedded = 1 | 2;

export interface WaitingContent extends Pick<NewContent, 'contentId' | 'profile'> {
  readonly unembedded: Unembedded;
  readonly chunks: number;
}

export interface StoredContent extends Omit<NewContent, 'chunks' | 'terms' | 'unembedded' | 'blocks'> {
  readonly blocks: readonly Block[];
}

export interface NewDocument
  extends Pick<DocumentSummary, 'documentId' | 'path' | 'title' | 'bytes' | 'state' | 'error' | 'warnings'> {
  /** That it is put into, beside those that it is in; empty for none. */
  readonly collection: string;
  readonly contentId: string | null;
  readonly modifiedAt?: string | undefined;
}

/** Which part of the library a search looks at; absent members do not restrict, and all that are there hold. */
export interface Scope {
  readonly collection?: string | undefined;
  readonly documentIds?: readonly string[] | undefined;
  readonly scope?: SearchScope | undefined;
  readonly filters?: SearchFilters | undefined;
}

export interface RowScope {
  readonly column: 'content_id' | 'chunk_id';
  readonly values: readonly string[];
  /** How many there are in the whole library; where it is not told, they count as few of them. */
  readonly of?: number;
}

export type ChunkWords = Pick<ChunkContent, 'text' | 'headings' | 'lead'>;

/** The text of the keyword lane and of the embedding: a chunk with the title, the headings and the line above it. */
export const searchableText = (title: string, { headings, lead, text }: ChunkWords): string =>
  [title, headings.filter((heading) => heading !== title).join(' › '), lead, text]
    .filter((part) => part !== '')
    .join('\n');

export const wordsOfRow = (row: SqlRow): ChunkWords => ({
  text: text(row.text),
  headings: list<string>(row.headings),
  lead: text(row.lead),
});

export const list = <T>(value: unknown): T[] => JSON.parse(text(value) || '[]') as T[];

export interface StoredDocument extends DocumentSummary {
  readonly contentId: string | null;
  readonly profile: string | null;
}

export function summaryOf(document: StoredDocument): DocumentSummary {
  const { contentId: _contentId, profile: _profile, ...summary } = document;
  return summary;
}

export type DocumentRow = Omit<StoredDocument, JsonColumn | FactId | 'language'> &
  Readonly<Record<JsonColumn | 'facts', string | null>>;
type JsonColumn = 'pages' | 'error' | 'warnings' | 'collections' | 'tags';

export const packFacts = ({ title, language, ...facts }: DocumentFacts): string =>
  JSON.stringify({ title, language, ...statedFacts(facts) });

export function unpackFacts(packed: string | null): DocumentFacts {
  const facts = JSON.parse(packed ?? '{}') as Partial<DocumentFacts>;
  return { ...statedFacts(facts), title: facts.title ?? null, language: facts.language || 'und' };
}

export const documentOf = ({ facts, ...row }: DocumentRow): StoredDocument => ({
  ...unpackFacts(facts),
  ...row,
  collections: list<string>(row.collections),
  tags: list<string>(row.tags),
  pages: list<PageSpan>(row.pages).length,
  error: row.error === null ? null : (JSON.parse(row.error) as ErrorReport),
  warnings: list<Remark>(row.warnings),
});

export const writtenOf = (row: SqlRow) => ({
  id: text(row.chunk_id),
  index: Number(row.position),
  text: text(row.text),
  startChar: Number(row.start_char),
  endChar: Number(row.end_char),
  tokenCount: Number(row.token_count),
  wordCount: Number(row.word_count),
  hasCode: row.has_code === 1,
  hasEquations: row.has_equations === 1,
  language: text(row.language),
});

export const chunkColumns = (chunk: Omit<NewChunk, 'pages' | 'headings' | 'lead' | 'blocks'>) => ({
  chunk_id: chunk.id,
  position: chunk.position,
  text: chunk.text,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
  token_count: chunk.tokenCount,
  word_count: chunk.wordCount,
  has_code: chunk.hasCode,
  has_equations: chunk.hasEquations,
  language: chunk.language,
});

/** Behind one word at most, as in “Chapter 2”, where nothing but a point or a title set apart comes after it. */
const headingNumber = /^(?:(\d{1,4})(?=[.:)\s–—-]|$)|\p{L}+\.?\s+(\d{1,4})(?=\s*(?:[.:)–—-]|$)))/u;

function numberOf(heading: string): number | null {
  const [, leading, labelled] = headingNumber.exec(heading) ?? [];
  const digits = leading ?? labelled;
  return digits === undefined ? null : Number(digits);
}

export function chunkOf(row: SqlRow, owner: SqlRow): Chunk {
  const pages = list<number>(row.pages);
  const headings = list<string>(row.headings);
  const documentId = text(owner.document_id);
  const written = writtenOf(row);
  return {
    ...written,
    documentId,
    title: text(owner.title),
    path: text(owner.path),
    checksum: text(row.checksum),
    pages,
    headings,
    lead: text(row.lead),
    chapter: headings[0] ?? 'Unknown',
    chapterNumber: numberOf(headings[0] ?? ''),
    section: headings.at(-1) ?? 'N/A',
    collection: text(owner.collection),
    mime: text(row.mime),
    createdAt: text(owner.created_at),
    url: addressOf({ ...written, documentId, pages }),
    blocks: unpackBlocks(text(row.blocks)),
  };
}
