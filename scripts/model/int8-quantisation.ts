/** Integers and the scale that turns each group of them back: value ≈ integer · scale[group]. */
export interface Quantised {
  readonly integers: Int8Array;
  readonly scales: Float32Array;
}

/**
 * One scale a column of a row-major `rows × columns` matrix, symmetric.
 *
 * Weights use ±63 of the ±127 there are: onnxruntime's kernel for u8 × s8 adds two products in 16 bits, which
 * overflows on x64 processors without VNNI (2 · 255 · 127 > 32767); measured there, ±127 lowers the cosine to the
 * original from 0.998 to 0.96.
 */
export function quantiseColumns(values: Float32Array, rows: number, columns: number): Quantised {
  return quantise(values, 63, columns, (index) => index % columns, rows * columns);
}

/** One scale a row of a row-major `rows × columns` matrix, symmetric, ±127: for look-up only, never multiplied. */
export function quantiseRows(values: Float32Array, rows: number, columns: number): Quantised {
  return quantise(values, 127, rows, (index) => Math.floor(index / columns), rows * columns);
}

function quantise(
  values: Float32Array,
  limit: number,
  groups: number,
  groupOf: (index: number) => number,
  length: number,
): Quantised {
  if (values.length !== length) throw new Error(`${values.length} values do not fill a matrix of ${length}`);
  const scales = new Float32Array(groups);
  for (const [index, value] of values.entries()) {
    const group = groupOf(index);
    scales[group] = Math.max(scales[group] ?? 0, Math.abs(value) / limit);
  }
  for (const [group, scale] of scales.entries()) if (scale === 0) scales[group] = 1;
  const integers = Int8Array.from(values, (value, index) => {
    const rounded = Math.round(value / (scales[groupOf(index)] ?? 1));
    return Math.max(-limit, Math.min(limit, rounded));
  });
  return { integers, scales };
}
