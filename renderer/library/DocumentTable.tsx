// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import type { DocumentSummary } from '@shared/contract/index';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { WithMenu } from '../components/ContextMenu';
import { pressed } from '../components/key-text';
import { useVirtualGrid } from '../components/use-virtual-grid';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';
import { DocumentRow, documentColumns } from './DocumentRow';
import { dragDocuments } from './document-drag';
import { documentMenu } from './document-menu';
import { useDocumentSelection } from './use-document-selection';

/** Rem: a title and its path, with air. */
const rowRem = 3.25;
/** The head, rem without its line, stays on top while the rows scroll below it. */
const headRem = 2;

interface DocumentTableProps {
  readonly documents: readonly DocumentSummary[];
  open(document: DocumentSummary): void;
}

/** A virtual table: arrows move, Shift extends, Enter and double-click open, Delete deletes. */
export function DocumentTable({ documents, open }: DocumentTableProps) {
  const remove = useLibrary((state) => state.remove);
  const { selected, at, click, meant, ...selection } = useDocumentSelection(documents);
  const { scroller, rows, rowHeight, headHeight, stepFrom } = useVirtualGrid({
    count: documents.length,
    rowRem,
    headRem,
  });

  function moveTo(next: number, extend: boolean): void {
    selection.moveTo(next, extend);
    rows.scrollToIndex(next);
  }

  function onClick(event: MouseEvent, index: number): void {
    click(event, index);
    if (event.shiftKey) rows.scrollToIndex(index);
  }

  function onDoubleClick(index: number): void {
    const here = documents[index];
    if (here) open(here);
  }

  function onDragStart(event: DragEvent, index: number): void {
    dragDocuments(
      event,
      meant(index).map((document) => document.documentId),
    );
  }

  /** For a row, or for the active row where the menu's key was pressed. */
  function menuFor(target: Element): ReturnType<typeof documentMenu> {
    const id = target.closest<HTMLElement>('[data-id]')?.dataset.id;
    const index = id === undefined ? at : documents.findIndex((document) => document.documentId === id);
    return documentMenu(meant(index), open);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = stepFrom(at, event.key);
    const here = documents[at];
    if (target !== null) moveTo(target, event.shiftKey);
    else if ((pressed('list-delete', event) || event.key === 'Backspace') && selected.size > 0) remove([...selected]);
    else if (pressed('list-open', event) && here) open(here);
    else if (pressed('list-select-all', event)) selection.selectAll();
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
      const hit = nextTitled(documents, at, event.key);
      if (hit !== undefined) moveTo(hit, false);
    } else return;
    event.preventDefault();
  }

  const latest = useRef({ onClick, onDoubleClick, onDragStart });
  latest.current = { onClick, onDoubleClick, onDragStart };
  const [steady] = useState(() => ({
    onClick: (event: MouseEvent, index: number) => latest.current.onClick(event, index),
    onDoubleClick: (index: number) => latest.current.onDoubleClick(index),
    onDragStart: (event: DragEvent, index: number) => latest.current.onDragStart(event, index),
  }));

  return (
    <WithMenu items={menuFor}>
      <div
        ref={scroller}
        role="grid"
        aria-label={t('library.table')}
        aria-rowcount={documents.length + 1}
        aria-multiselectable
        aria-activedescendant={documents[at] ? `document-${documents[at].documentId}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="group/grid min-h-0 flex-1 overflow-y-auto focus-visible:outline-none"
      >
        <div role="rowgroup" className="sticky top-0 z-10 border-b border-hairline bg-case">
          <div role="row" aria-rowindex={1} className="flex h-8 items-center gap-4 px-4 text-12 text-muted">
            {documentColumns.map((column) => (
              <span key={column.key} role="columnheader" className={column.className}>
                {t(`library.columns.${column.key}`)}
              </span>
            ))}
          </div>
        </div>
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
                {...steady}
              />
            ) : null;
          })}
        </div>
      </div>
    </WithMenu>
  );
}

/** The next row after `at`, from the top again behind the last, whose title begins with a letter. */
function nextTitled(documents: readonly DocumentSummary[], at: number, letter: string): number | undefined {
  const wanted = letter.toLowerCase();
  const order = documents.map((_, offset) => (at + 1 + offset) % documents.length);
  return order.find((index) => documents[index]?.title.toLowerCase().startsWith(wanted));
}
