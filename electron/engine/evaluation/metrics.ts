/** Judgements of one query: document id → gain, > 0 for relevant. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * Σ gain_i / log2(i + 1) over the first k, i from 1 (Järvelin & Kekäläinen 2002, as trec_eval computes ndcg_cut:
 * negative judgements, which mark spam in some sets, gain nothing).
 */
function discountedGain(gains: readonly number[], k: number): number {
  return gains.slice(0, k).reduce((sum, gain, position) => sum + Math.max(gain, 0) / Math.log2(position + 2), 0);
}

/** nDCG@k with graded gains; 0 for a query without relevant documents. */
export function ndcg(ranked: readonly string[], judgements: Judgements, k: number): number {
  const ideal = discountedGain(
    [...judgements.values()].sort((a, b) => b - a),
    k,
  );
  if (ideal === 0) return 0;
  return (
    discountedGain(
      ranked.map((id) => judgements.get(id) ?? 0),
      k,
    ) / ideal
  );
}

/** 1/rank of the first relevant document within the first k, else 0. */
export function reciprocalRank(ranked: readonly string[], judgements: Judgements, k: number): number {
  const position = ranked.slice(0, k).findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return position === -1 ? 0 : 1 / (position + 1);
}

/** Share of the relevant documents that are within the first k. */
export function recall(ranked: readonly string[], judgements: Judgements, k: number): number {
  const relevant = [...judgements].filter(([, gain]) => gain > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const found = new Set(ranked.slice(0, k));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** Share of the first k that are relevant; a list shorter than k is filled with misses. */
export function precision(ranked: readonly string[], judgements: Judgements, k: number): number {
  return ranked.slice(0, k).filter((id) => (judgements.get(id) ?? 0) > 0).length / k;
}

/** The value that `share` of the values do not exceed (nearest rank); 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
