/** How one chunk's place differs between two lists; 1-based ranks, null where the chunk is not in the list. */
export interface RankMove {
  readonly chunkId: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly kind: 'rose' | 'fell' | 'entered' | 'left';
}

/** Every chunk whose rank differs, by its new rank; those that left come last, by their old one. O(n). */
export function rankMoves(before: readonly string[], after: readonly string[]): RankMove[] {
  const old = new Map(before.map((id, index) => [id, index + 1]));
  const now = new Map(after.map((id, index) => [id, index + 1]));
  return [...new Set([...after, ...before])].flatMap((chunkId): RankMove[] => {
    const one = old.get(chunkId) ?? null;
    const other = now.get(chunkId) ?? null;
    if (one === other) return [];
    const kind = one === null ? 'entered' : other === null ? 'left' : other < one ? 'rose' : 'fell';
    return [{ chunkId, before: one, after: other, kind }];
  });
}
