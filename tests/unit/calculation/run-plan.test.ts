import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Condition,
  openTableStore,
  type Plan,
  PlanError,
  parsePlan,
  planSql,
  planSteps,
  readQuestion,
  runPlan,
  typedTable,
} from '../../../electron/engine/calculation';

const sheet = typedTable([
  ['Name', 'City', 'Paid', 'Day', 'Hours'],
  ['Ann', 'Köln', '€ 0.10', '2021-03-01', '1'],
  ['Ben', 'Bonn', '€ 0.20', '2021-03-05', '2'],
  ['Cem', 'Köln', '', '2021-04-01', '2'],
  ['Dot', 'Essen', '€ 1,000.00', '2022-01-09', '4'],
  ['Total', '', '€ 1,000.30', '', '9'],
]);
const answerOf = (plan: Plan) =>
  runPlan(plan, [sheet]).values.map(({ text, of }) => (of === null ? text : `${text}: ${of}`));
const paid = 2;
type Comparing = Extract<Condition, { column: number }>;
const where = (column: number, is: Comparing['is'], ...values: string[]): Comparing => ({ column, is, values });
const names: Plan['answer'] = { do: 'select', columns: [0] };

describe('a plan', () => {
  it.each<[string, Plan['answer'], Plan['filter'], readonly string[]]>([
    ['selects cells', names, where(1, '=', 'koln'), ['Ann', 'Cem']],
    ['lists no total beside rows', names, where(4, '>', '2'), ['Dot']],
    ['lists a total that is named', { do: 'select', columns: [4] }, where(0, '=', 'total'), ['9']],
    ['counts rows without totals', { do: 'count' }, undefined, ['4']],
    ['counts different values', { do: 'count', distinct: 1 }, undefined, ['3']],
    ['sums decimals exactly', { do: 'aggregate', with: 'sum', column: paid }, where(paid, '<', '1'), ['0.3']],
    ['takes a mean of what is there', { do: 'aggregate', with: 'mean', column: paid }, undefined, ['333.4333']],
    ['finds the highest as it is written', { do: 'aggregate', with: 'max', column: paid }, undefined, ['€ 1,000.00']],
    ['finds the lowest day', { do: 'aggregate', with: 'min', column: 3 }, undefined, ['2021-03-01']],
    ['takes the top rows', { do: 'top', by: paid, order: 'highest', take: 2, columns: [0] }, undefined, ['Dot', 'Ben']],
    [
      'takes all that tie',
      { do: 'top', by: 4, order: 'highest', take: 2, columns: [0] },
      undefined,
      ['Dot', 'Ben', 'Cem'],
    ],
    [
      'takes the second highest',
      { do: 'top', by: 4, order: 'highest', take: 1, skip: 1, columns: [0] },
      undefined,
      ['Ben', 'Cem'],
    ],
    ['groups and counts', { do: 'group', by: 1, with: 'count' }, undefined, ['Köln: 2', 'Bonn: 1', 'Essen: 1']],
    [
      'finds the group with the most',
      { do: 'group', by: 1, with: 'sum', column: 4, order: 'highest', take: 1 },
      undefined,
      ['Essen: 4'],
    ],
    [
      'groups by months',
      { do: 'group', by: 3, part: 'month', with: 'count', order: 'highest', take: 1 },
      undefined,
      ['2021-03: 2'],
    ],
    [
      'keeps groups by their number',
      { do: 'group', by: 1, with: 'count', having: { is: '>=', value: '2' } },
      undefined,
      ['Köln: 2'],
    ],
    ['goes to the next row', { do: 'neighbour', to: where(0, '=', 'Ben'), step: 1, columns: [0] }, undefined, ['Cem']],
    [
      'goes to the row before',
      { do: 'neighbour', to: where(0, '=', 'Ben'), step: -1, columns: [0] },
      undefined,
      ['Ann'],
    ],
    ['takes the last row that is no total', { do: 'place', from: 'last', offset: 0, columns: [0] }, undefined, ['Dot']],
    ['finds days in a month of a year', names, where(3, '=', '2021-03'), ['Ann', 'Ben']],
    ['finds days in any January', names, where(3, '=', '--01'), ['Dot']],
    ['finds days after a year', names, where(3, '>', '2021'), ['Dot']],
    ['finds what is between', names, where(paid, 'between', '0.15', '0.2'), ['Ben']],
    ['finds empty cells', names, { all: [where(paid, 'empty')] }, ['Cem']],
    [
      'joins and denies conditions',
      names,
      { all: [{ not: where(1, 'contains', 'n') }, where(4, '>', '0')] },
      ['Total'],
    ],
  ])('%s', (_, answer, filter, expected) => {
    expect(answerOf({ answer, ...(filter ? { filter } : {}) })).toEqual(expected);
  });

  it('compares, tests and subtracts numbers of rows', () => {
    const in_ = (city: string) => where(1, '=', city);
    const compared = runPlan(
      {
        answer: {
          do: 'compare',
          order: 'highest',
          choices: ['Köln', 'Bonn'].map((label) => ({ label, scalar: { of: 'count', filter: in_(label) } })),
        },
      },
      [sheet],
    );
    expect(compared.values[0]).toMatchObject({ text: 'Köln', of: '2', rows: [0, 2] });
    const tested = runPlan(
      {
        answer: {
          do: 'test',
          left: { of: 'count', filter: in_('Bonn') },
          is: '>',
          right: { of: 'constant', value: '1' },
        },
      },
      [sheet],
    );
    expect(tested.verdict).toBe('no');
    const named = (name: string) => ({ of: 'cell' as const, column: 3, filter: where(0, '=', name) });
    expect(answerOf({ answer: { do: 'difference', left: named('Ann'), right: named('Cem') } })).toEqual(['31']);
  });

  it('names the rows that a number was made of, and the totals that it left out', () => {
    const result = runPlan({ answer: { do: 'aggregate', with: 'sum', column: paid } }, [sheet]);
    expect(result.values[0]).toMatchObject({
      text: '1000.3',
      number: '1000.3',
      unit: 'EUR',
      rows: [0, 1, 3],
      rowCount: 3,
      cell: null,
    });
    expect(result.totalsLeftOut).toEqual([4]);
  });

  it('joins two tables by equal cells', () => {
    const cities = typedTable([
      ['City', 'Country'],
      ['KÖLN', 'DE'],
      ['Bonn', 'DE'],
      ['Lima', 'PE'],
    ]);
    const result = runPlan(
      {
        join: { left: 1, right: 0 },
        filter: where(6, '=', 'de'),
        answer: { do: 'aggregate', with: 'sum', column: 4 },
      },
      [sheet, cities],
    );
    expect(result.values[0]).toMatchObject({ text: '5', rows: [0, 1, 2] });
  });

  it('finds columns of a table wider than SQLite takes', () => {
    const wide = Array.from({ length: 5000 }, (_, at) => at);
    const table = typedTable([
      wide.map((at) => `c ${at}`),
      wide.map((at) => `x${at}`),
      wide.map((at) => String(at * 2)),
    ]);
    expect(
      runPlan({ filter: where(4999, '=', '9998'), answer: { do: 'select', columns: [0, 2500] } }, [table]).values.map(
        ({ text }) => text,
      ),
    ).toEqual(['0', '5000']);
  });

  it('sums exactly whatever the decimals and the size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), { minLength: 2, maxLength: 30 }),
        (units) => {
          const written = units.map(
            (unit) =>
              `${unit < 0 ? '-' : ''}${Math.floor(Math.abs(unit) / 100)}.${String(Math.abs(unit) % 100).padStart(2, '0')}`,
          );
          const table = typedTable([['Item', 'Value'], ...written.map((cell) => ['x', cell])]);
          const sum = units.reduce((all, unit) => all + BigInt(unit), 0n);
          const text = runPlan({ answer: { do: 'aggregate', with: 'sum', column: 1 } }, [table]).values[0]?.text ?? '';
          const [whole = '', fraction = ''] = text.replace('-', '').split('.');
          expect(BigInt(whole + fraction.padEnd(2, '0')) * (text.startsWith('-') ? -1n : 1n)).toBe(sum);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a long table that is kept', () => {
  it('is found by a part that has every name, and calculated as a whole', () => {
    const count = 30_000;
    const rows = Array.from({ length: count }, (_, at) => [
      `PO-${at}`,
      at > 29_000 ? 'Ulm' : at % 2 > 0 ? 'Rome' : 'Bern',
      `${at}.50`,
    ]);
    const store = openTableStore(':memory:');
    const number = store.addTable(typedTable([['Order', 'City', 'Amount'], ...rows]));
    const sample = store.sample(number);
    expect(sample.rows.length).toBeLessThan(count);
    expect(sample.columns.map(({ type }) => type)).toEqual(['text', 'text', 'number']);
    const reading = readQuestion('What is the total amount in Ulm?', [sample]);
    if (reading.kind !== 'plan') throw new Error(reading.reason);
    const { values } = store.run(reading.plan, [number]);
    // 29,001.5 to 29,999.5
    expect(values).toMatchObject([{ text: String((999 * (29_001.5 + 29_999.5)) / 2), rowCount: 999 }]);
    expect(store.run({ answer: { do: 'count' } }, [number]).values[0]?.text).toBe(String(count));
    store.close();
  });
});

describe('what comes from outside', () => {
  const hostile = ['x"; DROP TABLE t0v0; --', "o'brien'); DELETE FROM t0c0; --", '`?`, $1, :a, @b', '\u0000[]', 'v0'];

  it('is never SQL, in heads, cells and values', () => {
    const store = openTableStore(':memory:');
    const number = store.addTable(typedTable([hostile, hostile, hostile.map((cell) => `${cell}!`)]));
    for (const [column, value] of hostile.entries()) {
      const found = store.run(
        { filter: { column, is: '=', values: [value] }, answer: { do: 'select', columns: [column] } },
        [number],
      );
      expect(found.values.map(({ text }) => text)).toEqual([value]);
    }
    expect(store.run({ answer: { do: 'count' } }, [number]).values[0]?.text).toBe('2');
    store.close();
  });

  it('is shown with values in quotes', () => {
    const sql = planSql({ filter: where(0, '=', "'; drop table t0v0; --"), answer: { do: 'count' } }, [sheet]);
    expect(sql).toContain("a0.k0 = '''; drop table t0v0; --'");
  });

  it.each<[unknown, string, string]>([
    [{}, 'shape', 'answer'],
    [{ answer: { do: 'drop' } }, 'shape', 'answer.do'],
    [{ answer: { do: 'select', columns: ['0; drop table'] } }, 'shape', 'answer.columns.0'],
    [{ answer: names, sql: 'select 1' }, 'shape', ''],
    [{ filter: { column: 0, is: 'like', values: ['x'] }, answer: { do: 'count' } }, 'shape', 'filter'],
    ['select 1', 'shape', ''],
  ])('%j is no plan', (json, fault, path) => {
    expect(() => parsePlan(json)).toThrow(expect.objectContaining({ code: 'bad-plan', fault, path }));
  });

  it('is no plan where it nests for ever', () => {
    let filter: unknown = where(0, 'empty');
    for (let at = 0; at < 5000; at += 1) filter = { not: filter };
    expect(() => parsePlan({ filter, answer: { do: 'count' } })).toThrow(
      expect.objectContaining({ fault: 'too-deep' }),
    );
  });

  it.each<[Plan, string, string]>([
    [{ answer: { do: 'select', columns: [9] } }, 'unknown-column', 'answer.columns.0'],
    [{ filter: { all: [where(77, '=', 'x')] }, answer: { do: 'count' } }, 'unknown-column', 'filter.all.0.column'],
    [{ answer: { do: 'aggregate', with: 'sum', column: 0 } }, 'not-a-number', 'answer.column'],
    [{ answer: { do: 'aggregate', with: 'sum', column: 3 } }, 'not-a-number', 'answer.column'],
    [{ filter: where(4, '>', 'many'), answer: { do: 'count' } }, 'not-a-number', 'filter.values.0'],
    [{ join: { left: 0, right: 0 }, answer: { do: 'count' } }, 'no-table', 'join'],
    [
      { answer: { do: 'difference', left: { of: 'cell', column: 4 }, right: { of: 'count' } } },
      'not-one-row',
      'answer.left',
    ],
  ])('%j does not run', (plan, fault, path) => {
    expect(parsePlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
    expect(() => runPlan(plan, [sheet])).toThrow(PlanError);
    expect(() => runPlan(plan, [sheet])).toThrow(expect.objectContaining({ fault, path }));
  });
});

describe('the steps of a plan', () => {
  it('name columns and values, and no words for people', () => {
    const plan: Plan = {
      filter: { all: [where(1, '=', 'Köln'), { not: where(paid, '>', '5') }] },
      answer: { do: 'aggregate', with: 'sum', column: paid },
    };
    expect(planSteps(plan, [sheet])).toEqual([
      {
        step: 'filter',
        parts: [
          { joint: 'and', denied: false, column: 'City', is: '=', values: ['Köln'] },
          { joint: 'and', denied: true, column: 'Paid', is: '>', values: ['5'] },
        ],
      },
      { step: 'sum', column: 'Paid' },
    ]);
  });
});
