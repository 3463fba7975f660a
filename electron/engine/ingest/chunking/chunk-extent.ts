import type { ChunkProfile } from '@shared/limits';

/** Characters a token is taken to have before anything was counted. */
const INITIAL_RATIO = 4;

/** A span of more than this many characters a token is surely longer than a chunk; counting it would cost for nothing. */
const COUNTABLE_RATIO = 12;

/** Counts spent on finding the end of one chunk. */
const MAX_COUNTS = 8;

/** How much a span holds, in the profile's unit; Infinity where it is clearly more than a chunk. */
export type Measure = (start: number, end: number) => number;

/** Measures spans of one text in the unit of a profile. Spans are `[start, end)` in UTF-16 code units. */
export interface Extent {
  /** Size of a span; Infinity where it is clearly more than a chunk. */
  readonly measure: Measure;
  /** The farthest end, at most `end`, of a chunk that begins at `start`; at least `start + 1`. */
  reach(start: number, end: number): number;
  /** About how many characters before `end` the overlap begins. */
  overlapFrom(end: number): number;
}

/** Chunk sizes counted in characters: exact, nothing to count. */
export function characterExtent(profile: ChunkProfile, overlap: number): Extent {
  return {
    measure: (start, end) => end - start,
    reach: (start, end) => {
      const rest = end - start;
      if (rest <= profile.size) return end;
      return start + Math.max(1, Math.floor(balanced(rest, profile)));
    },
    overlapFrom: (end) => end - overlap,
  };
}

/**
 * Chunk sizes counted in tokens. A chunk's end is estimated from the characters of a token so far and corrected by
 * counting: the number of chunks bounds the calls, not that of words.
 */
export function tokenExtent(
  text: string,
  profile: ChunkProfile,
  overlap: number,
  countTokens: (text: string) => number,
): Extent {
  let ratio = INITIAL_RATIO;
  const count = (start: number, end: number) => {
    const tokens = countTokens(text.slice(start, end));
    if (tokens > 0 && end > start) ratio = Math.max(0.05, (end - start) / tokens);
    return tokens;
  };
  return {
    measure: (start, end) =>
      end - start > profile.size * COUNTABLE_RATIO ? Number.POSITIVE_INFINITY : count(start, end),
    reach: (start, end) => {
      let fits = 0;
      let tooFar = end + 1;
      const aim = balanced((end - start) / ratio, profile);
      let at = clamp(start + Math.ceil(aim * ratio), start + 1, end);
      for (let counted = 0; counted < MAX_COUNTS; counted += 1) {
        const tokens = count(start, at);
        if (tokens <= profile.size) {
          fits = at;
          // Full enough, or meant to be less than full because the rest is to be shared evenly.
          if (at >= end || tokens >= aim * 0.9) return at;
        } else tooFar = at;
        const next = start + Math.floor(((at - start) * aim * 0.97) / Math.max(1, tokens));
        at = clamp(next, Math.max(fits, start) + 1, Math.min(tooFar - 1, end));
        if (at <= fits || at >= tooFar) break;
      }
      return fits > start ? fits : start + 1;
    },
    overlapFrom: (end) => end - Math.round(overlap * ratio),
  };
}

/** With so many chunks left, the rest is shared out among them. */
const SHARED_CHUNKS = 3;

/**
 * The size of the next chunk: less than a full chunk if a rest below the profile's least size would remain. Between an
 * even share and the most that later chunks can spare, because a cut is never exactly at its aim.
 */
function balanced(rest: number, { size, minSize }: ChunkProfile): number {
  const chunks = Math.ceil(rest / size);
  if (minSize === 0 || chunks <= 1 || chunks > SHARED_CHUNKS) return size;
  const even = rest / chunks;
  return Math.min(size, (even + Math.max(even, rest - (chunks - 1) * minSize)) / 2);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
