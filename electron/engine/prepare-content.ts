import { createHash } from 'node:crypto';
import { VitrineError } from '@shared/errors';
import type { ChunkProfile } from '@shared/limits';
import { embedTexts } from './embed-texts';
import { chunkDocument, type ReadDocument } from './ingest';
import type { Embedder } from './models';
import { type EmbeddingCache, type IndexRow, type NewContent, searchableText } from './store';

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

export const checksumOf = (bytes: Uint8Array | string): string => sha256(bytes);
/** The document that lives at this path: the same path is the same document, whatever its bytes become. */
export const documentIdOf = (path: string): string => sha256(`document\0${path}`).slice(0, 16);
export const contentIdOf = (checksum: string, format: string): string =>
  sha256(`content\0${checksum}\0${format}`).slice(0, 32);
/** The same content, profile and span give the same id, in every library (I7). */
const chunkIdOf = (contentId: string, profile: string, start: number, end: number): string =>
  sha256(`chunk\0${contentId}\0${profile}\0${start}\0${end}`).slice(0, 16);

export interface ContentSource {
  readonly read: ReadDocument;
  readonly contentId: string;
  readonly checksum: string;
  readonly bytes: number;
  readonly storedPath: string;
  /** Title that the chunks are indexed under. */
  readonly indexTitle: string;
}

export interface ContentMaker {
  readonly cache: EmbeddingCache;
  readonly embedder: Embedder;
  readonly profileName: string;
  readonly profile: ChunkProfile;
  readonly signal: AbortSignal;
  onChunked?(chunks: number): void;
  onEmbedded?(): void;
}

export interface MadeContent {
  readonly content: NewContent;
  readonly rows: readonly IndexRow[];
  /** Texts that a model call embedded; the others came from the cache. */
  readonly embedded: number;
}

/** From a document's text to chunks with ids and vectors. Errors: `no-text`, `model-failed`, `cancelled`. */
export async function makeContent(source: ContentSource, maker: ContentMaker): Promise<MadeContent> {
  const { read, contentId, indexTitle } = source;
  const spans = chunkDocument(read, maker.profile, (text) => maker.embedder.countTokens(text));
  if (spans.length === 0) {
    throw new VitrineError('no-text', `"${indexTitle}" holds no text.`, 'Add a file with text in it.');
  }
  maker.onChunked?.(spans.length);
  const searchable = spans.map((span) => searchableText(indexTitle, span.headings, span.text));
  const { vectors, embedded } = await embedTexts(maker.cache, maker.embedder, searchable, maker.signal, () =>
    maker.onEmbedded?.(),
  );
  const chunks = spans.map((span) => ({
    ...span,
    id: chunkIdOf(contentId, maker.profileName, span.startChar, span.endChar),
    position: span.index,
  }));
  return {
    embedded,
    content: {
      contentId,
      checksum: source.checksum,
      format: read.format,
      mime: read.mime,
      bytes: source.bytes,
      storedPath: source.storedPath,
      title: read.title,
      indexTitle,
      language: read.language,
      pages: read.pages,
      headings: read.headings,
      blocks: read.blocks,
      warnings: read.warnings,
      profile: maker.profileName,
      text: read.text,
      chunks,
    },
    rows: chunks.flatMap((chunk, position) => {
      const vector = vectors[position];
      return vector ? [{ chunkId: chunk.id, contentId, searchable: searchable[position] ?? '', vector }] : [];
    }),
  };
}
