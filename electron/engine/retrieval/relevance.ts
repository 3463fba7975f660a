import type { EmbeddingEntry } from '@shared/model-catalogue';

export interface RelevanceEvidence {
  /** Cosine of the whole query to the chunk, or null without vectors. */
  readonly cosine: number | null;
  /** Share of the query's idf mass in the chunk, title and headings included, 0–1. */
  readonly coverage: number;
  /** Keyword score over the best keyword score of this query, 0–1. */
  readonly keyword: number;
}

/**
 * Probability that a chunk answers the query: a logistic model over absolute evidence, whose weights belong to the
 * embedding model and were fitted on labelled sets by scripts/calibrate-relevance.ts. Unlike a fused score it means
 * the same for every query, so it can be held against a threshold (R4, R5) and averaged into a confidence (C6).
 */
export function relevance(evidence: RelevanceEvidence, weights: EmbeddingEntry['relevance']): number {
  // Without vectors the missing cosine is taken as its value at even odds for the same coverage: it says nothing.
  const cosine = evidence.cosine ?? (weights.cosine === 0 ? 0 : neutralCosine(weights));
  const logit =
    weights.bias + weights.cosine * cosine + weights.coverage * evidence.coverage + weights.keyword * evidence.keyword;
  return 1 / (1 + Math.exp(-logit));
}

function neutralCosine(weights: EmbeddingEntry['relevance']): number {
  const halfCoverage = 0.5;
  return (-weights.bias - weights.coverage * halfCoverage - weights.keyword * halfCoverage) / weights.cosine;
}
