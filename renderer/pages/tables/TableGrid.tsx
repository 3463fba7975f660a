// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active cell
import type { TableColumn, TableRow } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { showSource, useShell, wholeDocument } from '../../state/shell';
import { cellKey, useTables } from '../../state/tables';
import { copyText } from '../../ui/Button';
import { type MenuItem, openMenuAt, WithMenu } from '../../ui/ContextMenu';
import { pressed } from '../../ui/key-text';
import { useVirtualGrid } from '../../ui/use-virtual-grid';
import { ColumnDialog } from './ColumnForm';
import { AddHead, cellId, fittingRem, GridRow, HeadCell, headId, rowWidth, useWidths, usualRem } from './GridParts';
import { shownText } from './shown-rows';

/** Rem: two lines of a value, with air. */
const rowRem = 3.25;
const headRem = 3.25;

/** A place in the grid: row −1 is the head; column 0 the document, the last one of the head what a question is typed in. */
interface At {
  readonly row: number;
  readonly column: number;
}

interface TableGridProps {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** What stands below the head where there is nothing else. */
  readonly children: ReactNode;
  /** Called with how far it is scrolled sideways, CSS pixels. */
  scrolled(left: number): void;
}

/**
 * A grid of documents by questions: arrows, Home, End and the page keys move, with Ctrl Home and End to its corners;
 * Enter opens a cell beside the table or the menu of a column, with Ctrl it puts the cell next to the open one; F2 writes
 * in it. In the head Shift and an arrow makes a column wider or narrower.
 */
export function TableGrid({ name, columns, rows, children, scrolled }: TableGridProps) {
  const { cells, sort } = useTables();
  const { showCell, edit, setWidth } = useTables.getState();
  const filling = useTables((state) => state.progress?.filling === 'running');
  const opened = useOpened();
  const rems = useWidths(columns);
  const [place, setPlace] = useState<At>({ row: rows.length > 0 ? 0 : -1, column: 0 });
  const [editing, setEditing] = useState<At | null>(null);
  const [changing, setChanging] = useState<TableColumn | null>(null);
  const [adding, setAdding] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const {
    scroller,
    rows: drawn,
    rowHeight,
    headHeight,
    stepFrom,
  } = useVirtualGrid({
    count: rows.length,
    rowRem,
    headRem,
  });
  const last = columns.length;
  const at: At = {
    row: Math.min(place.row, rows.length - 1),
    column: Math.min(place.column, place.row < 0 ? last + 1 : last),
  };

  function reveal({ row, column }: At): void {
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

  function moveTo(next: At): void {
    setPlace(next);
    reveal(next);
  }

  // The panel that opens beside the table may cover what it was opened from.
  const latest = useRef({ reveal, at });
  latest.current = { reveal, at };
  useEffect(() => {
    if (opened === '') return;
    const timer = requestAnimationFrame(() => latest.current.reveal(latest.current.at));
    return () => cancelAnimationFrame(timer);
  }, [opened]);

  const documentAt = (row: number): TableRow | undefined => rows[row];
  function cellAt({ row, column }: At) {
    const [document_, column_] = [rows[row], columns[column - 1]];
    return document_ && column_ ? { documentId: document_.documentId, columnId: column_.columnId } : null;
  }

  function open(where: At, beside = false): void {
    const cell = cellAt(where);
    const document_ = documentAt(where.row);
    if (cell) showCell(cell, beside);
    else if (document_ && where.column === 0) showSource(wholeDocument(document_));
  }

  /** What happened where, heard by the grid, so that cells are drawn anew for no handler. */
  function placeOf(target: EventTarget): At | null {
    if (!(target instanceof Element)) return null;
    const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    return column === undefined ? null : { row: Number(row ?? -1), column: Number(column) };
  }

  function onClick(event: MouseEvent): void {
    const where = placeOf(event.target);
    if (!where || (event.target instanceof Element && event.target.closest('input'))) return;
    setPlace(where);
    if (where.row < 0) {
      if (where.column <= last) openMenu(where.column);
      return;
    }
    if (where.column > 0) open(where, event.ctrlKey || event.metaKey);
  }

  function onDoubleClick({ target }: MouseEvent): void {
    const where = placeOf(target);
    if (!where || where.row < 0) return;
    if (where.column === 0) open(where);
    else setEditing(where);
  }

  /** The menu that the other button of the mouse opens, below a head. */
  function openMenu(column: number): void {
    const head = document.getElementById(headId(column));
    if (head) openMenuAt(head);
  }

  const written = useCallback(
    (value: string | null) => {
      setEditing((now) => {
        const cell = now && cellOf(now, rows, columns);
        if (cell && value !== null) void edit(cell, value);
        return null;
      });
      // What has the focus next has it already.
      setTimeout(() => {
        if (document.activeElement === document.body) grid.current?.focus();
      });
    },
    [rows, columns, edit],
  );

  function next(event: KeyboardEvent): At | null {
    const { row, column } = at;
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

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const target = next(event);
    const corner = event.ctrlKey || event.metaKey;
    const cell = cellAt(at);
    const column = columns[at.column - 1];
    const wider = at.row < 0 && event.shiftKey && column ? stepsOf[event.key] : undefined;
    if (wider !== undefined && column) widen(column.columnId, wider);
    else if (target) moveTo(target);
    else if (event.key === 'Enter' && at.row < 0) {
      if (at.column > last) setAdding(true);
      else openMenu(at.column);
    } else if (event.key === 'Enter') open(at, corner);
    else if (pressed('list-rename', event) && cell) setEditing(at);
    else if (pressed('copy', event) && cell) {
      const known = cells.get(cellKey(cell));
      if (known) void copyText(shownText(known));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function menuFor(target: Element): readonly MenuItem[] {
    const where = placeOf(target) ?? at;
    if (where.row < 0) return headMenu(where.column, columns, setChanging);
    const cell = cellAt(where);
    const document_ = documentAt(where.row);
    setPlace(where);
    if (!cell)
      return document_ ? [{ id: 'open', label: t('app.open'), command: 'list-open', run: () => open(where) }] : [];
    const isEdited = cells.get(cellKey(cell))?.edited != null;
    return [
      { id: 'open', label: t('tables.open'), command: 'list-open', run: () => open(where) },
      { id: 'compare', label: t('tables.compareWith'), disabled: opened === '', run: () => open(where, true) },
      { id: 'edit', label: t('tables.edit'), command: 'list-rename', apart: true, run: () => setEditing(where) },
      { id: 'unedit', label: t('tables.unedit'), disabled: !isEdited, run: () => void edit(cell, null) },
    ];
  }

  const activeRow = documentAt(at.row);
  const isDrawn = drawn.getVirtualItems().some(({ index }) => index === at.row);
  const activeCell = activeRow && isDrawn ? cellId(activeRow.documentId, at.column) : undefined;
  const activeId = at.row < 0 ? headId(at.column) : activeCell;
  const sortOf = (columnId: string | null) => (sort && sort.columnId === columnId ? sort : null);

  return (
    <>
      <WithMenu items={menuFor}>
        <div
          ref={scroller}
          onScroll={({ currentTarget }) => scrolled(currentTarget.scrollLeft)}
          className="min-h-0 flex-1 overflow-auto"
        >
          <div
            ref={grid}
            role="grid"
            data-testid="table-grid"
            aria-label={name}
            aria-rowcount={rows.length + 1}
            aria-colcount={columns.length + 2}
            aria-multiselectable
            aria-activedescendant={activeId}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onDoubleClick={onDoubleClick}
            className="group/grid focus-visible:outline-none"
          >
            <div
              role="rowgroup"
              className="sticky top-0 z-20 border-b border-hairline bg-case"
              style={{ minWidth: rowWidth(rems) }}
            >
              <div role="row" aria-rowindex={1} className="flex h-13">
                <HeadCell
                  column={0}
                  title={t('tables.exportColumns.document')}
                  note=""
                  hint=""
                  active={at.row < 0 && at.column === 0}
                  sorted={sortOf(null)}
                />
                {columns.map(({ columnId, title, type, question }, index) => (
                  <HeadCell
                    key={columnId}
                    column={index + 1}
                    title={title}
                    note={t(`tables.types.${type}`)}
                    hint={question}
                    active={at.row < 0 && at.column === index + 1}
                    sorted={sortOf(columnId)}
                    rem={rems[index] ?? usualRem}
                    resize={(rem) => setWidth(columnId, rem === null ? null : fittingRem(rem))}
                  />
                ))}
                <AddHead
                  column={last + 1}
                  active={at.row < 0 && at.column === last + 1}
                  open={adding}
                  setOpen={setAdding}
                  done={(columnId) => {
                    setAdding(false);
                    if (columnId === null) return;
                    const added = { row: -1, column: last + 1 };
                    setPlace(added);
                    // Its head is drawn by then.
                    requestAnimationFrame(() => latest.current.reveal(added));
                  }}
                />
              </div>
            </div>
            <div
              role="rowgroup"
              className="relative"
              style={{ height: drawn.getTotalSize(), minWidth: rowWidth(rems) }}
            >
              {drawn.getVirtualItems().map((item) => {
                const row = rows[item.index];
                return row ? (
                  <GridRow
                    key={row.documentId}
                    row={row}
                    index={item.index}
                    top={item.start - headHeight}
                    height={rowHeight}
                    columns={columns}
                    rems={rems}
                    cells={cells}
                    active={at.row === item.index ? at.column : null}
                    opened={openedOf(opened, row.documentId)}
                    editing={editing?.row === item.index ? editing.column : null}
                    filling={filling}
                    written={written}
                  />
                ) : null;
              })}
            </div>
          </div>
          {children ? <div className="sticky left-0 w-fit">{children}</div> : null}
        </div>
      </WithMenu>
      <ColumnDialog column={changing} done={() => setChanging(null)} />
    </>
  );
}

function cellOf({ row, column }: At, rows: readonly TableRow[], columns: readonly TableColumn[]) {
  const [document_, column_] = [rows[row], columns[column - 1]];
  return document_ && column_ ? { documentId: document_.documentId, columnId: column_.columnId } : null;
}

/** The keys of the cells that are shown beside the table, joined; '' for none. */
const useOpened = (): string =>
  useShell(({ sidePanels: { tables } }) => ((tables?.kind === 'source' && tables.cells) || []).map(cellKey).join('\n'));

/** Of these keys, those in a row. */
const openedOf = (opened: string, documentId: string): string =>
  opened
    .split('\n')
    .filter((key) => key.startsWith(`${documentId} `))
    .join('\n');

/** Rem by which a column gets wider or narrower with one press. */
const step = 1;
const stepsOf: Readonly<Record<string, number>> = { ArrowRight: step, ArrowLeft: -step };

function widen(columnId: string, by: number): void {
  const { widths, setWidth } = useTables.getState();
  setWidth(columnId, fittingRem((widths[columnId] ?? usualRem) + by));
}

/** What can be done with a column; its rows can be sorted by the titles of documents too. */
function headMenu(
  at: number,
  columns: readonly TableColumn[],
  change: (column: TableColumn) => void,
): readonly MenuItem[] {
  const { sort, widths, moveColumn, removeColumn, setWidth } = useTables.getState();
  const column = columns[at - 1];
  if (at > columns.length) return [];
  const columnId = column?.columnId ?? null;
  const sortBy = (descending: boolean): MenuItem => ({
    id: descending ? 'sort-down' : 'sort-up',
    label: t(descending ? 'tables.sortDown' : 'tables.sortUp'),
    run: () => useTables.setState({ sort: { columnId, descending } }),
  });
  return [
    sortBy(false),
    sortBy(true),
    { id: 'unsorted', label: t('tables.unsorted'), disabled: !sort, run: () => useTables.setState({ sort: null }) },
    ...(column
      ? [
          { id: 'change', label: t('tables.changeColumn'), apart: true, run: () => change(column) },
          {
            id: 'move-left',
            label: t('tables.moveLeft'),
            disabled: at === 1,
            run: () => void moveColumn(column.columnId, -1),
          },
          {
            id: 'move-right',
            label: t('tables.moveRight'),
            disabled: at === columns.length,
            run: () => void moveColumn(column.columnId, 1),
          },
          { id: 'wider', label: t('tables.wider'), apart: true, run: () => widen(column.columnId, 4 * step) },
          { id: 'narrower', label: t('tables.narrower'), run: () => widen(column.columnId, -4 * step) },
          {
            id: 'usual-width',
            label: t('tables.usualWidth'),
            disabled: widths[column.columnId] === undefined,
            run: () => setWidth(column.columnId, null),
          },
          { id: 'remove', label: t('tables.removeColumn'), apart: true, run: () => removeColumn(column) },
        ]
      : []),
  ];
}
