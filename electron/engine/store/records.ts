import type { ChunkContent } from '@shared/chunk';
import type { DocumentState, SearchFilters, SearchScope } from '@shared/contract';
import type { ErrorReport } from '@shared/errors';

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

export interface PlacedBlock {
  readonly kind: 'code' | 'table';
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
  readonly blocks: readonly PlacedBlock[];
  readonly warnings: readonly string[];
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
  readonly warnings: readonly string[];
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
