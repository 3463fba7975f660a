// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import { fromConversation } from '@shared/chunk';
import { journeySteps } from '@shared/chunk-journey';
import { ChevronRight } from 'lucide-react';
import { chunkName } from '../components/chunk-name';
import { formatPlace } from '../components/place-words';
import { formatDecimals } from '../components/quantities';
import { saidReason } from '../strings/engine-words';
import { t } from '../strings/index';
import { numbers } from './CandidateHead';
import { relevanceOf } from './candidate-order';
import type { Candidate, Fate } from './candidates';
import { fateText } from './fate-text';
import { RankCell } from './RankCell';
import { ScoreBar } from './ScoreBar';

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly index: number;
  /** The highest score of the run. */
  readonly highest: number;
  /** Of a labelled question: whether it is of a right document. */
  readonly right: boolean;
  readonly lit: boolean;
  readonly pinned: boolean;
  readonly opened: boolean;
  /** Whether the gate has run: the column of its verdicts is there. */
  readonly gated: boolean;
  /** The gate's verdict with its edit; null for a chunk that it did not judge. */
  readonly judged: { readonly kept: boolean; readonly edited: boolean } | null;
  hover(id: string | null): void;
  pin(id: string): void;
  open(): void;
  toggle(): void;
  unfold(): void;
  nameOf(chunkId: string): string | undefined;
}

const tones: Record<Fate, string> = {
  keep: 'text-ink',
  open: 'text-muted',
  cut: 'text-muted',
  recalled: 'text-soft',
  drop_irrelevant: 'text-muted',
  drop_duplicate: 'text-caution',
  drop_conflict: 'text-danger',
};

/** So much of its section is worth showing beside a title. */
const leastLetters = 12;

/** One candidate: its ranks and the lines between them, what it says, and how it fared. */
export function CandidateRow(props: CandidateRowProps) {
  const {
    candidate,
    index,
    highest,
    right,
    lit,
    pinned,
    opened,
    gated,
    judged,
    hover,
    pin,
    open,
    toggle,
    unfold,
    nameOf,
  } = props;
  const { chunk, fate, scores } = candidate;
  const reason = saidReason(candidate, nameOf);
  const relevance = relevanceOf(candidate);
  const place = fromConversation(chunk)
    ? [t('journey.fromConversation')]
    : [chunk.section === 'N/A' ? '' : chunk.section, formatPlace(chunk)];
  const said = place.filter(Boolean).join(' · ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid that holds the row answers to the keys
    <div
      id={`candidate-${chunk.id}`}
      role="row"
      data-testid="candidate-row"
      data-chunk={chunk.id}
      data-fate={fate}
      aria-level={1}
      aria-expanded={opened}
      aria-rowindex={index + 2}
      aria-selected={pinned}
      onClick={() => pin(chunk.id)}
      onDoubleClick={open}
      onMouseEnter={() => hover(chunk.id)}
      onMouseLeave={() => hover(null)}
      className={`flex h-14 items-center gap-0.5 pr-3 pl-2 @3xl:gap-2 @3xl:pr-4 @3xl:pl-3 ${pinned ? 'bg-accent-wash' : lit ? 'bg-raised' : ''}`}
    >
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
          <ChevronRight
            size={14}
            aria-hidden
            className={`transition-transform duration-120 ${opened ? 'rotate-90' : ''}`}
          />
        </button>
      </span>
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
      <span role="gridcell" className="min-w-0 flex-1 pl-2">
        {/* What has no room for a few letters of it goes below the line, out of sight: a letter of it says nothing. */}
        <span
          className={`flex h-5 flex-wrap items-baseline gap-x-2 overflow-hidden text-14 font-medium ${tones[fate]}`}
        >
          <span className={`truncate ${right ? 'max-w-[calc(100%-4rem)]' : 'max-w-full'}`}>{chunk.title}</span>
          {right ? (
            <span data-testid="right-document" className="shrink-0 text-12 text-accent">
              {t('evaluate.question.right')}
            </span>
          ) : null}
          <span
            data-testid="candidate-place"
            style={{ flexBasis: `${Math.min(said.length, leastLetters)}ch` }}
            className="tabular min-w-0 grow truncate text-12 font-normal text-muted"
          >
            {said}
          </span>
        </span>
        <span className="block truncate font-serif text-14 text-soft">{chunk.text.slice(0, 240)}</span>
      </span>
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
      <span role="gridcell" className="hidden w-44 shrink-0 pl-2 text-12 @3xl:block">
        <span className={`font-medium ${tones[fate]}`}>{fateText(fate)}</span>
        <span className="line-clamp-2 text-muted" title={reason}>
          {reason}
        </span>
      </span>
    </div>
  );
}
