import type { Notice } from '@shared/contract';
import { VitrineError, valuesOf } from '@shared/errors';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { Embedder, WordVector } from '../models';

/** A model ready to embed queries, with its catalogue entry. */
export interface QueryEmbedder {
  readonly embedder: Embedder;
  readonly entry: EmbeddingEntry;
}

/** A query with a model's vectors of its pieces, and of its words where the model gives them. */
export interface EmbeddedQuery {
  readonly vectors: readonly Float32Array[];
  readonly words: readonly WordVector[];
  readonly entry: EmbeddingEntry;
}

/**
 * The pieces of a query, the whole first, as vectors; null with a notice where no model can be had: then it is searched
 * by words alone (R12).
 * Errors: `cancelled`, `index-mismatch`.
 *
 * @param load a model. Errors: any code of the models room
 */
export async function embeddedQuery(
  load: () => Promise<QueryEmbedder>,
  pieces: readonly string[],
  notices: Notice[],
  signal?: AbortSignal,
): Promise<EmbeddedQuery | null> {
  try {
    const { embedder, entry } = await load();
    const [whole, ...others] = pieces;
    if (!embedder.withWords || whole === undefined) {
      return { vectors: await embedder.embed(pieces, 'query', signal), words: [], entry };
    }
    const { vector, words } = await embedder.withWords.query(whole, signal);
    const vectors = others.length > 0 ? await embedder.embed(others, 'query', signal) : [];
    return { vectors: [vector, ...vectors], words, entry };
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code === 'cancelled' || error.code === 'index-mismatch') throw error;
    notices.push({
      code: 'keyword-only',
      message: `Searched by words only, because the embedding model could not be used: ${error.message} ${error.hint}`,
      values: { ...valuesOf(error.report()), cause: error.code },
    });
    return null;
  }
}
