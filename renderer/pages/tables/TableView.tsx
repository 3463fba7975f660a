import type { TableEstimate } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Download, Pause, Play, Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo, useRef } from 'react';
import { ScopePicker } from '../../panels/scope/ScopePicker';
import { FoldedListButton, PaneHeader } from '../../panels/Workspace';
import { scopeOfAnswer } from '../../state/chat/question-draft';
import { useLibrary } from '../../state/library/library';
import { useSettings } from '../../state/settings';
import { useTables } from '../../state/tables';
import { Button, IconButton } from '../../ui/Button';
import { ItemMenu, menuLook } from '../../ui/ContextMenu';
import { CheckRow, FindField } from '../../ui/fields';
import { ErrorNote, Nothing } from '../../ui/Notices';
import { modelName } from '../../ui/names';
import { formatTimeLeft } from '../../ui/quantities';
import { shownRows } from './shown-rows';
import { TableGrid } from './TableGrid';
import { TableTotals } from './TableTotals';

type OpenTable = NonNullable<ReturnType<typeof useTables.getState>['table']>;

export function TableView({ table }: { readonly table: OpenTable }) {
  const { cells, leaving, sort, filter, progress } = useTables();
  const gone = useLibrary((state) => state.leaving);
  const words = useDeferredValue(filter);
  const columns = useMemo(
    () => table.columns.filter(({ columnId }) => !leaving.has(columnId)),
    [table.columns, leaving],
  );
  const there = useMemo(() => table.rows.filter(({ documentId }) => !gone.has(documentId)), [table.rows, gone]);
  const rows = useMemo(
    () => shownRows(there, columns, cells, { filter: words, sort }),
    [there, columns, cells, words, sort],
  );
  const strip = useRef<HTMLDivElement>(null);
  return (
    <>
      <TableHead table={table} columns={columns.length} rows={there.length} />
      <TableBar table={table} filtered={words.trim() === '' ? null : rows.length} all={there.length} />
      <ErrorNote error={progress?.error} around="shrink-0 border-b border-hairline p-3" />
      {/* A permanent line: nothing moves at the start and the end of the filling. */}
      <div className="-mt-0.5 h-0.5 shrink-0">
        {progress?.filling === 'running' ? (
          <progress
            aria-label={t('tables.filling.running')}
            value={progress.done}
            max={Math.max(1, progress.total)}
            className="block h-0.5 w-full accent-accent"
          />
        ) : null}
      </div>
      {there.length === 0 ? (
        <Nothing title={t('tables.noRows')} hint={t('tables.noRowsHint')} around={nothingLook} />
      ) : (
        <>
          <TableGrid
            name={table.name}
            columns={columns}
            rows={rows}
            scrolled={(left) => {
              if (strip.current) strip.current.scrollLeft = left;
            }}
          >
            {columns.length > 0 && rows.length > 0 ? null : <NothingBelow hasColumns={columns.length > 0} />}
          </TableGrid>
          {columns.length > 0 ? <TableTotals ref={strip} columns={columns} rows={rows} cells={cells} /> : null}
        </>
      )}
    </>
  );
}

const NothingBelow = ({ hasColumns }: { readonly hasColumns: boolean }) =>
  hasColumns ? (
    <Nothing title={t('library.noneMatch')} hint={t('library.noneMatchHint')} around={nothingLook}>
      <Button onClick={() => useTables.setState({ filter: '' })}>{t('library.clearFilter')}</Button>
    </Nothing>
  ) : (
    <Nothing title={t('tables.noColumns')} hint={t('tables.noColumnsHint')} around={nothingLook} />
  );

function TableBar({ table, filtered, all }: Readonly<{ table: OpenTable; filtered: number | null; all: number }>) {
  const filter = useTables((state) => state.filter);
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 border-b border-hairline px-4 py-1.5">
      <FindField
        name={t('tables.filter')}
        iconSize={16}
        data-find
        data-testid="table-filter"
        value={filter}
        write={(text) => useTables.setState({ filter: text })}
        around="flex min-w-48 flex-1 items-center gap-2"
      >
        <span role="status" data-testid="table-filtered" className="tabular shrink-0 text-12 text-muted">
          {filtered === null ? '' : t('tables.filtered', { shown: filtered, all })}
        </span>
      </FindField>
      <div className="flex min-w-0 flex-wrap items-center gap-1 text-12">
        <ScopePicker
          scope={scopeOfAnswer({ scope: table.scope ?? undefined, filters: table.filters ?? undefined })}
          setScope={(scope) => void useTables.getState().lookAt(scope)}
        />
      </div>
      <Proposer table={table} />
      <Filling />
    </div>
  );
}

const nothingLook = 'max-w-120 px-4 py-6';

function Proposer({ table: { proposer } }: { readonly table: OpenTable }) {
  const setUp = useSettings((state) => state.report?.fields.chatModel.value) ?? null;
  const model = proposer ?? setUp;
  if (model === null) return null;
  const label = t('tables.letPropose', { model: modelName(model) });
  return (
    <CheckRow
      data-testid="table-proposer"
      title={<span className="text-14 font-normal">{label}</span>}
      checked={proposer !== null}
      turn={(on) => void useTables.getState().letPropose(on ? model : null)}
    />
  );
}

function TableHead({ table, columns, rows }: Readonly<{ table: OpenTable; columns: number; rows: number }>) {
  const { progress, busy, remove, save } = useTables();
  const facts = [
    t('quantity.documents', { count: rows }),
    t('tables.columns', { count: columns }),
    ...(progress && progress.total > 0 ? [t('tables.progress', progress)] : []),
  ];
  return (
    <PaneHeader title={table.name} note={facts.join(' · ')} lead={<FoldedListButton />}>
      <ItemMenu
        look={`${menuLook.content} w-60!`}
        disabled={busy === 'exporting'}
        items={[
          { id: 'export-xlsx', label: t('tables.exportXlsx'), run: () => void save('xlsx') },
          { id: 'export-csv', label: t('tables.exportCsv'), run: () => void save('csv') },
        ]}
      >
        <Button look="ghost" brief icon={Download} data-testid="export-table" className="data-[state=open]:bg-raised">
          {t('chat.export')}
        </Button>
      </ItemMenu>
      <IconButton
        icon={Trash2}
        label={t('tables.remove')}
        data-testid="delete-table"
        onClick={() => remove(table.tableId)}
      />
    </PaneHeader>
  );
}

function leftText(estimate: TableEstimate | null, total: number): string {
  if (estimate === null) return '';
  if (estimate.cells === 0) return t(total === 0 ? 'tables.nothing' : 'tables.upToDate');
  return t('tables.estimate', {
    cells: t('tables.cells', { count: estimate.cells }),
    documents: t('quantity.documents', { count: estimate.documents }),
    time: formatTimeLeft(estimate.ms),
  });
}

function Filling() {
  const { progress, estimate, fill, pause } = useTables();
  if (!progress) return null;
  const { filling, done, total, msLeft } = progress;
  const runs = filling === 'running';
  const nothing = estimate === null || estimate.cells === 0;
  const isStopped = filling !== 'idle' && !nothing;
  const fillText = done > 0 && !nothing ? t('tables.fillRest') : t('tables.fill');
  const left = msLeft === null ? '' : t('tables.left', { time: formatTimeLeft(msLeft) });
  const facts = [runs || isStopped ? t(`tables.filling.${filling}`) : '', runs ? left : leftText(estimate, total)];
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span data-testid="table-left" aria-live="polite" className="tabular min-w-0 text-12 text-muted">
        {facts.filter(Boolean).join(' · ')}
      </span>
      {runs ? (
        <Button icon={Pause} onClick={() => void pause()}>
          {t('app.pause')}
        </Button>
      ) : (
        <Button
          look={nothing ? 'line' : 'primary'}
          data-testid="fill-table"
          icon={Play}
          aria-disabled={nothing}
          onClick={() => void fill()}
        >
          {isStopped ? t('tables.goOn') : fillText}
        </Button>
      )}
    </div>
  );
}
