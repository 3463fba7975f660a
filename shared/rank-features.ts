/** What the reranker weighs beside the fused score, each 0–1; weights are the embedding model's catalogue entry's. */
export const rankFeatures = [
  'feedback',
  'neighbourhood',
  'proximity',
  'coverage',
  'title',
  'definition',
  'relevance',
  'maxSim',
] as const;
export type RankFeature = (typeof rankFeatures)[number];
