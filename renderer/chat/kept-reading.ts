/** Where a person was reading: an exchange, and how far its top stands from the top of the pane, in CSS pixels. */
export interface ReadingPlace {
  readonly exchange: number;
  readonly offset: number;
}

const places = new Map<string, ReadingPlace>();

/** Keeps where a conversation is read for as long as the window is open; null for its end, where it opens by itself. */
export function keepReading(conversationId: string, place: ReadingPlace | null): void {
  if (place) places.set(conversationId, place);
  else places.delete(conversationId);
}

export const keptReading = (conversationId: string | null): ReadingPlace | null =>
  conversationId === null ? null : (places.get(conversationId) ?? null);

/**
 * The exchange at the top of a pane and where it stands there.
 *
 * @param tops distances of the exchanges' tops from the pane's, in order; null where there are none
 */
export function readingPlace(tops: readonly number[]): ReadingPlace | null {
  const exchange = Math.max(
    0,
    tops.findLastIndex((top) => top <= 0),
  );
  const offset = tops[exchange];
  return offset === undefined ? null : { exchange, offset };
}
