import type { CellItem, TableCellDetails, TableColumn } from '@shared/contract/index';
import { isBorneOut, valueText } from '@shared/review-values';
import { t } from '@shared/words/index';
import { Columns2, Layers, PencilLine, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { type CellPlace, type SidePanelView, useShell } from '../../state/shell';
import { cellKey, useTables } from '../../state/tables';
import { Button, IconButton } from '../../ui/Button';
import { Form } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { modelName } from '../../ui/names';
import { SourceViewer } from '../source/SourceViewer';

type CellView = Extract<SidePanelView, { kind: 'source' }>;

export function CellPanel({ view, cells }: { readonly view: CellView; readonly cells: readonly CellPlace[] }) {
  const comparing = useTables((state) => state.comparing);
  const table = useTables((state) => state.table);
  const wide = useShell((state) => state.wideSource);
  const [first] = cells;
  const column = table?.columns.find(({ columnId }) => columnId === first?.columnId);
  return (
    <>
      {wide ? null : (
        <div data-testid="cell-panel" className="flex max-h-3/5 shrink-0 flex-col border-b border-edge">
          <header className="flex h-12 shrink-0 items-center gap-1 border-b border-hairline pr-2 pl-4">
            <h2 dir="auto" className="min-w-0 flex-1 truncate text-14 font-semibold" title={column?.question}>
              {cells.every(({ columnId }) => columnId === first?.columnId)
                ? (column?.title ?? '')
                : t('comparison.compare')}
            </h2>
            <Button
              look="ghost"
              icon={Columns2}
              data-testid="compare-cells"
              aria-pressed={comparing}
              onClick={() => useTables.setState({ comparing: !comparing })}
              className="aria-pressed:bg-raised aria-pressed:text-ink"
            >
              {t('comparison.compare')}
            </Button>
            <IconButton
              icon={X}
              label={t('app.close')}
              command="close-layer"
              onClick={() => useShell.getState().closeSidePanel()}
            />
          </header>
          {comparing ? (
            <p role="status" className="shrink-0 bg-accent-wash px-4 py-2 text-12 text-soft">
              {t('tables.compareHint')}
            </p>
          ) : null}
          <div
            className={`min-h-0 overflow-y-auto ${cells.length > 1 ? 'grid grid-cols-2 divide-x divide-hairline' : ''}`}
          >
            {cells.map((place, at) => (
              <OneCell key={cellKey(place)} place={place} view={view} at={at} compared={cells.length > 1} />
            ))}
          </div>
        </div>
      )}
      <SourceViewer view={view} />
    </>
  );
}

type OneCellProps = Readonly<{ place: CellPlace; view: CellView; at: number; compared: boolean }>;

function OneCell({ place, view, at, compared }: OneCellProps) {
  const known = useTables((state) => state.cells.get(cellKey(place)));
  const column = useTables((state) => state.table?.columns.find(({ columnId }) => columnId === place.columnId));
  const { data: cell, error } = useAnswer('table.cell', { ...place }, JSON.stringify(known ?? null));
  const [editing, setEditing] = useState(false);
  const { edit } = useTables.getState();

  function show({ quoteStart, quoteEnd }: CellItem): void {
    const stops = view.stops.map((stop, index) =>
      index === at ? { ...stop, span: { startChar: quoteStart, endChar: quoteEnd } } : stop,
    );
    useShell.getState().showSidePanel({ ...view, stops, at });
  }

  return (
    <section
      data-testid="cell-details"
      aria-label={[column?.title, view.stops[at]?.title].filter(Boolean).join(', ')}
      className="min-w-0 space-y-3 px-4 py-3"
    >
      <CellHead title={view.stops[at]?.title} column={column} compared={compared} />
      <ErrorNote error={error} />
      {cell ? (
        <>
          {editing ? (
            <ValueField
              value={cell.edited ?? cell.items.map(({ value }) => valueText(value)).join('; ')}
              done={(value) => {
                setEditing(false);
                if (value !== null) void edit(place, value);
              }}
            />
          ) : (
            <Said cell={cell} />
          )}
          {cell.outdated ? <p className="content text-12 text-caution">{t('tables.outdated')}</p> : null}
          {quotesOf(cell).map(({ items, quote, place: spot }) => (
            <Quote
              key={spot.quoteStart}
              items={items}
              quote={quote}
              many={cell.items.length > 1}
              show={cell.outdated ? null : () => show(spot)}
            />
          ))}
          <CellActions place={place} cell={cell} compared={compared} begin={editing ? null : () => setEditing(true)} />
        </>
      ) : null}
    </section>
  );
}

type CellHeadProps = Readonly<{ title: string | undefined; column: TableColumn | undefined; compared: boolean }>;

const CellHead = ({ title, column, compared }: CellHeadProps) =>
  compared ? (
    <div className="min-w-0">
      <p dir="auto" className="truncate text-12 font-medium">
        {title}
      </p>
      <p dir="auto" className="truncate text-12 text-muted">
        {column?.title}
      </p>
    </div>
  ) : (
    <p dir="auto" className="content text-12 text-muted">
      {column?.question}
    </p>
  );

interface CellActionsProps {
  readonly place: CellPlace;
  readonly cell: TableCellDetails;
  readonly compared: boolean;
  readonly begin: (() => void) | null;
}

function CellActions({ place, cell, compared, begin }: CellActionsProps) {
  const { edit, why } = useTables.getState();
  const asking = useTables((state) => state.busy === 'why');
  return (
    <div className="-ml-3 flex flex-wrap gap-x-1">
      {begin === null ? null : (
        <Button look="ghost" icon={PencilLine} data-testid="cell-edit" onClick={begin}>
          {t('tables.edit')}
        </Button>
      )}
      {cell.edited === null ? null : (
        <Button look="ghost" icon={Undo2} data-testid="cell-unedit" onClick={() => void edit(place, null)}>
          {t('tables.unedit')}
        </Button>
      )}
      {compared ? null : (
        <Button
          look="ghost"
          icon={Layers}
          data-testid="cell-why"
          aria-disabled={asking}
          onClick={() => void why({ ...place })}
        >
          {t(asking ? 'tables.asking' : 'tables.why')}
        </Button>
      )}
    </div>
  );
}

function Said({ cell }: { readonly cell: TableCellDetails }) {
  const { edited, items, reason, error } = cell;
  const found = items.map(({ value }) => valueText(value)).join('; ');
  if (error && edited === null) return <ErrorNote error={error} />;
  const nothing = edited === null && found === '';
  const value = (edited ?? found) || t('app.none');
  return (
    <div>
      <p
        dir="auto"
        data-testid="cell-value"
        className={nothing ? 'text-16 text-muted' : 'content text-16 font-medium wrap-anywhere'}
      >
        {nothing ? t(reason === null ? 'tables.empty' : 'tables.notFound') : value}
      </p>
      {edited === null ? null : (
        <p className="content text-12 text-muted">
          {t('tables.edited')}
          {found === '' ? '' : ` · ${t('tables.editedInstead', { value: found })}`}
        </p>
      )}
      {nothing && reason !== null ? <p className="content text-14 text-soft">{t(`tables.reasons.${reason}`)}</p> : null}
      {edited === null ? <Proposal cell={cell} /> : null}
    </div>
  );
}

function Proposal({ cell: { asked, items } }: { readonly cell: TableCellDetails }) {
  if (!asked) return null;
  const model = modelName(asked.model);
  if (asked.refused !== null) {
    return <p className="content text-12 text-muted">{t(`tables.refused.${asked.refused}`, { model })}</p>;
  }
  return (
    <div data-testid="cell-proposed" data-borne-out={isBorneOut({ items })}>
      <p className="content text-12 text-muted">{t('tables.proposedBy', { model })}</p>
      {isBorneOut({ items }) ? null : (
        <p className="content text-12 font-medium text-caution">{t('tables.notBorneOutLong')}</p>
      )}
    </div>
  );
}

/** Each quote once, with all values that rest on it. */
const quotesOf = ({ items, quotes }: TableCellDetails) =>
  items.flatMap((place, at) => {
    const alike = items.filter(({ quoteStart }) => quoteStart === place.quoteStart);
    return alike[0] === place ? [{ place, quote: quotes[at], items: alike }] : [];
  });

interface QuoteProps {
  readonly items: readonly CellItem[];
  readonly quote: string | undefined;
  readonly many: boolean;
  readonly show: (() => void) | null;
}

function Quote({ items, quote, many, show }: QuoteProps) {
  const pages = [...new Set(items.flatMap(({ page }) => page ?? []))];
  const least = Math.min(...items.map(({ confidence }) => confidence));
  const facts = [
    many ? items.map(({ value }) => valueText(value)).join(', ') : '',
    ...pages.map((page) => t('tables.page', { page })),
    ...(items.some(({ proposed }) => proposed) ? [] : [t('tables.confidence', { percent: Math.round(least * 100) })]),
  ];
  return (
    <figure data-testid="cell-quote" className="border-s-2 border-edge ps-3">
      {quote ? (
        <blockquote dir="auto" className="content line-clamp-6 font-serif text-14 whitespace-pre-line wrap-anywhere">
          {quote.trim()}
        </blockquote>
      ) : null}
      <figcaption className="tabular mt-1 flex flex-wrap items-center gap-x-3 text-12 text-muted">
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {show ? (
          <button
            type="button"
            data-testid="cell-show"
            onClick={show}
            className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {t('tables.open')}
          </button>
        ) : null}
      </figcaption>
    </figure>
  );
}

function ValueField({ value, done }: Readonly<{ value: string; done(value: string | null): void }>) {
  const [text, setText] = useState(value);
  return (
    <Form className="flex flex-wrap gap-2" submit={() => done(text.trim() === value ? null : text.trim())}>
      <input
        dir="auto"
        data-testid="cell-value-field"
        // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
        autoFocus
        value={text}
        maxLength={2000}
        aria-label={t('tables.editValue')}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          event.preventDefault();
          done(null);
        }}
        className="h-8 min-w-32 flex-1 rounded-md border border-edge bg-case px-2 text-14"
      />
      <Button look="primary" type="submit">
        {t('app.save')}
      </Button>
      <Button look="ghost" onClick={() => done(null)}>
        {t('app.cancel')}
      </Button>
    </Form>
  );
}
