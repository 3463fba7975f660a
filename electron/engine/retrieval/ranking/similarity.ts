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

/**
 * The same for many vectors, NaN for absent ones. Eight at a time: a sum waits for its last addition, and eight sums do
 * not wait for each other. Each is added up in the same order as alone, and gives the same number.
 */
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
