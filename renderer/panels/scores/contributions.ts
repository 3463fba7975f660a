import type { CandidateScores } from '@shared/prompt/chunk';
import { rankFeatures } from '@shared/ranking';

const knownParts = ['meaning', 'words', 'exact', 'conversation', ...rankFeatures] as const;

/** Whether the interface has words for it; a part of a later version is shown by its name. */
export const isKnownPart = (name: string): name is (typeof knownParts)[number] =>
  (knownParts as readonly string[]).includes(name);

export interface ScorePart {
  readonly name: string;
  readonly value: number;
}

type WithParts = Pick<CandidateScores, 'contributions'>;

/** Half of the visible three decimals. */
export const seen = 0.0005;

const byName = (a: ScorePart, b: ScorePart): number => (a.name < b.name ? -1 : 1);

/** Returns the shares of a candidate's score, the largest first, with zeros; none if they are unknown. */
export function contributionsOf({ contributions = {} }: WithParts): readonly ScorePart[] {
  const parts = Object.entries(contributions).map(([name, value]) => ({ name, value }));
  return parts.sort((a, b) => b.value - a.value || byName(a, b));
}

export const partGroups = ['meaning', 'words', 'features'] as const;
export type PartGroup = (typeof partGroups)[number];

export const groupOf = (name: string): PartGroup => (name === 'meaning' || name === 'words' ? name : 'features');

/** The score of a candidate in three parts, to be drawn; null where its lanes are not told apart. */
export function groupsOf({ contributions }: WithParts): Readonly<Record<PartGroup, number>> | null {
  const { meaning, words, ...features } = contributions ?? {};
  if (meaning === undefined || words === undefined) return null;
  const rest = Object.values(features).reduce((sum, value) => sum + value, 0);
  return { meaning: Math.max(0, meaning), words: Math.max(0, words), features: Math.max(0, rest) };
}

export interface ScoreGap {
  readonly value: number;
  /** The differences of the parts, the widest first, at most three; above 0 if the first has more of it. */
  readonly parts: readonly ScorePart[];
  /** The difference of all other parts: with the named ones it sums to the gap. */
  readonly rest: number;
}

/** Returns null if the kinds differ, the parts are unknown, or the scores do not tell the order. */
export function gapBetween(ahead: CandidateScores | null, behind: CandidateScores | null): ScoreGap | null {
  if (!ahead?.contributions || !behind?.contributions || ahead.fused.kind !== behind.fused.kind) return null;
  const value = ahead.fused.value - behind.fused.value;
  if (value < 0) return null;
  const names = new Set([...Object.keys(ahead.contributions), ...Object.keys(behind.contributions)]);
  const parts = [...names]
    .map((name) => ({ name, value: (ahead.contributions?.[name] ?? 0) - (behind.contributions?.[name] ?? 0) }))
    .filter((part) => Math.abs(part.value) >= seen)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || byName(a, b));
  const named = parts.slice(0, 3);
  return { value, parts: named, rest: named.reduce((rest, part) => rest - part.value, value) };
}

/** Whether any candidate came from a lane: it may have found nothing, or have not been asked. */
export interface LanesOfRun {
  readonly vector: boolean;
  readonly keyword: boolean;
}

export const lanesOf = (candidates: readonly { readonly scores: CandidateScores | null }[]): LanesOfRun => ({
  vector: candidates.some(({ scores }) => (scores?.vectorRank ?? null) !== null),
  keyword: candidates.some(({ scores }) => (scores?.keywordRank ?? null) !== null),
});
