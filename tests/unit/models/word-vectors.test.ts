import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centred, meansOfWords, signsOfWords } from '../../../electron/engine/models/word-vectors';
import { signsOf } from '../signs-of';

const words = [
  { word: 'one', start: 0, end: 1 },
  { word: 'two', start: 1, end: 3 },
];

describe('vectors of words', () => {
  it('are the means of their tokens, behind what stands before the text', () => {
    const output = Float32Array.from([9, 9, 1, 2, 3, 4, 5, 8]);
    expect(meansOfWords({ output, dimension: 2, offset: 1, words }).map((mean) => [...mean])).toEqual([
      [1, 2],
      [4, 6],
    ]);
  });

  it('have length 1 without what all words have in common; one in the middle has no direction', () => {
    const { word, vector } = centred('glass', Float64Array.from([4, 1]), Float64Array.from([1, 5]));
    expect(word).toBe('glass');
    expect([...vector]).toEqual([Math.fround(0.6), Math.fround(-0.8)]);
    expect([...centred('same', Float64Array.from([1, 5]), Float64Array.from([1, 5])).vector]).toEqual([0, 0]);
  });

  it('are kept as signs, eight a byte, each word beginning a byte', () => {
    const output = Float32Array.from([1, -1, 0, 1, -1, -1, -1, 1, 1, -1, -1, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    const each = [0, 1].map((start) => ({ word: '', start, end: start + 1 }));
    const codes = signsOfWords({ output, dimension: 10, offset: 0, words: each }, new Float64Array(10));
    expect([...codes]).toEqual([0b1000_1001, 0b01, 0b10, 0b10]);
    expect(signsOfWords({ output, dimension: 10, offset: 0, words: [] }, new Float64Array(10))).toHaveLength(0);
  });

  it('are kept as the signs of what a query has of them', () => {
    // Steps of a sixteenth: what is next to nothing may be nothing in single precision.
    const number = fc.integer({ min: -32, max: 32 }).map((value) => value / 16);
    const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });
    fc.assert(
      fc.property(numbers(4 * 16), numbers(16), (output, middle) => {
        const window = { output: Float32Array.from(output), dimension: 16, offset: 1, words };
        const centre = Float64Array.from(middle);
        const vectors = meansOfWords(window).map((mean) => centred('', mean, centre).vector);
        expect([...signsOfWords(window, centre)]).toEqual([...signsOf(vectors)]);
      }),
    );
  });
});
