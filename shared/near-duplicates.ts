import { words } from './terms';

const shingleLength = 3;

/** Overlapping triples of words, as a set; a text shorter than that is one shingle. */
export function shingles(text: string): Set<string> {
  const all = words(text);
  if (all.length <= shingleLength) return new Set([all.join(' ')]);
  const found = new Set<string>();
  for (let start = 0; start + shingleLength <= all.length; start += 1) {
    found.add(all.slice(start, start + shingleLength).join(' '));
  }
  return found;
}

/** |A ∩ B| / |A ∪ B|, 0 for two empty sets (Broder 1997 calls it resemblance). */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared += 1;
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}

/** `jaccard` where it is at least `least`, else null; sets that cannot reach it are left after few members. */
export function jaccardFrom<T>(a: ReadonlySet<T>, b: ReadonlySet<T>, least: number): number | null {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  // s / (|A| + |B| − s) ≥ least needs s ≥ least · (|A| + |B|) / (1 + least); one more against rounding.
  let spare = small.size - Math.floor((least * (a.size + b.size)) / (1 + least)) + 1;
  for (const item of small) {
    if (large.has(item)) continue;
    spare -= 1;
    if (spare < 0) return null;
  }
  const likeness = jaccard(a, b);
  return likeness >= least ? likeness : null;
}
