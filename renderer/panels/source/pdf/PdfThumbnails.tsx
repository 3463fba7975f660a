// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list takes the keys for its options
import { t } from '@shared/words/index';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { rowsOfPage, stepOf } from '../../../ui/use-virtual-grid';

type PdfThumbnailsProps = Readonly<{ document: PDFDocumentProxy; page: number; go(page: number): void }>;

const sheet = { width: 92, height: 124 };
const row = 156;

export function PdfThumbnails({ document: pdf, page, go }: PdfThumbnailsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => row,
    overscan: 2,
    paddingStart: 8,
  });
  useEffect(() => rows.scrollToIndex(page - 1), [rows, page]);

  function onKeyDown(event: KeyboardEvent): void {
    const to = stepOf(event.key, page - 1, pdf.numPages, rowsOfPage(scroller.current, row));
    if (to === null) return;
    event.preventDefault();
    go(to + 1);
  }

  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      data-testid="pdf-thumbnails"
      aria-label={t('pdf.thumbnails')}
      aria-activedescendant={`thumbnail-${page}`}
      onKeyDown={onKeyDown}
      className="w-32 shrink-0 overflow-y-auto border-r border-hairline bg-ground focus-visible:outline-offset-[-3px]"
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            id={`thumbnail-${index + 1}`}
            role="option"
            tabIndex={-1}
            aria-selected={index + 1 === page}
            aria-label={t('pdf.thumbnail', { page: index + 1 })}
            onClick={() => go(index + 1)}
            className="group absolute inset-x-0 flex flex-col items-center gap-1"
            style={{ top: start }}
          >
            <SmallPage document={pdf} page={index + 1} />
            <span className="tabular text-12 text-muted group-aria-selected:font-semibold group-aria-selected:text-accent">
              {index + 1}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

function SmallPage({ document: pdf, page }: Omit<PdfThumbnailsProps, 'go'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let cancel = (): void => {};
    let ended = false;
    pdf
      .getPage(page)
      .then((loaded) => {
        if (ended || !canvas.current) return null;
        const whole = loaded.getViewport({ scale: 1 });
        const fit = Math.min(sheet.width / whole.width, sheet.height / whole.height);
        const viewport = loaded.getViewport({ scale: fit * devicePixelRatio });
        canvas.current.width = Math.floor(viewport.width);
        canvas.current.height = Math.floor(viewport.height);
        const task = loaded.render({ canvas: canvas.current, viewport });
        cancel = () => task.cancel();
        return task.promise;
      })
      .catch((error: unknown) => {
        if (!ended) console.error(`Page ${page} could not be drawn small: ${String(error)}`);
      });
    return () => {
      ended = true;
      cancel();
    };
  }, [pdf, page]);
  return (
    <span className="pdf-small flex items-center justify-center" style={sheet}>
      <canvas
        ref={canvas}
        className="max-h-full max-w-full border border-hairline group-aria-selected:outline-2 group-aria-selected:outline-accent"
      />
    </span>
  );
}
