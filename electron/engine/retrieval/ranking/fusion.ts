import type { PipelineLimits } from '@shared/limits';
import type { Score } from '@shared/prompt/chunk';
import { byCodeUnits, falling } from '@shared/ranking';

/** A candidate with what each lane says of it; null where the lane did not find it. */
export interface LaneScores {
  readonly chunkId: string;
  readonly vector: number | null;
  readonly keyword: number | null;
}

export interface FusedCandidate extends LaneScores {
  /** Among the candidates that were fused. */
  readonly position: number;
  readonly vectorRank: number | null;
  readonly keywordRank: number | null;
  readonly fused: Score;
  /** What of the fused score the vector lane gives; the keyword lane gives the rest. */
  readonly ofVector: number;
}

/** Of each candidate, in their order: its rank in the lane, from 1 on, or null where the lane did not find it. */
function ranks(candidates: readonly LaneScores[], lane: 'vector' | 'keyword'): (number | null)[] {
  const scores = new Float64Array(candidates.length);
  const ordered: number[] = [];
  for (let position = 0; position < candidates.length; position += 1) {
    const score = candidates[position]?.[lane] ?? null;
    if (score === null) continue;
    scores[position] = score;
    ordered.push(position);
  }
  ordered.sort(
    (a, b) =>
      falling(scores[a] ?? 0, scores[b] ?? 0) ||
      byCodeUnits(candidates[a]?.chunkId ?? '', candidates[b]?.chunkId ?? ''),
  );
  const found = new Array<number | null>(candidates.length).fill(null);
  for (let rank = 0; rank < ordered.length; rank += 1) found[ordered[rank] ?? 0] = rank + 1;
  return found;
}

/** Σ 1/(k + rank_i) over the lanes that found the candidate (Cormack, Clarke & Büttcher 2009). */
function reciprocalRankFusion(ranksOfCandidate: readonly (number | null)[], k: number): number {
  return ranksOfCandidate.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / (k + rank)), 0);
}

interface LaneRange {
  readonly isEmpty: boolean;
  readonly least: number;
  readonly most: number;
}

function rangeOf(candidates: readonly LaneScores[], lane: 'vector' | 'keyword'): LaneRange {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let isEmpty = true;
  for (let position = 0; position < candidates.length; position += 1) {
    const value = candidates[position]?.[lane] ?? null;
    if (value === null) continue;
    isEmpty = false;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { isEmpty, least, most };
}

/** Maps a lane to 0–1. `floor` is the lane's attainable minimum, or null to take the lowest score seen. */
function normaliser({ least, most }: LaneRange, floor: number | null): (value: number | null) => number {
  const bottom = floor ?? least;
  const width = most - bottom;
  return (value) => (value === null ? 0 : width > 0 ? (value - bottom) / width : value > 0 ? 1 : 0);
}

/** The vector lane's share of both weights; null where they are left to the model. */
function shareOfVectors({ vector, keyword }: PipelineLimits['retrieval']['weights']): number | null {
  if (vector === null) return keyword === null ? null : 1 - keyword;
  return keyword === null ? vector : vector / (vector + keyword);
}

/**
 * Orders the union of both lanes by one score.
 *
 * `weighted` is the convex combination `w·vector' + (1 − w)·keyword'` of scores normalised per query: cosine between its
 * lowest and highest candidate, BM25 between 0, which a chunk without any query term has, and its highest (Bruch, Gai &
 * Ingber 2023); w is the share of the vector lane in `retrieval.weights`, where they say nothing the model's. `rrf` and
 * `rrf_rerank` use reciprocal ranks; the cross-encoder of the latter comes after Retrieval. Ties are broken by chunk id, so the order is a function of the
 * input alone.
 */
export function fuse(
  candidates: readonly LaneScores[],
  retrieval: PipelineLimits['retrieval'],
  modelWeight: number,
): FusedCandidate[] {
  const vectorRanks = ranks(candidates, 'vector');
  const keywordRanks = ranks(candidates, 'keyword');
  const vectors = rangeOf(candidates, 'vector');
  const keywords = rangeOf(candidates, 'keyword');
  const vector = normaliser(vectors, null);
  const keyword = normaliser(keywords, 0);
  // A lane that found nothing has no say: the other one counts whole.
  const asked = shareOfVectors(retrieval.weights) ?? modelWeight;
  const weight = keywords.isEmpty ? 1 : vectors.isEmpty ? 0 : asked;

  const scored = candidates.map((candidate, position): FusedCandidate => {
    const vectorRank = vectorRanks[position] ?? null;
    const keywordRank = keywordRanks[position] ?? null;
    const { fusion, rrfK } = retrieval;
    const isWeighted = fusion === 'weighted';
    const ofRank = (rank: number | null): number => reciprocalRankFusion([rank], rrfK);
    const ofVector = isWeighted ? weight * vector(candidate.vector) : ofRank(vectorRank);
    const ofKeyword = isWeighted ? (1 - weight) * keyword(candidate.keyword) : ofRank(keywordRank);
    const fused: Score = { kind: isWeighted ? 'weighted' : 'rrf', value: ofVector + ofKeyword };
    const { chunkId } = candidate;
    return {
      chunkId,
      position,
      vector: candidate.vector,
      keyword: candidate.keyword,
      vectorRank,
      keywordRank,
      fused,
      ofVector,
    };
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
