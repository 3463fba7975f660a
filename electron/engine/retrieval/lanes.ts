import type { Notice } from '@shared/contract';
import { codedError, VitrineError } from '@shared/errors';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { notice } from '@shared/words/sayings';
import type { Embedder } from '../models';
import type { LaneHit, Library, RowScope, TextQuery } from '../store';
import { inFigures } from '../text/calendar-dates';
import { type SpokenLanguages, type VectorsByLanguage, vectorsAcross } from './query/cross-language';
import type { ParsedQuery } from './query/parse-query';

export interface QueryEmbedder {
  readonly embedder: Embedder;
  readonly entry: EmbeddingEntry;
}

export interface EmbeddedQuery {
  readonly vectors: VectorsByLanguage;
  readonly embedder: Embedder;
  readonly entry: EmbeddingEntry;
}

interface QueryPieces {
  readonly pieces: readonly string[];
  /** The query's, ISO 639-3. */
  readonly language: string;
  /** Called only for a model that reads many languages. */
  readonly spoken: () => SpokenLanguages;
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
  { pieces, language, spoken }: QueryPieces,
  notices: Notice[],
  signal?: AbortSignal,
): Promise<EmbeddedQuery | null> {
  try {
    const { embedder, entry } = await load();
    const asked = await embedder.embed(pieces, 'query', signal);
    const read = entry.languages === undefined ? spoken() : [];
    return { vectors: await vectorsAcross(embedder, asked, language, read), embedder, entry };
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code === 'cancelled' || error.code === 'index-mismatch') throw error;
    notices.push(notice('keyword-only', { ...codedError(error).values, cause: error.code }));
    return null;
  }
}

/** Chunks read that hold a phrase or an identifier as it is. */
const exactHits = 50;

/** The hits by words, and those with phrases, identifiers and dates: in a large library they may differ. */
export async function keywordLane(
  index: Library['index'],
  words: TextQuery,
  { phrases, identifiers, dates }: Pick<ParsedQuery, 'phrases' | 'identifiers' | 'dates'>,
  limit: number,
  scope: RowScope | null,
): Promise<LaneHit[]> {
  const exact = [...phrases, ...identifiers, ...dates.flatMap(inFigures)];
  if (exact.length === 0) return index.text(words, limit, scope);
  const lists = await Promise.all([
    index.text(words, limit, scope),
    ...exact.map((text) => index.text({ text, as: 'phrase' }, exactHits, scope)),
  ]);
  const hits = new Map<string, LaneHit>();
  for (const hit of lists.flat()) {
    if (!hits.has(hit.chunkId)) hits.set(hit.chunkId, hit);
  }
  return [...hits.values()];
}
