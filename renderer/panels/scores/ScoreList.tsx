import type { CandidateScores, ScoreKind } from '@shared/prompt/chunk';
import type { ChunkJourney } from '@shared/prompt/chunk-journey';
import { rankFeatures } from '@shared/ranking';
import { t } from '@shared/words/index';
import { Fragment } from 'react';
import { formatDecimals } from '../../ui/quantities';

interface ScoreListProps {
  readonly candidate: Pick<ChunkJourney, 'scores'> & Partial<Pick<ChunkJourney, 'relevance'>>;
  /** The lanes' part in the run: a list of one lane is not a list of both. */
  readonly lanes: LanesOfRun;
}

type ScoreRow = readonly [name: string, value: number | null, digits: number, note?: string];

/** Every score of a candidate with its kind in words; a lane that did not find it says so. */
export function ScoreList({ candidate: { scores, relevance }, lanes }: ScoreListProps) {
  const rows: ScoreRow[] = scores
    ? [
        [t('scores.vector'), scores.vector, 3, laneNote(scores.vectorRank, lanes.vector)],
        [t('scores.keyword'), scores.keyword, 2, laneNote(scores.keywordRank, lanes.keyword)],
        [t('scores.cosine'), scores.cosine, 3],
        [t('scores.coverage'), scores.coverage, 2],
        [t('scores.saturation'), scores.saturation, 2],
        [t('scores.found'), scores.relevance, 2],
      ]
    : [];
  if (scores?.fusion !== undefined) rows.unshift([t('scores.fusion'), scores.fusion, 3]);
  if (relevance !== undefined) rows.push([t('scores.reranked'), relevance, 2]);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-12">
      {scores ? scoreLine([orderName(scores.fused.kind, lanes), scores.fused.value, 3]) : null}
      {scores ? contributionsOf(scores).map(contributionLine) : null}
      {rows.map(scoreLine)}
    </dl>
  );
}

const scoreLine = ([name, value, digits, note]: ScoreRow) => (
  <Fragment key={name}>
    <dt className="text-soft">
      {name}
      {note === undefined ? null : <span className="text-muted"> · {note}</span>}
    </dt>
    <dd className="tabular text-right font-medium">{value === null ? t('app.none') : formatDecimals(value, digits)}</dd>
  </Fragment>
);

const contributionLine = ({ name, value }: ScorePart) => (
  <Fragment key={name}>
    <dt data-testid="contribution" className="flex items-baseline gap-2 pl-3 text-muted">
      <span aria-hidden data-part={groupOf(name)} className={`size-2 shrink-0 rounded-full ${fills[groupOf(name)]}`} />
      {isKnownPart(name) ? t(`scores.parts.${name}`) : name}
    </dt>
    <dd className="tabular text-right text-muted">{formatDecimals(value, 3)}</dd>
  </Fragment>
);

const laneNote = (rank: number | null, found: boolean): string =>
  rank !== null ? t('journey.laneRank', { rank }) : t(found ? 'journey.laneMissed' : 'journey.laneEmpty');

const joined: readonly ScoreKind[] = ['rrf', 'weighted'];

const orderName = (kind: ScoreKind, { vector, keyword }: LanesOfRun): string =>
  !joined.includes(kind) || vector === keyword
    ? t(`scores.fused.${kind}`)
    : t(`scores.oneLane.${vector ? 'meaning' : 'words'}`);

/** The hatching tells the last from the other two where colours do not. */
const fills: Readonly<Record<PartGroup, string>> = {
  meaning: 'bg-accent',
  words: 'bg-ink',
  features: 'score-features',
};

export function ScoreBar({ scores, highest }: Readonly<{ scores: CandidateScores; highest: number }>) {
  const groups = groupsOf(scores);
  if (!groups)
    return (
      <span className="hidden truncate text-12 text-muted @4xl:block">{t(`scores.kinds.${scores.fused.kind}`)}</span>
    );
  const shown = partGroups.filter((group) => groups[group] > 0);
  const words = shown.map((group) => `${t(`scores.groups.${group}`)} ${formatDecimals(groups[group], 3)}`).join(' · ');
  return (
    <span
      data-testid="score-bar"
      title={words}
      className="figure-bar mt-0.5 flex h-1.5 overflow-hidden rounded-sm bg-raised @4xl:mt-1.5"
    >
      <span className="sr-only">{words}</span>
      {shown.map((group) => (
        <span
          key={group}
          aria-hidden
          data-part={group}
          className={`border-r border-case ${fills[group]}`}
          style={{ width: `${highest > 0 ? (100 * groups[group]) / highest : 0}%` }}
        />
      ))}
    </span>
  );
}

const knownParts = ['meaning', 'words', 'exact', 'conversation', ...rankFeatures] as const;

export const isKnownPart = (name: string): name is (typeof knownParts)[number] =>
  (knownParts as readonly string[]).includes(name);

export type ScorePart = Readonly<{ name: string; value: number }>;

type WithParts = Pick<CandidateScores, 'contributions'>;

/** Half of the visible three decimals. */
export const seen = 0.0005;

const byName = (a: ScorePart, b: ScorePart): number => (a.name < b.name ? -1 : 1);

/** Returns the shares of a candidate's score, the largest first, with zeros; none if they are unknown. */
export function contributionsOf({ contributions = {} }: WithParts): readonly ScorePart[] {
  const parts = Object.entries(contributions).map(([name, value]) => ({ name, value }));
  return parts.sort((a, b) => b.value - a.value || byName(a, b));
}

const partGroups = ['meaning', 'words', 'features'] as const;
type PartGroup = (typeof partGroups)[number];

const groupOf = (name: string): PartGroup => (name === 'meaning' || name === 'words' ? name : 'features');

export function groupsOf({ contributions }: WithParts): Readonly<Record<PartGroup, number>> | null {
  const { meaning, words, ...features } = contributions ?? {};
  if (meaning === undefined || words === undefined) return null;
  const rest = Object.values(features).reduce((sum, value) => sum + value, 0);
  return { meaning: Math.max(0, meaning), words: Math.max(0, words), features: Math.max(0, rest) };
}

/** `parts`: the at most three widest differences, above 0 if the first has more of it. `rest`: that of all others. */
export type ScoreGap = Readonly<{ value: number; parts: readonly ScorePart[]; rest: number }>;

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
type LanesOfRun = Readonly<{ vector: boolean; keyword: boolean }>;

export const lanesOf = (candidates: readonly { readonly scores: CandidateScores | null }[]): LanesOfRun => ({
  vector: candidates.some(({ scores }) => (scores?.vectorRank ?? null) !== null),
  keyword: candidates.some(({ scores }) => (scores?.keywordRank ?? null) !== null),
});
