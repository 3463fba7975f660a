import { formatDecimals, formatSigned } from '../components/quantities';
import { t } from '../strings/index';
import type { Candidate } from './candidates';
import { gapBetween, isKnownPart, type Part, type ScoreGap, seen } from './contributions';

/** Those that stand before and after a candidate in the order of Retrieval. */
export interface Neighbours {
  readonly before: Candidate | null;
  readonly after: Candidate | null;
}

export const neighboursOf = (candidate: Candidate, inOrder: readonly Candidate[]): Neighbours => {
  const at = (candidate.ranks.retrieval ?? 0) - 1;
  return { before: inOrder[at - 1] ?? null, after: inOrder[at + 1] ?? null };
};

/** Why Retrieval has put a candidate where it is: how far it is from those beside it, and by which parts of the score. */
export function WhyHere({ candidate, neighbours: { before, after } }: WhyHereProps) {
  const behind = before ? gapBetween(before.scores, candidate.scores) : null;
  const ahead = after ? gapBetween(candidate.scores, after.scores) : null;
  const place = candidate.ranks.retrieval ?? 0;
  const lines = [
    behind ? { id: 'behind' as const, to: place - 1, gap: behind.value, parts: partsOf(behind).map(turned) } : null,
    ahead ? { id: 'ahead' as const, to: place + 1, gap: ahead.value, parts: partsOf(ahead) } : null,
  ];
  if (lines.every((line) => line === null)) return null;
  return (
    <ul data-testid="why-here" className="mb-2 space-y-0.5 text-12 text-soft">
      {lines.map((line) =>
        line ? (
          <li key={line.id}>
            {t(line.gap < seen ? 'journey.why.even' : `journey.why.${line.id}`, {
              gap: formatDecimals(line.gap, 3),
              place: line.to,
            })}
            {line.parts.length > 0 ? `: ${line.parts.map(partText).join(', ')}` : ''}
          </li>
        ) : null,
      )}
    </ul>
  );
}

interface WhyHereProps {
  readonly candidate: Candidate;
  readonly neighbours: Neighbours;
}

const turned = ({ name, value }: Part): Part => ({ name, value: -value });

/** Those that are named and, where they alone do not sum to it, the rest. */
const partsOf = ({ parts, rest }: ScoreGap): readonly Part[] =>
  Math.abs(rest) < seen ? parts : [...parts, { name: 'rest', value: rest }];

const nameOf = (name: string): string => {
  if (name === 'rest') return t('scores.restOfParts');
  return isKnownPart(name) ? t(`scores.partNames.${name}`) : name;
};

const partText = ({ name, value }: Part): string => `${nameOf(name)} ${formatSigned(value, 3)}`;
