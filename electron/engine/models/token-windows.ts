/**
 * Splits tokens into the fewest windows of at most `size`, as equal in length as they can be (they differ by one at
 * most), without overlap: every token is seen once, and no short last window gets the weight of a full one.
 * No tokens give one empty window.
 */
export function tokenWindows(tokens: readonly number[], size: number): number[][] {
  if (size < 1) throw new RangeError(`a window of ${size} tokens holds nothing`);
  const count = Math.max(1, Math.ceil(tokens.length / size));
  return Array.from({ length: count }, (_, index) =>
    tokens.slice(Math.floor((index * tokens.length) / count), Math.floor(((index + 1) * tokens.length) / count)),
  );
}
