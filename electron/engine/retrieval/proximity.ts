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

/**
 * How near to each other a text has the neighbouring terms of a query: Σ weight / least distance, of pairs at most
 * eight terms apart. 1 where all stand side by side, 0 where none is near.
 *
 * @param places by slot, where in the text the term stands, ascending
 */
export function proximity(places: readonly (readonly number[])[], pairs: readonly SlotPair[]): number {
  let sum = 0;
  for (const { first, second, weight } of pairs) {
    const distance = leastDistance(places[first] ?? [], places[second] ?? []);
    if (distance <= window) sum += weight / distance;
  }
  return sum;
}

/** Of two ascending lists without a common place. */
function leastDistance(a: readonly number[], b: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x = 0, y = 0] = [a[i], b[j]];
    least = Math.min(least, Math.abs(x - y));
    if (x < y) i += 1;
    else j += 1;
  }
  return least;
}

/**
 * Where texts have some terms. All places of all texts stand in one list, since most texts have few of the terms: a
 * list a text and term would be thousands of them at every search.
 */
export class TermPlaces {
  /** Slot and place by turns. */
  private readonly found: number[] = [];
  /** Where each text's part of the list begins; at the end, where the last one's ends. */
  private readonly begins: number[] = [0];
  private readonly seen = new Set<number>();
  private readonly lists: number[][];
  /** Slots whose lists are not empty: most texts have few of the terms. */
  private readonly filled: number[] = [];

  /**
   * @param texts terms by number, in order
   * @param slots by number of a term: its slot, from 1 on; 0 for a term that is not looked for
   */
  constructor(texts: readonly Uint32Array[], slots: Uint16Array, terms: number) {
    this.lists = Array.from({ length: terms + 1 }, () => []);
    for (const text of texts) {
      for (let place = 0; place < text.length; place += 1) {
        const slot = slots[text[place] ?? 0] ?? 0;
        if (slot === 0) continue;
        this.seen.add(slot);
        this.found.push(slot, place);
      }
      this.begins.push(this.found.length);
    }
  }

  /** Whether any of the texts has the term. */
  has(slot: number): boolean {
    return this.seen.has(slot);
  }

  /** By slot, where this text has the term. Holds until another text is asked for. */
  of(text: number): readonly (readonly number[])[] {
    const { lists, found, filled } = this;
    for (const slot of filled) lists[slot] = [];
    filled.length = 0;
    const end = this.begins[text + 1] ?? 0;
    for (let at = this.begins[text] ?? 0; at < end; at += 2) {
      const slot = found[at] ?? 0;
      const list = lists[slot];
      if (list?.length === 0) filled.push(slot);
      list?.push(found[at + 1] ?? 0);
    }
    return lists;
  }
}
