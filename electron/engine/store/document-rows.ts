import type { Chunk } from '@shared/chunk';
import type { DocumentState, DocumentSummary } from '@shared/contract';
import type { SqlRow } from './database';
import type { PlacedPage } from './records';

/** Text of a column; nothing where the column is null. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
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
    warnings: list<string>(row.warnings),
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
  };
}
