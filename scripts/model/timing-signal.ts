/**
 * Sine by its own series. `Math.sin` may differ in the last bit from one JavaScript engine to the next, and the
 * model's file is pinned by its hash, so only operations whose rounding IEEE 754 prescribes are used.
 * Error below 1e-13 for |x| ≤ 200.
 */
export function sine(x: number): number {
  const turn = 2 * Math.PI;
  const reduced = x - turn * Math.round(x / turn);
  let term = reduced;
  let sum = reduced;
  for (let n = 2; n <= 30; n += 2) {
    term *= (-reduced * reduced) / (n * (n + 1));
    sum += term;
  }
  return sum;
}

/**
 * Position signal of a Transformer, `Float32Array[positions × 2k]`: k sines, then k cosines of position · inverse
 * timescale, in single precision as TensorFlow does. Source: Vaswani et al. 2017, §3.5, in tensor2tensor's order.
 */
export function timingSignal(positions: number, inverseTimescales: Float32Array): Float32Array {
  const half = inverseTimescales.length;
  const signal = new Float32Array(positions * 2 * half);
  for (let position = 0; position < positions; position += 1) {
    for (const [index, inverse] of inverseTimescales.entries()) {
      const angle = Math.fround(position * inverse);
      signal[position * 2 * half + index] = sine(angle);
      signal[position * 2 * half + half + index] = sine(angle + Math.PI / 2);
    }
  }
  return signal;
}
