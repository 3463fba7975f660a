import type { CandidateScores } from '@shared/chunk';
import { rankFeatures } from '@shared/rank-features';

const knownParts = ['fusion', 'exact', ...rankFeatures] as const;

/** Whether the interface has words for it; a part of a later version is shown by its name. */
export const isKnownPart = (name: string): name is (typeof knownParts)[number] =>
  (knownParts as readonly string[]).includes(name);

/**
 * What the parts of the explainable reranker gave to a candidate's score, the largest first and without those that gave
 * nothing to be seen in three decimals; none where the score is that of the fusion alone.
 */
export function contributionsOf({
  contributions = {},
}: Pick<CandidateScores, 'contributions'>): readonly { readonly name: string; readonly value: number }[] {
  const parts = Object.entries(contributions).map(([name, value]) => ({ name, value }));
  const shown = parts.filter(({ value }) => Math.abs(value) >= 0.0005);
  if (shown.every(({ name }) => name === 'fusion')) return [];
  return shown.sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
}
