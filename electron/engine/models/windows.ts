/** How much a model sees at once: texts and tokens are cut into windows, whose vectors become one. */
import type { EmbeddingEntry } from '@shared/model-catalogue';

interface WindowSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits tokens into the fewest windows of at most `size`, about equal in length, without overlap; none into one empty.
 */
export function windowSpans(tokens: number, size: number): WindowSpan[] {
  if (size < 1) throw new RangeError(`a window of ${size} tokens holds nothing`);
  const count = Math.max(1, Math.ceil(tokens / size));
  return Array.from({ length: count }, (_, index) => ({
    start: Math.floor((index * tokens) / count),
    end: Math.floor(((index + 1) * tokens) / count),
  }));
}

/** Splits tokens into windows of `size` of which two beside each other have `overlap` tokens in common; the last is as long. */
export function stridedSpans(tokens: number, size: number, overlap: number): WindowSpan[] {
  if (size <= overlap) throw new RangeError(`a window of ${size} tokens holds no more than ${overlap}`);
  const count = 1 + Math.ceil(Math.max(0, tokens - size) / (size - overlap));
  return Array.from({ length: count }, (_, index) => {
    const end = Math.min(tokens, index * (size - overlap) + size);
    return { start: Math.max(0, end - size), end };
  });
}

export function tokenWindows(tokens: readonly number[], size: number): number[][] {
  return windowSpans(tokens.length, size).map(({ start, end }) => tokens.slice(start, end));
}

/** Room left in a part for the next white space: words stay whole. */
const slack = 0.9;

/** Cuts a text into parts of at most `bytes` (UTF-8), about equal, at white space; the parts joined are the text. */
export function textWindows(text: string, bytes: number): string[] {
  const total = Buffer.byteLength(text, 'utf8');
  if (total <= bytes) return [text];
  const target = total / Math.ceil(total / (bytes * slack));
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of text) {
    const width = Buffer.byteLength(character, 'utf8');
    const inPlace = size >= target && /\s/u.test(character);
    if ((inPlace || size + width > bytes) && part !== '') {
      parts.push(part);
      part = '';
      size = 0;
    }
    part += character;
    size += width;
  }
  return [...parts, part];
}

/** Context windows are requested in these steps, because a server loads the model again for every other size. */
const contextStep = 4096;

/** The context to ask for, tokens: the next step that holds `needed`, and no more than the model's `most`. */
export function contextFor(needed: number, most: number): number {
  return Math.min(most, Math.ceil(needed / contextStep) * contextStep);
}

/** No tokenizer makes tokens longer than this on average, bytes. */
const longestToken = 16;

/** The most bytes that an answer of so many tokens can have; a server that sends more does not keep to its limit. */
export const mostBytes = (maxTokens: number): number => maxTokens * longestToken;

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

export function meanVector(vectors: readonly Float64Array[]): Float64Array {
  const dimension = vectors[0]?.length ?? 0;
  const mean = new Float64Array(dimension);
  for (const vector of vectors) {
    for (const [index, value] of vector.entries()) mean[index] = (mean[index] ?? 0) + value / vectors.length;
  }
  return mean;
}
