import type { TableCell, TableColumn, TableRow, TypedValue } from '@shared/contract/index';
import { histogramOf, magnitudeOf, totalsOf, valueText } from '@shared/review-values';
import { formOf } from '@shared/value-types';
import { t } from '@shared/words/index';
import { ChevronRight } from 'lucide-react';
import { Fragment, type Ref, useDeferredValue, useMemo } from 'react';
import { type Cells, useTables } from '../../state/tables';
import { firstWidth, rowWidth, useWidths, usualRem } from './GridParts';
import { cellsByColumn, shownText } from './shown-rows';

interface TableTotalsProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly cells: Cells;
}

export function TableTotals({ ref, columns, rows, cells }: TableTotalsProps) {
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
