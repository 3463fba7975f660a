import type { Chunk } from '@shared/chunk';
import { jaccardFrom, shingleSketch, shingles } from '@shared/near-duplicates';
import { mayBeAlike, type SetSketch } from '@shared/set-sketch';
import { type Claim, claims } from './contradictions';

/** A candidate in the forms in which it is compared with others. */
export interface Passage {
  readonly chunk: Chunk;
  readonly sketch: SetSketch;
  readonly claims: readonly Claim[];
  /** Found when asked for: most candidates are like none of the others. */
  shingles: ReadonlySet<string> | null;
}

export const passageOf = (chunk: Chunk): Passage => ({
  chunk,
  sketch: shingleSketch(chunk.text),
  claims: claims(chunk.text),
  shingles: null,
});

function shinglesOf(passage: Passage): ReadonlySet<string> {
  passage.shingles ??= shingles(passage.chunk.text);
  return passage.shingles;
}

/** The resemblance of two passages where it is at least `least`, else null. */
export function alike(one: Passage, other: Passage, least: number): number | null {
  return mayBeAlike(one.sketch, other.sketch, least) ? jaccardFrom(shinglesOf(one), shinglesOf(other), least) : null;
}
