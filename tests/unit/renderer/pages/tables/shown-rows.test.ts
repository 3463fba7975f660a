import type { TableCell, TableColumn, TableRow, TypedValue } from '@shared/contract';
import { histogramOf } from '@shared/review-values';
import { describe, expect, it } from 'vitest';
import { cellsByColumn, shownRows } from '../../../../../renderer/pages/tables/shown-rows';
import { cellKey } from '../../../../../renderer/state/tables';

const rows: readonly TableRow[] = [
  { documentId: 'd1', title: 'Lease 10', collections: [] },
  { documentId: 'd2', title: 'Lease 9', collections: [] },
  { documentId: 'd3', title: 'Loan', collections: [] },
];
const column = (columnId: string, type: TableColumn['type']): TableColumn => {
  return { columnId, type, title: columnId, question: `${columnId}?`, many: false, choices: [] };
};
const columns = [column('sum', 'amount'), column('party', 'name')];
const found = { startChar: 0, endChar: 1, quoteStart: 0, quoteEnd: 1, page: null, confidence: 0.9 };
const cell = (
  documentId: string,
  columnId: string,
  value: TypedValue | null,
  edited: string | null = null,
): TableCell => {
  const state = { error: null, edited, outdated: false };
  return value === null
    ? { documentId, columnId, items: [], reason: 'no-such-words', ...state }
    : { documentId, columnId, items: [{ value, ...found }], reason: null, ...state };
};
const all = [
  cell('d1', 'sum', { type: 'amount', number: 1200, currency: 'EUR' }),
  cell('d2', 'sum', { type: 'amount', number: 90, currency: 'EUR' }),
  cell('d3', 'sum', null),
  cell('d1', 'party', { type: 'name', name: 'Alder' }),
  cell('d3', 'party', { type: 'name', name: 'Alder' }, 'Birch'),
];
const cells = new Map(all.map((one) => [cellKey(one), one]));
const shown = (filter: string, sort: Parameters<typeof shownRows>[3]['sort'] = null) =>
  shownRows(rows, columns, cells, { filter, sort }).map(({ documentId }) => documentId);

describe('the rows of a table', () => {
  it('are in the order of adding, or by title, 9 before 10', () => {
    expect(shown('')).toEqual(['d1', 'd2', 'd3']);
    expect(shown('', { columnId: null, descending: false })).toEqual(['d2', 'd1', 'd3']);
    expect(shown('', { columnId: null, descending: true })).toEqual(['d3', 'd1', 'd2']);
  });

  it('are in the order of a column, with empty cells last in either direction', () => {
    expect(shown('', { columnId: 'sum', descending: false })).toEqual(['d2', 'd1', 'd3']);
    expect(shown('', { columnId: 'sum', descending: true })).toEqual(['d1', 'd2', 'd3']);
  });

  it('are those that hold every word of a filter, in title or cells, as a person has them written', () => {
    expect(shown('LEASE 9')).toEqual(['d2']);
    expect(shown('lease alder')).toEqual(['d1']);
    expect(shown('birch')).toEqual(['d3']);
    expect(shown('alder')).toEqual(['d1']);
    expect(shown('1,200')).toEqual(['d1']);
  });

  it('are summed up by the cells of those that are shown', () => {
    const sums = cellsByColumn(rows.slice(0, 1), columns, cells);
    expect(sums.get('sum')).toEqual([all[0]]);
    expect(sums.get('party')).toEqual([all[3]]);
  });
});

describe('a histogram', () => {
  it.each([
    ['equal ranges, the greatest in the last', [0, 1, 2, 9, 10], 5, [2, 1, 0, 0, 2]],
    ['one range where all are the same', [7, 7, 7], 5, [3]],
    ['nothing', [], 2, [0, 0]],
  ])('counts %s', (_, numbers, bins, counts) => {
    expect(histogramOf(numbers, bins)).toEqual(counts);
  });
});
