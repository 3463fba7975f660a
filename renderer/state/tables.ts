import type {
  RequestOf,
  Results,
  ReviewTable,
  RouteName,
  TableCell,
  TableColumn,
  TableEstimate,
  TableProgress,
  TableSummary,
  TableTemplate,
} from '@shared/contract/index';
import type { Result } from '@shared/errors';
import { language, t } from '@shared/words/index';
import { host, newId } from '../bridge/host';
import { decimalSign } from '../ui/quantities';
import { type ChatScope, everywhere, scopeOfRequest } from './chat/question-draft';
import { type CellPlace, type SourceStop, useShell } from './shell';
import { slice } from './slice';
import { goToRun } from './stages';
import { saveFile } from './toasts';
import { askOrSay, deleteWithUndo, leavingIn, orSay, toastError } from './undo';

export interface RowOrder {
  /** Null sorts by the titles of the documents. */
  readonly columnId: string | null;
  readonly descending: boolean;
}

/** A question as it is typed, and what of its column is not left to be proposed. */
type NewColumn = Omit<RequestOf<'table.addColumn'>, 'tableId'>;
export type ColumnChange = Omit<RequestOf<'table.changeColumn'>, 'tableId' | 'columnId'>;

export type Cells = ReadonlyMap<string, TableCell>;
export type InTable = Pick<CellPlace, 'documentId' | 'columnId'>;

export const cellKey = ({ documentId, columnId }: InTable): string => `${documentId} ${columnId}`;

const unlooked = { sort: null as RowOrder | null, filter: '', comparing: false };

const first = {
  /** In the order in which they were made; null until the engine has answered once. */
  list: null as readonly TableSummary[] | null,
  leaving: new Set() as ReadonlySet<string>,
  /** The table that is open, or is to be opened once the room is drawn; null shows what a new one is made of. */
  tableId: null as string | null,
  table: null as Omit<ReviewTable, 'cells'> | null,
  /** Of the open table, by `cellKey`. */
  cells: new Map() as Cells,
  progress: null as Omit<TableProgress, 'cells'> | null,
  estimate: null as TableEstimate | null,
  totals: false,
  /** Rem, of the columns whose width a person has set, by their ids. */
  widths: {} as Readonly<Record<string, number>>,
  scope: everywhere as ChatScope,
  busy: null as 'creating' | 'exporting' | 'why' | null,
  ...unlooked,
};

/** The library changes once a file while documents come in: rows follow when it has been quiet for this long, ms. */
const quietMs = 1500;

/** Requests of this window: what it has changed itself it need not ask for. */
const own = new Set<string>();

function ask<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Result<Results[R]>> {
  const requestId = newId();
  own.add(requestId);
  return host().request(route, input, { requestId });
}

const change = <R extends RouteName>(route: R, input: RequestOf<R>) => orSay(ask(route, input));

async function loadList(): Promise<void> {
  const list = await askOrSay('table.list', {});
  if (list) set({ list });
}

function take({ cells, ...table }: ReviewTable): void {
  const { tableId, filling, done } = table;
  const total = table.rows.length * table.columns.length;
  const { msLeft = null, error = null } = get().progress ?? {};
  const byKey = new Map(cells.map((cell) => [cellKey(cell), cell]));
  set({ table, tableId, cells: byKey, progress: { tableId, filling, done, total, msLeft, error } });
  void estimate();
}

/** How much there is left to do; not while it is being done. */
async function estimate(): Promise<void> {
  const { tableId, progress } = get();
  if (tableId === null || progress?.filling === 'running') return;
  const asked = await host().request('table.estimate', { tableId });
  if (asked.ok && get().tableId === tableId) set({ estimate: asked.data });
}

async function refresh(): Promise<void> {
  const { tableId } = get();
  if (tableId === null) return;
  const table = await host().request('table.get', { tableId });
  if (get().tableId !== tableId) return;
  if (table.ok) take(table.data);
  else if (table.error.code === 'table-not-found') startNew();
  else toastError(table.error);
}

function startNew(scope?: ChatScope): void {
  set({ ...unlooked, tableId: null, table: null, cells: new Map(), progress: null, estimate: null });
  if (scope) set({ scope });
  useShell.getState().closeSidePanel('tables');
}

async function open(tableId: string): Promise<void> {
  if (get().table?.tableId !== tableId) {
    startNew();
    set({ tableId });
  }
  await refresh();
}

async function changed(table: ReviewTable | null): Promise<void> {
  if (!table) return;
  if (get().tableId === table.tableId) take(table);
  await loadList();
}

async function changeOpen(values: Omit<RequestOf<'table.change'>, 'tableId'>): Promise<void> {
  const { tableId } = get();
  if (tableId !== null) await changed(await change('table.change', { tableId, ...values }));
}

async function changeColumn(columnId: string, values: ColumnChange & { readonly position?: number }): Promise<boolean> {
  const { tableId } = get();
  if (tableId === null) return false;
  const table = await change('table.changeColumn', { tableId, columnId, ...values });
  await changed(table);
  return table !== null;
}

function progressed(progress: Omit<TableProgress, 'cells'>): void {
  const { tableId, filling, done } = progress;
  set(({ list }) => ({
    list: list?.map((known) => (known.tableId === tableId ? { ...known, filling, done } : known)) ?? null,
  }));
  if (tableId !== get().tableId) return;
  set({ progress, ...(filling === 'running' ? { estimate: null } : {}) });
  const { table } = get();
  if (table && progress.total !== table.rows.length * table.columns.length) void refresh();
  else void estimate();
}

async function turn(route: 'table.fill' | 'table.pause'): Promise<void> {
  const { tableId } = get();
  const progress = tableId === null ? null : await change(route, { tableId });
  if (progress) progressed(progress);
}

let following: ReturnType<typeof setTimeout> | undefined;

function showCells(cells: readonly CellPlace[]): void {
  const stops = cells.map(stopOf);
  useShell.getState().showSidePanel({ kind: 'source', cells, stops, at: stops.length - 1 }, 'tables');
}

const actions = {
  /** The content of the room: the list, and the last open table. */
  async load(): Promise<void> {
    await loadList();
    const { list, tableId, table } = get();
    if (tableId === null || table || !list) return;
    if (list.some((known) => known.tableId === tableId)) await refresh();
    else startNew();
  },
  async create(name: string, template: TableTemplate | null): Promise<void> {
    const { busy, list, scope } = get();
    if (busy !== null) return;
    set({ busy: 'creating' });
    const usual =
      template === null ? t('tables.namedLike', { count: (list?.length ?? 0) + 1 }) : t(`tables.templates.${template}`);
    const table = await change('table.create', {
      name: name.trim() || usual,
      ...scopeOfRequest(scope),
      ...(template === null ? {} : { template, language: language() }),
    });
    set({ busy: null });
    if (!table) return;
    startNew(everywhere);
    take(table);
    await loadList();
  },
  async save(format: 'csv' | 'xlsx'): Promise<void> {
    const { tableId, busy } = get();
    if (tableId === null || busy !== null) return;
    set({ busy: 'exporting' });
    const asked = { tableId, format, language: language(), ...(format === 'csv' ? { decimal: decimalSign() } : {}) };
    const file = await askOrSay('table.export', asked);
    set({ busy: null });
    if (file) saveFile(file);
  },
  remove(tableId: string): void {
    const name = get().list?.find((known) => known.tableId === tableId)?.name ?? '';
    const wasOpen = get().tableId === tableId;
    const leaves = leavingIn(set, [tableId], () => wasOpen && startNew());
    deleteWithUndo({
      text: t('tables.removed', { name }),
      ...leaves,
      show() {
        leaves.show();
        // Undone: it is open again if no other was opened.
        if (wasOpen && get().tableId === null && get().list?.some((known) => known.tableId === tableId)) {
          void open(tableId);
        }
      },
      carryOut: () => ask('table.remove', { tableId }),
      reload: loadList,
    });
  },
  /** Resolves to the id of the new column; null where it was refused, which is said. */
  async addColumn(column: NewColumn): Promise<string | null> {
    const { tableId, table: before } = get();
    if (tableId === null) return null;
    const table = await change('table.addColumn', { tableId, ...column });
    await changed(table);
    const known = new Set(before?.columns.map(({ columnId }) => columnId));
    return table?.columns.find(({ columnId }) => !known.has(columnId))?.columnId ?? null;
  },
  async moveColumn(columnId: string, by: 1 | -1): Promise<void> {
    const { table, leaving } = get();
    const shown = table?.columns.filter((one) => !leaving.has(one.columnId)) ?? [];
    const beside = shown[shown.findIndex((one) => one.columnId === columnId) + by];
    if (table && beside) await changeColumn(columnId, { position: table.columns.indexOf(beside) });
  },
  removeColumn({ columnId, title }: TableColumn): void {
    const { tableId, sort } = get();
    if (tableId === null) return;
    deleteWithUndo({
      text: t('tables.columnRemoved', { name: title }),
      ...leavingIn(set, [columnId], () => {
        if (sort?.columnId === columnId) set({ sort: null });
        if (openCells().some((cell) => cell.columnId === columnId)) useShell.getState().closeSidePanel('tables');
      }),
      async carryOut() {
        const result = await ask('table.removeColumn', { tableId, columnId });
        if (result.ok) await changed(result.data);
        return result;
      },
    });
  },
  onProgress({ cells: filled, ...progress }: TableProgress): void {
    if (progress.tableId === get().tableId && filled.length > 0) {
      const cells = new Map(get().cells);
      // The report leaves out the values that a person has written.
      for (const cell of filled)
        cells.set(cellKey(cell), { ...cell, edited: cells.get(cellKey(cell))?.edited ?? null });
      set({ cells });
      const shown = openCells();
      if (shown.some((one) => filled.some((cell) => cellKey(cell) === cellKey(one)))) showCells(shown);
    }
    progressed(progress);
  },
  onChanged(requestId: string, tableId: string): void {
    if (own.has(requestId) || get().list === null) return;
    void loadList();
    if (tableId === get().tableId) void refresh();
  },
  onLibraryChanged(): void {
    clearTimeout(following);
    if (get().list === null) return;
    following = setTimeout(() => {
      void loadList();
      void refresh();
    }, quietMs);
  },
  /** Writes a person's value; null restores the one that was found. */
  async edit({ documentId, columnId }: InTable, value: string | null): Promise<void> {
    const { tableId } = get();
    if (tableId === null) return;
    const cell = await change('table.edit', { tableId, documentId, columnId, value });
    if (cell && get().tableId === tableId) set(({ cells }) => ({ cells: new Map(cells).set(cellKey(cell), cell) }));
  },
  /** Shows a cell with its source beside the table; `beside` puts it next to the one that is shown. */
  showCell({ documentId, columnId }: InTable, beside = false): void {
    const { tableId, comparing } = get();
    if (tableId === null) return;
    const [before] = openCells();
    const shown = { tableId, documentId, columnId };
    set({ comparing: false });
    showCells((beside || comparing) && before && cellKey(before) !== cellKey(shown) ? [before, shown] : [shown]);
  },
  async why(place: CellPlace): Promise<void> {
    if (get().busy !== null) return;
    set({ busy: 'why' });
    const run = await change('table.why', place);
    set({ busy: null });
    if (run) await goToRun(run.runId);
  },
  open,
  startNew,
  changeColumn,
  rename: async (tableId: string, name: string): Promise<void> =>
    changed(await change('table.change', { tableId, name })),
  /** Values of documents that return to the scope stay. */
  lookAt(next: ChatScope): Promise<void> {
    const { scope = null, filters = null } = scopeOfRequest(next);
    return changeOpen({ scope, filters });
  },
  /** Lets a model name values where nothing was found; null lets none. */
  letPropose: (proposer: string | null): Promise<void> => changeOpen({ proposer }),
  fill: (): Promise<void> => turn('table.fill'),
  pause: (): Promise<void> => turn('table.pause'),
  /** @param rem null for the usual width */
  setWidth(columnId: string, rem: number | null): void {
    const { [columnId]: _before, ...others } = get().widths;
    set({ widths: rem === null ? others : { ...others, [columnId]: rem } });
  },
};

export const useTables = slice(first, () => actions);
const { setState: set, getState: get } = useTables;

function openCells(): readonly CellPlace[] {
  const view = useShell.getState().sidePanels.tables;
  return (view?.kind === 'source' && view.cells) || [];
}

/** The places of a cell's quotes in its document; for a changed document, its beginning. */
function stopOf(place: InTable): SourceStop {
  const { table, cells } = get();
  const title = table?.rows.find(({ documentId }) => documentId === place.documentId)?.title ?? '';
  const cell = cells.get(cellKey(place));
  const items = cell && !cell.outdated ? cell.items : [];
  const spans = items
    .map(({ quoteStart, quoteEnd }) => ({ startChar: quoteStart, endChar: quoteEnd }))
    .filter((one, at, all) => all.findIndex(({ startChar }) => startChar === one.startChar) === at);
  const pages = [...new Set(items.flatMap(({ page }) => page ?? []))];
  return { documentId: place.documentId, title, span: spans[0] ?? null, spans, pages, marker: null };
}

/** Opens the form of a new table about these documents or collections. */
export function startTable(scope: Partial<ChatScope>): void {
  startNew({ ...everywhere, ...scope });
  useShell.getState().go('tables');
}
