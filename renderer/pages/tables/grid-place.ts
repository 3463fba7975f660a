import type { TableColumn, TableRow } from '@shared/contract/index';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { InTable } from '../../state/tables';
import type { VirtualGrid } from '../../ui/use-virtual-grid';
import { headId } from './GridParts';

/** A place in the grid. Row −1 is the head, column 0 the document; the head has one more column, for a new question. */
export interface At {
  readonly row: number;
  readonly column: number;
}

interface GridShape {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly grid: VirtualGrid;
  readonly opened: string;
}

export function useGridPlace({ columns, rows, grid, opened }: GridShape) {
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
export function placeOf(target: EventTarget): At | null {
  if (!(target instanceof Element)) return null;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  return column === undefined ? null : { row: Number(row ?? -1), column: Number(column) };
}

/** Returns the cell at a place; null in the head and in the column of documents. */
export function cellOf({ rows, columns }: Pick<GridShape, 'rows' | 'columns'>, { row, column }: At): InTable | null {
  const [inRow, inColumn] = [rows[row], columns[column - 1]];
  return inRow && inColumn ? { documentId: inRow.documentId, columnId: inColumn.columnId } : null;
}

export function nextPlace(
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
