import type { CandidateScores, ScoreKind } from '@shared/prompt/chunk';
import type { ChunkJourney } from '@shared/prompt/chunk-journey';
import { t } from '@shared/words/index';
import { formatDecimals } from '../../ui/quantities';
import {
  contributionsOf,
  groupOf,
  groupsOf,
  isKnownPart,
  type LanesOfRun,
  type PartGroup,
  partGroups,
} from './contributions';

interface ScoreListProps {
  readonly candidate: Pick<ChunkJourney, 'scores'> & Partial<Pick<ChunkJourney, 'relevance'>>;
  /** The lanes' part in the run: a list of one lane is not a list of both. */
  readonly lanes: LanesOfRun;
}

export function ScoreList({ candidate: { scores, relevance }, lanes }: ScoreListProps) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-12">
      {scores ? (
        <>
          <Score name={orderName(scores.fused.kind, lanes)} value={scores.fused.value} digits={3} />
          {contributionsOf(scores).map(({ name, value }) => (
            <Contribution key={name} name={name} value={value} />
          ))}
          {scores.fusion === undefined ? null : <Score name={t('scores.fusion')} value={scores.fusion} digits={3} />}
          <Score
            name={t('scores.vector')}
            value={scores.vector}
            digits={3}
            note={laneNote(scores.vectorRank, lanes.vector)}
          />
          <Score
            name={t('scores.keyword')}
            value={scores.keyword}
            digits={2}
            note={laneNote(scores.keywordRank, lanes.keyword)}
          />
          <Score name={t('scores.cosine')} value={scores.cosine} digits={3} />
          <Score name={t('scores.coverage')} value={scores.coverage} digits={2} />
          <Score name={t('scores.saturation')} value={scores.saturation} digits={2} />
          <Score name={t('scores.found')} value={scores.relevance} digits={2} />
        </>
      ) : null}
      {relevance === undefined ? null : <Score name={t('scores.reranked')} value={relevance} digits={2} />}
    </dl>
  );
}

interface ScoreProps {
  readonly name: string;
  readonly value: number | null;
  readonly digits: number;
  readonly note?: string;
}

function Score({ name, value, digits, note = '' }: ScoreProps) {
  return (
    <>
      <dt className="text-soft">
        {name}
        {note === '' ? null : <span className="text-muted"> · {note}</span>}
      </dt>
      <dd className="tabular text-right font-medium">
        {value === null ? t('app.none') : formatDecimals(value, digits)}
      </dd>
    </>
  );
}

/** The source of this part of the score: with the candidate's others it sums to it. */
function Contribution({ name, value }: { readonly name: string; readonly value: number }) {
  const group = groupOf(name);
  return (
    <>
      <dt data-testid="contribution" className="flex items-baseline gap-2 pl-3 text-muted">
        {group ? <PartMark group={group} /> : null}
        {isKnownPart(name) ? t(`scores.parts.${name}`) : name}
      </dt>
      <dd className="tabular text-right text-muted">{formatDecimals(value, 3)}</dd>
    </>
  );
}

function laneNote(rank: number | null, found: boolean): string {
  if (rank !== null) return t('journey.laneRank', { rank });
  return t(found ? 'journey.laneMissed' : 'journey.laneEmpty');
}

const joined: readonly ScoreKind[] = ['rrf', 'weighted'];

function orderName(kind: ScoreKind, { vector, keyword }: LanesOfRun): string {
  if (!joined.includes(kind) || vector === keyword) return t(`scores.fused.${kind}`);
  return t(`scores.oneLane.${vector ? 'meaning' : 'words'}`);
}

/** The hatching tells the last from the other two where colours do not. */
const fills: Readonly<Record<PartGroup, string>> = {
  meaning: 'bg-accent',
  words: 'bg-ink',
  features: 'score-features',
};

function PartMark({ group }: { readonly group: PartGroup }) {
  return <span aria-hidden data-part={group} className={`size-2 shrink-0 rounded-full ${fills[group]}`} />;
}

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
