// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import type { DocumentSummary } from '@shared/contract/index';
import { compareFact, type FactId, factIds, factKinds } from '@shared/document-facts';
import { shownPath } from '@shared/host/incoming-file';
import { t } from '@shared/words/index';
import { collectionName, errorLine, saidRemark } from '@shared/words/said';
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type MouseEvent, memo, useMemo, useState } from 'react';
import { useLibrary } from '../../state/library/library';
import { useKept } from '../../state/place-storage';
import { showSource, wholeDocument } from '../../state/shell';
import { IconButton } from '../../ui/Button';
import { WithMenu } from '../../ui/ContextMenu';
import { DocumentIcon } from '../../ui/DocumentIcon';
import { pressed } from '../../ui/key-text';
import { fileName, titleOrder } from '../../ui/names';
import { formatCount, formatWhen, languageName } from '../../ui/quantities';
import { sortedAs, useVirtualGrid, type VirtualGrid } from '../../ui/use-virtual-grid';
import { documentMenu, dragDocuments, renameDocument } from './document-menu';

const rowRem = 3.25;
const headRem = 2;

/** A virtual table: arrows move, Shift extends, Enter and double-click open, F2 renames, Delete deletes. */
export function DocumentTable({ documents }: { readonly documents: readonly DocumentSummary[] }) {
  const picked = useDocumentSelection(documents);
  const { selected, at, click, meant } = picked;
  const grid = useVirtualGrid({ count: documents.length, rowRem, headRem });

  const selection = {
    ...picked,
    moveTo(next: number, extend: boolean): void {
      picked.moveTo(next, extend);
      grid.rows.scrollToIndex(next);
    },
  };

  const rowOf = (target: EventTarget): number => rowIn(documents, target);

  function onClick(event: MouseEvent): void {
    if (pressedInside(event)) return;
    const index = rowOf(event.target);
    click(event, index);
    if (event.shiftKey && index >= 0) grid.rows.scrollToIndex(index);
  }

  function onDoubleClick({ target }: MouseEvent): void {
    const here = documents[rowOf(target)];
    if (here) showSource(wholeDocument(here));
  }

  function menuFor(target: Element): ReturnType<typeof documentMenu> {
    const index = rowOf(target);
    return documentMenu(meant(index < 0 ? at : index));
  }

  return (
    <WithMenu items={menuFor}>
      <div
        ref={grid.scroller}
        role="grid"
        aria-label={t('palette.groups.documents')}
        aria-rowcount={documents.length + 1}
        aria-multiselectable
        aria-activedescendant={documents[at] ? `document-${documents[at].documentId}` : undefined}
        tabIndex={0}
        onKeyDown={(event) => onKeyDown(event, documents, selection, (key) => grid.stepFrom(at, key))}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onDragStart={(event) => drag(event, meant(rowOf(event.target)))}
        className="group/grid min-h-0 flex-1 overflow-y-auto focus-visible:outline-none"
      >
        <div role="rowgroup" className="sticky top-0 z-10 border-b border-hairline bg-case">
          <div role="row" aria-rowindex={1} className="flex h-8 items-center gap-4 px-4 text-12 text-muted">
            {documentColumns.map((column) => (
              <ColumnHead key={column.key} by={column.key} className={column.className} />
            ))}
          </div>
        </div>
        <DocumentRows documents={documents} grid={grid} selected={selected} at={at} />
      </div>
    </WithMenu>
  );
}

function drag(event: DragEvent, documents: readonly DocumentSummary[]): void {
  if (documents.length > 0) {
    dragDocuments(
      event,
      documents.map(({ documentId }) => documentId),
    );
  }
}

type Selection = ReturnType<typeof useDocumentSelection>;

function onKeyDown(
  event: KeyboardEvent,
  documents: readonly DocumentSummary[],
  { at, selected, moveTo, selectAll }: Selection,
  stepFrom: (key: string) => number | null,
): void {
  const target = stepFrom(event.key);
  const here = documents[at];
  if (target !== null) moveTo(target, event.shiftKey);
  else if ((pressed('list-delete', event) || event.key === 'Backspace') && selected.size > 0)
    useLibrary.getState().remove([...selected]);
  else if (pressed('list-rename', event) && here) renameDocument(here);
  else if (pressed('list-open', event) && here) showSource(wholeDocument(here));
  else if (pressed('list-select-all', event)) selectAll();
  else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const hit = nextTitled(documents, at, event.key);
    if (hit !== undefined) moveTo(hit, false);
  } else return;
  event.preventDefault();
}

interface DocumentRowsProps extends Pick<Selection, 'selected' | 'at'> {
  readonly documents: readonly DocumentSummary[];
  readonly grid: VirtualGrid;
}

const DocumentRows = ({ documents, grid: { rows, headHeight, rowHeight }, selected, at }: DocumentRowsProps) => (
  <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
    {rows.getVirtualItems().map((item) => {
      const document = documents[item.index];
      return document ? (
        <DocumentRow
          key={document.documentId}
          document={document}
          index={item.index}
          top={item.start - headHeight}
          height={rowHeight}
          selected={selected.has(document.documentId)}
          cursor={item.index === at}
        />
      ) : null;
    })}
  </div>
);

/** Returns the row of an event's target, −1 for none. The grid itself listens, so that no handler draws a row again. */
function rowIn(documents: readonly DocumentSummary[], target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
  return row ? documents.findIndex(({ documentId }) => documentId === row.dataset.id) : -1;
}

/** Carries out a click on a tag or on the menu button of a row; false for a click elsewhere. */
function pressedInside({ target, clientX, clientY }: MouseEvent): boolean {
  if (!(target instanceof Element)) return false;
  const tag = target.closest<HTMLElement>('[data-tag]')?.dataset.tag;
  const isMenu = tag === undefined && target.closest('[data-more]') !== null;
  if (tag !== undefined) useLibrary.getState().setTag(tag);
  if (isMenu) target.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, clientX, clientY }));
  return tag !== undefined || isMenu;
}

/** The next row after `at`, from the top again behind the last, whose title begins with a letter. */
function nextTitled(documents: readonly DocumentSummary[], at: number, letter: string): number | undefined {
  const wanted = letter.toLowerCase();
  const order = documents.map((_, offset) => (at + 1 + offset) % documents.length);
  return order.find((index) => documents[index]?.title.toLowerCase().startsWith(wanted));
}

function useDocumentSelection(documents: readonly DocumentSummary[]) {
  const { selected, select } = useLibrary();
  const [cursor, setCursor] = useState(0);
  const [anchor, setAnchor] = useState(0);

  function selectRange(from: number, to: number): void {
    const [low, high] = from < to ? [from, to] : [to, from];
    select(documents.slice(low, high + 1).map((document) => document.documentId));
  }

  function begin(index: number): void {
    setCursor(index);
    setAnchor(index);
  }

  function moveTo(index: number, extend: boolean): void {
    setCursor(index);
    if (!extend) setAnchor(index);
    selectRange(extend ? anchor : index, index);
  }

  return {
    selected,
    /** Index of the active row; −1 where there is none. */
    at: Math.min(cursor, documents.length - 1),
    moveTo,
    selectAll: () => selectRange(0, documents.length - 1),
    click({ shiftKey, ctrlKey, metaKey }: MouseEvent, index: number) {
      const id = documents[index]?.documentId;
      if (!id) return;
      if (shiftKey) return moveTo(index, true);
      begin(index);
      if (!(ctrlKey || metaKey)) select([id]);
      else select(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]);
    },
    /** The documents of a drag or a menu: the selection, or the row alone, then selected, if it is not part of it. */
    meant(index: number): readonly DocumentSummary[] {
      const here = documents[index];
      if (!here) return [];
      if (selected.has(here.documentId)) return documents.filter(({ documentId }) => selected.has(documentId));
      begin(index);
      select([here.documentId]);
      return [here];
    },
  };
}

type ColumnKey = 'title' | 'collection' | 'language' | 'pages' | 'added' | 'state' | FactId;

interface DocumentColumn {
  readonly key: ColumnKey;
  readonly className: string;
}

const documentColumns: readonly DocumentColumn[] = [
  { key: 'title', className: 'min-w-0 flex-1' },
  ...factIds
    .filter((id) => factKinds[id].inTable)
    .map((key) => ({ key, className: 'hidden w-32 shrink-0 truncate @4xl:block' })),
  { key: 'collection', className: 'hidden w-28 shrink-0 truncate @2xl:block' },
  { key: 'language', className: 'hidden w-20 shrink-0 truncate @2xl:block' },
  { key: 'pages', className: 'hidden w-12 shrink-0 text-right @xl:block' },
  { key: 'added', className: 'hidden w-24 shrink-0 truncate @md:block' },
  { key: 'state', className: 'w-20 shrink-0' },
];

/** The order of documents: a column's key, behind a minus for the other way round; '' for titles. */
const useOrder = () => useKept('library.order');

function ColumnHead({ by, className }: { readonly by: ColumnKey; readonly className: string }) {
  const [order, setOrder] = useOrder();
  const { key, isReversed } = orderOf(order);
  const here = key === by;
  const Arrow = isReversed ? ArrowDown : ArrowUp;
  return (
    <span role="columnheader" aria-sort={sortedAs(here ? isReversed : null)} className={className}>
      <button
        type="button"
        tabIndex={-1}
        data-testid={`sort-${by}`}
        onClick={() => setOrder(here && !isReversed ? `-${by}` : by)}
        className={`rounded-sm hover:text-ink ${here ? 'font-semibold text-ink' : ''}`}
      >
        {t(`library.columns.${by}`)}
        {here ? <Arrow size={11} aria-hidden className="ml-1 inline" /> : null}
      </button>
    </span>
  );
}

function orderOf(order: string): { readonly key: ColumnKey; readonly isReversed: boolean } {
  const name = order.replace(/^-/, '');
  return { key: documentColumns.find(({ key }) => key === name)?.key ?? 'title', isReversed: order.startsWith('-') };
}

export function useSortedDocuments(documents: readonly DocumentSummary[]): readonly DocumentSummary[] {
  const [order] = useOrder();
  return useMemo(() => sortedDocuments(documents, order), [documents, order]);
}

function sortedDocuments(documents: readonly DocumentSummary[], order: string): readonly DocumentSummary[] {
  const { key, isReversed } = orderOf(order);
  const words = titleOrder();
  const byText = (text: (document: DocumentSummary) => string) => (a: DocumentSummary, b: DocumentSummary) =>
    words.compare(text(a), text(b));
  const title = byText((document) => document.title);
  const facts = Object.fromEntries(
    factIds.map((id) => [id, (a: DocumentSummary, b: DocumentSummary) => compareFact(id, a, b, words)]),
  ) as Record<FactId, typeof title>;
  const orders: Record<ColumnKey, typeof title> = {
    ...facts,
    title,
    collection: byText(({ collections }) => collections.map(collectionName).join(', ')),
    language: byText(({ language }) => languageName(language)),
    pages: (a, b) => a.pages - b.pages,
    added: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
    state: byText(({ state }) => t(`library.states.${state}`)),
  };
  const failed = ({ state }: DocumentSummary) => Number(state === 'failed');
  const way = isReversed ? -1 : 1;
  return [...documents].sort(
    (a, b) => failed(a) - failed(b) || way * orders[key](a, b) || title(a, b) || (a.documentId < b.documentId ? -1 : 1),
  );
}

/** Filters by a click, heard by the grid; by keyboard the field above takes its name. */
const Tag = ({ name }: { readonly name: string }) => (
  <button
    type="button"
    tabIndex={-1}
    data-testid="document-tag"
    data-tag={name}
    title={t('library.onlyTag', { name })}
    className="max-w-32 shrink-0 truncate rounded-sm bg-raised px-1.5 text-soft hover:text-ink"
  >
    {name}
  </button>
);

const statedFactTexts = (document: DocumentSummary) =>
  Object.fromEntries(factIds.map((id) => [id, document[id] ?? t('app.none')])) as Record<FactId, string>;

interface DocumentRowProps {
  readonly document: DocumentSummary;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly selected: boolean;
  readonly cursor: boolean;
}

const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { document, index, top, height, selected, cursor } = props;
  const cells: Record<ColumnKey, string> = {
    ...statedFactTexts(document),
    title: document.title,
    collection: document.collections.map(collectionName).join(', '),
    language: languageName(document.language) || t('app.none'),
    pages: document.pages > 0 ? formatCount(document.pages) : t('app.none'),
    added: formatWhen(document.createdAt, new Date()),
    state: t(`library.states.${document.state}`),
  };
  const ring = cursor ? 'group-focus-visible/grid:shadow-[inset_0_0_0_2px_var(--accent)]' : '';
  return (
    <div
      id={`document-${document.documentId}`}
      role="row"
      data-testid="document-row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      draggable
      data-id={document.documentId}
      style={{ transform: `translateY(${top}px)`, height }}
      className={`group absolute inset-x-0 top-0 flex items-center gap-4 border-b border-hairline px-4 ${ring} ${
        selected ? 'bg-accent-wash' : 'hover:bg-ground'
      }`}
    >
      {documentColumns.map((column) =>
        column.key === 'title' ? (
          <TitleCell key="title" document={document} className={column.className} />
        ) : (
          <span
            key={column.key}
            role="gridcell"
            className={`tabular text-14 ${column.className} ${
              column.key === 'state' && document.state === 'failed' ? 'text-danger' : 'text-soft'
            }`}
          >
            {cells[column.key]}
          </span>
        ),
      )}
      <span role="gridcell" className="absolute right-2">
        <IconButton
          icon={Ellipsis}
          label={t('collection.menu', { name: document.title })}
          tabIndex={-1}
          data-more
          data-testid="document-menu"
          className="bg-case opacity-0 group-hover:opacity-100"
        />
      </span>
    </div>
  );
});

function TitleCell({ document, className }: { readonly document: DocumentSummary; readonly className: string }) {
  const trouble = document.error ? errorLine(document.error) : document.warnings.map(saidRemark).join(' ');
  return (
    <span role="gridcell" className={`${className} flex items-center gap-3`}>
      <DocumentIcon {...document} />
      <span className="min-w-0 flex-1">
        <span dir="auto" data-testid="document-title" className="block truncate font-medium">
          {document.title}
        </span>
        <span
          className={`flex gap-2 overflow-hidden text-12 ${document.state === 'failed' ? 'text-danger' : 'text-muted'}`}
        >
          <span className="truncate">
            {document.state === 'failed' && trouble ? trouble : fileName(shownPath(document.path))}
          </span>
          {document.tags.map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
        </span>
      </span>
    </span>
  );
}
