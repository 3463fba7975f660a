import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { CandidateScores } from '@shared/prompt/chunk';
import { terms } from '../../text/terms';
import type { QueryTerms } from '../query/query-terms';
import { reachesThreshold } from './fusion';

/** Absolute evidence: what it is worth does not depend on the other candidates of the query. */
export type RelevanceEvidence = Pick<CandidateScores, 'cosine' | 'coverage' | 'saturation'>;

/** k1 of LanceDB's BM25; a term that fills a chunk scores idf·(k1 + 1). */
const k1 = 1.2;
/** b of the same: how much length counts. */
const lengthShare = 0.75;

/** How often each term occurs in a text, and how many terms it has. */
export interface CountedText {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

export function countedText(text: string): CountedText {
  const all = terms(text);
  const counts = new Map<string, number>();
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: all.length };
}

/** BM25 of a text that is not in the index, with the library's idf: Σ idf·tf·(k1 + 1)/(tf + k1·(1 − b + b·length/average)). */
export function bm25({ counts, length }: CountedText, query: QueryTerms, averageLength: number): number {
  const pivot = k1 * (1 - lengthShare + (lengthShare * length) / Math.max(averageLength, 1));
  let sum = 0;
  for (const [term, idf] of query.idf) {
    const frequency = counts.get(term) ?? 0;
    sum += (idf * frequency * (k1 + 1)) / (frequency + pivot);
  }
  return sum;
}

/** BM25 over the limit it approaches as every term of the query fills the chunk: Σ idf·(k1 + 1). 0–1. */
export function saturation(bm25: number | null, idfTotal: number): number {
  if (bm25 === null || idfTotal <= 0) return 0;
  return Math.min(1, bm25 / (idfTotal * (k1 + 1)));
}

/**
 * Probability that a chunk answers the query: a logistic model over absolute evidence, whose weights belong to the
 * embedding model and were fitted on labelled sets by research/calibrate-relevance.ts. Unlike a fused score it means
 * the same for every query, so it can be held against a threshold (R4, R5) and averaged into a confidence (C6).
 */
export function relevance(evidence: RelevanceEvidence, weights: EmbeddingEntry['relevance']): number {
  const words = evidence.cosine === null ? weights.keywordOnly : weights;
  const cosine = evidence.cosine === null ? 0 : weights.cosine * evidence.cosine;
  return logistic(words.bias + cosine + words.coverage * evidence.coverage + words.saturation * evidence.saturation);
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Whether a candidate reaches the thresholds of its scores: then the library has something to say (R4, R5). */
export function isInScope(
  { scores }: { readonly scores: CandidateScores },
  { retrieval: { thresholds } }: PipelineLimits,
): boolean {
  const { kind, value } = scores.fused;
  return (
    reachesThreshold({ kind, value: Math.max(value, scores.fusion ?? value) }, thresholds) &&
    reachesThreshold({ kind: 'relevance', value: scores.relevance }, thresholds)
  );
}
