// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active cell

import type { TableCell, TableColumn, TableRow } from '@shared/contract/index';
import { isBorneOut } from '@shared/review-values';
import { t } from '@shared/words/index';
import { ArrowDown, ArrowUp, Bot, ChevronDown, History, PencilLine, Plus, TriangleAlert } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { cellKey, useTables } from '../../state/tables';
import { InlineField } from '../../ui/fields';
import { sortedAs } from '../../ui/use-virtual-grid';
import { ColumnForm } from './ColumnForm';
import { shownText } from './shown-rows';

/** Rem: default width of a column, and its limits. */
export const usualRem = 13;
const leastRem = 6;
const mostRem = 60;
export const fittingRem = (rem: number): number => Math.min(mostRem, Math.max(leastRem, Math.round(rem * 4) / 4));

/** As wide as titles need, and never so wide that no column is left beside it. */
export const firstWidth = 'clamp(9rem, 32cqw, 18rem)';

export function useWidths(columns: readonly TableColumn[]): readonly number[] {
  const widths = useTables((state) => state.widths);
  return useMemo(() => columns.map(({ columnId }) => widths[columnId] ?? usualRem), [columns, widths]);
}

const addWidth = (isFirst: boolean): string => (isFirst ? '12rem' : '3.5rem');

export const rowWidth = (rems: readonly number[]): string =>
  `calc(${firstWidth} + ${rems.reduce((sum, rem) => sum + rem, 0)}rem + ${addWidth(rems.length === 0)})`;

const unsureBelow = 0.6;
/** An outline, since a shadow is not seen where the system sets the colours. */
const ring =
  'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-accent';

export const headId = (column: number): string => `table-head-${column}`;
export const cellId = (documentId: string, column: number): string => `table-cell-${documentId}-${column}`;

type HeadCellProps = Readonly<{ at: number; column: TableColumn | null; active: boolean; rem: number | undefined }>;

/** The head of a column, or of the documents without one; its button opens the actions on it. */
export function HeadCell({ at, column, active, rem }: HeadCellProps) {
  const sort = useTables((state) => state.sort);
  const { setWidth } = useTables.getState();
  const sorted = sort && sort.columnId === (column?.columnId ?? null) ? sort : null;
  const Arrow = sorted?.descending ? ArrowDown : ArrowUp;
  return (
    <div
      id={headId(at)}
      role="columnheader"
      aria-colindex={at + 1}
      aria-sort={sortedAs(sorted?.descending ?? null)}
      data-testid="table-head"
      data-column={at}
      style={{ width: column ? `${rem}rem` : firstWidth }}
      className={`relative min-w-0 shrink-0 ${column ? '' : 'sticky left-0 z-10 border-e border-hairline bg-case'} ${active ? ring : ''}`}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-haspopup="menu"
        title={column?.question}
        className="group/head flex h-full w-full items-center gap-1 px-3 text-start hover:bg-raised"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-14 font-medium">
            {column?.title ?? t('tables.exportColumns.document')}
          </span>
          <span className="block truncate text-12 text-muted">{column ? t(`tables.types.${column.type}`) : ''}</span>
        </span>
        {sorted ? <Arrow size={14} className="shrink-0 text-accent" /> : null}
        <ChevronDown
          size={14}
          className="shrink-0 text-muted opacity-0 group-hover/head:opacity-100 group-data-[state=open]:opacity-100"
        />
      </button>
      {column && rem !== undefined ? (
        <Edge rem={rem} resize={(to) => setWidth(column.columnId, to === null ? null : fittingRem(to))} />
      ) : null}
    </div>
  );
}

function Edge({ rem, resize }: { readonly rem: number; resize(rem: number | null): void }) {
  const from = useRef<{ readonly x: number; readonly rem: number } | null>(null);
  return (
    <span
      aria-hidden
      data-testid="column-edge"
      title={t('tables.resize')}
      className="absolute inset-y-0 end-0 z-10 w-2 cursor-col-resize touch-none border-e-2 border-transparent hover:border-accent"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation();
        resize(null);
      }}
      onPointerDown={({ currentTarget, pointerId, clientX, button }) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        from.current = { x: clientX, rem };
      }}
      onPointerMove={({ currentTarget, clientX }) => {
        if (!from.current) return;
        const towards = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
        const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
        resize(from.current.rem + (towards * (clientX - from.current.x)) / px);
      }}
      onLostPointerCapture={() => {
        from.current = null;
      }}
    />
  );
}

interface AddHeadProps extends Pick<ComponentProps<typeof Popover.Root>, 'open' | 'onOpenChange'> {
  readonly column: number;
  readonly active: boolean;
  done(columnId: string | null): void;
}

export function AddHead({ column, active, done, ...opening }: AddHeadProps) {
  // A new column takes this head's place: the next question starts again.
  const [round, setRound] = useState(0);
  return (
    <div
      id={headId(column)}
      role="columnheader"
      aria-colindex={column + 1}
      data-column={column}
      style={{ width: addWidth(column === 1) }}
      className={`sticky right-0 z-10 min-w-0 shrink-0 bg-case ${column === 1 ? '' : 'border-s border-hairline'} ${active ? ring : ''}`}
    >
      <Popover.Root {...opening}>
        <Popover.Trigger
          data-testid="add-column"
          tabIndex={-1}
          title={column === 1 ? undefined : t('tables.addColumn')}
          className={`flex h-full w-full items-center gap-2 px-3 text-14 text-soft hover:bg-raised hover:text-ink data-[state=open]:bg-raised ${column === 1 ? '' : 'justify-center'}`}
        >
          <Plus size={16} className="shrink-0 text-accent" />
          <span className={column === 1 ? 'truncate' : 'sr-only'}>{t('tables.addColumn')}</span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            side="bottom"
            align="end"
            sideOffset={4}
            collisionPadding={12}
            aria-label={t('tables.addColumn')}
            // The window closes what lies on top on Esc; here it closes only the form.
            onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              document.querySelector<HTMLElement>('[data-testid="table-grid"]')?.focus();
            }}
            className="z-50 max-h-(--radix-popover-content-available-height) w-88 max-w-[calc(100vw-24px)] overflow-y-auto rounded-md border border-hairline bg-case p-4 shadow-float"
          >
            <ColumnForm
              key={round}
              column={null}
              done={(columnId) => {
                setRound(round + 1);
                done(columnId);
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

interface GridRowProps {
  readonly row: TableRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly TableColumn[];
  readonly rems: readonly number[];
  readonly active: number | null;
  readonly opened: string;
  readonly editing: number | null;
  written(value: string | null): void;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, height, columns, rems, active, opened, editing, written } = props;
  const cells = useTables((state) => state.cells);
  const filling = useTables((state) => state.progress?.filling === 'running');
  const { documentId } = row;
  return (
    <div
      role="row"
      data-testid="table-document"
      aria-rowindex={index + 2}
      data-row={index}
      style={{ transform: `translateY(${top}px)`, height, minWidth: rowWidth(rems) }}
      className="group absolute top-0 left-0 flex w-full border-b border-hairline hover:bg-ground"
    >
      <RowHead row={row} active={active === 0} />
      {columns.map(({ columnId, title: name }, at) => {
        const cell = cells.get(cellKey({ documentId, columnId }));
        const isOpen = opened.split('\n').includes(cellKey({ documentId, columnId }));
        return (
          <div
            key={columnId}
            id={cellId(documentId, at + 1)}
            role="gridcell"
            data-testid="table-cell"
            data-state={stateOf(cell, filling)}
            aria-colindex={at + 2}
            aria-selected={isOpen}
            data-column={at + 1}
            style={{ width: `${rems[at] ?? usualRem}rem` }}
            className={`flex min-w-0 shrink-0 items-center px-3 ${isOpen ? 'bg-accent-wash' : ''} ${active === at + 1 ? ring : ''}`}
          >
            {editing === at + 1 ? (
              <InlineField
                data-testid="cell-field"
                label={`${name}: ${t('tables.editValue')}`}
                value={cell ? shownText(cell) : ''}
                maxLength={2000}
                mayBeEmpty
                done={written}
                // The keys are the field's; those of the grid wait.
                onKeyDown={(event) => event.stopPropagation()}
                className="-mx-2 h-8 w-full rounded-md border border-accent bg-case px-2 text-14 focus-visible:outline-none"
              />
            ) : (
              <CellValue cell={cell} filling={filling} />
            )}
          </div>
        );
      })}
    </div>
  );
});

function RowHead({ row: { documentId, title }, active }: Pick<GridRowProps, 'row'> & { readonly active: boolean }) {
  return (
    <div
      id={cellId(documentId, 0)}
      role="rowheader"
      aria-colindex={1}
      data-column={0}
      style={{ width: firstWidth }}
      className={`sticky left-0 z-10 flex shrink-0 items-center border-e border-hairline bg-case px-3 group-hover:bg-ground ${active ? ring : ''}`}
    >
      <span dir="auto" title={title} className="line-clamp-2 min-w-0 text-14 font-medium wrap-anywhere">
        {title}
      </span>
    </div>
  );
}

type CellState = 'filling' | 'empty' | 'edited' | 'failed' | 'not-found' | 'proposed' | 'unsure' | 'found';

function stateOf(cell: TableCell | undefined, filling: boolean): CellState {
  const unlooked = filling ? 'filling' : 'empty';
  if (!cell) return unlooked;
  if (cell.edited !== null) return 'edited';
  if (cell.error) return 'failed';
  if (cell.items.length === 0) return cell.reason === null ? unlooked : 'not-found';
  if (cell.items.some(({ proposed }) => proposed)) return 'proposed';
  return cell.items.some(({ confidence }) => confidence < unsureBelow) ? 'unsure' : 'found';
}

function CellValue({ cell, filling }: { readonly cell: TableCell | undefined; readonly filling: boolean }) {
  const state = stateOf(cell, filling);
  if (!cell || state === 'empty' || state === 'filling') {
    return state === 'filling' ? (
      <span className="h-2 w-12 animate-pulse rounded-sm bg-raised motion-reduce:animate-none">
        <span className="sr-only">{t('tables.filling.running')}</span>
      </span>
    ) : (
      <span className="sr-only">{t('tables.empty')}</span>
    );
  }
  if (state === 'failed') {
    return (
      <Marked icon={<TriangleAlert size={14} className="shrink-0 text-danger" />}>
        <span className="truncate text-12 text-danger">{t('tables.failed')}</span>
      </Marked>
    );
  }
  if (state === 'not-found') return <span className="truncate text-12 text-muted">{t('tables.notFound')}</span>;
  const text = shownText(cell);
  return (
    <Marked
      icon={
        <>
          {cell.outdated ? <Sign icon={History} name={t('tables.outdated')} look="text-caution" /> : null}
          {state === 'proposed' && isBorneOut(cell) ? (
            <Sign icon={Bot} name={t('tables.proposedValue')} look="text-accent" />
          ) : null}
          {state === 'proposed' && !isBorneOut(cell) ? (
            <Sign icon={TriangleAlert} name={t('tables.notBorneOut')} look="text-caution" />
          ) : null}
          {state === 'edited' ? <Sign icon={PencilLine} name={t('tables.edited')} look="text-accent" /> : null}
        </>
      }
    >
      <span
        dir="auto"
        title={text}
        className={`tabular line-clamp-2 min-w-0 flex-1 text-14 wrap-anywhere ${state === 'unsure' ? 'text-muted' : ''}`}
      >
        {text}
        {state === 'unsure' ? <span className="sr-only">{`, ${t('tables.unsure')}`}</span> : null}
      </span>
    </Marked>
  );
}

const Marked = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <span className="flex min-w-0 flex-1 items-center gap-2">
    {children}
    {icon}
  </span>
);

const Sign = ({ icon: Icon, name, look }: Readonly<{ icon: typeof History; name: string; look: string }>) => (
  <span title={name} className={`shrink-0 ${look}`}>
    <Icon size={14} />
    <span className="sr-only">{name}</span>
  </span>
);
