// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import { chunkName } from '../components/chunk-name';
import { formatDecimals, formatPages } from '../components/quantities';
import { t } from '../strings/index';
import { type Candidate, type Fate, rankColumns } from './candidates';
import { fateText } from './fate-text';
import { VerdictMark } from './VerdictMark';

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly lit: boolean;
  readonly pinned: boolean;
  /** Whether the gate has run: the column of its verdicts is there. */
  readonly gated: boolean;
  /** The gate's verdict with its edit; null for a chunk that it did not judge. */
  readonly judged: { readonly kept: boolean; readonly edited: boolean } | null;
  hover(id: string | null): void;
  pin(id: string): void;
  open(): void;
  toggle(): void;
}

const tones: Record<Fate, string> = {
  keep: 'text-ink',
  open: 'text-muted',
  cut: 'text-muted',
  drop_irrelevant: 'text-muted',
  drop_duplicate: 'text-caution',
  drop_conflict: 'text-danger',
};

export function CandidateRow(props: CandidateRowProps) {
  const { candidate, index, top, height, lit, pinned, gated, judged, hover, pin, open, toggle } = props;
  const { chunk, ranks, fate, reason, relevance, score } = candidate;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid that holds the row answers to the keys
    <div
      id={`candidate-${chunk.id}`}
      role="row"
      data-testid="candidate-row"
      data-chunk={chunk.id}
      data-fate={fate}
      aria-rowindex={index + 2}
      aria-selected={pinned}
      onClick={() => pin(chunk.id)}
      onDoubleClick={open}
      onMouseEnter={() => hover(chunk.id)}
      onMouseLeave={() => hover(null)}
      style={{ transform: `translateY(${top}px)`, height }}
      className={`absolute inset-x-0 top-0 flex items-center gap-4 border-b border-hairline px-4 ${
        pinned ? 'bg-accent-wash' : lit ? 'bg-raised' : ''
      }`}
    >
      {gated ? (
        <span role="gridcell" className="flex w-6 shrink-0 items-center">
          {judged ? (
            <input
              type="checkbox"
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
      {rankColumns.map((column) => (
        <span key={column} role="gridcell" className="tabular w-9 shrink-0 text-right text-14 text-soft">
          {ranks[column] ?? (column === candidate.lostAt ? <Lost fate={fate} /> : '')}
        </span>
      ))}
      <span role="gridcell" className="min-w-0 flex-1">
        <span className={`flex items-baseline gap-2 text-14 font-medium ${tones[fate]}`}>
          <span className="min-w-0 truncate">{chunk.title}</span>
          <span className="tabular min-w-0 shrink-[99] truncate text-12 font-normal text-muted">
            {[chunk.section === 'N/A' ? '' : chunk.section, formatPages(chunk.pages)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="block truncate font-serif text-14 text-soft">{chunk.text.slice(0, 240)}</span>
      </span>
      <span role="gridcell" className="tabular w-16 shrink-0 text-right text-14">
        {relevance === null ? t('app.none') : formatDecimals(relevance, 2)}
      </span>
      <span role="gridcell" className="tabular hidden w-24 shrink-0 text-right text-14 @4xl:block">
        {score ? (
          <>
            {formatDecimals(score.value, 3)} <span className="block text-12 text-muted">{score.kind}</span>
          </>
        ) : (
          t('app.none')
        )}
      </span>
      <span role="gridcell" className="hidden w-40 shrink-0 text-12 @3xl:block">
        <span className={`font-medium ${tones[fate]}`}>{fateText(fate)}</span>
        <span className="line-clamp-2 text-muted" title={reason}>
          {reason}
        </span>
      </span>
    </div>
  );
}

function Lost({ fate }: { readonly fate: Fate }) {
  return (
    <svg
      width="12"
      height="12"
      viewBox="-6 -6 12 12"
      fill="none"
      role="img"
      aria-label={fateText(fate)}
      className="ml-auto"
    >
      <VerdictMark fate={fate} x={0} y={0} size={3.5} />
    </svg>
  );
}
