/** A place of one sequence that fits a place of another. */
export interface Link {
  readonly old: number;
  readonly new: number;
  /** Above 0. */
  readonly weight: number;
}

/**
 * The heaviest of the links that ascend on both sides, each place at most once: the heaviest increasing subsequence, by
 * a Fenwick tree of maxima. O(n log n). Of chains of one weight always the same.
 */
export function heaviestChain(links: readonly Link[]): Link[] {
  // Of links of one old place the later new ones first: none of them can follow another.
  const ordered = [...links].sort((a, b) => a.old - b.old || b.new - a.new);
  const places = [...new Set(ordered.map((link) => link.new))].sort((a, b) => a - b);
  const rankOf = new Map(places.map((place, rank) => [place, rank + 1]));
  const sums = new Float64Array(ordered.length);
  const before = new Int32Array(ordered.length).fill(-1);
  /** By Fenwick's node: the link that ends the heaviest chain there. */
  const tree = new Int32Array(places.length + 1).fill(-1);
  const heavier = (one: number, other: number): number =>
    other < 0 || (one >= 0 && (sums[one] ?? 0) >= (sums[other] ?? 0)) ? one : other;
  let best = -1;
  ordered.forEach((link, at) => {
    const rank = rankOf.get(link.new) ?? 0;
    let last = -1;
    for (let node = rank - 1; node > 0; node -= node & -node) last = heavier(last, tree[node] ?? -1);
    sums[at] = link.weight + (last < 0 ? 0 : (sums[last] ?? 0));
    before[at] = last;
    for (let node = rank; node <= places.length; node += node & -node) tree[node] = heavier(tree[node] ?? -1, at);
    best = heavier(best, at);
  });
  const chain: Link[] = [];
  for (let at = best; at >= 0; at = before[at] ?? -1) {
    const link = ordered[at];
    if (link) chain.push(link);
  }
  return chain.reverse();
}
