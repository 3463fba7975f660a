import type { EmbeddingEntry } from '@shared/model-catalogue';

/** Absolute evidence: what it is worth does not depend on the other candidates of the query. */
export interface RelevanceEvidence {
  /** Cosine of the whole query to the chunk, or null without vectors. */
  readonly cosine: number | null;
  /** Share of the query's idf mass in the chunk, title and headings included, 0–1. */
  readonly coverage: number;
  /** BM25 over the most it could be for this query, 0–1. */
  readonly saturation: number;
}

/** k1 of LanceDB's BM25; a term that fills a chunk scores idf·(k1 + 1). */
const k1 = 1.2;

/** BM25 over the limit it approaches as every term of the query fills the chunk: Σ idf·(k1 + 1). 0–1. */
export function saturation(bm25: number | null, idfTotal: number): number {
  if (bm25 === null || idfTotal <= 0) return 0;
  return Math.min(1, bm25 / (idfTotal * (k1 + 1)));
}

/**
 * Probability that a chunk answers the query: a logistic model over absolute evidence, whose weights belong to the
 * embedding model and were fitted on labelled sets by scripts/calibrate-relevance.ts. Unlike a fused score it means
 * the same for every query, so it can be held against a threshold (R4, R5) and averaged into a confidence (C6).
 */
export function relevance(evidence: RelevanceEvidence, weights: EmbeddingEntry['relevance']): number {
  const words = evidence.cosine === null ? weights.keywordOnly : weights;
  const cosine = evidence.cosine === null ? 0 : weights.cosine * evidence.cosine;
  return logistic(words.bias + cosine + words.coverage * evidence.coverage + words.saturation * evidence.saturation);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
