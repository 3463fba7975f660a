import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { QueryLanguage } from './query-language';

/** Share of its weight that the vector lane keeps for a query in a language that the model does not read. */
const shareOfForeign = 0.4;

/**
 * Whether a query is in none of the languages that a model reads. Triples of letters guess too often at Latin letters
 * to take a query for foreign; a model of which nobody has told reads everything.
 */
export function isForeign({ code, by }: QueryLanguage, { languages }: Pick<EmbeddingEntry, 'languages'>): boolean {
  const isTold = by === 'function-words' || by === 'letters';
  return isTold && languages !== undefined && !languages.includes(code);
}

/**
 * Weight of the vector lane in the convex combination for one query, 0–1: the model's own, and 0.4 of it for a query
 * in a language that it does not read. Its cosines still tell names and borrowed words apart; at their whole weight
 * they bring what the words rightly passed over before what these have found (docs/adr/0003).
 */
export function vectorWeightFor(
  language: QueryLanguage,
  entry: Pick<EmbeddingEntry, 'languages' | 'vectorWeight'>,
): number {
  return isForeign(language, entry) ? shareOfForeign * entry.vectorWeight : entry.vectorWeight;
}
