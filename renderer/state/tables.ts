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
import { type Access, slice } from './slice';
import { useStages } from './stages';
import { saveFile } from './toasts';
import { askOrSay, deleteWithUndo, leavingIn, toastError } from './undo';

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

async function change<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R] | null> {
  const result = await ask(route, input);
  if (result.ok) return result.data;
  toastError(result.error);
  return null;
}

type State = typeof first;
type Tables = Access<State>;

function openTable({ set, get }: Tables) {
  async function loadList() {
    const list = await askOrSay('table.list', {});
    if (list) set({ list });
  }

  function take({ cells, ...table }: ReviewTable) {
    const { tableId, filling, done } = table;
    const total = table.rows.length * table.columns.length;
    const msLeft = get().progress?.msLeft ?? null;
    set({
      table,
      tableId,
      cells: new Map(cells.map((cell) => [cellKey(cell), cell])),
      progress: { tableId, filling, done, total, msLeft, error: get().progress?.error ?? null },
    });
    void estimate();
  }

  async function estimate() {
    const { tableId, progress } = get();
    if (tableId === null || progress?.filling === 'running') return;
    const asked = await host().request('table.estimate', { tableId });
    if (asked.ok && get().tableId === tableId) set({ estimate: asked.data });
  }

  async function refresh() {
    const { tableId } = get();
    if (tableId === null) return;
    const table = await host().request('table.get', { tableId });
    if (get().tableId !== tableId) return;
    if (table.ok) take(table.data);
    else if (table.error.code === 'table-not-found') startNew();
    else toastError(table.error);
  }

  function startNew(scope?: ChatScope) {
    set({ ...unlooked, tableId: null, table: null, cells: new Map(), progress: null, estimate: null });
    if (scope) set({ scope });
    useShell.getState().closeSidePanel('tables');
  }

  async function open(tableId: string) {
    if (get().table?.tableId !== tableId) {
      startNew();
      set({ tableId });
    }
    await refresh();
  }

  async function changed(table: ReviewTable | null) {
    if (!table) return;
    if (get().tableId === table.tableId) take(table);
    await loadList();
  }

  return { loadList, take, estimate, refresh, startNew, open, changed };
}

type OpenTable = ReturnType<typeof openTable>;

function tableActions({ set, get }: Tables, { loadList, refresh, startNew, take, changed }: OpenTable) {
  return {
    async load() {
      await loadList();
      const { list, tableId, table } = get();
      if (tableId === null || table || !list) return;
      if (list.some((known) => known.tableId === tableId)) await refresh();
      else startNew();
    },
    async create(name: string, template: TableTemplate | null) {
      if (get().busy !== null) return;
      set({ busy: 'creating' });
      const usual =
        template === null
          ? t('tables.namedLike', { count: (get().list?.length ?? 0) + 1 })
          : t(`tables.templates.${template}`);
      const table = await change('table.create', {
        name: name.trim() || usual,
        ...scopeOfRequest(get().scope),
        ...(template === null ? {} : { template, language: language() }),
      });
      set({ busy: null });
      if (!table) return;
      startNew(everywhere);
      take(table);
      await loadList();
    },
    async rename(tableId: string, name: string) {
      await changed(await change('table.change', { tableId, name }));
    },
    /** The scope of the open table; values of documents that return to it stay. */
    async lookAt(next: ChatScope) {
      const { tableId } = get();
      if (tableId === null) return;
      const { scope = null, filters = null } = scopeOfRequest(next);
      await changed(await change('table.change', { tableId, scope, filters }));
    },
    /** Lets a model name values where nothing was found; null lets none. */
    async letPropose(proposer: string | null) {
      const { tableId } = get();
      if (tableId !== null) await changed(await change('table.change', { tableId, proposer }));
    },
    async save(format: 'csv' | 'xlsx') {
      const { tableId, busy } = get();
      if (tableId === null || busy !== null) return;
      set({ busy: 'exporting' });
      const asked = { tableId, format, language: language(), ...(format === 'csv' ? { decimal: decimalSign() } : {}) };
      const file = await askOrSay('table.export', asked);
      set({ busy: null });
      if (file) saveFile(file);
    },
  };
}

const tableRemoval = ({ set, get }: Tables, { loadList, startNew, open }: OpenTable) => ({
  remove(tableId: string) {
    const name = get().list?.find((known) => known.tableId === tableId)?.name ?? '';
    const leaves = leavingIn(set, [tableId], () => {
      if (wasOpen) startNew();
    });
    const wasOpen = get().tableId === tableId;
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
});

function columnActions({ set, get }: Tables, { changed }: Pick<OpenTable, 'changed'>) {
  return {
    /** Resolves to the id of the new column; null where it was refused, which is said. */
    async addColumn(column: NewColumn): Promise<string | null> {
      const { tableId, table: before } = get();
      if (tableId === null) return null;
      const table = await change('table.addColumn', { tableId, ...column });
      await changed(table);
      const known = new Set(before?.columns.map(({ columnId }) => columnId));
      return table?.columns.find(({ columnId }) => !known.has(columnId))?.columnId ?? null;
    },
    async changeColumn(columnId: string, change_: ColumnChange): Promise<boolean> {
      const { tableId } = get();
      if (tableId === null) return false;
      const table = await change('table.changeColumn', { tableId, columnId, ...change_ });
      await changed(table);
      return table !== null;
    },
    async moveColumn(columnId: string, by: 1 | -1) {
      const { tableId, table, leaving } = get();
      if (tableId === null || !table) return;
      const shown = table.columns.filter((one) => !leaving.has(one.columnId));
      const beside = shown[shown.findIndex((one) => one.columnId === columnId) + by];
      if (!beside) return;
      const position = table.columns.indexOf(beside);
      await changed(await change('table.changeColumn', { tableId, columnId, position }));
    },
    /** @param rem null for the usual width */
    setWidth(columnId: string, rem: number | null) {
      const { [columnId]: _before, ...others } = get().widths;
      set({ widths: rem === null ? others : { ...others, [columnId]: rem } });
    },
    removeColumn({ columnId, title }: TableColumn) {
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
  };
}

function fillingActions({ set, get }: Tables, { loadList, estimate, refresh }: OpenTable) {
  let following: ReturnType<typeof setTimeout> | undefined;

  function progressed(progress: Omit<TableProgress, 'cells'>) {
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

  return {
    async fill() {
      const { tableId } = get();
      if (tableId === null) return;
      const progress = await change('table.fill', { tableId });
      if (progress) progressed(progress);
    },
    async pause() {
      const { tableId } = get();
      if (tableId === null) return;
      const progress = await change('table.pause', { tableId });
      if (progress) progressed(progress);
    },
    onProgress({ cells: filled, ...progress }: TableProgress) {
      if (progress.tableId === get().tableId && filled.length > 0) {
        const cells = new Map(get().cells);
        // The report leaves out the values that a person has written.
        for (const cell of filled) {
          cells.set(cellKey(cell), { ...cell, edited: cells.get(cellKey(cell))?.edited ?? null });
        }
        set({ cells });
        const shown = openCells();
        if (shown.some((one) => filled.some((cell) => cellKey(cell) === cellKey(one)))) showCells({ get }, shown);
      }
      progressed(progress);
    },
    onChanged(requestId: string, tableId: string) {
      if (own.has(requestId) || get().list === null) return;
      void loadList();
      if (tableId === get().tableId) void refresh();
    },
    onLibraryChanged() {
      clearTimeout(following);
      if (get().list === null) return;
      following = setTimeout(() => {
        void loadList();
        void refresh();
      }, quietMs);
    },
  };
}

function showCells({ get }: Pick<Tables, 'get'>, cells: readonly CellPlace[]): void {
  const stops = cells.map((one) => stopOf(one, get()));
  useShell.getState().showSidePanel({ kind: 'source', cells, stops, at: stops.length - 1 }, 'tables');
}

const cellActions = ({ set, get }: Tables) => ({
  /** A person's value; null for the one that was found. */
  async edit({ documentId, columnId }: InTable, value: string | null) {
    const { tableId } = get();
    if (tableId === null) return;
    const cell = await change('table.edit', { tableId, documentId, columnId, value });
    if (cell && get().tableId === tableId) set(({ cells }) => ({ cells: new Map(cells).set(cellKey(cell), cell) }));
  },

  /** Shows a cell with its source beside the table; `beside` puts it next to the one that is shown. */
  showCell(place: InTable, beside = false) {
    const { tableId, comparing } = get();
    if (tableId === null) return;
    const [open_] = openCells();
    const shown = { tableId, documentId: place.documentId, columnId: place.columnId };
    const together = (beside || comparing) && open_ && cellKey(open_) !== cellKey(shown) ? [open_, shown] : [shown];
    set({ comparing: false });
    showCells({ get }, together);
  },
  async why(place: CellPlace) {
    if (get().busy !== null) return;
    set({ busy: 'why' });
    const run = await change('table.why', place);
    set({ busy: null });
    if (!run) return;
    const stages = useStages.getState();
    await stages.openRun(run.runId);
    useShell.getState().go('stages');
    await stages.loadRuns();
  },
});

export const useTables = slice(first, (set, get) => {
  const tables: Tables = { set, get };
  const opened = openTable(tables);
  const { open, startNew } = opened;
  return {
    open,
    startNew,
    ...tableActions(tables, opened),
    ...tableRemoval(tables, opened),
    ...columnActions(tables, opened),
    ...cellActions(tables),
    ...fillingActions(tables, opened),
  };
});

function openCells(): readonly CellPlace[] {
  const view = useShell.getState().sidePanels.tables;
  return (view?.kind === 'source' && view.cells) || [];
}

/** The places of a cell's quotes in its document; for a changed document, its beginning. */
function stopOf(place: InTable, { table, cells }: Pick<State, 'table' | 'cells'>): SourceStop {
  const title = table?.rows.find(({ documentId }) => documentId === place.documentId)?.title ?? '';
  const cell = cells.get(cellKey(place));
  const items = cell && !cell.outdated ? cell.items : [];
  const spans = items
    .map(({ quoteStart, quoteEnd }) => ({ startChar: quoteStart, endChar: quoteEnd }))
    .filter((one, at, all) => all.findIndex(({ startChar }) => startChar === one.startChar) === at);
  const pages = [...new Set(items.flatMap(({ page }) => page ?? []))];
  return { documentId: place.documentId, title, span: spans[0] ?? null, spans, pages, marker: null };
}

export function startTable(scope: Partial<ChatScope>): void {
  useTables.getState().startNew({ ...everywhere, ...scope });
  useShell.getState().go('tables');
}
