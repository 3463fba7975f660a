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

/**
 * How near to each other a text has the neighbouring terms of a query: Σ weight / least distance, of pairs at most
 * eight terms apart. 1 where all stand side by side, 0 where none is near.
 *
 * @param text the text's terms as numbers, in order
 * @param pairs numbers of the pair's terms
 */
export function proximity(
  text: Uint32Array,
  pairs: readonly { readonly first: number; readonly second: number; readonly weight: number }[],
  /** By term number: 1 where it is part of a pair. */
  wanted: Uint8Array,
): number {
  const places = new Map<number, number[]>();
  for (let place = 0; place < text.length; place += 1) {
    const number = text[place] ?? 0;
    if (wanted[number] !== 1) continue;
    const known = places.get(number);
    if (known) known.push(place);
    else places.set(number, [place]);
  }
  if (places.size < 2) return 0;
  let sum = 0;
  for (const { first, second, weight } of pairs) {
    const distance = leastDistance(places.get(first) ?? [], places.get(second) ?? []);
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
