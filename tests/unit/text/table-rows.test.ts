import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvOf, namesColumns } from '../../../electron/engine/text/table-rows';

describe('the row above the rule of a table', () => {
  it.each([
    ['| Flat | Rent |', '| 1a | 900 |'],
    ['| Revenue | 2023 | 2022 |', '| EUR | 18.2 | 16.4 |'],
    ['| Question | 1 | 2 |', '| Alder | 5 | 7 |'],
    ['| Waist | 36 | 38 | 40 |', '| cm | 70 | 74 | 78 |'],
    ['| 12 | Rent |', '| Flat | 900 |'],
    ['| Depot | 41 |', ''],
    ['|  |  |', '| a | 3 |'],
  ])('names the columns in %s over %s', (head, below) => {
    expect(namesColumns(head, below)).toBe(true);
  });

  it.each([
    ['| Kessler | Bremen | 2019 | 41 |', '| Lindner | Lübeck | 2020 | 52 |'],
    ['| Alder | 900 € | 50 % |', '| Berg | 950 € | 20 % |'],
    ['| Alder | 1.5 |', '| Berg | −2,5 |'],
  ])('is a record in %s over %s', (head, below) => {
    expect(namesColumns(head, below)).toBe(false);
  });
});

describe('rows as CSV', () => {
  const texts = ['plain', 'a, b', 'a; b', 'say "no"', 'two\nlines', 'two\r\nlines', 'tab\there', 'Größe', ''];

  it.each([
    ['point', ','],
    ['comma', ';'],
  ] as const)('come back cell by cell where decimals have a %s', (sign, delimiter) => {
    const written = csvOf([texts], sign);
    expect(Papa.parse<string[]>(written, { delimiter, newline: '\r\n' }).data[0]).toEqual(texts);
    expect(written.endsWith('\r\n')).toBe(true);
  });

  it('write numbers as the spreadsheet reads them, and nothing for nothing', () => {
    expect(csvOf([[0.871, 12, -1.5, null, 'x']])).toBe('0.871,12,-1.5,,x\r\n');
    expect(csvOf([[0.871, 12, -1.5, null, 'x']], 'comma')).toBe('0,871;12;-1,5;;x\r\n');
    expect(csvOf([[{ number: -4.5, sign: '%' }]], 'comma')).toBe('-4,5%\r\n');
  });

  it.each(['=SUM(A1)', '@cell', '\nx', '＋1', '=HYPERLINK("http://x";"y")'])('run no formula: %j', (text) => {
    const [cell = ''] = Papa.parse<string[]>(csvOf([[text]]), { delimiter: ',', newline: '\r\n' }).data[0] ?? [];
    expect(cell).toBe(`'${text}`);
  });

  it('keep a text in its cell also where a program splits at the other sign', () => {
    expect(csvOf([['a;=1+1']])).toBe('"a;=1+1"\r\n');
    expect(csvOf([['a,=1+1']], 'comma')).toBe('"a,=1+1"\r\n');
  });
});
