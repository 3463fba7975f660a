import type { WordVector } from './contract';
import type { WordSpan } from './word-pieces';

const bitsAByte = 8;

/** What a model has put out for one window: `Float32Array[tokens × dimension]`, and the words in it. */
export interface WindowOutput {
  readonly output: Float32Array;
  readonly dimension: number;
  /** Tokens that stand before the first of the text. */
  readonly offset: number;
  readonly words: readonly WordSpan[];
}

/** One vector a word: the mean of its tokens', in double precision. */
export function meansOfWords(window: WindowOutput): Float64Array[] {
  return window.words.map((word) => {
    const mean = new Float64Array(window.dimension);
    meanInto(mean, window, word);
    return mean;
  });
}

function meanInto(mean: Float64Array, { output, dimension, offset }: WindowOutput, { start, end }: WordSpan): void {
  const tokens = end - start;
  for (let column = 0; column < dimension; column += 1) {
    let sum = 0;
    for (let token = offset + start; token < offset + end; token += 1) sum += output[token * dimension + column] ?? 0;
    mean[column] = sum / tokens;
  }
}

/** Less the centre, at length 1; a word in the very centre has no direction and stays as it is. */
export function centred(word: string, mean: Float64Array, centre: Float64Array): WordVector {
  const vector = new Float32Array(mean.length);
  let squares = 0;
  for (let column = 0; column < mean.length; column += 1) {
    const value = (mean[column] ?? 0) - (centre[column] ?? 0);
    vector[column] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares);
  if (norm > 0) for (let column = 0; column < vector.length; column += 1) vector[column] = (vector[column] ?? 0) / norm;
  return { word, vector };
}

/**
 * `Uint8Array[words × dimension / 8]`: of each word a bit a number, set where its mean is above the centre. The same as
 * the signs of the centred vectors.
 */
export function signsOfWords(window: WindowOutput, centre: Float64Array): Uint8Array {
  const { dimension, words } = window;
  const size = Math.ceil(dimension / bitsAByte);
  const codes = new Uint8Array(words.length * size);
  const mean = new Float64Array(dimension);
  for (const [position, word] of words.entries()) {
    meanInto(mean, window, word);
    for (let place = 0; place < size; place += 1) {
      let byte = 0;
      const from = place * bitsAByte;
      for (let bit = 0; bit < bitsAByte; bit += 1) {
        if ((mean[from + bit] ?? 0) > (centre[from + bit] ?? 0)) byte |= 1 << bit;
      }
      codes[position * size + place] = byte;
    }
  }
  return codes;
}

/**
 * What all words of a model have in common is measured on this text: a little of many subjects. A model's token vectors
 * lie in a narrow cone, so that without its middle all signs would agree.
 */
export const referenceText = `The harbour was built of granite in 1874, and two ferries a day still cross to the island.
Patients who took the medicine for six weeks reported fewer headaches than those in the control group.
To install the program, unpack the archive, open a terminal and run the command with your own user name.
Parliament passed the law after a long debate; the court later found one of its paragraphs unconstitutional.
A cell divides when its chromosomes have been copied, and proteins pull the two halves apart.
The orchestra played a symphony in four movements, but critics praised only the slow one.
Net profit rose by eleven percent to 340 million dollars, mainly because of lower costs in Asia.
Heat flows from the warm surface into the boundary layer, where the velocity of the gas is small.
Her grandmother baked bread every Friday and sold it at the market near the old bridge.
The team won the final in extra time after their goalkeeper had saved a penalty.
Each tenant pays the rent before the third working day of the month and gives notice in writing.
Volcanic soil holds water well, which is why coffee and bananas grow on the northern slope.`;
