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

/**
 * LogAvgExp: `(1/τ)·ln(mean_i exp(τ·s_i))`, a soft maximum over the query's pieces. It equals the mean as τ → 0 and
 * the maximum as τ → ∞, and does not grow with the number of pieces. (seeds: pipeline §5.3; LogSumExp less ln n.)
 *
 * @param similarities cosines of one chunk to each piece, at least one
 */
export function logAvgExp(similarities: readonly number[], tau: number): number {
  const [first] = similarities;
  if (first === undefined) return Number.NEGATIVE_INFINITY;
  if (similarities.length === 1) return first;
  const mean = similarities.reduce((sum, value) => sum + value, 0) / similarities.length;
  if (tau < 1e-9) return mean;
  const top = Math.max(...similarities);
  // ln(1 + mean(e^x − 1)) is ln(mean e^x), and keeps its digits where τ is tiny and e^x is next to 1.
  const excess = similarities.reduce((sum, value) => sum + Math.expm1(tau * (value - top)), 0) / similarities.length;
  return top + Math.log1p(excess) / tau;
}

/**
 * Pivoted length normalisation (Singhal, Buckley & Mitra 1996): divides by `1 − b + b·length/average`: a score does not
 * favour long chunks. `b` = 0 changes no score. Negative scores do not change either: dividing them would reward
 * length; nor does the score of a text without tokens at slope 1, which has no quotient.
 */
export function lengthNormalised(score: number, length: number, averageLength: number, slope: number): number {
  if (slope === 0 || averageLength <= 0 || score <= 0) return score;
  const pivot = 1 - slope + (slope * length) / averageLength;
  return pivot > 0 ? score / pivot : score;
}

/** Dot product of two L2-normalised vectors of one length: their cosine. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** As many sums as the loop below writes out. */
const sideBySide = 8;

/** The same for many vectors, NaN for absent ones; eight sums side by side do not wait for each other's additions. */
export function cosines(a: Float32Array, vectors: readonly (Float32Array | null)[]): Float64Array {
  const products = new Float64Array(vectors.length);
  const absent = new Float32Array(a.length);
  const at = (position: number): Float32Array => vectors[position] ?? absent;
  for (let first = 0; first < vectors.length; first += sideBySide) {
    const b = at(first);
    const c = at(first + 1);
    const d = at(first + 2);
    const e = at(first + 3);
    const f = at(first + 4);
    const g = at(first + 5);
    const h = at(first + 6);
    const j = at(first + 7);
    let sb = 0;
    let sc = 0;
    let sd = 0;
    let se = 0;
    let sf = 0;
    let sg = 0;
    let sh = 0;
    let sj = 0;
    for (let i = 0; i < a.length; i += 1) {
      const own = a[i] ?? 0;
      sb += own * (b[i] ?? 0);
      sc += own * (c[i] ?? 0);
      sd += own * (d[i] ?? 0);
      se += own * (e[i] ?? 0);
      sf += own * (f[i] ?? 0);
      sg += own * (g[i] ?? 0);
      sh += own * (h[i] ?? 0);
      sj += own * (j[i] ?? 0);
    }
    // Positions beyond the end are not written.
    products[first] = sb;
    products[first + 1] = sc;
    products[first + 2] = sd;
    products[first + 3] = se;
    products[first + 4] = sf;
    products[first + 5] = sg;
    products[first + 6] = sh;
    products[first + 7] = sj;
  }
  for (let position = 0; position < vectors.length; position += 1) {
    if (!vectors[position]) products[position] = Number.NaN;
  }
  return products;
}
