import type { ChunkProfile } from '@shared/limits';
import type { Embedder } from '../../models';
import type { EmbeddingCache, IndexRow, NewContent } from '../../store';
import { embedTexts } from './embed-texts';
import { type ContentSource, cutContent, rowsOf } from './prepare-content';

export interface ContentMaker {
  readonly cache: EmbeddingCache;
  readonly embedder: Embedder;
  readonly profileName: string;
  readonly profile: ChunkProfile;
  readonly signal: AbortSignal;
}

export interface MadeContent {
  readonly content: NewContent;
  readonly rows: readonly IndexRow[];
  /** Texts that a model call embedded; the others came from the cache. */
  readonly embedded: number;
}

/** From a document's text to chunks with ids and vectors. Errors: `no-text`, `model-failed`, `cancelled`. */
export async function makeContent(source: ContentSource, maker: ContentMaker): Promise<MadeContent> {
  const { cache, embedder, profileName, profile, signal } = maker;
  const cut = cutContent(source, profileName, profile, (text) => embedder.countTokens(text));
  const { vectors, embedded } = await embedTexts(cache, embedder, cut.searchable, signal, () => {});
  return { embedded, content: cut.content, rows: rowsOf(cut, vectors) };
}
