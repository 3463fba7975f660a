import type { ReviewTable, TableCell } from '@shared/contract';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

const request = vi.fn();
vi.stubGlobal('window', { vitrine: { request } });
// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { useTables, cellKey } = await import('../../../../renderer/state/tables');
const { useShell } = await import('../../../../renderer/state/shell');
// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

const cell = (documentId: string, change: Partial<TableCell> = {}): TableCell => ({
  documentId,
  columnId: 'c1',
  items: [],
  reason: 'no-such-words',
  error: null,
  edited: null,
  outdated: false,
  ...change,
});
const found = (startChar: number): Pick<TableCell, 'items' | 'reason'> => ({
  reason: null,
  items: [
    {
      value: { type: 'date', date: '2009' },
      startChar: startChar + 5,
      endChar: startChar + 9,
      quoteStart: startChar,
      quoteEnd: startChar + 20,
      page: 3,
      confidence: 0.9,
    },
  ],
});
const column = { columnId: 'c1', title: 'Begins', question: 'When?', type: 'date', many: false, choices: [] } as const;
const table: ReviewTable = {
  tableId: 't1',
  name: 'Dates',
  createdAt: '2026-01-01T00:00:00.000Z',
  done: 1,
  filling: 'idle',
  proposer: null,
  scope: null,
  filters: null,
  columns: [column, { ...column, columnId: 'c2', title: 'Ends' }],
  rows: [
    { documentId: 'd1', title: 'One', collections: [] },
    { documentId: 'd2', title: 'Two', collections: [] },
  ],
  cells: [cell('d1', found(10))],
};
const summary = { ...table, rows: 2, columns: 2 };
const answers: Record<string, unknown> = {
  'table.list': [summary],
  'table.get': table,
  'table.estimate': { cells: 3, documents: 2, ms: 30 },
};
const told = { tableId: 't1', filling: 'running', done: 2, total: 4, msLeft: 900, error: null } as const;
const panel = () => useShell.getState().sidePanels.tables;

describe('the open table', () => {
  beforeEach(async () => {
    request.mockReset();
    request.mockImplementation(async (route: string) =>
      route in answers ? { ok: true, data: answers[route] } : { ok: false, error: { code: 'table-not-found' } },
    );
    useTables.setState(useTables.getInitialState());
    useShell.setState(useShell.getInitialState());
    await useTables.getState().load();
    await useTables.getState().open('t1');
  });

  it('takes in finished cells, and keeps the values that a person wrote', () => {
    useTables.setState({ cells: new Map([['d2 c1', cell('d2', { edited: 'by hand' })]]) });
    useTables.getState().onProgress({ ...told, cells: [cell('d2', found(40))] });
    expect(useTables.getState().cells.get('d2 c1')).toEqual({ ...cell('d2', found(40)), edited: 'by hand' });
    expect(useTables.getState().progress).toEqual(told);
    expect(useTables.getState().list).toMatchObject([{ filling: 'running', done: 2 }]);
    expect(useTables.getState().estimate).toBeNull();
  });

  it('ignores events of another one', () => {
    const before = useTables.getState().cells;
    useTables.getState().onProgress({ ...told, tableId: 't2', cells: [cell('d1')] });
    expect(useTables.getState().cells).toBe(before);
    expect(useTables.getState().progress?.done).toBe(1);
  });

  it('shows a cell by its quotes, and again after it was filled', () => {
    useTables.getState().showCell({ documentId: 'd2', columnId: 'c1' });
    expect(panel()).toMatchObject({
      cells: [{ tableId: 't1', documentId: 'd2' }],
      stops: [{ title: 'Two', span: null }],
    });
    useTables.getState().onProgress({ ...told, cells: [cell('d2', found(40))] });
    expect(panel()).toMatchObject({ stops: [{ span: { startChar: 40, endChar: 60 }, pages: [3] }] });
  });

  it('shows the beginning of a document that has changed since', () => {
    useTables.setState({ cells: new Map([['d1 c1', cell('d1', { ...found(10), outdated: true })]]) });
    useTables.getState().showCell({ documentId: 'd1', columnId: 'c1' });
    expect(panel()).toMatchObject({ stops: [{ span: null, pages: [] }] });
  });

  it('puts a second cell beside the open one, and never a cell beside itself', () => {
    const { showCell } = useTables.getState();
    const keys = () => {
      const view = panel();
      return view?.kind === 'source' ? view.cells?.map(cellKey) : null;
    };
    showCell({ documentId: 'd1', columnId: 'c1' });
    showCell({ documentId: 'd1', columnId: 'c1' }, true);
    expect(keys()).toEqual(['d1 c1']);
    useTables.setState({ comparing: true });
    showCell({ documentId: 'd2', columnId: 'c1' });
    expect([keys(), panel()]).toMatchObject([['d1 c1', 'd2 c1'], { at: 1 }]);
    expect(useTables.getState().comparing).toBe(false);
    showCell({ documentId: 'd2', columnId: 'c2' });
    expect(keys()).toEqual(['d2 c2']);
  });

  it('moves a column past the one that is seen beside it, over one that is being deleted', async () => {
    const three = { ...table, columns: [...table.columns, { ...column, columnId: 'c3' }] };
    useTables.setState({ table: three, leaving: new Set(['c2']) });
    await useTables.getState().moveColumn('c1', 1);
    const [, input] = request.mock.calls.find(([route]) => route === 'table.changeColumn') ?? [];
    expect(input).toEqual({ tableId: 't1', columnId: 'c1', position: 2 });
  });

  it('asks again for what others have changed, and not for what this window has', async () => {
    const asked = () => request.mock.calls.filter(([route]) => route === 'table.get').length;
    answers['table.change'] = { ...table, name: 'Days' };
    await useTables.getState().rename('t1', 'Days');
    const [, , options] = request.mock.calls.find(([route]) => route === 'table.change') ?? [];
    expect(useTables.getState().table?.name).toBe('Days');
    const before = asked();
    useTables.getState().onChanged(options.requestId, 't1');
    expect(asked()).toBe(before);
    useTables.getState().onChanged('another', 't1');
    await vi.waitFor(() => expect(asked()).toBe(before + 1));
  });

  it('is closed quietly when another window has deleted it', async () => {
    Reflect.deleteProperty(answers, 'table.get');
    useTables.getState().onChanged('another', 't1');
    await vi.waitFor(() => expect(useTables.getState().tableId).toBeNull());
    expect(useTables.getState().table).toBeNull();
  });
});
