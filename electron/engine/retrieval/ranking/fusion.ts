import type { PipelineLimits } from '@shared/limits';
import type { Score } from '@shared/prompt/chunk';
import { byCodeUnits, falling } from '@shared/ranking';

/** A candidate with what each lane says of it; null where the lane did not find it. */
export interface LaneScores {
  readonly chunkId: string;
  readonly vector: number | null;
  readonly keyword: number | null;
  /** Set for a passage whose vector is not made yet. */
  readonly isByWords?: boolean;
}

export interface FusedCandidate extends LaneScores {
  readonly position: number;
  readonly vectorRank: number | null;
  readonly keywordRank: number | null;
  readonly fused: Score;
  /** The vector lane's share of the fused score; the keyword lane has the rest. */
  readonly ofVector: number;
}

/** For each hit of the lane, by its place among the candidates: its rank, from 1 on. */
function ranks(candidates: readonly LaneScores[], lane: 'vector' | 'keyword'): ReadonlyMap<number, number> {
  const found = candidates.flatMap(({ chunkId, [lane]: score }, position) =>
    score === null ? [] : [{ chunkId, score, position }],
  );
  found.sort((a, b) => falling(a.score, b.score) || byCodeUnits(a.chunkId, b.chunkId));
  return new Map(found.map(({ position }, rank) => [position, rank + 1]));
}

/** 1/(k + rank), of which reciprocal rank fusion sums those of both lanes (Cormack, Clarke & Büttcher 2009). */
const reciprocalRank = (rank: number | null, k: number): number => (rank === null ? 0 : 1 / (k + rank));

/** Maps the scores of a lane to 0–1. `floor` is the lane's attainable minimum, or null to take the lowest score seen. */
function normaliser(scores: readonly number[], floor: number | null): (value: number | null) => number {
  // No spread: there may be more of them than a call takes arguments.
  const bottom = floor ?? scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const width = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY) - bottom;
  if (width > 0) return (value) => (value === null ? 0 : (value - bottom) / width);
  return (value) => Number(value !== null && value > 0);
}

/** The vector lane's share of both weights; null where they are left to the model. */
function shareOfVectors({ vector, keyword }: PipelineLimits['retrieval']['weights']): number | null {
  if (vector === null) return keyword === null ? null : 1 - keyword;
  return keyword === null ? vector : vector / (vector + keyword);
}

/** Returns the vector lane's share. A lane that found nothing has none: the other one counts alone. */
function weightOfVectors(vectors: number, keywords: number, share: number): number {
  if (keywords === 0) return 1;
  return vectors === 0 ? 0 : share;
}

/**
 * Orders the union of both lanes by one score.
 *
 * `weighted` is the convex combination `w·vector' + (1 − w)·keyword'` of scores normalised per query: cosine between its
 * lowest and highest candidate, BM25 between 0, which a chunk without any query term has, and its highest (Bruch, Gai &
 * Ingber 2023); w is the share of the vector lane in `retrieval.weights`, where they say nothing the model's. `rrf` and
 * `rrf_rerank` use reciprocal ranks; the cross-encoder of the latter comes after Retrieval. A candidate whose vector is
 * not made yet counts by its words alone: without meaning is not far in meaning. Ties are broken by chunk id, so the
 * order is a function of the input alone.
 */
export function fuse(
  candidates: readonly LaneScores[],
  retrieval: PipelineLimits['retrieval'],
  modelWeight: number,
): FusedCandidate[] {
  const { fusion, rrfK } = retrieval;
  const vectorRanks = ranks(candidates, 'vector');
  const keywordRanks = ranks(candidates, 'keyword');
  const vectors = candidates.flatMap(({ vector }) => vector ?? []);
  const keywords = candidates.flatMap(({ keyword }) => keyword ?? []);
  const nearness = normaliser(vectors, null);
  const wording = normaliser(keywords, 0);
  const weight = weightOfVectors(vectors.length, keywords.length, shareOfVectors(retrieval.weights) ?? modelWeight);

  const scored = candidates.map(({ chunkId, vector, keyword, isByWords = false }, position): FusedCandidate => {
    const vectorRank = vectorRanks.get(position) ?? null;
    const keywordRank = keywordRanks.get(position) ?? null;
    const isWeighted = fusion === 'weighted';
    const share = isByWords ? 0 : weight;
    const ofVector = isWeighted ? share * nearness(vector) : reciprocalRank(vectorRank, rrfK);
    const ofKeyword = isWeighted
      ? (1 - share) * wording(keyword)
      : (isByWords ? 2 : 1) * reciprocalRank(keywordRank, rrfK);
    const fused: Score = { kind: isWeighted ? 'weighted' : 'rrf', value: ofVector + ofKeyword };
    return { chunkId, position, vector, keyword, vectorRank, keywordRank, fused, ofVector };
  });
  return scored.sort((a, b) => falling(a.fused.value, b.fused.value) || byCodeUnits(a.chunkId, b.chunkId));
}

/** Whether a score reaches the threshold of its own kind; a kind without a threshold always does (R4). */
export function reachesThreshold(score: Score, thresholds: PipelineLimits['retrieval']['thresholds']): boolean {
  switch (score.kind) {
    case 'rrf':
      return score.value >= thresholds.rrf;
    case 'weighted':
      return score.value >= thresholds.weighted;
    case 'relevance':
      return score.value >= thresholds.relevance;
    default:
      return true;
  }
}
