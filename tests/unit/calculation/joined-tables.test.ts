import { describe, expect, it } from 'vitest';
import {
  readJoinedQuestion,
  readQuestion,
  runPlan,
  type TypedTable,
  typedTable,
} from '../../../electron/engine/calculation';
import { joinedTables } from '../../../electron/engine/calculation/reading/joined-tables';

const orders = typedTable([
  ['Order', 'Customer', 'Amount'],
  ['PO-1', 'Moss & Co', '120.50'],
  ['PO-2', 'Finch Traders', '80.00'],
  ['PO-3', 'MOSS & Co', '45.25'],
  ['PO-4', 'Ashby Foods', '300.00'],
]);
const customers = typedTable([
  ['Name', 'City', 'Since'],
  ['Moss & Co', 'Leeds', '2019'],
  ['Finch Traders', 'Bristol', '2020'],
  ['Ashby Foods', 'Leeds', '2021'],
  ['Keller Works', 'York', '2022'],
]);

function answer(question: string, tables: readonly TypedTable[]): string[] | null {
  const reading = readJoinedQuestion(question, tables, readQuestion(question, tables));
  if (!reading) return null;
  const meant = [reading.left, reading.right].flatMap((at) => tables[at] ?? []);
  return runPlan(reading.plan, meant).values.map(({ text }) => text);
}

describe('two tables', () => {
  it('W48 are one where the cells of a column name rows of the other, whatever it is called', () => {
    const [joined, ...others] = joinedTables([orders, customers]);
    expect(others).toEqual([]);
    expect(joined).toMatchObject({ left: 0, right: 1, join: { left: 1, right: 0 } });
    expect(joined?.table.rows[2]).toEqual(['PO-3', 'MOSS & Co', '45.25', '', 'Leeds', '2019']);
  });

  it('W48 are two where a name has several rows, and where few of the cells agree', () => {
    const named = (head: string, ...rows: string[][]) => typedTable([[head, 'City'], ...rows]);
    const moss = ['Moss & Co', 'Leeds'];
    const twice = named('Name', moss, ['Moss & Co', 'Hull'], ['Finch Traders', 'Bath'], ['Ashby Foods', 'York']);
    expect(joinedTables([orders, twice])).toEqual([]);
    expect(joinedTables([orders, named('Customer', moss, ['Orwell Tools', 'Bath'], ['Nolan Supply', 'York'])])).toEqual(
      [],
    );
    // Numbers from one on agree everywhere.
    const counted = (name: string) =>
      typedTable([[name, `${name} height`], ...['1', '2', '3'].map((one) => [one, `${one}0`])]);
    expect(joinedTables([counted('Place'), counted('Round')])).toEqual([]);
  });

  it('W48 are held against each other only where they are small: a wide sheet has millions of pairs of columns', () => {
    const heads = Array.from({ length: 2000 }, (_, at) => `Head ${at}`);
    const wide = (kind: string) =>
      typedTable([
        heads.map((head) => `${kind} ${head}`),
        ...['a', 'b', 'c', 'd'].map((row) => heads.map((head) => `${head} ${row}`)),
      ]);
    expect(joinedTables([wide('One'), wide('Other')])).toEqual([]);
    expect(joinedTables(Array.from({ length: 9 }, () => customers))).toHaveLength(6);
  });

  it('W48 answer what neither says alone', () => {
    const tables = [customers, orders];
    expect(answer('What is the total amount in Leeds?', tables)).toEqual(['465.75']);
    expect(answer('How many orders are from Leeds?', tables)).toEqual(['3']);
    expect(answer('Which city is PO-2 from?', tables)).toEqual(['Bristol']);
    expect(answer('Which order in Leeds has the highest amount?', tables)).toEqual(['PO-4']);
  });

  it('W48 say nothing together of what one says, or none', () => {
    for (const question of [
      'What is the total amount of Moss & Co?',
      'Which city is Keller Works in?',
      'What is the weather in Leeds?',
      'Who is the mayor of Leeds?',
    ]) {
      expect(answer(question, [orders, customers]), question).toBeNull();
    }
  });
});
