// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row

import type { DocumentSummary } from '@shared/contract/index';
import { shownPath } from '@shared/host/incoming-file';
import { CircleAlert, FileText } from 'lucide-react';
import { type DragEvent, type MouseEvent, memo } from 'react';
import { collectionName } from '../components/collection-name';
import { formatBytes, formatCount, languageName } from '../components/quantities';
import { errorLine } from '../strings/engine-words';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';

/** The columns and their widths, shared by the head and the rows; narrow panes leave out the last ones. */
export const documentColumns = [
  { key: 'title', className: 'min-w-0 flex-1' },
  { key: 'collection', className: 'hidden w-24 shrink-0 truncate @2xl:block' },
  { key: 'language', className: 'hidden w-20 shrink-0 truncate @2xl:block' },
  { key: 'pages', className: 'hidden w-12 shrink-0 text-right @xl:block' },
  { key: 'chunks', className: 'hidden w-14 shrink-0 text-right @xl:block' },
  { key: 'size', className: 'hidden w-16 shrink-0 text-right @md:block' },
  { key: 'state', className: 'w-20 shrink-0' },
] as const;

interface DocumentRowProps {
  readonly document: DocumentSummary;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly selected: boolean;
  readonly cursor: boolean;
  /** The same functions at every drawing, so that a row in view is not drawn again while others scroll in. */
  onClick(event: MouseEvent, index: number): void;
  onDoubleClick(index: number): void;
  onDragStart(event: DragEvent, index: number): void;
}

export const DocumentRow = memo(function DocumentRow({
  document,
  index,
  top,
  height,
  selected,
  cursor,
  onClick,
  onDoubleClick,
  onDragStart,
}: DocumentRowProps) {
  const cells: Record<(typeof documentColumns)[number]['key'], string> = {
    title: document.title,
    collection: collectionName(document.collection),
    language: languageName(document.language) || t('app.none'),
    pages: document.pages > 0 ? formatCount(document.pages) : t('app.none'),
    chunks: formatCount(document.chunks),
    size: formatBytes(document.bytes),
    state: t(`library.states.${document.state}`),
  };
  const trouble = document.error ? errorLine(document.error) : document.warnings.map(saidRemark).join(' ');
  const ring = cursor ? 'group-focus-visible/grid:shadow-[inset_0_0_0_2px_var(--accent)]' : '';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid that holds the row answers to the keys
    <div
      id={`document-${document.documentId}`}
      role="row"
      data-testid="document-row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      onClick={(event) => onClick(event, index)}
      onDoubleClick={() => onDoubleClick(index)}
      draggable
      onDragStart={(event) => onDragStart(event, index)}
      data-id={document.documentId}
      style={{ transform: `translateY(${top}px)`, height }}
      className={`absolute inset-x-0 top-0 flex items-center gap-4 border-b border-hairline px-4 ${ring} ${
        selected ? 'bg-accent-wash' : 'hover:bg-ground'
      }`}
    >
      {documentColumns.map((column) =>
        column.key === 'title' ? (
          <span key="title" role="gridcell" className={`${column.className} flex items-center gap-3`}>
            {document.state === 'failed' ? (
              <CircleAlert size={16} aria-hidden className="shrink-0 text-danger" />
            ) : (
              <FileText size={16} strokeWidth={1.6} aria-hidden className="shrink-0 text-muted" />
            )}
            <span className="min-w-0 flex-1">
              <span data-testid="document-title" className="block truncate font-medium">
                {document.title}
              </span>
              <span className={`block truncate text-12 ${document.state === 'failed' ? 'text-danger' : 'text-muted'}`}>
                {document.state === 'failed' && trouble ? trouble : shownPath(document.path)}
              </span>
            </span>
          </span>
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
    </div>
  );
});
