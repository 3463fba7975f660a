import { describe, expect, it } from 'vitest';
import { namesColumns } from '../../../electron/engine/text/table-rows';

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
