import type { CandidateScores } from '@shared/chunk';
import { formatDecimals } from '../components/quantities';
import { t } from '../strings/index';
import { groupsOf, type PartGroup, partGroups } from './contributions';

/** The hatching tells the last from the other two where colours do not. */
const fills: Readonly<Record<PartGroup, string>> = {
  meaning: 'bg-accent',
  words: 'bg-ink',
  features: 'score-features',
};

/** How a part of a score is filled in its bar. */
export function PartMark({ group }: { readonly group: PartGroup }) {
  return <span aria-hidden data-part={group} className={`size-2 shrink-0 rounded-full ${fills[group]}`} />;
}

interface ScoreBarProps {
  readonly scores: CandidateScores;
  /** The highest score of the run, which a whole bar stands for. */
  readonly highest: number;
}

/** What a score is made of, as a bar: nearness in meaning, words, and what else counts. */
export function ScoreBar({ scores, highest }: ScoreBarProps) {
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
