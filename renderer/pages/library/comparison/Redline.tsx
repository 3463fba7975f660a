// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: rows are read, not chosen
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { DocumentComparison, DocumentSummary, TextSpan } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Equal, EqualNot, type LucideIcon, Minus, MoveDown, MoveUp, PanelRight, Plus } from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';
import { showSource, stopOf, wholeDocument } from '../../../state/shell';
import { IconButton } from '../../../ui/Button';
import { pageNames } from '../../../ui/names';
import { useVirtualGrid } from '../../../ui/use-virtual-grid';
import { type ComparedRow, type ComparedStop, type FoldedRow, piecesOf, rowKey } from './compared-rows';

const rowRem = 6;
const headRem = 2.5;

interface RedlineProps {
  readonly comparison: DocumentComparison;
  readonly rows: readonly (ComparedRow | FoldedRow)[];
  readonly stop: ComparedStop | null;
}

export function Redline({ comparison, rows: shown, stop }: RedlineProps) {
  const { scroller, rows, headHeight } = useVirtualGrid({
    count: shown.length,
    rowRem,
    headRem,
    lined: true,
    keyOf: (index) => shown[index]?.key ?? index,
  });
  const places = useMemo(() => new Map(shown.map(({ key }, index) => [key, index])), [shown]);
  const wanted = stop ? places.get(rowKey(stop.passage)) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a difference is gone to once, and not when rows are folded
  useEffect(() => {
    if (wanted !== undefined) rows.scrollToIndex(wanted, { align: 'center' });
  }, [stop]);

  function goTo(key: string): void {
    const index = places.get(key);
    if (index !== undefined) rows.scrollToIndex(index, { align: 'center' });
  }

  return (
    <div
      ref={scroller}
      role="table"
      aria-label={t('comparison.sides')}
      aria-rowcount={shown.length + 1}
      tabIndex={0}
      data-testid="redline"
      className="min-h-0 min-w-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
    >
      <Heads comparison={comparison} />
      <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const row = shown[item.index];
          return row ? (
            <div
              key={row.key}
              ref={rows.measureElement}
              role="row"
              aria-rowindex={item.index + 2}
              data-index={item.index}
              data-testid="compared-row"
              data-kind={row.kind}
              style={{ transform: `translateY(${item.start - headHeight}px)` }}
              className="absolute inset-x-0 top-0 border-b border-hairline"
            >
              {row.kind === 'folded' ? (
                <span role="cell" className="block bg-ground px-4 py-1.5 text-center text-12 text-muted">
                  {t('comparison.folded', { count: row.count })}
                </span>
              ) : (
                <Row row={row} comparison={comparison} stop={stop?.passage === row.passage ? stop : null} goTo={goTo} />
              )}
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

const Heads = ({ comparison }: Pick<RedlineProps, 'comparison'>) => (
  <div role="rowgroup" className="sticky top-0 z-10 border-b border-hairline bg-case">
    <div role="row" aria-rowindex={1} className="grid h-10 grid-cols-[1fr_2.5rem_1fr] items-center">
      <Head document={comparison.old} side="old" />
      <span role="columnheader" className="sr-only">
        {t('comparison.kind')}
      </span>
      <span aria-hidden />
      <Head document={comparison.new} side="new" />
    </div>
  </div>
);

const Head = ({ document, side }: { readonly document: DocumentSummary; readonly side: 'old' | 'new' }) => (
  <span role="columnheader" className="min-w-0 px-4">
    <button
      type="button"
      data-testid={`compared-${side}`}
      onClick={() => showSource(wholeDocument(document))}
      className="flex w-full items-baseline gap-2 rounded-sm text-start text-14 hover:text-accent"
    >
      <span className="shrink-0 text-12 text-muted">
        {t(side === 'old' ? 'comparison.old' : 'comparison.marks.new')}
      </span>
      <span dir="auto" className="truncate font-medium">
        {document.title}
      </span>
    </button>
  </span>
);

const marks: Record<ComparedRow['kind'], LucideIcon> = {
  same: Equal,
  changed: EqualNot,
  moved: MoveUp,
  new: Plus,
  gone: Minus,
};
const markLook: Record<ComparedRow['kind'], string> = {
  same: 'hidden',
  changed: 'text-caution',
  moved: 'text-muted',
  new: 'text-accent',
  gone: 'text-danger',
};

interface RowProps {
  readonly row: ComparedRow;
  readonly comparison: DocumentComparison;
  readonly stop: ComparedStop | null;
  goTo(key: string): void;
}

const Row = memo(function Row({ goTo, ...props }: RowProps) {
  const { row, comparison, stop } = props;
  const { kind } = row;
  const Mark = marks[kind];
  return (
    <div data-current={stop !== null} className="group grid grid-cols-[1fr_2.5rem_1fr] items-stretch">
      <Side {...props} side="old" />
      <span
        role="cell"
        className={`flex justify-center border-x border-hairline pt-2 ${stop ? 'bg-accent-wash shadow-[inset_2px_0_var(--accent)]' : ''}`}
      >
        {kind === 'moved' ? (
          <MovedMark row={row} comparison={comparison} goTo={goTo} />
        ) : (
          <>
            <Mark size={16} aria-hidden className={`mt-1.5 ${markLook[kind]}`} />
            <span className="sr-only">{t(`comparison.marks.${kind}`)}</span>
          </>
        )}
      </span>
      <Side {...props} side="new" />
    </div>
  );
});

function MovedMark({ row, comparison, goTo }: Omit<RowProps, 'stop'>) {
  const { passage } = row;
  const isFrom = row.new === null;
  const isLater = wentDown(comparison.passages, passage);
  return (
    <IconButton
      icon={isFrom === isLater ? MoveDown : MoveUp}
      label={t(isFrom ? 'comparison.movedTo' : 'comparison.movedFrom')}
      data-testid="moved-mark"
      onClick={() => goTo(rowKey(passage, isFrom ? 'to' : 'from'))}
    />
  );
}

/** Whether a passage is further down than before: a passage that was after it is now before it. */
function wentDown(passages: DocumentComparison['passages'], at: number): boolean {
  const start = passages[at]?.old?.startChar ?? 0;
  return passages.slice(0, at).some(({ kind, old }) => kind !== 'moved' && old !== null && old.startChar > start);
}

const headingSigns = /^#{1,6}[ \t]+/;

function Side({ side, row, comparison, stop }: Omit<RowProps, 'goTo'> & { readonly side: 'old' | 'new' }) {
  const { kind, passage, [side]: place } = row;
  const { [side]: document, texts, passages } = comparison;
  const text = texts[side];
  const current = stop?.[side] ?? null;
  // The other side may have nothing beside it.
  if (!place) {
    return (
      <span role="cell" data-empty className="compared-cell min-w-0">
        <span className="sr-only">{t('app.none')}</span>
      </span>
    );
  }
  const [signs = ''] = headingSigns.exec(text.slice(place.startChar, place.endChar)) ?? [];
  const span = { startChar: place.startChar + signs.length, endChar: place.endChar };
  const edits = (passages[passage]?.edits ?? []).map((edit) => edit[side]);
  const isPaired = kind === 'same' || kind === 'changed';
  const alone = kind === 'moved' ? 'moved' : side;
  const Changed = side === 'old' ? 'del' : 'ins';
  const where = place.page === null ? '' : pageNames(document.format, [place.page]);
  const open = () => showSource(stopOf({ ...document, ...place, pages: place.page === null ? [] : [place.page] }));
  return (
    <span
      role="cell"
      data-alone={isPaired ? undefined : alone}
      className="compared-cell relative block min-w-0 px-4 py-2 pr-10"
    >
      <span className="compared-text block" data-heading={signs !== ''}>
        {piecesOf(text, span, edits).map((piece) =>
          piece.changed ? (
            <Changed
              key={piece.startChar}
              className={`compared-${side}`}
              data-current={current !== null && lies(piece, current)}
            >
              {piece.text}
            </Changed>
          ) : (
            piece.text
          ),
        )}
      </span>
      <span
        className={`absolute top-1.5 right-1 ${stop ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'}`}
      >
        <IconButton
          icon={PanelRight}
          label={[t(side === 'old' ? 'comparison.openOld' : 'comparison.openNew'), where].filter(Boolean).join(', ')}
          data-testid={`open-${side}`}
          onClick={open}
        />
      </span>
    </span>
  );
}

const lies = ({ startChar, text }: { readonly startChar: number; readonly text: string }, span: TextSpan): boolean =>
  startChar < span.endChar && startChar + text.length > span.startChar;
