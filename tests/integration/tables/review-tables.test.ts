import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnType, ReviewTable, TableCell, TableColumn, TableProgress } from '@shared/contract';
import { cellText, compareCells, totalsOf } from '@shared/review-values';
import { describe, expect, it } from 'vitest';
import { ollamaWith, part } from '../chat/fake-server';
import { ensureBuilt } from '../cli/vitrine-command';
import { EngineProcess } from '../library/engine-process';
import { TestEngine } from '../open-test-engine';

interface Agreement {
  readonly parties: readonly [string, string];
  readonly date: string;
  readonly years: string;
  readonly state: string;
}

const agreements: Readonly<Record<string, Agreement>> = {
  'heron.md': {
    parties: ['Heron Mills Inc.', 'Alder Bank Ltd.'],
    date: 'August 3, 2009',
    years: 'three (3) years',
    state: 'Delaware',
  },
  'crane.md': {
    parties: ['Crane Works LLC', 'Birch Paper Corporation'],
    date: 'May 21, 2014',
    years: 'two (2) years',
    state: 'Texas',
  },
};

const agreement = ({ parties: [one, other], date, years, state }: Agreement): string =>
  `# Confidentiality agreement

This Agreement is entered into as of ${date} by and between ${one}, a Delaware corporation, and ${other}.

## 1 Confidential information

Each party keeps the other's papers in confidence and shows them to nobody.

## 2 Term

The obligations under this Agreement continue for a period of ${years} from the date of this Agreement.

## 3 Law

This Agreement is governed by and construed in accordance with the laws of the State of ${state}.
`;

async function ofAgreements(test: TestEngine): Promise<void> {
  for (const [name, facts] of Object.entries(agreements)) await test.file(name, agreement(facts));
  await test.ingest(test.path(''));
}

const cellsOf = (table: ReviewTable, document: RegExp): Record<string, string> => {
  const row = table.rows.find(({ title, documentId }) => document.test(title) || document.test(documentId));
  return Object.fromEntries(
    table.columns.map(({ title, columnId }) => {
      const cell = table.cells.find((one) => one.documentId === row?.documentId && one.columnId === columnId);
      return [title, cell ? cellText(cell) : 'empty'];
    }),
  );
};

describe('A review table', () => {
  const vitrine = TestEngine.each(ofAgreements, { resumesIngests: true });

  const documentOf = async (name: string): Promise<string> => {
    const found = (await vitrine.ask('library.list', {})).find(({ path }) => path.endsWith(name));
    if (!found) throw new Error(`${name} is not in the library`);
    return found.documentId;
  };
  const contracts = () => vitrine.ask('table.create', { name: 'Contracts', template: 'contract' });
  const filled = async (tableId: string): Promise<ReviewTable> => {
    await vitrine.ask('table.fill', { tableId, wait: true });
    return vitrine.ask('table.get', { tableId });
  };
  /** Cells that were looked for since the events were counted. */
  const looked = (from = 0): TableCell[] =>
    vitrine.events.slice(from).flatMap((event) => (event.type === 'table.progress' ? [...event.progress.cells] : []));

  it('W44 asks every document the questions of its template, and each value is word for word at its place', async () => {
    const { tableId } = await contracts();
    const table = await filled(tableId);
    expect(cellsOf(table, new RegExp(await documentOf('heron.md')))).toMatchObject({
      Parties: 'Heron Mills Inc.; Alder Bank Ltd.',
      'Effective date': '3 Aug 2009',
      Term: '3 years',
      'Governing law': 'Delaware',
    });
    expect(cellsOf(table, new RegExp(await documentOf('crane.md')))).toMatchObject({
      'Effective date': '21 May 2014',
      Term: '2 years',
      'Governing law': 'Texas',
    });
    for (const { documentId, columnId, items, reason, error } of table.cells) {
      expect(error).toBeNull();
      expect(items.length > 0).toBe(reason === null);
      const { text } = await vitrine.ask('library.source', { documentId });
      const { quotes } = await vitrine.ask('table.cell', { tableId, documentId, columnId });
      expect(quotes).toHaveLength(items.length);
      for (const [at, item] of items.entries()) {
        expect(quotes[at]).toBe(text.slice(item.quoteStart, item.quoteEnd));
        expect(item.startChar).toBeGreaterThanOrEqual(item.quoteStart);
        expect(item.endChar).toBeLessThanOrEqual(item.quoteEnd);
        expect(item.endChar).toBeGreaterThan(item.startChar);
      }
    }
    expect(table.cells).toHaveLength(table.rows.length * table.columns.length);
    expect(table).toMatchObject({ filling: 'idle', done: table.cells.length });
  });

  it('W44 computes nothing twice: only new, changed or failed cells', async () => {
    const { tableId } = await contracts();
    const first = await filled(tableId);
    expect(await vitrine.ask('table.estimate', { tableId })).toMatchObject({ cells: 0, documents: 0 });
    const before = vitrine.events.length;
    await filled(tableId);
    expect(looked(before)).toEqual([]);

    const heron = { ...agreements['heron.md'], state: 'Ohio' } as Agreement;
    await vitrine.file('heron.md', agreement(heron));
    await vitrine.file('stork.md', agreement({ ...heron, state: 'Maine' }));
    const from = vitrine.events.length;
    await vitrine.ingest(vitrine.path(''));
    // The table follows the library automatically.
    const isOver = ({ filling, done, total }: TableProgress) =>
      filling === 'idle' && done === total && total === 3 * first.columns.length;
    await expect
      .poll(
        () => vitrine.events.slice(from).some((event) => event.type === 'table.progress' && isOver(event.progress)),
        { timeout: 20_000 },
      )
      .toBe(true);
    const again = await vitrine.ask('table.get', { tableId });
    const [heronId, storkId] = [await documentOf('heron.md'), await documentOf('stork.md')];
    expect(cellsOf(again, new RegExp(heronId))).toMatchObject({ 'Governing law': 'Ohio' });
    expect(cellsOf(again, new RegExp(storkId))).toMatchObject({ 'Governing law': 'Maine' });
    expect(new Set(looked(from).map(({ documentId }) => documentId))).toEqual(new Set([heronId, storkId]));
  });

  it('W44 keeps what a person wrote, over fillings and other questions, until it is taken back', async () => {
    const { tableId, columns } = await contracts();
    await filled(tableId);
    const law = columns.find(({ title }) => title === 'Governing law');
    const place = { tableId, columnId: law?.columnId ?? '', documentId: await documentOf('heron.md') };
    expect(await vitrine.ask('table.edit', { ...place, value: 'Delaware, see annex' })).toMatchObject({
      edited: 'Delaware, see annex',
    });
    await vitrine.ask('table.changeColumn', { tableId, columnId: place.columnId, question: 'Which law applies?' });
    const table = await filled(tableId);
    expect(cellsOf(table, new RegExp(place.documentId))['Governing law']).toBe('Delaware, see annex');
    await vitrine.ask('table.edit', { ...place, value: null });
    const back = await vitrine.ask('table.get', { tableId });
    expect(cellsOf(back, new RegExp(place.documentId))['Governing law']).not.toContain('annex');
  });

  it('W44 proposes a type from a question, and says why a cell is empty', async () => {
    const { tableId } = await vitrine.ask('table.create', {
      name: 'Own',
      scope: { documentIds: [await documentOf('crane.md')] },
    });
    await vitrine.ask('table.addColumn', { tableId, question: 'When does the agreement take effect?' });
    await vitrine.ask('table.addColumn', { tableId, question: 'How much is the monthly rent?', title: 'Rent' });
    const table = await filled(tableId);
    expect(table.columns.map(({ type }) => type)).toEqual(['date', 'amount']);
    expect(table.rows).toHaveLength(1);
    expect(table.cells.find(({ columnId }) => columnId === table.columns[1]?.columnId)).toMatchObject({
      items: [],
      reason: expect.stringMatching(/^(?:no-|too-)/u),
    });
    await vitrine.ask('table.removeColumn', { tableId, columnId: table.columns[1]?.columnId ?? '' });
    const one = await vitrine.ask('table.changeColumn', {
      tableId,
      columnId: table.columns[0]?.columnId ?? '',
      title: 'Start',
    });
    expect(one.columns).toMatchObject([{ title: 'Start', type: 'date' }]);
    expect(one.cells).toHaveLength(1);
  });

  it('W44 shows why: the run of the eight stages over the one document', async () => {
    const { tableId, columns } = await contracts();
    const documentId = await documentOf('crane.md');
    const run = await vitrine.ask('table.why', { tableId, documentId, columnId: columns[3]?.columnId ?? '' });
    expect(run.stages.every(({ state }) => state === 'done')).toBe(true);
    expect(run.scope).toEqual({ documentIds: [documentId] });
    expect(await vitrine.ask('run.get', { runId: run.runId })).toMatchObject({ prompt: columns[3]?.question });
  });

  it('W44 goes with its documents: nothing of a deleted one stays in the catalogue', async () => {
    const { tableId } = await contracts();
    await filled(tableId);
    await vitrine.ask('library.delete', { documentIds: [await documentOf('heron.md')] });
    const table = await vitrine.ask('table.get', { tableId });
    expect(table.rows).toHaveLength(1);
    expect(table.cells).toHaveLength(table.columns.length);
    await vitrine.engine.close();
    expect(await readFile(join(vitrine.library, 'catalogue.db'), 'latin1')).not.toContain('Heron Mills');
  });

  it('W44 looks at other documents, and at the whole library again, with the values found there before', async () => {
    const { tableId, rows, cells } = await filled((await contracts()).tableId);
    const [first] = rows;
    const scope = { documentIds: [first?.documentId ?? ''] };
    const narrow = await vitrine.ask('table.change', { tableId, scope });
    expect(narrow.rows).toEqual([first]);
    expect(await vitrine.ask('table.change', { tableId, name: 'One' })).toMatchObject({ scope, name: 'One' });
    const whole = await vitrine.ask('table.change', { tableId, scope: null, filters: null });
    expect([whole.scope, whole.rows, whole.cells]).toEqual([null, rows, cells]);
    await vitrine.ask('table.remove', { tableId });
  });

  it('W44 is refused what it cannot have, with a word for it', async () => {
    const { tableId, columns } = await contracts();
    const place = { tableId, columnId: columns[0]?.columnId ?? '', documentId: 'nowhere' };
    expect(await vitrine.refusal('table.get', { tableId: 'none' })).toMatchObject({ code: 'table-not-found' });
    expect(await vitrine.refusal('table.cell', place)).toMatchObject({
      code: 'table-not-found',
      details: { why: 'row' },
    });
    const choice = { tableId, question: 'Which kind is it?', type: 'choice' } as const;
    expect(await vitrine.refusal('table.addColumn', choice)).toMatchObject({ details: { why: 'no-choices' } });
    for (let at = columns.length; at < 100; at += 1) {
      await vitrine.ask('table.addColumn', { tableId, question: `Question ${at}?` });
    }
    const more = { tableId, question: 'One more?' };
    expect(await vitrine.refusal('table.addColumn', more)).toMatchObject({ details: { why: 'many-columns' } });
    await vitrine.ask('table.remove', { tableId });
    expect(await vitrine.ask('table.list', {})).toEqual([]);
  });

  it('W44 leaves as CSV and as a workbook, with quotes and pages, and the workbook is read as it was written', async () => {
    const { tableId } = await contracts();
    await filled(tableId);
    const csv = await vitrine.ask('table.export', { tableId, format: 'csv' });
    expect(csv).toMatchObject({ fileName: 'Contracts.csv', mime: 'text/csv' });
    expect(csv.content).toContain('Governing law: quote');
    expect(csv.content).toContain('governed by and construed in accordance with the laws of the State of Texas');
    const xlsx = await vitrine.ask('table.export', { tableId, format: 'xlsx', language: 'de' });
    const path = await vitrine.file('out/Contracts.xlsx', Buffer.from(xlsx.content, 'base64'));
    await vitrine.ingest(path);
    const { text } = await vitrine.ask('library.source', { documentId: await documentOf('Contracts.xlsx') });
    expect(text).toContain('2009-08-03');
    expect(text).toContain('3 Jahre');
    expect(text).toContain('State of Texas');
  });

  it('W56 finds percentages as each language writes them, sorts and sums them up, and leaves them as numbers', async () => {
    const rates = {
      'loan.md': '# Loan\n\nThe interest rate of this loan is 4.5 percent a year.\n',
      'darlehen.md': '# Darlehen\n\nDer Zinssatz (interest rate) des Darlehens beträgt 12 Prozent im Jahr.\n',
      'prestamo.md': '# Préstamo\n\nEl tipo de interés (interest rate) del préstamo es del 3,25 por ciento.\n',
    };
    const documentIds: string[] = [];
    for (const [name, text] of Object.entries(rates)) {
      await vitrine.ingest(await vitrine.file(name, text));
      documentIds.push(await documentOf(name));
    }
    const { tableId } = await vitrine.ask('table.create', { name: 'Rates', scope: { documentIds } });
    const question = 'What is the interest rate?';
    const { columns } = await vitrine.ask('table.addColumn', { tableId, question });
    expect(columns).toMatchObject([{ type: 'percentage' }]);
    const { cells } = await filled(tableId);
    const cellOf = (at: number) => cells.find(({ documentId }) => documentId === documentIds[at]);
    expect([0, 1, 2].map((at) => cellOf(at)?.items.map(({ value }) => value))).toEqual(
      [4.5, 12, 3.25].map((percent) => [{ type: 'percentage', percent }]),
    );
    expect(compareCells(cellOf(0), cellOf(1), false)).toBeLessThan(0);
    expect(totalsOf(columns[0] as TableColumn, cells, 3).figures).toMatchObject({ mean: 19.75 / 3, least: 3.25 });
    expect(cells.map((cell) => cellText(cell)).sort()).toEqual(['12%', '3.25%', '4.5%']);
    const csv = await vitrine.ask('table.export', { tableId, format: 'csv', decimal: 'comma', language: 'de' });
    expect(csv.content).toContain(';4,5%;');
    const xlsx = await vitrine.ask('table.export', { tableId, format: 'xlsx' });
    await vitrine.ingest(await vitrine.file('out/Rates.xlsx', Buffer.from(xlsx.content, 'base64')));
    const { text } = await vitrine.ask('library.source', { documentId: await documentOf('Rates.xlsx') });
    expect(text).toContain('3.25%');
  });
});

describe('A table whose model may propose', () => {
  const vitrine = TestEngine.each(ofAgreements);
  const crane = async () => (await vitrine.ask('library.list', {})).find(({ path }) => path.endsWith('crane.md'));

  /** A table of one document and one question that nothing is found for, filled by a model that says this. */
  async function proposed(said: object | string, question = 'Which holiday is kept?', type: ColumnType = 'name') {
    const server = await ollamaWith(
      () => {},
      (_request, response) =>
        response.end(part(typeof said === 'string' ? said : JSON.stringify(said)) + part('', true)),
    );
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const documentId = (await crane())?.documentId ?? '';
    const { tableId } = await vitrine.ask('table.create', { name: 'One', scope: { documentIds: [documentId] } });
    const { columns } = await vitrine.ask('table.addColumn', { tableId, question, type });
    await vitrine.ask('table.fill', { tableId, wait: true });
    const { cells: before } = await vitrine.ask('table.get', { tableId });
    await vitrine.ask('table.change', { tableId, proposer: 'ollama:scripted' });
    const progress = await vitrine.ask('table.fill', { tableId, wait: true });
    const place = { tableId, documentId, columnId: columns[0]?.columnId ?? '' };
    return { server, place, before: before[0], progress, cell: await vitrine.ask('table.cell', place) };
  }

  it('W52 keeps a value with its quote, word for word in the document, and says who has named it', async () => {
    const quote = 'shows  them to NOBODY';
    const { before, cell, server, place } = await proposed({ value: 'nobody', quote });
    expect(before).toMatchObject({ items: [], reason: expect.stringMatching(/^(?:no-|too-)/u) });
    expect(cell).toMatchObject({
      asked: { model: 'ollama:scripted', refused: null },
      quotes: ['shows them to nobody'],
    });
    expect(cell.items).toMatchObject([{ proposed: { model: 'ollama:scripted', borneOut: true } }]);
    const asked = server.asked.length;
    expect(await vitrine.ask('table.fill', { tableId: place.tableId, wait: true })).toMatchObject({
      done: 1,
      total: 1,
    });
    expect(server.asked).toHaveLength(asked);
    const csv = await vitrine.ask('table.export', { tableId: place.tableId, format: 'csv' });
    expect(csv.content).toContain('Proposed by ollama:scripted.');
  });

  it('W52 marks a value that its quote does not bear out, in the cell and in files, and sums up none', async () => {
    const said = { value: '$500', quote: 'continue for a period of two (2) years' };
    const { cell, place } = await proposed(said, 'How much is the monthly rent?', 'amount');
    expect(cell.items).toMatchObject([
      { value: { type: 'amount', number: 500, currency: 'USD' }, proposed: { borneOut: false } },
    ]);
    const csv = await vitrine.ask('table.export', { tableId: place.tableId, format: 'csv' });
    expect(csv.content).toContain('does not bear this out');
    const table = await vitrine.ask('table.get', { tableId: place.tableId });
    expect(totalsOf(table.columns[0] as TableColumn, table.cells, 1).figures).toBeNull();
  });

  it.each([
    ['two (2) years', false],
    ['Each party keeps', false],
    ['50 Prozent', true],
  ])('W56 checks a percentage that a model names against its quote: %s', async (quote, borneOut) => {
    await vitrine.file('crane.md', `${agreement(agreements['crane.md'] as Agreement)}\nBonus: 50 Prozent.\n`);
    await vitrine.ingest(vitrine.path('crane.md'));
    const { cell } = await proposed({ value: '50 %', quote }, 'Which ratio of oats is fed?', 'percentage');
    expect(cell.items).toMatchObject([{ value: { type: 'percentage', percent: 50 }, proposed: { borneOut } }]);
  });

  it.each([
    ['quote-not-found', { value: 'Christmas', quote: 'The parties keep Christmas.' }],
    ['nothing', { value: '', quote: '' }],
    ['no-answer', 'I would say Christmas.'],
  ] as const)('W52 refuses a value without a quote in the document: %s', async (refused, said) => {
    const { cell } = await proposed(said);
    expect(cell).toMatchObject({ items: [], asked: { refused } });
  });

  it('W52 never overrules a found value, and asks for none of it', async () => {
    const { server, cell } = await proposed(
      { value: 'Ohio', quote: 'Texas' },
      'Which state’s law governs the agreement?',
    );
    expect(cell.items).toMatchObject([{ value: { name: 'Texas' } }]);
    expect(cell).not.toHaveProperty('asked');
    expect(server.asked.filter(({ path }) => path === '/api/chat')).toEqual([]);
  });

  it('W52 pauses without the model, gives advice, and leaves empty cells unchanged', async () => {
    const { place } = await proposed({ value: '', quote: '' });
    await vitrine.reopen();
    await vitrine.ask('table.addColumn', { tableId: place.tableId, question: 'Which animal is kept?', type: 'name' });
    const progress = await vitrine.ask('table.fill', { tableId: place.tableId, wait: true });
    expect(progress).toMatchObject({ filling: 'paused', done: 1, total: 2, error: { code: 'model-unreachable' } });
  });
});

describe('A table that is being filled', () => {
  const documents = 60;
  const vitrine = TestEngine.shared(async (test) => {
    ensureBuilt();
    const padding = 'Each party keeps the papers of the other in confidence and shows them to nobody. '.repeat(400);
    for (let at = 0; at < documents; at += 1) {
      const facts = { ...agreements['crane.md'], date: `May ${(at % 28) + 1}, 2014` } as Agreement;
      await test.file(`many/${at}.md`, `${agreement(facts)}\n${padding}${at}`);
    }
    await test.ask('ingest.run', { paths: [test.path('many')] });
  });

  it('W44 is paused and goes on where it was', async () => {
    const { tableId, columns } = await vitrine.ask('table.create', { name: 'Many', template: 'contract' });
    await vitrine.ask('table.fill', { tableId });
    const paused = await vitrine.ask('table.pause', { tableId });
    expect(paused).toMatchObject({ filling: 'paused', total: documents * columns.length });
    const { cells } = await vitrine.ask('table.get', { tableId });
    expect(cells).toHaveLength(paused.done);
    expect(await vitrine.ask('table.fill', { tableId, wait: true })).toMatchObject({
      filling: 'idle',
      done: documents * columns.length,
    });
  });

  it('W44 loses no finished cell to a kill, and goes on with the next start', async () => {
    const { tableId, columns } = await vitrine.ask('table.create', { name: 'As many', template: 'contract' });
    const total = documents * columns.length;
    await vitrine.engine.close();
    const options = { ...vitrine.options, resumesIngests: true };
    const killed = await EngineProcess.open(options);
    void killed.request('table.fill', { tableId });
    const told = () => killed.events.flatMap((event) => (event.type === 'table.progress' ? [event.progress] : []));
    await expect
      .poll(() => Math.max(0, ...told().map(({ done }) => done)), { timeout: 30_000, interval: 5 })
      .toBeGreaterThan(0);
    const seen = told().flatMap(({ cells }) => cells);
    await killed.kill();

    const next = await EngineProcess.open({ ...options, resumesIngests: false });
    const { cells } = await next.ask('table.get', { tableId });
    const kept = new Set(cells.map(({ documentId, columnId }) => `${documentId} ${columnId}`));
    expect(seen.filter(({ documentId, columnId }) => !kept.has(`${documentId} ${columnId}`))).toEqual([]);
    await next.close();

    const last = await EngineProcess.open(options);
    await expect.poll(async () => (await last.ask('table.get', { tableId })).done, { timeout: 60_000 }).toBe(total);
    const again = last.events.flatMap((event) => (event.type === 'table.progress' ? event.progress.cells : []));
    expect(again.filter(({ documentId, columnId }) => kept.has(`${documentId} ${columnId}`))).toEqual([]);
    await last.close();
  });
});
