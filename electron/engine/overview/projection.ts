/** Turns of the power iteration: by then two components of document vectors do not change in three digits (measured). */
const mostTurns = 60;
const settled = 1e-5;

/**
 * Vectors in the plane of their two largest principal components (Pearson 1901), by power iteration of the covariance
 * without making it: O(n · dimension) time a turn, O(n) memory beside the vectors. Between −1 and 1 in both directions,
 * on one scale; equal vectors at one place. Deterministic, signs included.
 *
 * @param vectors of one dimension
 */
export function project(vectors: readonly Float32Array[], signal?: AbortSignal): [x: number, y: number][] {
  const dimension = vectors[0]?.length ?? 0;
  const mean = new Float64Array(dimension);
  for (const vector of vectors) add(mean, vector, 1 / vectors.length);
  const axes: Float64Array[] = [];
  for (let axis = 0; axis < Math.min(2, dimension); axis += 1) axes.push(component(vectors, mean, axes, signal));
  const places = vectors.map((vector): [number, number] => {
    const [x, y] = [0, 1].map((axis) => {
      const direction = axes[axis];
      return direction ? dot(vector, direction) - dot(mean, direction) : 0;
    });
    return [x ?? 0, y ?? 0];
  });
  let most = 0;
  for (const [x, y] of places) most = Math.max(most, Math.abs(x), Math.abs(y));
  // What rounding leaves of equal vectors is no place.
  const scale = most > 1e-6 ? 1 / most : 0;
  return places.map(([x, y]) => [x * scale, y * scale]);
}

/** A direction of unit length: that of the most variance beside those that are known; zeros where none is left. */
function component(
  vectors: readonly Float32Array[],
  mean: Float64Array,
  known: readonly Float64Array[],
  signal?: AbortSignal,
): Float64Array {
  // A start that is no axis, and the same on every computer.
  let direction: Float64Array = Float64Array.from(mean, (_, at) => 1 + ((at * 7919) % 1009) / 1009);
  direction = unit(apart(direction, known));
  for (let turn = 0; turn < mostTurns; turn += 1) {
    signal?.throwIfAborted();
    const next = new Float64Array(mean.length);
    const middle = dot(mean, direction);
    let sum = 0;
    for (const vector of vectors) {
      const along = dot(vector, direction) - middle;
      sum += along;
      add(next, vector, along);
    }
    add(next, mean, -sum);
    const turned = unit(apart(next, known));
    const change = 1 - Math.abs(dot(turned, direction));
    direction = turned;
    if (change < settled * settled) break;
  }
  // The opposite direction is as good: the largest part points up.
  const largest = direction.reduce((most, value) => (Math.abs(value) > Math.abs(most) + 1e-9 ? value : most), 0);
  return largest < 0 ? direction.map((value) => -value) : direction;
}

function dot(a: ArrayLike<number>, b: Float64Array): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < b.length; at += 4) {
    one += (a[at] ?? 0) * (b[at] ?? 0);
    two += (a[at + 1] ?? 0) * (b[at + 1] ?? 0);
    three += (a[at + 2] ?? 0) * (b[at + 2] ?? 0);
    four += (a[at + 3] ?? 0) * (b[at + 3] ?? 0);
  }
  for (; at < b.length; at += 1) one += (a[at] ?? 0) * (b[at] ?? 0);
  return one + two + three + four;
}

function add(to: Float64Array, vector: ArrayLike<number>, times: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + times * (vector[at] ?? 0);
}

/** Without what points along the known directions (Gram & Schmidt). */
function apart(direction: Float64Array, known: readonly Float64Array[]): Float64Array {
  const left = direction.slice();
  for (const one of known) add(left, one, -dot(left, one));
  return left;
}

function unit(direction: Float64Array): Float64Array {
  const length = Math.sqrt(dot(direction, direction));
  return length > 1e-12 ? direction.map((value) => value / length) : direction.fill(0);
}
