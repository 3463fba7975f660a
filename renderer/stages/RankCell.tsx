// biome-ignore-all lint/a11y/useSemanticElements: cells of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import type { JourneyStep } from '@shared/chunk-journey';
import { t } from '../strings/index';
import { type Candidate, moveAt, type StepMove } from './candidates';
import { fateText } from './fate-text';
import { VerdictMark } from './VerdictMark';

/** Beside an open case there is little room, and the longest name has to stand clear of the one before it. */
export const rankWidth = (step: JourneyStep): string => (step === 'prompt' ? 'w-12' : 'w-9.5 @3xl:w-12');

/** A candidate's rank at one stage, with the line that leads there: up, down, level, or to where the chunk was left. */
export function RankCell({ candidate, step }: { readonly candidate: Candidate; readonly step: JourneyStep }) {
  const move = moveAt(candidate, step);
  const words = move === null ? '' : moveText(move, candidate);
  return (
    <span
      role="gridcell"
      title={words}
      data-move={move?.kind ?? 'none'}
      className={`tabular flex ${rankWidth(step)} shrink-0 items-center text-14 text-soft`}
    >
      <svg viewBox="0 0 20 24" fill="none" aria-hidden className="h-6 w-3 shrink-0 @3xl:w-5">
        {move && move.kind !== 'found' ? <Line move={move} /> : null}
      </svg>
      <span className="min-w-0 flex-1 text-right">
        {move?.kind === 'left' ? (
          <svg width="12" height="12" viewBox="-6 -6 12 12" fill="none" aria-hidden className="mr-auto">
            <VerdictMark fate={candidate.fate} x={0} y={0} size={3.5} />
          </svg>
        ) : (
          (move?.to ?? '')
        )}
      </span>
      {move && move.kind !== 'found' ? <span className="sr-only">{words}</span> : null}
    </span>
  );
}

/** Steeper the further the chunk moved: 2 pixels for a place, 9 for a hundred. */
function Line({ move }: { readonly move: StepMove }) {
  const places = (move.from ?? 0) - (move.to ?? move.from ?? 0);
  const lift = Math.sign(places) * Math.min(9, 1 + 1.3 * Math.log2(1 + Math.abs(places)));
  const colour = move.kind === 'rose' ? 'var(--accent)' : move.kind === 'fell' ? 'var(--caution)' : 'var(--edge)';
  const [x, y] = [18, 12 - lift];
  return (
    <g stroke={colour} strokeWidth={move.kind === 'rose' || move.kind === 'fell' ? 1.75 : 1.25} strokeLinecap="round">
      <path d={`M2 ${12 + lift}C10 ${12 + lift} 8 ${y} ${x} ${y}`} />
      {lift === 0 ? null : <path d={`M${x - 4} ${y - 3}l4 3l-4 3`} strokeLinejoin="round" />}
    </g>
  );
}

/** What happened to a chunk at a stage, in words. */
export function moveText({ kind, from, to }: StepMove, candidate: Candidate): string {
  if (kind === 'left') return t('journey.left', { from: from ?? 0, fate: fateText(candidate.fate) });
  if (kind === 'found') return t('journey.found', { to: to ?? 0 });
  if (kind === 'stayed') return t('journey.stayed', { to: to ?? 0 });
  return t(kind === 'rose' ? 'journey.rose' : 'journey.fell', { from: from ?? 0, to: to ?? 0 });
}
