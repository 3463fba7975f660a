import type { TableCell, TableColumn, TableRow } from '@shared/contract/index';
import { cellText, compareCells, isCounted } from '@shared/review-values';
import { locale } from '@shared/words/index';
import { type Cells, cellKey, type RowOrder } from '../../state/tables';
import { matcher, titleOrder } from '../../ui/names';

/** Texts of cells, in their own language: a filter reads all of them with every typed letter. */
const said = new WeakMap<TableCell, { readonly text: string; readonly at: string }>();

export function shownText(cell: TableCell): string {
  const known = said.get(cell);
  if (known?.at === locale()) return known.text;
  const text = cellText(cell);
  said.set(cell, { text, at: locale() });
  return text;
}

type Look = Readonly<{ filter: string; sort: RowOrder | null }>;

export function shownRows(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  cells: Cells,
  { filter, sort }: Look,
): readonly TableRow[] {
  const holds = matcher(filter);
  const cellOf = ({ documentId }: TableRow, columnId: string) => cells.get(cellKey({ documentId, columnId }));
  const matches = (row: TableRow): boolean => {
    const texts = columns.map(({ columnId }) => {
      const cell = cellOf(row, columnId);
      return cell ? shownText(cell) : '';
    });
    return holds([row.title, ...texts].join('\n'));
  };
  const matching = filter.trim() === '' ? rows : rows.filter(matches);
  if (!sort) return matching;
  const { columnId, descending } = sort;
  if (columnId !== null) {
    return [...matching].sort((a, b) => compareCells(cellOf(a, columnId), cellOf(b, columnId), descending));
  }
  const byTitle = titleOrder();
  const way = descending ? -1 : 1;
  return [...matching].sort((a, b) => byTitle.compare(a.title, b.title) * way);
}

export const cellsByColumn = (rows: readonly TableRow[], columns: readonly TableColumn[], cells: Cells) =>
  new Map(
    columns.map(({ columnId }) => [
      columnId,
      rows.flatMap(({ documentId }) => cells.get(cellKey({ documentId, columnId })) ?? []).filter(isCounted),
    ]),
  );
