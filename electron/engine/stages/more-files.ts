/** Two relevances this near each other do not tell which passage is the better one. */
const comparable = 0.95;

/** A passage that may be selected. */
export interface Selectable {
  readonly id: string;
  readonly documentId: string;
  /** 0–1. */
  readonly relevance: number;
}

/**
 * Passages in the order in which they are taken: the best one first, and where the next one is of a file that is taken
 * from already, one of another file before it whose relevance is comparable, at least 95 % of its (R11). Passages of
 * one file keep their order.
 *
 * @param passages best first
 */
export function preferMoreFiles<P extends Selectable>(passages: readonly P[]): P[] {
  const left = [...passages];
  const taken: P[] = [];
  const files = new Set<string>();
  while (left.length > 0) {
    const [next] = left;
    if (!next) break;
    const place = files.has(next.documentId)
      ? left.findIndex(
          ({ documentId, relevance }) => !files.has(documentId) && relevance >= comparable * next.relevance,
        )
      : 0;
    const [one] = left.splice(Math.max(place, 0), 1);
    if (!one) break;
    files.add(one.documentId);
    taken.push(one);
  }
  return taken;
}
