import type { EmbeddingEntry } from '@shared/model-catalogue';

/**
 * One vector from a model's output for one text.
 *
 * `output` is `Float32Array[tokens × dimension]`, or `[dimension]` for `none`, where the model has pooled already;
 * `mean` averages the tokens, `cls` takes the first. Computed in double precision.
 */
export function pooled(output: Float32Array, dimension: number, pooling: EmbeddingEntry['pooling']): Float64Array {
  const rows = pooling === 'mean' ? output.length / dimension : 1;
  const sum = new Float64Array(dimension);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < dimension; column += 1) {
      sum[column] = (sum[column] ?? 0) + (output[row * dimension + column] ?? 0);
    }
  }
  return sum.map((value) => value / rows);
}

/** The vector of length 1 in the same direction, or null when there is none: all zeros, or not all finite. */
export function normalised(vector: Float64Array): Float64Array | null {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return norm > 0 && Number.isFinite(norm) ? vector.map((value) => value / norm) : null;
}

/** Element-wise mean of vectors of one length. */
export function meanVector(vectors: readonly Float64Array[]): Float64Array {
  const dimension = vectors[0]?.length ?? 0;
  const mean = new Float64Array(dimension);
  for (const vector of vectors) {
    for (const [index, value] of vector.entries()) mean[index] = (mean[index] ?? 0) + value / vectors.length;
  }
  return mean;
}
