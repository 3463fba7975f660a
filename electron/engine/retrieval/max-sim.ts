/** A word of a query: its vector, `Float32Array[dimension]` of length 1, and what it counts beside the others. */
export interface WeighedWord {
  readonly vector: Float32Array;
  readonly weight: number;
}

const bits = 8;
const byteValues = 256;

/**
 * MaxSim of a query and passages (late interaction; Khattab & Zaharia 2020), by content words: the weighted mean over the
 * query's words of the highest similarity that any word of the passage has. Of passages only the signs of their words' vectors
 * are kept, so that a similarity is that of a float vector to one of ±1/√dimension; for every byte of signs its part of
 * the product is looked up in a table made once a query.
 */
export class MaxSim {
  private readonly bytes: number;
  /** Of each query word, for each byte place and each of its values: the part of the product. */
  private readonly tables: readonly Float32Array[];

  /** @param words of the query: at least one */
  constructor(private readonly words: readonly WeighedWord[]) {
    const dimension = words[0]?.vector.length ?? 0;
    this.bytes = Math.ceil(dimension / bits);
    this.tables = words.map(({ vector }) => tableOf(vector, this.bytes));
  }

  /**
   * Between −1 and 1. A passage without content words is like nothing: −1.
   * @param codes `Uint8Array[words × dimension / 8]` (`EmbeddedPassage`)
   */
  of(codes: Uint8Array): number {
    const { bytes, tables } = this;
    const count = Math.floor(codes.length / bytes);
    if (count === 0 || tables.length === 0) return -1;
    let sum = 0;
    let total = 0;
    for (const [position, table] of tables.entries()) {
      const weight = this.words[position]?.weight ?? 0;
      let highest = -Infinity;
      for (let word = 0; word < count; word += 1) {
        let product = 0;
        const start = word * bytes;
        for (let place = 0; place < bytes; place += 1) {
          product += table[place * byteValues + (codes[start + place] ?? 0)] ?? 0;
        }
        if (product > highest) highest = product;
      }
      sum += weight * highest;
      total += weight;
    }
    return total > 0 ? sum / total : -1;
  }
}

/** Each value of a byte differs from a smaller one by its highest bit. */
function tableOf(vector: Float32Array, bytes: number): Float32Array {
  const table = new Float32Array(bytes * byteValues);
  const unit = 1 / Math.sqrt(Math.max(1, vector.length));
  for (let place = 0; place < bytes; place += 1) {
    const start = place * byteValues;
    let none = 0;
    for (let bit = 0; bit < bits; bit += 1) none -= (vector[place * bits + bit] ?? 0) * unit;
    table[start] = none;
    for (let bit = 0; bit < bits; bit += 1) {
      const turned = 2 * (vector[place * bits + bit] ?? 0) * unit;
      const from = 1 << bit;
      for (let value = 0; value < from; value += 1) {
        table[start + from + value] = (table[start + value] ?? 0) + turned;
      }
    }
  }
  return table;
}
