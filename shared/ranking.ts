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
    return [{ chunkId, before: one, after: other, kind: kindOfMove(one, other) }];
  });
}

function kindOfMove(before: number | null, after: number | null): RankMove['kind'] {
  if (before === null) return 'entered';
  if (after === null) return 'left';
  return after < before ? 'rose' : 'fell';
}

/** Texts in the order of their code units, which is the same everywhere. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The higher number first. A sign, not a difference: fractions that a sort throws away are garbage. */
export const falling = (a: number, b: number): number => (a > b ? -1 : Number(a < b));

/** Six decimals, as of every score: enough to order by, few enough to be equal on every processor. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** As many as are wanted, evenly of all, in order; all where there are no more. */
export const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most
    ? all
    : all.filter((_one, at) => Math.floor((at * most) / all.length) !== Math.floor(((at - 1) * most) / all.length));

/** The reranker's features beside the fused score, each 0–1; weights are in the embedding model's catalogue entry. */
export const rankFeatures = ['coverage', 'title', 'definition', 'relevance'] as const;
export type RankFeature = (typeof rankFeatures)[number];
