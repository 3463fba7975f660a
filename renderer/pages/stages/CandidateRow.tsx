// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import { fromConversation } from '@shared/prompt/chunk';
import { type JourneyStep, journeySteps } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { saidReason } from '@shared/words/said';
import { ChevronRight } from 'lucide-react';
import { ScoreBar } from '../../panels/scores/ScoreList';
import { useChat } from '../../state/chat/chat';
import { showSource, stopOf, useShell } from '../../state/shell';
import { useStages } from '../../state/stages';
import { chunkName, formatPlace } from '../../ui/names';
import { formatDecimals } from '../../ui/quantities';
import { type Fate, moveAt, relevanceOf, type ShownCandidate, type StepMove } from './candidates';

/** Relevance and score: two columns, or one over the other where there is no room for both. */
export const numbers = 'flex w-14 shrink-0 flex-col @3xl:w-18 @4xl:contents *:shrink-0';

interface CandidateRowProps {
  readonly candidate: ShownCandidate;
  readonly index: number;
  readonly highest: number;
  readonly right: boolean;
  readonly opened: boolean;
  readonly gated: boolean;
  readonly judged: { readonly kept: boolean; readonly edited: boolean } | null;
  toggle(): void;
  unfold(): void;
  nameOf(chunkId: string): string | undefined;
}

const looks: Readonly<Record<Fate, { readonly tone: string; readonly colour: string }>> = {
  keep: { tone: 'text-ink', colour: 'var(--accent)' },
  open: { tone: 'text-muted', colour: 'var(--muted)' },
  cut: { tone: 'text-muted', colour: 'var(--muted)' },
  recalled: { tone: 'text-soft', colour: 'var(--origin-h)' },
  drop_irrelevant: { tone: 'text-muted', colour: 'var(--muted)' },
  drop_duplicate: { tone: 'text-caution', colour: 'var(--caution)' },
  drop_conflict: { tone: 'text-danger', colour: 'var(--danger)' },
};
export const fateColour = (fate: Fate): string => looks[fate].colour;

/** So much of its section is worth showing beside a title. */
const leastLetters = 12;

export function CandidateRow(props: CandidateRowProps) {
  const { candidate, index, highest, right, opened, gated, judged, toggle, unfold, nameOf } = props;
  const { hovered, pinned, hover, pin } = useStages();
  const { chunk, fate } = candidate;
  const hoverGround = chunk.id === hovered ? 'bg-raised' : '';
  const ground = chunk.id === pinned ? 'bg-accent-wash' : hoverGround;
  const reason = candidate.reason ? saidReason(candidate.reason, nameOf) : '';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid that holds the row answers to the keys
    <div
      id={`candidate-${chunk.id}`}
      role="row"
      data-testid="candidate-row"
      data-chunk={chunk.id}
      aria-level={1}
      aria-expanded={opened}
      aria-rowindex={index + 2}
      aria-selected={chunk.id === pinned}
      onClick={() => pin(chunk.id)}
      onDoubleClick={() => openPlace(candidate)}
      onMouseEnter={() => hover(chunk.id)}
      onMouseLeave={() => hover(null)}
      className={`flex h-14 items-center gap-0.5 pr-3 pl-2 @3xl:gap-2 @3xl:pr-4 @3xl:pl-3 ${ground}`}
    >
      <UnfoldCell opened={opened} unfold={unfold} />
      {gated ? (
        <span role="gridcell" className="flex w-6 shrink-0 items-center pl-1 @3xl:w-8">
          {judged ? (
            <input
              type="checkbox"
              tabIndex={-1}
              data-testid="keep"
              data-edited={judged.edited}
              checked={judged.kept}
              aria-label={t('edits.keep', { title: chunkName(chunk) })}
              onChange={toggle}
              onClick={(event) => event.stopPropagation()}
              onDoubleClick={(event) => event.stopPropagation()}
              className="keep-box"
            />
          ) : null}
        </span>
      ) : null}
      {journeySteps.map((step) => (
        <RankCell key={step} candidate={candidate} step={step} />
      ))}
      <TitleCell candidate={candidate} right={right} />
      <NumberCells candidate={candidate} highest={highest} />
      <span role="gridcell" className="hidden w-44 shrink-0 pl-2 text-12 @3xl:block">
        <span className={`font-medium ${looks[fate].tone}`}>{fateText(fate)}</span>
        <span className="line-clamp-2 text-muted" title={reason}>
          {reason}
        </span>
      </span>
    </div>
  );
}

const UnfoldCell = ({ opened, unfold }: Pick<CandidateRowProps, 'opened' | 'unfold'>) => (
  <span role="gridcell" className="flex w-6 shrink-0">
    <button
      type="button"
      // The grid's arrow keys do the same without a hundred stops for Tab.
      tabIndex={-1}
      data-testid="unfold"
      aria-label={t(opened ? 'journey.close' : 'journey.open')}
      onClick={(event) => {
        event.stopPropagation();
        unfold();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className="flex size-6 items-center justify-center rounded-sm text-muted hover:bg-raised hover:text-ink"
    >
      <ChevronRight size={14} className={`transition-transform duration-120 ${opened ? 'rotate-90' : ''}`} />
    </button>
  </span>
);

function TitleCell({ candidate: { chunk, fate }, right }: Pick<CandidateRowProps, 'candidate' | 'right'>) {
  const place = fromConversation(chunk)
    ? [t('journey.fromConversation')]
    : [chunk.section === 'N/A' ? '' : chunk.section, formatPlace(chunk)];
  const said = place.filter(Boolean).join(' · ');
  return (
    <span role="gridcell" className="min-w-0 flex-1 pl-2">
      {/* A label without room for a few letters goes below the line, out of sight: one letter says nothing. */}
      <span
        className={`flex h-5 flex-wrap items-baseline gap-x-2 overflow-hidden text-14 font-medium ${looks[fate].tone}`}
      >
        <span dir="auto" className={`truncate ${right ? 'max-w-[calc(100%-4rem)]' : 'max-w-full'}`}>
          {chunk.title}
        </span>
        {right ? (
          <span data-testid="right-document" className="shrink-0 text-12 text-accent">
            {t('evaluate.question.right')}
          </span>
        ) : null}
        <span
          style={{ flexBasis: `${Math.min(said.length, leastLetters)}ch` }}
          className="tabular min-w-0 grow truncate text-12 font-normal text-muted"
        >
          {said}
        </span>
      </span>
      <span className="block truncate font-serif text-14 text-soft">{chunk.text.slice(0, 240)}</span>
    </span>
  );
}

function NumberCells({ candidate, highest }: Pick<CandidateRowProps, 'candidate' | 'highest'>) {
  const { scores } = candidate;
  const relevance = relevanceOf(candidate);
  return (
    <span role="presentation" className={numbers}>
      <span role="gridcell" className="tabular text-right text-14 @4xl:w-18">
        {relevance === null ? t('app.none') : formatDecimals(relevance, 2)}
      </span>
      <span role="gridcell" className="tabular text-right text-12 text-soft @4xl:w-28 @4xl:text-14 @4xl:text-ink">
        {scores ? (
          <>
            {formatDecimals(scores.fused.value, 3)}
            <ScoreBar scores={scores} highest={highest} />
          </>
        ) : (
          t('app.none')
        )}
      </span>
    </span>
  );
}

export function openPlace({ chunk }: ShownCandidate): void {
  if (fromConversation(chunk) && chunk.conversationId) {
    useShell.getState().go('chat');
    void useChat.getState().open(chunk.conversationId);
  } else showSource(stopOf(chunk));
}

/** Beside an open case there is little room, and the longest name needs a gap before it. */
export const rankWidth = (step: JourneyStep): string => (step === 'a3' || step === 'a4' ? 'w-15' : 'w-11 @3xl:w-12');

function RankCell({ candidate, step }: { readonly candidate: ShownCandidate; readonly step: JourneyStep }) {
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

const moveColours: Readonly<Partial<Record<StepMove['kind'], string>>> = {
  rose: 'var(--accent)',
  fell: 'var(--caution)',
};

/** Steeper the further the chunk moved: 2 pixels for a place, 9 for a hundred. */
function Line({ move }: { readonly move: StepMove }) {
  const places = (move.from ?? 0) - (move.to ?? move.from ?? 0);
  const lift = Math.sign(places) * Math.min(9, 1 + 1.3 * Math.log2(1 + Math.abs(places)));
  const colour = moveColours[move.kind] ?? 'var(--edge)';
  const [x, y] = [18, 12 - lift];
  return (
    <g stroke={colour} strokeWidth={move.kind === 'rose' || move.kind === 'fell' ? 1.75 : 1.25} strokeLinecap="round">
      <path d={`M2 ${12 + lift}C10 ${12 + lift} 8 ${y} ${x} ${y}`} />
      {lift === 0 ? null : <path d={`M${x - 4} ${y - 3}l4 3l-4 3`} strokeLinejoin="round" />}
    </g>
  );
}

export function moveText({ kind, from, to }: StepMove, candidate: ShownCandidate): string {
  if (kind === 'left') return t('journey.left', { from: from ?? 0, fate: fateText(candidate.fate) });
  if (kind === 'found') return t('journey.found', { to: to ?? 0 });
  if (kind === 'stayed') return t('journey.stayed', { to: to ?? 0 });
  return t(kind === 'rose' ? 'journey.rose' : 'journey.fell', { from: from ?? 0, to: to ?? 0 });
}

export const fateText = (fate: Fate): string => t(`stages.fates.${fate}`);

/** The end of a thread. Every fate has its own shape: colour is never the only sign. */
export function VerdictMark({ fate, x, y, size }: Readonly<{ fate: Fate; x: number; y: number; size: number }>) {
  const colour = fateColour(fate);
  const hollow = { fill: 'var(--case)', stroke: colour, strokeWidth: 1.5 };
  switch (fate) {
    case 'keep':
      return <circle cx={x} cy={y} r={size} fill={colour} />;
    case 'open':
    case 'drop_irrelevant':
      return <circle cx={x} cy={y} r={size * 0.85} fill="var(--case)" stroke={colour} strokeWidth={1.25} />;
    case 'drop_duplicate':
      return <path d={`M${x} ${y - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`} {...hollow} />;
    case 'drop_conflict': {
      const strokes = `M${x - size} ${y - size}l${2 * size} ${2 * size}M${x + size} ${y - size}l${-2 * size} ${2 * size}`;
      return <path d={strokes} stroke={colour} strokeWidth={1.75} />;
    }
    case 'recalled':
      return <rect x={x - size * 0.8} y={y - size * 0.8} width={size * 1.6} height={size * 1.6} {...hollow} />;
    case 'cut':
      return <path d={`M${x} ${y - size}v${2 * size}`} stroke={colour} strokeWidth={1.5} />;
  }
}
