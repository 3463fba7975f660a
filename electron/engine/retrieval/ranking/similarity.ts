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
 * Pivoted length normalisation (Singhal, Buckley & Mitra 1996): divides by `1 − b + b·length/average`, so that a
 * score does not favour chunks for being long. `b` = 0 leaves scores alone. Negative scores are left alone too:
 * dividing them would reward length; so is the score of a text without tokens at slope 1, which has no quotient.
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
