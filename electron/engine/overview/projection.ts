import { setImmediate as breath } from 'node:timers/promises';
import { addVector, dot, sampleOf, unit } from './clusters';

/** Turns of the power iteration: by then two components of document vectors do not change in three digits (measured). */
const mostTurns = 40;
const settled = 1e-7;
/** So many vectors tell the directions in which all differ most. */
const sampleSize = 2000;

/**
 * Vectors in the plane of their two largest principal components (Pearson 1901), by power iteration of the covariance
 * without making it, of a sample where there are many: O(dimension) memory beside the vectors. Between −1 and 1 in both
 * directions, on one scale; equal vectors at one place. Deterministic, signs included.
 *
 * @param vectors of one dimension
 */
export async function project(
  vectors: readonly Float32Array[],
  signal?: AbortSignal,
): Promise<[x: number, y: number][]> {
  const dimension = vectors[0]?.length ?? 0;
  const sample = sampleOf(vectors, sampleSize, 1);
  const sum = new Float64Array(dimension);
  for (const vector of sample) addVector(sum, vector, 1 / sample.length);
  const mean = Float32Array.from(sum);
  const axes: Float32Array[] = [];
  for (let axis = 0; axis < Math.min(2, dimension); axis += 1) axes.push(await component(sample, mean, axes, signal));
  const middles = axes.map((axis) => dot(mean, axis));
  const places = vectors.map((vector): [number, number] => {
    const [x = 0, y = 0] = axes.map((axis, at) => dot(vector, axis) - (middles[at] ?? 0));
    return [x, y];
  });
  let most = 0;
  for (const [x, y] of places) most = Math.max(most, Math.abs(x), Math.abs(y));
  // Rounding errors of equal vectors are no place.
  const scale = most > 1e-6 ? 1 / most : 0;
  return places.map(([x, y]) => [x * scale, y * scale]);
}

async function component(
  vectors: readonly Float32Array[],
  mean: Float32Array,
  known: readonly Float32Array[],
  signal?: AbortSignal,
): Promise<Float32Array> {
  // A start that is no axis, and the same on every computer.
  let direction = unit(
    apart(
      Float64Array.from(mean, (_, at) => 1 + ((at * 7919) % 1009) / 1009),
      known,
    ),
  );
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await breath();
    signal?.throwIfAborted();
    const next = new Float64Array(mean.length);
    const middle = dot(mean, direction);
    let sum = 0;
    for (const vector of vectors) {
      const along = dot(vector, direction) - middle;
      sum += along;
      addVector(next, vector, along);
    }
    addVector(next, mean, -sum);
    const turned = unit(apart(next, known));
    const isSettled = 1 - Math.abs(dot(turned, direction)) < settled;
    direction = turned;
    if (isSettled) break;
  }
  // The opposite direction is as good: the largest part points up.
  const largest = direction.reduce((most, value) => (Math.abs(value) > Math.abs(most) + 1e-6 ? value : most), 0);
  return largest < 0 ? direction.map((value) => -value) : direction;
}

/** Without what points along the known directions (Gram & Schmidt). */
function apart(direction: Float64Array, known: readonly Float32Array[]): Float64Array {
  const left = direction.slice();
  for (const one of known) addVector(left, one, -dot(Float32Array.from(left), one));
  return left;
}
