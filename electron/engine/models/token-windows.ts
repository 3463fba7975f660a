/** A stretch of tokens: from `start` up to, not including, `end`. */
export interface WindowSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits tokens into the fewest windows of at most `size`, as equal in length as they can be (they differ by one at
 * most), without overlap: every token is seen once, and no short last window gets the weight of a full one.
 * No tokens give one empty window.
 */
export function windowSpans(tokens: number, size: number): WindowSpan[] {
  if (size < 1) throw new RangeError(`a window of ${size} tokens holds nothing`);
  const count = Math.max(1, Math.ceil(tokens / size));
  return Array.from({ length: count }, (_, index) => ({
    start: Math.floor((index * tokens) / count),
    end: Math.floor(((index + 1) * tokens) / count),
  }));
}

/** The tokens of each of these windows. */
export function tokenWindows(tokens: readonly number[], size: number): number[][] {
  return windowSpans(tokens.length, size).map(({ start, end }) => tokens.slice(start, end));
}
