import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MaxSim } from '../../../electron/engine/retrieval/max-sim';
import { signsOf } from '../signs-of';

const dimension = 24;
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimension, maxLength: dimension })
  .map((numbers) => Float32Array.from(numbers));
const words = fc.array(vector, { minLength: 1, maxLength: 6 });

/** The definition, word for word and number for number. */
function directly(
  query: readonly Float32Array[],
  weights: readonly number[],
  passage: readonly Float32Array[],
): number {
  const best = query.map((asked) =>
    Math.max(
      ...passage.map((held) =>
        asked.reduce((sum, value, at) => sum + (value * ((held[at] ?? 0) > 0 ? 1 : -1)) / Math.sqrt(dimension), 0),
      ),
    ),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return best.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / total;
}
describe('MaxSim', () => {
  it('is the weighted mean of what each word of the query finds at best', () => {
    fc.assert(
      fc.property(
        words,
        words,
        fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (query, passage, weights) => {
          const maxSim = new MaxSim(query.map((one, at) => ({ vector: one, weight: weights[at] ?? 1 })));
          expect(maxSim.of(signsOf(passage))).toBeCloseTo(directly(query, weights.slice(0, query.length), passage), 4);
        },
      ),
    );
  });

  it('is highest for the same words, in whatever order', () => {
    const one = Float32Array.from({ length: dimension }, (_, at) => (at % 2 === 0 ? 1 : -1) / Math.sqrt(dimension));
    const other = Float32Array.from({ length: dimension }, (_, at) => (at % 3 === 0 ? 1 : -1) / Math.sqrt(dimension));
    const maxSim = new MaxSim([one, other].map((each) => ({ vector: each, weight: 1 })));
    expect(maxSim.of(signsOf([other, one]))).toBeCloseTo(1, 5);
    expect(maxSim.of(signsOf([one]))).toBeLessThan(1);
  });

  it('finds nothing in a passage without words', () => {
    const only = Float32Array.from({ length: dimension }, () => 1 / Math.sqrt(dimension));
    expect(new MaxSim([{ vector: only, weight: 1 }]).of(new Uint8Array())).toBe(-1);
  });
});
