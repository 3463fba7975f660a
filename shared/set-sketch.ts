/**
 * What is kept of a set to tell from afar that it is unlike another: no two sets that are alike are ever told apart by
 * it. A Bloom filter with one hash (Bloom 1970).
 */
export interface SetSketch {
  /** A bit for every hash of a member; as many in each sketch that is held against another, a power of two. */
  readonly bits: Int32Array;
  /** The most members that the set may have. */
  most: number;
}

/** @param places how many bits, a power of two from 32 on */
export const emptySketch = (places: number): SetSketch => ({ bits: new Int32Array(places >>> 5), most: 0 });

/** Adds the member with this hash, 32 bits of which the upper ones are used. */
export function addToSketch({ bits }: SetSketch, hash: number): void {
  const place = (hash ^ (hash >>> 15)) & (bits.length * 32 - 1);
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
}

/** How many bits are set (Warren, Hacker's Delight §5-1). */
function bitsSet(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The fewest members that the set has. */
export function leastMembers({ bits }: SetSketch): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) count += bitsSet(bits[at] ?? 0);
  return count;
}

/** Against rounding: likeness is a quotient. */
const slack = 1e-9;
const wordsAtOnce = 8;

/**
 * Whether `jaccard` of the two sets may be `least` or more. A bit that one has alone stands for a member at least that
 * the other lacks: of m and n such bits, |A ∩ B| ≤ min(|A| − m, |B| − n) and |A ∪ B| ≥ |A ∩ B| + m + n.
 */
export function mayBeAlike(a: SetSketch, b: SetSketch, least: number): boolean {
  const { length } = a.bits;
  let alone = 0;
  let theirs = 0;
  for (let at = 0; at < length; ) {
    // Unlike sets are told apart by the first of the bits.
    for (const end = Math.min(at + wordsAtOnce, length); at < end; at += 1) {
      const one = a.bits[at] ?? 0;
      const other = b.bits[at] ?? 0;
      alone += bitsSet(one & ~other);
      theirs += bitsSet(other & ~one);
    }
    const shared = Math.min(a.most - alone, b.most - theirs);
    if (shared < least * (shared + alone + theirs) - slack) return false;
  }
  return true;
}
