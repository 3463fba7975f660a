import { setImmediate as breath } from 'node:timers/promises';

/** Sums and products of vectors of one dimension. One kind of array at each place: a loop over two kinds takes three times as long. */

export function dot(a: Float32Array, b: Float32Array): number {
  // Four sums do not wait for each other's last addition.
  let [one, two, three, four] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < a.length; at += 4) {
    one += (a[at] ?? 0) * (b[at] ?? 0);
    two += (a[at + 1] ?? 0) * (b[at + 1] ?? 0);
    three += (a[at + 2] ?? 0) * (b[at + 2] ?? 0);
    four += (a[at + 3] ?? 0) * (b[at + 3] ?? 0);
  }
  for (; at < a.length; at += 1) one += (a[at] ?? 0) * (b[at] ?? 0);
  return one + two + three + four;
}

export function addVector(sum: Float64Array, vector: Float32Array, times: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + times * (vector[at] ?? 0);
}

/** The direction of a sum, L2-normalised; zeros where it has none. */
export function unit(sum: Float64Array): Float32Array {
  let square = 0;
  for (const value of sum) square += value * value;
  const length = Math.sqrt(square);
  return Float32Array.from(sum, (value) => (length > 1e-12 ? value / length : 0));
}

/**
 * A stratified sample: one of each stretch, as even steps would show the same ones of a collection that repeats itself.
 */
export function sampleOf<T>(all: readonly T[], most: number, seed: number): readonly T[] {
  if (all.length <= most) return all;
  const step = all.length / most;
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  return Array.from({ length: most }, (_, at) => {
    // Park & Miller 1988.
    state = (state * 48_271) % 2_147_483_647;
    return all[Math.min(all.length - 1, Math.floor((at + state / 2_147_483_647) * step))];
  }).flatMap((one) => one ?? []);
}

const sampleSize = 1200;
const mostClusters = 40;
/** And more than so many times the root of the vectors tell a reader less than the vectors do. */
const mostPerRoot = 2;
/** Below this mean silhouette nothing lies together more than all does: random directions reach 0.02 (measured). */
const leastSilhouette = 0.04;
const mostRounds = 12;
/** Rows of distances between which other work gets the thread: 64 take 20 ms. */
const rowsBetweenBreaths = 64;

/**
 * The cluster of each vector, numbered from 0. Ward's clustering of a sample gives the candidates, the mean silhouette
 * (Rousseeuw 1987, with cosine distance) says how many there are, and spherical k-means (Dhillon & Modha 2001) from there
 * on puts every vector to its own.
 *
 * @param vectors of one dimension, L2-normalised
 */
export async function clustersOf(
  vectors: readonly Float32Array[],
  seed = 1,
  signal?: AbortSignal,
): Promise<Int32Array> {
  const sample = sampleOf(vectors, sampleSize, seed);
  const chosen = sample.length > 2 ? await bestCut(sample, await mergesOf(sample, signal)) : null;
  if (!chosen) return new Int32Array(vectors.length);
  let centroids = centroidsOf(sample, chosen.clusters, chosen.count);
  let assigned = nearest(vectors, centroids);
  for (let round = 0; round < mostRounds; round += 1) {
    await breath();
    signal?.throwIfAborted();
    centroids = centroidsOf(vectors, assigned, centroids.length);
    const next = nearest(vectors, centroids);
    const isSettled = next.every((cluster, at) => cluster === assigned[at]);
    assigned = next;
    if (isSettled) break;
  }
  return assigned;
}

interface Merge {
  readonly into: number;
  readonly from: number;
  readonly height: number;
}

/**
 * Ward's clustering (1963) by chains of nearest neighbours (Murtagh 1983), O(n²) time and memory. For unit vectors the
 * squared distance is 2 − 2·cosine; distances to a merged cluster come by the formula of Lance & Williams (1967).
 */
async function mergesOf(vectors: readonly Float32Array[], signal?: AbortSignal): Promise<Merge[]> {
  const n = vectors.length;
  const distances = new Float32Array(n * n);
  for (const [row, vector] of vectors.entries()) {
    if (row % rowsBetweenBreaths === 0) await breath();
    signal?.throwIfAborted();
    for (let column = row + 1; column < n; column += 1) {
      const distance = Math.max(0, 2 - 2 * dot(vector, vectors[column] ?? vector));
      distances[row * n + column] = distance;
      distances[column * n + row] = distance;
    }
  }
  const sizes = new Float64Array(n).fill(1);
  const alive = new Uint8Array(n).fill(1);
  const merges: Merge[] = [];
  const chain: number[] = [];
  while (merges.length < n - 1) {
    if (merges.length % rowsBetweenBreaths === 0) await breath();
    if (chain.length === 0) chain.push(alive.indexOf(1));
    const last = chain.at(-1) ?? 0;
    const before = chain.at(-2) ?? -1;
    // The one before it, where none is nearer: otherwise equal distances would go round in circles.
    let near = before;
    let least = before < 0 ? Number.POSITIVE_INFINITY : (distances[last * n + before] ?? 0);
    for (let other = 0; other < n; other += 1) {
      if (alive[other] === 0 || other === last || (distances[last * n + other] ?? 0) >= least) continue;
      least = distances[last * n + other] ?? 0;
      near = other;
    }
    if (near !== before) {
      chain.push(near);
      continue;
    }
    chain.length -= 2;
    const [into, from] = [Math.min(last, near), Math.max(last, near)];
    merges.push({ into, from, height: least });
    const [a, b] = [sizes[into] ?? 1, sizes[from] ?? 1];
    alive[from] = 0;
    sizes[into] = a + b;
    for (let other = 0; other < n; other += 1) {
      if (alive[other] === 0 || other === into) continue;
      const c = sizes[other] ?? 1;
      const sum =
        (a + c) * (distances[into * n + other] ?? 0) + (b + c) * (distances[from * n + other] ?? 0) - c * least;
      const distance = sum / (a + b + c);
      distances[into * n + other] = distance;
      distances[other * n + into] = distance;
    }
  }
  return merges
    .map((merge, at) => ({ merge, at }))
    .sort((a, b) => a.merge.height - b.merge.height || a.at - b.at)
    .map(({ merge }) => merge);
}

/** The number of clusters at which vectors lie nearest to their own; null where no number is better than one. */
async function bestCut(
  vectors: readonly Float32Array[],
  merges: readonly Merge[],
): Promise<{ readonly clusters: Int32Array; readonly count: number } | null> {
  const n = vectors.length;
  const most = Math.min(mostClusters, n - 1, Math.ceil(mostPerRoot * Math.sqrt(n)));
  let { clusters, count } = cutAt(merges, n, most);
  let best: { clusters: Int32Array; count: number; silhouette: number } | null = null;
  // Sums of cosines to each cluster: those to two that are merged are added.
  const sums = sumsOf(vectors, clusters, count).map((sum) => Float32Array.from(sum));
  const cosines = vectors.map((vector) => Float64Array.from(sums, (sum) => dot(vector, sum)));
  while (count > 1) {
    await breath();
    const silhouette = silhouetteOf(cosines, clusters, count);
    if (silhouette >= leastSilhouette && silhouette > (best?.silhouette ?? 0))
      best = { clusters: clusters.slice(), count, silhouette };
    const next = cutAt(merges, n, count - 1);
    const renamed = Array.from({ length: count }, (_, cluster) => next.clusters[clusters.indexOf(cluster)] ?? 0);
    cosines.forEach((row, at) => {
      const merged = new Float64Array(next.count);
      renamed.forEach((to, cluster) => {
        merged[to] = (merged[to] ?? 0) + (row[cluster] ?? 0);
      });
      cosines[at] = merged;
    });
    ({ clusters, count } = next);
  }
  return best;
}

function cutAt(merges: readonly Merge[], n: number, count: number): { clusters: Int32Array; count: number } {
  const parents = Int32Array.from({ length: n }, (_, at) => at);
  const root = (at: number): number => {
    let one = at;
    while ((parents[one] ?? one) !== one) one = parents[one] ?? one;
    return one;
  };
  for (const { into, from } of merges.slice(0, n - count)) parents[root(from)] = root(into);
  const numbers = new Map<number, number>();
  const clusters = Int32Array.from({ length: n }, (_, at) => {
    const own = root(at);
    const number = numbers.get(own) ?? numbers.size;
    numbers.set(own, number);
    return number;
  });
  return { clusters, count: numbers.size };
}

/** Mean of (b − a) / max(a, b), the mean distances to its own cluster and to the nearest other one; 0 for one alone. */
function silhouetteOf(cosines: readonly Float64Array[], clusters: Int32Array, count: number): number {
  const sizes = new Float64Array(count);
  for (const cluster of clusters) sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  let sum = 0;
  cosines.forEach((row, at) => {
    const own = clusters[at] ?? 0;
    const size = sizes[own] ?? 1;
    if (size === 1) return;
    const a = Math.max(0, 1 - ((row[own] ?? 0) - 1) / (size - 1));
    let b = Number.POSITIVE_INFINITY;
    for (let other = 0; other < count; other += 1)
      if (other !== own) b = Math.min(b, 1 - (row[other] ?? 0) / (sizes[other] ?? 1));
    // Distances of equal vectors are only rounding errors.
    if (Math.max(a, b) > 1e-6) sum += (b - a) / Math.max(a, b);
  });
  return sum / cosines.length;
}

function sumsOf(vectors: readonly Float32Array[], clusters: Int32Array, count: number): Float64Array[] {
  const sums = Array.from({ length: count }, () => new Float64Array(vectors[0]?.length ?? 0));
  vectors.forEach((vector, at) => {
    const sum = sums[clusters[at] ?? 0];
    if (sum) addVector(sum, vector, 1);
  });
  return sums;
}

const centroidsOf = (vectors: readonly Float32Array[], clusters: Int32Array, count: number): Float32Array[] =>
  sumsOf(vectors, clusters, count).map(unit);

function nearest(vectors: readonly Float32Array[], centroids: readonly Float32Array[]): Int32Array {
  const clusters = new Int32Array(vectors.length);
  vectors.forEach((vector, place) => {
    let [own, most] = [0, Number.NEGATIVE_INFINITY];
    centroids.forEach((centroid, at) => {
      const cosine = dot(vector, centroid);
      if (cosine > most) [own, most] = [at, cosine];
    });
    clusters[place] = own;
  });
  return clusters;
}

export function typicalities(vectors: readonly Float32Array[], clusters: Int32Array, count: number): Float64Array {
  const centroids = centroidsOf(vectors, clusters, count);
  return Float64Array.from(vectors, (vector, at) => dot(vector, centroids[clusters[at] ?? 0] ?? vector));
}
