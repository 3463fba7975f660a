/** Terms further apart than this say nothing of each other. */
const window = 8;

/** Two neighbouring terms of a query, with what it is worth to find them near each other. */
export interface TermPair {
  readonly first: string;
  readonly second: string;
  readonly weight: number;
}

/**
 * Neighbouring terms of the query, each pair weighted by the idf of its more common term; weights sum to 1. Terms
 * that `occurs` denies, which no candidate has, take no part (sequential dependence: Metzler & Croft 2005).
 */
export function neighbouringPairs(
  queryTerms: readonly string[],
  idf: ReadonlyMap<string, number>,
  occurs: (term: string) => boolean,
): TermPair[] {
  const pairs = queryTerms.flatMap((first, position) => {
    const second = queryTerms[position + 1];
    if (second === undefined || second === first || !occurs(first) || !occurs(second)) return [];
    return [{ first, second, weight: Math.min(idf.get(first) ?? 0, idf.get(second) ?? 0) }];
  });
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? [] : pairs.map((pair) => ({ ...pair, weight: pair.weight / total }));
}

/** Two terms by their slots. */
interface SlotPair {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}

/** Room of the list of places, which one ranking after the other uses; a new one each time is a megabyte of garbage. */
let room: Int32Array = new Int32Array(1 << 14);

/**
 * Where texts have some terms. All places of all texts stand in one list, since most texts have few of the terms: a
 * list a text and term would be thousands of them at every search. Holds until the next one is made.
 */
export class TermPlaces {
  /** Slot and place by turns. */
  readonly found: Int32Array;
  /** Where each text's part of the list begins; at the end, where the last one's ends. */
  private readonly begins: Int32Array;

  /**
   * @param texts terms by number, in order
   * @param slots by number of a term: its slot, from 1 on; 0 for a term that is not looked for
   */
  constructor(
    texts: readonly Uint32Array[],
    slots: Uint16Array,
    private readonly terms: number,
  ) {
    this.begins = new Int32Array(texts.length + 1);
    let end = 0;
    for (let at = 0; at < texts.length; at += 1) {
      const text = texts[at];
      if (!text) continue;
      if (room.length < end + 2 * text.length) room = enlarged(room, 2 * (end + 2 * text.length));
      for (let place = 0; place < text.length; place += 1) {
        const slot = slots[text[place] ?? 0] ?? 0;
        if (slot === 0) continue;
        room[end] = slot;
        room[end + 1] = place;
        end += 2;
      }
      this.begins[at + 1] = end;
    }
    this.found = room;
  }

  /** Where a text's part of `found` begins, and where it ends. */
  beginOf(text: number): number {
    return this.begins[text] ?? 0;
  }

  endOf(text: number): number {
    return this.begins[text + 1] ?? 0;
  }

  /** By slot: 1 where any of these texts has the term. */
  metIn(texts: readonly number[]): Uint8Array {
    const met = new Uint8Array(this.terms + 1);
    for (const text of texts) {
      const end = this.endOf(text);
      for (let at = this.beginOf(text); at < end; at += 2) met[this.found[at] ?? 0] = 1;
    }
    return met;
  }

  /**
   * How near to each other a text has the neighbouring terms of a query: Σ weight / least distance, of pairs at most
   * eight terms apart. 1 where all stand side by side, 0 where none is near.
   */
  proximity(text: number, pairs: readonly SlotPair[]): number {
    // Two numbers a place: one place alone is near to nothing.
    if (this.endOf(text) - this.beginOf(text) < 4) return 0;
    let sum = 0;
    for (let at = 0; at < pairs.length; at += 1) {
      const pair = pairs[at];
      if (!pair) continue;
      const distance = this.leastDistance(text, pair.first, pair.second);
      if (distance <= window) sum += pair.weight / distance;
    }
    return sum;
  }

  /** Of two different terms, between the places where they stand in a text; more than `window` where one is not in it. */
  private leastDistance(text: number, first: number, second: number): number {
    const { found } = this;
    const end = this.endOf(text);
    let least = window + 1;
    let slotBefore = 0;
    let placeBefore = 0;
    for (let at = this.beginOf(text); at < end; at += 2) {
      const slot = found[at] ?? 0;
      if (slot !== first && slot !== second) continue;
      const place = found[at + 1] ?? 0;
      // The nearest two have none of either between them.
      if (slotBefore !== 0 && slotBefore !== slot && place - placeBefore < least) least = place - placeBefore;
      slotBefore = slot;
      placeBefore = place;
    }
    return least;
  }
}

function enlarged(numbers: Int32Array, length: number): Int32Array {
  const all = new Int32Array(length);
  all.set(numbers);
  return all;
}
