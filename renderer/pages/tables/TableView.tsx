import type { TableCell, TableColumn, TableEstimate, TableRow, TypedValue } from '@shared/contract/index';
import { histogramOf, magnitudeOf, totalsOf, valueText } from '@shared/review-values';
import { formOf } from '@shared/value-types';
import { t } from '@shared/words/index';
import { ChevronRight, Download, Pause, Play, Trash2 } from 'lucide-react';
import { Fragment, type Ref, useDeferredValue, useMemo, useRef } from 'react';
import { ScopePicker } from '../../panels/scope/ScopePicker';
import { FoldedListButton, PaneHeader } from '../../panels/Workspace';
import { scopeOfAnswer } from '../../state/chat/question-draft';
import { useLibrary } from '../../state/library/library';
import { useSettings } from '../../state/settings';
import { type Cells, useTables } from '../../state/tables';
import { Button, IconButton } from '../../ui/Button';
import { ItemMenu, menuLook } from '../../ui/ContextMenu';
import { CheckRow, FindField } from '../../ui/fields';
import { ErrorNote, Nothing } from '../../ui/Notices';
import { modelName } from '../../ui/names';
import { formatTimeLeft } from '../../ui/quantities';
import { firstWidth, rowWidth, useWidths, usualRem } from './GridParts';
import { cellsByColumn, shownRows, shownText } from './shown-rows';
import { TableGrid } from './TableGrid';

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

interface TableTotalsProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly cells: Cells;
}

function TableTotals({ ref, columns, rows, cells }: TableTotalsProps) {
  const open = useTables((state) => state.totals);
  const rems = useWidths(columns);
  // Each filled cell would count all of them again.
  const settled = useDeferredValue(cells);
  const byColumn = useMemo(() => cellsByColumn(rows, columns, settled), [rows, columns, settled]);
  const found = ({ columnId }: TableColumn) => byColumn.get(columnId) ?? [];
  return (
    <section aria-label={t('tables.totals')} className="shrink-0 border-t border-edge bg-ground">
      <div ref={ref} className="overflow-hidden">
        <div
          className="flex items-stretch" // Wider than the table by what scrolls it: both come to the same end.
          style={{ minWidth: `calc(${rowWidth(rems)} + 1rem)` }}
        >
          <div
            className="sticky left-0 z-10 shrink-0 border-e border-hairline bg-ground px-2 py-1"
            style={{ width: firstWidth }}
          >
            <button
              type="button"
              data-testid="totals-toggle"
              aria-expanded={open}
              onClick={() => useTables.setState({ totals: !open })}
              className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-14 font-medium text-soft hover:bg-raised hover:text-ink"
            >
              <ChevronRight
                size={14}
                className={`shrink-0 transition-transform duration-120 ${open ? 'rotate-90' : ''}`}
              />
              {t('tables.totals')}
            </button>
          </div>
          {columns.map((column, at) => (
            <div
              key={column.columnId}
              data-testid="column-totals"
              className="relative min-w-0 shrink-0 px-3 py-1"
              style={{ width: `${rems[at] ?? usualRem}rem` }}
            >
              <h4 className="sr-only">{column.title}</h4>
              <p className="tabular flex h-8 items-center truncate text-12 text-muted">
                {t('tables.found', {
                  found: found(column).filter((cell) => shownText(cell) !== '').length,
                  all: rows.length,
                })}
              </p>
              {open ? <Sums column={column} cells={found(column)} rows={rows.length} /> : null}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

type FoundProps = Readonly<{ cells: readonly TableCell[]; rows: number }>;

const shownValues = 4;

function Sums({ column, cells, rows }: FoundProps & { readonly column: TableColumn }) {
  const { counts, figures } = useMemo(() => totalsOf(column, cells, rows), [column, cells, rows]);
  if (figures) {
    const { sum, mean, median, least, most } = figures;
    const say = (figure: number) => {
      const parts = formOf(column.type).ofFigure?.(figure, figures.unit, most);
      return parts === undefined ? '' : valueText(parts);
    };
    return (
      <Figures
        spread={foundIn(cells)}
        figures={[
          [t('tables.sum'), say(sum)],
          [t('tables.mean'), say(mean)],
          [t('tables.median'), say(median)],
          [t('tables.least'), say(least)],
          [t('tables.most'), say(most)],
        ]}
      />
    );
  }
  const { totals } = formOf(column.type);
  if (totals === 'ends') return <Ends cells={cells} />;
  if (totals !== 'counts' || counts.length === 0) return null;
  const most = counts[0]?.count ?? 1;
  return (
    <ul className="pb-2 text-12">
      {counts.slice(0, shownValues).map(({ text, count }) => (
        <li key={text} className="relative mb-0.5 flex items-center gap-2 px-1.5">
          <span
            aria-hidden
            className="figure-bar absolute inset-y-0 left-0 rounded-sm bg-accent-wash"
            style={{ width: `${(count / most) * 100}%` }}
          />
          <span dir="auto" className="relative min-w-0 flex-1 truncate" title={text}>
            {text}
          </span>
          <span className="tabular relative text-soft">{count}</span>
        </li>
      ))}
      {counts.length > shownValues ? (
        <li className="px-1.5 text-muted">{t('tables.moreValues', { count: counts.length - shownValues })}</li>
      ) : null}
    </ul>
  );
}

interface FiguresProps {
  readonly spread: readonly TypedValue[];
  readonly figures: readonly (readonly [name: string, value: string])[];
}

const Figures = ({ spread, figures }: FiguresProps) => (
  <>
    <Histogram numbers={spread.flatMap((value) => magnitudeOf(value) ?? [])} />
    <dl className="tabular grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 pb-2 text-12">
      {figures.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="truncate text-end" title={value}>
            {value}
          </dd>
        </Fragment>
      ))}
    </dl>
  </>
);

const leastDrawn = 4;
const bins = 12;

function Histogram({ numbers }: { readonly numbers: readonly number[] }) {
  if (numbers.length < leastDrawn) return null;
  const counts = histogramOf(numbers, bins);
  const most = Math.max(...counts);
  return (
    <div aria-hidden className="mb-1 flex h-8 items-end gap-px border-b border-hairline">
      {counts.map((count, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is its place
          key={at}
          className="figure-bar min-w-0 flex-1 rounded-t-xs bg-accent"
          style={{ height: `${(count / most) * 100}%` }}
        />
      ))}
    </div>
  );
}

const foundIn = (cells: readonly TableCell[]): readonly TypedValue[] =>
  cells.filter(({ edited }) => edited === null).flatMap(({ items }) => items.map(({ value }) => value));

function Ends({ cells }: { readonly cells: readonly TableCell[] }) {
  const dates = foundIn(cells)
    .filter(({ type }) => formOf(type).totals === 'ends')
    .sort((a, b) => (magnitudeOf(a) ?? 0) - (magnitudeOf(b) ?? 0));
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return null;
  const figures = [
    [t('tables.earliest'), valueText(first)],
    [t('tables.latest'), valueText(last)],
  ] as const;
  return <Figures spread={dates} figures={figures} />;
}
