// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list takes the keys for its options
// biome-ignore-all lint/a11y/useSemanticElements: the viewer of pdf.js takes a div for its container
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import { t } from '@shared/words/index';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, MoveHorizontal, PanelsTopLeft, ZoomIn, ZoomOut } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/Button';
import { pressed } from '../../../ui/key-text';
import { ErrorNote } from '../../../ui/Notices';
import { formatPercent } from '../../../ui/quantities';
import { rowsOfPage, stepOf } from '../../../ui/use-virtual-grid';
import { type OpenPdf, usePdf } from './open-pdf';
import { PdfPages, type PdfPlace, type ShownPdf } from './pdf-pages';

interface PdfViewerProps extends ShownPdf {
  readonly lead: ReactNode;
}

export function PdfViewer({ lead, ...shown }: PdfViewerProps) {
  const { open, error } = usePdf(shown.source.document.documentId);
  if (open) return <Pages open={open} lead={lead} {...shown} />;
  return (
    <>
      <div className="flex h-10 shrink-0 border-b border-hairline px-4">{lead}</div>
      <div className="p-4">
        {error ? <ErrorNote error={error} /> : <p className="text-muted">{t('source.loading')}</p>}
      </div>
    </>
  );
}

const unopened: PdfPlace = { page: 1, scale: 1, fits: true, found: null };

function Pages({ open, lead, ...shown }: PdfViewerProps & { readonly open: OpenPdf }) {
  const { source, marks, target, said, note } = shown;
  const desk = useRef<HTMLDivElement>(null);
  const pages = useRef<PdfPages | null>(null);
  const [{ page, scale, fits, found }, setPlace] = useState(unopened);
  const [strip, setStrip] = useState(false);
  const actions: PageActions = {
    go: (to) => pages.current?.go(to),
    zoom: (to) => pages.current?.zoom(to),
  };

  useLayoutEffect(() => {
    if (!desk.current) return;
    const made = new PdfPages(open, desk.current, (place) => setPlace((before) => ({ ...before, ...place })));
    pages.current = made;
    return () => made.end();
  }, [open]);
  useLayoutEffect(
    () => pages.current?.show({ source, marks, target, said, note }),
    [source, marks, target, said, note],
  );
  usePdfKeys(desk, page, actions);

  return (
    <>
      <PdfToolbar
        lead={lead}
        page={page}
        last={open.document.numPages}
        scale={scale}
        fits={fits}
        strip={strip}
        toggleStrip={() => setStrip(!strip)}
        {...actions}
      />
      {found === false ? (
        <p role="status" className="border-b border-hairline bg-caution-wash px-4 py-2 text-12 text-caution">
          {t('pdf.notFound')}
        </p>
      ) : null}
      <div className="flex min-h-0 flex-1">
        {strip ? <PdfThumbnails document={open.document} page={page} go={actions.go} /> : null}
        <div className="relative min-w-0 flex-1">
          <div
            ref={desk}
            role="region"
            tabIndex={0}
            aria-label={t('pdf.region', { page, title: source.document.title })}
            className="pdf-desk focus-visible:outline-offset-[-3px]"
          >
            <div className="pdfViewer" />
          </div>
        </div>
      </div>
    </>
  );
}

type PageActions = Pick<PdfPages, 'go' | 'zoom'>;

/** Zooms the page instead of the window while the pointer or the focus is in its pane. */
function usePdfKeys(desk: RefObject<HTMLElement | null>, page: number, actions: PageActions): void {
  const latest = useRef({ page, actions });
  latest.current = { page, actions };
  useEffect(() => {
    const element = desk.current;
    const pane = element?.closest('[data-pane]');
    if (!element || !pane) return;

    function onKeyDown(event: KeyboardEvent): void {
      const { page: number, actions: act } = latest.current;
      const command = event.ctrlKey || event.metaKey;
      const here = pane?.contains(document.activeElement) || pane?.matches(':hover');
      if (event.altKey) return;
      if (command && here && pressed('page-larger', event)) act.zoom(1);
      else if (command && here && pressed('page-smaller', event)) act.zoom(-1);
      else if (command && here && pressed('page-fit', event)) act.zoom('width');
      else if (document.activeElement === element && pressed('page-next', event)) act.go(number + 1);
      else if (document.activeElement === element && pressed('page-previous', event)) act.go(number - 1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }

    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current.actions.zoom(event.deltaY < 0 ? 1 : -1);
    }

    const ended = new AbortController();
    document.addEventListener('keydown', onKeyDown, { capture: true, signal: ended.signal });
    element.addEventListener('wheel', onWheel, { passive: false, signal: ended.signal });
    return () => ended.abort();
  }, [desk]);
}

interface PdfToolbarProps extends PageActions, Omit<PdfPlace, 'found'> {
  readonly lead: ReactNode;
  readonly last: number;
  readonly strip: boolean;
  toggleStrip(): void;
}

const PdfToolbar = ({ lead, page, last, scale, fits, strip, toggleStrip, go, zoom }: PdfToolbarProps) => (
  <div
    role="toolbar"
    aria-label={t('pdf.toolbar')}
    className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 border-b border-hairline pr-2 pl-4"
  >
    {lead}
    <span className="ml-auto flex items-center gap-1">
      <IconButton
        icon={PanelsTopLeft}
        label={t('pdf.thumbnails')}
        data-testid="pdf-thumbnails-toggle"
        aria-expanded={strip}
        onClick={toggleStrip}
        className="aria-expanded:text-accent"
      />
      <IconButton
        icon={ArrowUp}
        label={t('pdf.previousPage')}
        command="page-previous"
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      <PageField number={page} go={go} />
      <span className="tabular text-12 whitespace-nowrap text-muted">{t('pdf.ofPages', { pages: last })}</span>
      <IconButton
        icon={ArrowDown}
        label={t('pdf.nextPage')}
        command="page-next"
        disabled={page >= last}
        onClick={() => go(page + 1)}
      />
    </span>
    <span className="flex items-center">
      <IconButton icon={ZoomOut} label={t('pdf.zoomOut')} command="page-smaller" onClick={() => zoom(-1)} />
      <span data-testid="pdf-zoom" className="tabular w-11 text-center text-12 text-muted" aria-live="polite">
        {formatPercent(scale)}
      </span>
      <IconButton icon={ZoomIn} label={t('pdf.zoomIn')} command="page-larger" onClick={() => zoom(1)} />
      <IconButton
        icon={MoveHorizontal}
        label={t('pdf.fitWidth')}
        command="page-fit"
        aria-pressed={fits}
        onClick={() => zoom('width')}
        className="aria-pressed:text-accent"
      />
    </span>
  </div>
);

function PageField({ number, go }: { readonly number: number; go(page: number): void }) {
  const [text, setText] = useState(String(number));
  useEffect(() => setText(String(number)), [number]);

  function commit(): void {
    const wanted = Number.parseInt(text, 10);
    if (Number.isNaN(wanted)) setText(String(number));
    else go(wanted);
  }

  return (
    <input
      data-testid="pdf-page-number"
      inputMode="numeric"
      aria-label={t('pdf.pageNumber')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
      }}
      onFocus={(event) => event.target.select()}
      className="tabular h-7 w-10 rounded-sm border border-edge bg-case text-center text-12"
    />
  );
}

type PdfThumbnailsProps = Readonly<{ document: PDFDocumentProxy; page: number; go(page: number): void }>;

const sheet = { width: 92, height: 124 };
const row = 156;

function PdfThumbnails({ document: pdf, page, go }: PdfThumbnailsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => row,
    overscan: 2,
    paddingStart: 8,
  });
  useEffect(() => rows.scrollToIndex(page - 1), [rows, page]);

  function onKeyDown(event: React.KeyboardEvent): void {
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
