// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active cell

import type { TableColumn, TableRow } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { showSource, useShell, wholeDocument } from '../../state/shell';
import { cellKey, type InTable, useTables } from '../../state/tables';
import { copyText } from '../../ui/Button';
import { type MenuItem, openMenuAt, WithMenu } from '../../ui/ContextMenu';
import { useFocusBack } from '../../ui/focus';
import { pressed } from '../../ui/key-text';
import { useVirtualGrid, type VirtualGrid } from '../../ui/use-virtual-grid';
import { ColumnDialog } from './ColumnForm';
import { AddHead, cellId, fittingRem, GridRow, HeadCell, headId, rowWidth, useWidths, usualRem } from './GridParts';
import { shownText } from './shown-rows';

/** Rem: two lines of a value, with air. */
const rowRem = 3.25;
const headRem = 3.25;

interface TableGridProps {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly children: ReactNode;
  scrolled(left: number): void;
}

interface Sheet extends GridShape, ReturnType<typeof useGridPlace> {
  setEditing(where: At): void;
  setChanging(column: TableColumn | null): void;
  setAdding(adds: boolean): void;
}

/**
 * Arrows, Home, End and the page keys move. Enter opens a cell or a column's menu, with Ctrl beside the open cell; F2
 * edits. In the head, Shift and an arrow change a column's width.
 */
export function TableGrid({ name, columns, rows, children, scrolled }: TableGridProps) {
  const opened = useOpened();
  const rems = useWidths(columns);
  const [editing, setEditing] = useState<At | null>(null);
  const [changing, setChanging] = useState<TableColumn | null>(null);
  const [adding, setAdding] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const grid = useVirtualGrid({ count: rows.length, rowRem, headRem });
  const place = useGridPlace({ columns, rows, grid, opened });
  const sheet: Sheet = { ...place, columns, rows, grid, opened, setEditing, setChanging, setAdding };
  const { edit } = useTables.getState();
  useFocusBack(editing !== null, () => element.current);
  const written = useCallback(
    (value: string | null) =>
      setEditing((now) => {
        const cell = now && cellOf({ rows, columns }, now);
        if (cell && value !== null) void edit(cell, value);
        return null;
      }),
    [rows, columns, edit],
  );

  return (
    <>
      <WithMenu items={(target) => menuFor(sheet, target)}>
        <div
          ref={grid.scroller}
          onScroll={({ currentTarget }) => scrolled(currentTarget.scrollLeft)}
          className="min-h-0 flex-1 overflow-auto"
        >
          <div
            ref={element}
            role="grid"
            data-testid="table-grid"
            aria-label={name}
            aria-rowcount={rows.length + 1}
            aria-colcount={columns.length + 2}
            aria-multiselectable
            aria-activedescendant={activeIdOf(sheet)}
            tabIndex={0}
            onKeyDown={(event) => onKeyDown(sheet, event)}
            onClick={(event) => onClick(sheet, event)}
            onDoubleClick={(event) => onDoubleClick(sheet, event)}
            className="group/grid focus-visible:outline-none"
          >
            <GridHead sheet={sheet} rems={rems} adding={adding} />
            <GridBody sheet={sheet} rems={rems} editing={editing} written={written} />
          </div>
          {children ? <div className="sticky left-0 w-fit">{children}</div> : null}
        </div>
      </WithMenu>
      <ColumnDialog column={changing} done={() => setChanging(null)} />
    </>
  );
}

function activeIdOf({ at, rows, grid }: Sheet): string | undefined {
  if (at.row < 0) return headId(at.column);
  const row = rows[at.row];
  const isDrawn = grid.rows.getVirtualItems().some(({ index }) => index === at.row);
  return row && isDrawn ? cellId(row.documentId, at.column) : undefined;
}

type GridPartProps = Readonly<{ sheet: Sheet; rems: readonly number[] }>;

function GridHead({ sheet, rems, adding }: GridPartProps & { readonly adding: boolean }) {
  const { at, columns, setAdding, moveSoon } = sheet;
  const last = columns.length;
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-20 border-b border-hairline bg-case"
      style={{ minWidth: rowWidth(rems) }}
    >
      <div role="row" aria-rowindex={1} className="flex h-13">
        {[null, ...columns].map((column, index) => (
          <HeadCell
            key={column?.columnId ?? ''}
            at={index}
            column={column}
            active={at.row < 0 && at.column === index}
            rem={rems[index - 1] ?? usualRem}
          />
        ))}
        <AddHead
          column={last + 1}
          active={at.row < 0 && at.column === last + 1}
          open={adding}
          onOpenChange={setAdding}
          done={(columnId) => {
            setAdding(false);
            if (columnId !== null) moveSoon({ row: -1, column: last + 1 });
          }}
        />
      </div>
    </div>
  );
}

type GridBodyProps = GridPartProps & Readonly<{ editing: At | null; written(value: string | null): void }>;

function GridBody({ sheet: { at, rows, columns, grid, opened }, rems, editing, written }: GridBodyProps) {
  return (
    <div role="rowgroup" className="relative" style={{ height: grid.rows.getTotalSize(), minWidth: rowWidth(rems) }}>
      {grid.rows.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return row ? (
          <GridRow
            key={row.documentId}
            row={row}
            index={item.index}
            top={item.start - grid.headHeight}
            height={grid.rowHeight}
            columns={columns}
            rems={rems}
            active={at.row === item.index ? at.column : null}
            opened={opened}
            editing={editing?.row === item.index ? editing.column : null}
            written={written}
          />
        ) : null;
      })}
    </div>
  );
}

function open(sheet: Sheet, where: At, beside = false): void {
  const cell = cellOf(sheet, where);
  const row = sheet.rows[where.row];
  if (cell) useTables.getState().showCell(cell, beside);
  else if (row && where.column === 0) showSource(wholeDocument(row));
}

function openMenu(column: number): void {
  const head = document.getElementById(headId(column));
  if (head) openMenuAt(head);
}

function onClick(sheet: Sheet, event: MouseEvent): void {
  const where = placeOf(event.target);
  if (!where || (event.target instanceof Element && event.target.closest('input'))) return;
  sheet.setPlace(where);
  if (where.row < 0) {
    if (where.column <= sheet.columns.length) openMenu(where.column);
    return;
  }
  if (where.column > 0) open(sheet, where, event.ctrlKey || event.metaKey);
}

function onDoubleClick(sheet: Sheet, { target }: MouseEvent): void {
  const where = placeOf(target);
  if (!where || where.row < 0) return;
  if (where.column === 0) open(sheet, where);
  else sheet.setEditing(where);
}

function onKeyDown(sheet: Sheet, event: KeyboardEvent): void {
  if (event.target !== event.currentTarget) return;
  const { at, columns, grid, moveTo } = sheet;
  const target = nextPlace(event, at, sheet, grid.stepFrom);
  const cell = cellOf(sheet, at);
  const column = columns[at.column - 1];
  const wider = at.row < 0 && event.shiftKey && column ? stepsOf[event.key] : undefined;
  if (wider !== undefined && column) widen(column.columnId, wider);
  else if (target) moveTo(target);
  else if (event.key === 'Enter' && at.row < 0) {
    if (at.column > columns.length) sheet.setAdding(true);
    else openMenu(at.column);
  } else if (event.key === 'Enter') open(sheet, at, event.ctrlKey || event.metaKey);
  else if (pressed('list-rename', event) && cell) sheet.setEditing(at);
  else if (pressed('copy', event) && cell) {
    const known = useTables.getState().cells.get(cellKey(cell));
    if (known) void copyText(shownText(known));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function menuFor(sheet: Sheet, target: Element): readonly MenuItem[] {
  const where = placeOf(target) ?? sheet.at;
  if (where.row < 0) return headMenu(where.column, sheet.columns, sheet.setChanging);
  const cell = cellOf(sheet, where);
  sheet.setPlace(where);
  if (!cell) {
    const run = () => open(sheet, where);
    return sheet.rows[where.row] ? [{ id: 'open', label: t('app.open'), command: 'list-open', run }] : [];
  }
  const { cells, edit } = useTables.getState();
  const isEdited = cells.get(cellKey(cell))?.edited != null;
  const compares = { disabled: sheet.opened === '', run: () => open(sheet, where, true) };
  return [
    { id: 'open', label: t('tables.open'), command: 'list-open', run: () => open(sheet, where) },
    { id: 'compare', label: t('tables.compareWith'), ...compares },
    { id: 'edit', label: t('tables.edit'), command: 'list-rename', apart: true, run: () => sheet.setEditing(where) },
    { id: 'unedit', label: t('tables.unedit'), disabled: !isEdited, run: () => void edit(cell, null) },
  ];
}

/** The keys of the cells that are shown beside the table, joined; '' for none. */
const useOpened = (): string =>
  useShell(({ sidePanels: { tables } }) => ((tables?.kind === 'source' && tables.cells) || []).map(cellKey).join('\n'));

const step = 1;
const stepsOf: Readonly<Record<string, number>> = { ArrowRight: step, ArrowLeft: -step };

function widen(columnId: string, by: number): void {
  const { widths, setWidth } = useTables.getState();
  setWidth(columnId, fittingRem((widths[columnId] ?? usualRem) + by));
}

function headMenu(at: number, columns: readonly TableColumn[], change: Sheet['setChanging']): readonly MenuItem[] {
  const { sort, widths, moveColumn, removeColumn, setWidth } = useTables.getState();
  if (at > columns.length) return [];
  const column = columns[at - 1];
  const columnId = column?.columnId ?? null;
  const sortBy = (by: typeof sort) => useTables.setState({ sort: by });
  const sorts = [
    { id: 'sort-up', label: t('tables.sortUp'), run: () => sortBy({ columnId, descending: false }) },
    { id: 'sort-down', label: t('tables.sortDown'), run: () => sortBy({ columnId, descending: true }) },
    { id: 'unsorted', label: t('tables.unsorted'), disabled: !sort, run: () => sortBy(null) },
  ];
  if (!column || columnId === null) return sorts;
  const move = (by: 1 | -1) => void moveColumn(columnId, by);
  const isUsual = widths[columnId] === undefined;
  return [
    ...sorts,
    { id: 'change', label: t('tables.changeColumn'), apart: true, run: () => change(column) },
    { id: 'move-left', label: t('tables.moveLeft'), disabled: at === 1, run: () => move(-1) },
    { id: 'move-right', label: t('tables.moveRight'), disabled: at === columns.length, run: () => move(1) },
    { id: 'wider', label: t('tables.wider'), apart: true, run: () => widen(columnId, 4 * step) },
    { id: 'narrower', label: t('tables.narrower'), run: () => widen(columnId, -4 * step) },
    { id: 'usual-width', label: t('tables.usualWidth'), disabled: isUsual, run: () => setWidth(columnId, null) },
    { id: 'remove', label: t('tables.removeColumn'), apart: true, run: () => removeColumn(column) },
  ];
}

/** A place in the grid. Row −1 is the head, column 0 the document; the head has one more column, for a new question. */
type At = Readonly<{ row: number; column: number }>;

interface GridShape {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly grid: VirtualGrid;
  readonly opened: string;
}

function useGridPlace({ columns, rows, grid, opened }: GridShape) {
  const [place, setPlace] = useState<At>({ row: rows.length > 0 ? 0 : -1, column: 0 });
  const last = columns.length;
  const at: At = {
    row: Math.min(place.row, rows.length - 1),
    column: Math.min(place.column, place.row < 0 ? last + 1 : last),
  };
  const reveal = (where: At): void => revealIn(grid, last, where);

  // The panel that opens beside the table may cover the place from which it was opened.
  const latest = useRef({ reveal, at });
  latest.current = { reveal, at };
  useEffect(() => {
    if (opened === '') return;
    const timer = requestAnimationFrame(() => latest.current.reveal(latest.current.at));
    return () => cancelAnimationFrame(timer);
  }, [opened]);

  return {
    at,
    setPlace,
    moveTo(where: At): void {
      setPlace(where);
      reveal(where);
    },
    moveSoon(where: At): void {
      setPlace(where);
      requestAnimationFrame(() => latest.current.reveal(where));
    },
  };
}

function revealIn({ rows: drawn, scroller }: VirtualGrid, last: number, { row, column }: At): void {
  if (row >= 0) drawn.scrollToIndex(row);
  const pane = scroller.current;
  const head = document.getElementById(headId(column));
  if (!pane || !head || column === 0) return;
  const first = document.getElementById(headId(0))?.offsetWidth ?? 0;
  const { left, right } = head.getBoundingClientRect();
  const box = pane.getBoundingClientRect();
  // The last head stays where it is, over the others.
  const over = row < 0 ? (document.getElementById(headId(last + 1))?.offsetWidth ?? 0) : 0;
  const end = box.left + pane.clientWidth - over;
  if (column > last) return;
  if (left < box.left + first) pane.scrollLeft -= box.left + first - left;
  else if (right > end) pane.scrollLeft += right - end;
}

/** Returns the place of an event's target. The grid itself listens, so that no handler draws a cell again. */
function placeOf(target: EventTarget): At | null {
  if (!(target instanceof Element)) return null;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  return column === undefined ? null : { row: Number(row ?? -1), column: Number(column) };
}

function cellOf({ rows, columns }: Pick<GridShape, 'rows' | 'columns'>, { row, column }: At): InTable | null {
  const [inRow, inColumn] = [rows[row], columns[column - 1]];
  return inRow && inColumn ? { documentId: inRow.documentId, columnId: inColumn.columnId } : null;
}

function nextPlace(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: At,
  { columns, rows }: Pick<GridShape, 'rows' | 'columns'>,
  stepFrom: VirtualGrid['stepFrom'],
): At | null {
  const last = columns.length;
  const most = row < 0 ? last + 1 : last;
  if (event.key === 'ArrowRight') return { row, column: Math.min(most, column + 1) };
  if (event.key === 'ArrowLeft') return { row, column: Math.max(0, column - 1) };
  const corner = event.ctrlKey || event.metaKey;
  if (event.key === 'Home') return { row: corner ? 0 : row, column: 0 };
  if (event.key === 'End') return { row: corner ? rows.length - 1 : row, column: last };
  if (event.key === 'ArrowUp' && row <= 0) return { row: -1, column };
  const target = stepFrom(row, event.key);
  return target === null ? null : { row: target, column: Math.min(last, column) };
}
