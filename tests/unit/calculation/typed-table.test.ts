import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TypedTable, typedTable } from '../../../electron/engine/calculation';

/** A column of these cells beside one of text, under a header. */
const columnOf = (cells: readonly string[], name = 'Value', others: readonly string[] = []) => {
  const table = typedTable([
    ['Item', name, 'Other'],
    ...cells.map((cell, at) => [`item ${'abcdefghij'[at % 10]}`, cell, others[at] ?? '']),
  ]);
  const [, column] = table.columns;
  if (!column) throw new Error('There is no column.');
  return column;
};
const read = (cells: readonly string[], name?: string, others?: readonly string[]) => {
  const { type, unit, scale, reason, values } = columnOf(cells, name, others);
  return { type, unit, reason, values: values.map((value) => (value === null ? null : value / 10 ** scale)) };
};

describe('the type of a column', () => {
  it.each([
    [['1', '20', '-3'], 'number', null, [1, 20, -3]],
    [['1,234.5', '2,000.25', '7'], 'number', null, [1234.5, 2000.25, 7]],
    [['1.234,5', '2.000,25', '7'], 'number', null, [1234.5, 2000.25, 7]],
    [['1 234,5', '2 000', '7'], 'number', null, [1234.5, 2000, 7]],
    [['12[3]', '45*', '7†'], 'number', null, [12, 45, 7]],
    [['48,133', '63,534', '900'], 'number', null, [48133, 63534, 900]],
    [['1st', '2nd', '3rd'], 'number', null, [1, 2, 3]],
    [['$1,200.50', '$3', '$0.25'], 'amount', 'USD', [1200.5, 3, 0.25]],
    [['12,50 €', '3,00 €', '0,25 €'], 'amount', 'EUR', [12.5, 3, 0.25]],
    [['$1.5 million', '$2 million', '$0.25 million'], 'amount', 'USD', [1500000, 2000000, 250000]],
    [['12 %', '7.5%', '−3%'], 'percent', '%', [12, 7.5, -3]],
    [['12 kg', '7 kg', '1,020 kg'], 'number', 'kg', [12, 7, 1020]],
    [['1:23.45', '0:59.10', '2:00.00'], 'duration', 's', [83.45, 59.1, 120]],
    [['9:00 pm', '11:30 am', '12:05 am'], 'time', 's', [75600, 41400, 300]],
    [['2021-03-04', '2020-12-31', '2021-01-01'], 'date', null, [20210304, 20201231, 20210101]],
    [['4 March 2021', 'Dec 31, 2020', 'May 2021'], 'date', null, [20210304, 20201231, 20210500]],
    [['4. März 2021', '31.12.2020', '1 de enero de 2021'], 'date', null, [20210304, 20201231, 20210101]],
    [['13/04/2021', '03/04/2021', '05/06/2021'], 'date', null, [20210413, 20210403, 20210605]],
    [['04/13/2021', '03/04/2021', '05/06/2021'], 'date', null, [20210413, 20210304, 20210506]],
  ])('%j is %s', (cells, type, unit, values) => {
    expect(read(cells)).toEqual({ type, unit, reason: null, values });
  });

  it.each([
    [['03/04/2021', '05/06/2021', '01/02/2021'], 'ambiguous-dates'],
    [['1.234', '5.678', '9.012'], 'ambiguous-numbers'],
    [['1,234.5', '1.234,5', '3'], 'mixed-number-styles'],
    [['12 kg', '7 lb', '3 kg'], 'mixed-units'],
    [['€ 12', '$ 7', '3'], 'mixed-units'],
    [['12 %', '7', '3 %'], 'mixed-units'],
    [['12345678901234567890', '1', '2'], 'too-long'],
    [['12', '7', 'about nine'], 'mixed'],
  ])('%j is text: %s', (cells, reason) => {
    expect(columnOf(cells)).toMatchObject({ type: 'text', reason });
  });

  it('takes codes with leading noughts for text', () => {
    expect(columnOf(['00123', '00456', '00789'])).toMatchObject({ type: 'text', reason: null });
  });

  it('has no value where a cell is empty', () => {
    expect(read(['12', '', '-', 'n/a', '—', '3']).values).toEqual([12, null, null, null, null, 3]);
  });

  it('reads marks as other columns of the table have them', () => {
    expect(read(['1.234', '5.678', '9.012'], 'Value', ['0,5', '1,75', '2,25']).values).toEqual([1234, 5678, 9012]);
    expect(read(['1.234', '5.678', '9.012'], 'Value', ['0.5', '1.75', '2.25']).values).toEqual([1.234, 5.678, 9.012]);
    expect(
      read(['03/04/2021', '05/06/2021', '01/02/2021'], 'Day', ['13/01/2021', '14/01/2021', '15/01/2021']).values,
    ).toEqual([20210403, 20210605, 20210201]);
  });

  it('does not take a German comma for one between thousands', () => {
    expect(columnOf(['1,234', '5,678', '9,012'], 'Gewicht')).toMatchObject({
      type: 'text',
      reason: 'ambiguous-numbers',
    });
  });

  it('has its unit from the header', () => {
    expect(columnOf(['12', '7'], 'Price (EUR)')).toMatchObject({ type: 'amount', unit: 'EUR' });
  });

  it('separates the comparable values of a mixed column from those that can be summed', () => {
    expect(columnOf(['12', '7', '9', 'DNF'])).toMatchObject({
      type: 'text',
      reason: 'mixed',
      partly: 'number',
      values: [12, 7, 9, null],
    });
  });
});

describe('the shape of a table', () => {
  const shapeOf = ({ header, headerRows, totals, reasons }: TypedTable) => ({ header, headerRows, totals, reasons });

  it('finds a header, and a row of totals at the end', () => {
    const table = typedTable([
      ['Name', 'Paid'],
      ['Ann', '3'],
      ['Ben', '4'],
      ['Total', '7'],
    ]);
    expect(shapeOf(table)).toEqual({ header: 'first-row', headerRows: 1, totals: [2], reasons: ['totals-left-out'] });
    expect(
      typedTable([
        ['Kunde', 'Betrag'],
        ['Ann', '3'],
        ['Ben', '4'],
        ['Gesamt:', '7'],
      ]).totals,
    ).toEqual([2]);
    expect(
      typedTable([
        ['Name', 'Paid'],
        ['Total', '3'],
        ['Ben', '4'],
      ]).totals,
    ).toEqual([]);
  });

  it('knows a table without one, and years that name columns', () => {
    expect(
      typedTable([
        ['Ann', '3'],
        ['Ben', '4'],
      ]),
    ).toMatchObject({ header: 'none', headerRows: 0 });
    expect(
      typedTable([
        ['Country', '2019', '2020'],
        ['Chile', '3', '5'],
        ['Peru', '4', '6'],
      ]),
    ).toMatchObject({ header: 'first-row' });
  });

  it('takes columns under a merged header for text', () => {
    const table = typedTable([
      ['Team', 'Season', ''],
      ['', 'Won', 'Lost'],
      ['A', '3', '4'],
      ['B', '5', '6'],
      ['C', '1', '2'],
    ]);
    expect(table.header).toBe('merged');
    expect(table.columns.map(({ name, type, reason }) => [name, type, reason])).toEqual([
      ['Team', 'text', null],
      ['Season Won', 'text', 'merged-header'],
      ['Lost', 'text', 'merged-header'],
    ]);
  });

  it('accepts rows of different lengths, no rows, and very many columns', () => {
    expect(typedTable([])).toMatchObject({ columns: [], rows: [] });
    expect(typedTable([['A', 'B', 'C'], ['1'], ['2', '3', '4', '5']])).toMatchObject({ reasons: ['ragged-rows'] });
    const wide = Array.from({ length: 10_000 }, (_, at) => String(at));
    expect(typedTable([wide.map((at) => `column ${at}`), wide]).columns).toHaveLength(10_000);
  });

  it('never throws, and keeps every cell as it was', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1', '1,5', '2021-01-01', '-', 'Total', '$3')),
            { maxLength: 6 },
          ),
          { maxLength: 8 },
        ),
        (rows) => {
          const table = typedTable(rows);
          expect(table.rows).toEqual(rows.slice(table.headerRows));
          for (const { values } of table.columns) expect(values).toHaveLength(table.rows.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});
