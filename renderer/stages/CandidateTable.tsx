// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { editsOf, otherVerdict, useRunEdits, verdictOf } from '../state/run-edits';
import { useShell } from '../state/shell';
import { useStages } from '../state/stages';
import { t } from '../strings/index';
import { CandidateRow } from './CandidateRow';
import { type Candidate, rankColumns } from './candidates';

const rowHeight = 56;
/** The head stays on top while the rows scroll below it. */
const headHeight = 33;

/** Every candidate with its rank at each stage; the same chunk is lit here and in the ribbon. */
export function CandidateTable({ candidates }: { readonly candidates: readonly Candidate[] }) {
  const { run, hovered, pinned, hover, pin } = useStages();
  const edits = useRunEdits();
  const verdicts = run?.snapshots.A3_NLI_Gate?.extras.verdicts;
  const asked = editsOf(edits, run);
  const showCase = useShell((state) => state.showCase);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: candidates.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const at = candidates.findIndex((candidate) => candidate.chunk.id === pinned);

  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [at, rows]);

  function openSource(candidate: Candidate): void {
    const { chunk } = candidate;
    const span = { startChar: chunk.startChar, endChar: chunk.endChar };
    const stop = { documentId: chunk.documentId, title: chunk.title, span, pages: chunk.pages, marker: null };
    showCase({ kind: 'source', at: 0, stops: [stop] });
  }

  function toggle(chunkId: string): void {
    const now = verdictOf(verdicts, asked, chunkId);
    if (run && now) edits.set(run.runId, `decisions.${chunkId}`, otherVerdict(now), now.original);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = candidates.length - 1;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: last };
    const target = steps[event.key];
    const here = candidates[at];
    if (target !== undefined) {
      const next = candidates[Math.min(last, Math.max(0, target))];
      if (next && next.chunk.id !== pinned) pin(next.chunk.id);
    } else if (event.key === ' ' && here && event.target === event.currentTarget) toggle(here.chunk.id);
    else if (event.key === 'Enter' && here) openSource(here);
    else return;
    event.preventDefault();
  }

  if (candidates.length === 0) return null;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t('stages.table')}
      aria-rowcount={candidates.length + 1}
      aria-activedescendant={at >= 0 ? `candidate-${candidates[at]?.chunk.id}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="min-h-40 flex-1 overflow-y-auto focus-visible:outline-offset-[-3px]"
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-hairline bg-case">
        <div role="row" aria-rowindex={1} className="flex h-8 items-center gap-4 px-4 text-12 text-muted">
          <span role="columnheader" className="sr-only">
            {t('stages.columns.verdict')}
          </span>
          {verdicts ? (
            <span role="columnheader" className="w-6 shrink-0">
              {t('edits.keepColumn')}
            </span>
          ) : null}
          {rankColumns.map((column) => (
            <span key={column} role="columnheader" className="w-9 shrink-0 text-right">
              {t(`stages.views.${column}`)}
            </span>
          ))}
          <span role="columnheader" className="min-w-0 flex-1">
            {t('stages.columns.title')}
          </span>
          <span role="columnheader" className="w-16 shrink-0 text-right">
            {t('stages.columns.relevance')}
          </span>
          <span role="columnheader" className="hidden w-24 shrink-0 text-right @4xl:block">
            {t('stages.columns.score')}
          </span>
          <span role="columnheader" className="hidden w-40 shrink-0 @3xl:block">
            {t('stages.columns.verdict')}
          </span>
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const candidate = candidates[item.index];
          return candidate ? (
            <CandidateRow
              key={candidate.chunk.id}
              candidate={candidate}
              index={item.index}
              top={item.start - headHeight}
              height={rowHeight}
              lit={candidate.chunk.id === hovered}
              pinned={candidate.chunk.id === pinned}
              judged={verdictOf(verdicts, asked, candidate.chunk.id)}
              gated={verdicts !== undefined}
              toggle={() => toggle(candidate.chunk.id)}
              hover={hover}
              pin={pin}
              open={() => openSource(candidate)}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}
