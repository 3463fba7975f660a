import { addToSketch, emptySketch, type SetSketch } from './set-sketch';
import { words } from './terms';
import { scanWords, wordHash } from './word-scan';

const shingleLength = 3;
/** Twelve times the words of a passage of 1,000 characters. */
const sketchPlaces = 2048;

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

const hashesOf = (all: readonly string[]) => ({ hashes: Int32Array.from(all, wordHash), count: all.length });

/** The sketch of `shingles`, which takes a twentieth of their time. */
export function shingleSketch(text: string): SetSketch {
  const { hashes, count } = scanWords(text) ?? hashesOf(words(text));
  const sketch = emptySketch(sketchPlaces);
  sketch.most = Math.max(count - shingleLength + 1, 1);
  for (let start = 0; start < sketch.most; start += 1) {
    let hash = 0;
    for (let at = start; at < Math.min(start + shingleLength, count); at += 1) {
      hash = Math.imul(hash ^ (hashes[at] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    addToSketch(sketch, hash);
  }
  return sketch;
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
