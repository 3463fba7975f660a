// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { DocumentSource } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ArrowDown, ArrowUp, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../../../ui/Button';
import { pressed } from '../../../ui/key-text';
import { ErrorNote } from '../../../ui/Notices';
import { formatPercent } from '../../../ui/quantities';
import { useWidth } from '../../../ui/window-size';
import type { SourceMark, SourceTarget } from '../source-marks';
import { type OpenPdf, usePdf } from './open-pdf';
import { PdfPage } from './PdfPage';
import { marksOnPage, pageOfPassage } from './page-passage';

interface PdfViewerProps {
  readonly source: DocumentSource;
  readonly marks: readonly SourceMark[];
  readonly target: SourceTarget;
  /** Pages that the passage is said to be on, for one whose place is on no page. */
  readonly said: readonly number[];
  readonly lead: ReactNode;
}

/** The real pages of a PDF, opened where the passage begins. */
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

function Pages({ open, source, marks, target, said, lead }: PdfViewerProps & { readonly open: OpenPdf }) {
  const start = pageOfPassage(source, target.span, said);
  const last = open.document.numPages;
  const [number, setNumber] = useState(Math.min(start, last));
  const [zoom, setZoom] = useState<Zoom>('width');
  const [found, setFound] = useState<boolean | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const page = usePage(open, number);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage on the same page is a reason to go back to it
  useEffect(() => setNumber(Math.min(start, last)), [target, start, last]);

  const passages = useMemo(() => marksOnPage(source, marks, target.span, number), [source, marks, target, number]);
  const points = page?.getViewport({ scale: 1 }).width ?? 0;
  const shown = scaleOf(zoom, points, width);
  const actions = {
    go: (to: number) => setNumber(Math.min(last, Math.max(1, to))),
    zoomBy: (by: 1 | -1) => setZoom(zoomStep(shown, by)),
    fit: () => setZoom('width'),
  };
  usePdfKeys(scroller, number, actions);
  const notePlace = useKeptPaper(scroller, shown);

  return (
    <>
      <PdfToolbar lead={lead} number={number} last={last} scale={shown} fits={zoom === 'width'} {...actions} />
      {found === false ? (
        <p role="status" className="border-b border-hairline bg-caution-wash px-4 py-2 text-12 text-caution">
          {t('pdf.notFound')}
        </p>
      ) : null}
      <section
        ref={scroller}
        tabIndex={0}
        aria-label={t('pdf.region', { page: number, title: source.document.title })}
        className="pdf-desk focus-visible:outline-offset-[-3px]"
      >
        {page && width > 0 ? (
          <PdfPage
            pdfjs={open.pdfjs}
            page={page}
            words={open.words.get(number)}
            scale={shown * pixelsPerPoint}
            passages={passages}
            scroller={scroller}
            target={target}
            onFound={setFound}
            onPlaced={notePlace}
          />
        ) : null}
      </section>
    </>
  );
}

function usePage(open: OpenPdf, number: number): PDFPageProxy | null {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  useEffect(() => {
    let current = true;
    open.document.getPage(number).then(
      (loaded) => {
        if (current) setPage(loaded);
      },
      (error: unknown) => console.error(`Page ${number} could not be opened: ${String(error)}`),
    );
    return () => {
      current = false;
    };
  }, [open, number]);
  return page?.pageNumber === number ? page : null;
}

interface PageActions {
  go(page: number): void;
  zoomBy(by: 1 | -1): void;
  fit(): void;
}

/**
 * Ctrl/Cmd with +, − and 0 or the wheel zoom the page instead of the window while the pointer or the focus is in its
 * pane; Page Up and Page Down turn it at its edges, arrows to the side turn it at once.
 */
function usePdfKeys(desk: RefObject<HTMLElement | null>, page: number, actions: PageActions): void {
  const latest = useRef({ page, actions });
  latest.current = { page, actions };
  useEffect(() => {
    const element = desk.current;
    const pane = element?.closest('[data-pane]');
    if (!element || !pane) return;

    function onKeyDown(event: KeyboardEvent): void {
      const { actions: act } = latest.current;
      const command = event.ctrlKey || event.metaKey;
      const here = pane?.contains(document.activeElement) || pane?.matches(':hover');
      if (command && here && !event.altKey) {
        if (pressed('page-larger', event)) act.zoomBy(1);
        else if (pressed('page-smaller', event)) act.zoomBy(-1);
        else if (pressed('page-fit', event)) act.fit();
        else return;
      } else if (command || event.altKey || document.activeElement !== element || !turned(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }

    function turned(event: KeyboardEvent): boolean {
      const { page: number, actions: act } = latest.current;
      if (!element) return false;
      const top = element.scrollTop <= 1;
      const bottom = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      if (pressed('page-next', event) || (event.key === 'PageDown' && bottom)) act.go(number + 1);
      else if (pressed('page-previous', event) || (event.key === 'PageUp' && top)) act.go(number - 1);
      else return false;
      return true;
    }

    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current.actions.zoomBy(event.deltaY < 0 ? 1 : -1);
    }

    document.addEventListener('keydown', onKeyDown, { capture: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      element.removeEventListener('wheel', onWheel);
    };
  }, [desk]);
}

/** `width` fits the page into the pane; a number is the scale, 1 = 100 %, a PDF point as a CSS pixel times 96/72. */
type Zoom = 'width' | number;

/** CSS pixels in a PDF point at 100 %. */
const pixelsPerPoint = 96 / 72;

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
const smallest = steps[0];
const largest = steps[steps.length - 1] ?? 4;

/** The scale at which a page of `pagePoints` width fills `paneWidth` CSS pixels, within the steps' bounds. */
function scaleOf(zoom: Zoom, pagePoints: number, paneWidth: number): number {
  if (zoom !== 'width') return zoom;
  if (pagePoints <= 0 || paneWidth <= 0) return 1;
  return Math.min(largest, Math.max(smallest, paneWidth / (pagePoints * pixelsPerPoint)));
}

/** The next step larger (1) or smaller (-1) than a scale; the scale's own bound where there is none. */
function zoomStep(scale: number, by: 1 | -1): number {
  if (by === 1) return steps.find((step) => step > scale + 0.005) ?? largest;
  return steps.findLast((step) => step < scale - 0.005) ?? smallest;
}

interface PdfToolbarProps extends PageActions {
  readonly lead: ReactNode;
  readonly number: number;
  readonly last: number;
  readonly scale: number;
  readonly fits: boolean;
}

function PdfToolbar({ lead, number, last, scale, fits, go, zoomBy, fit }: PdfToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t('pdf.toolbar')}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 border-b border-hairline pr-2 pl-4"
    >
      {lead}
      <span className="ml-auto flex items-center gap-1">
        <IconButton
          icon={ArrowUp}
          label={t('pdf.previousPage')}
          disabled={number <= 1}
          onClick={() => go(number - 1)}
        />
        <PageField number={number} go={go} />
        <span className="tabular text-12 whitespace-nowrap text-muted">{t('pdf.ofPages', { pages: last })}</span>
        <IconButton
          icon={ArrowDown}
          label={t('pdf.nextPage')}
          disabled={number >= last}
          onClick={() => go(number + 1)}
        />
      </span>
      <span className="flex items-center">
        <IconButton icon={ZoomOut} label={t('pdf.zoomOut')} onClick={() => zoomBy(-1)} />
        <span data-testid="pdf-zoom" className="tabular w-11 text-center text-12 text-muted" aria-live="polite">
          {formatPercent(scale)}
        </span>
        <IconButton icon={ZoomIn} label={t('pdf.zoomIn')} onClick={() => zoomBy(1)} />
        <IconButton
          icon={MoveHorizontal}
          label={t('pdf.fitWidth')}
          aria-pressed={fits}
          onClick={fit}
          className="aria-pressed:text-accent"
        />
      </span>
    </div>
  );
}

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

/** A point of the paper that stays where it is in the pane: both as shares of width and height, 0–1. */
interface Anchor {
  readonly paper: Point;
  readonly pane: Point;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Keeps the place on a page while the page gets another size or the pane does: the passage that is lit, if it was in
 * view, otherwise what stood at the top of the pane.
 *
 * @param scale of the page, which has its new size as soon as this is called with another
 * @returns takes the place where the page stands now for the one to be kept
 */
function useKeptPaper(scroller: RefObject<HTMLElement | null>, scale: number): () => void {
  const keeper = useRef<ReturnType<typeof paperKeeper> | null>(null);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    keeper.current = paperKeeper(scroller.current);
    return () => keeper.current?.end();
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what changes the size of the page
  useLayoutEffect(() => keeper.current?.restore(), [scale]);
  return useCallback(() => keeper.current?.note(), []);
}

function paperKeeper(pane: HTMLElement) {
  let anchor: Anchor | null = null;
  let size = sizeOf(pane);
  let written: Point = { x: -1, y: -1 };

  function note(): void {
    anchor = anchorOf(pane);
  }

  function onScroll(): void {
    // Moved by the pane's new size, which is put right in a moment, or the echo of having put it right.
    if (sizeOf(pane) !== size) return;
    if (Math.abs(pane.scrollTop - written.y) < 1 && Math.abs(pane.scrollLeft - written.x) < 1) return;
    note();
  }

  function restore(): void {
    size = sizeOf(pane);
    const paper = pane.querySelector<HTMLElement>('[data-testid="pdf-page"]');
    if (!paper) return;
    if (!anchor) {
      note();
      return;
    }
    const [sheet, box] = [paper.getBoundingClientRect(), pane.getBoundingClientRect()];
    // How far the point of the paper is from the point of the pane at which it was.
    pane.scrollTop += sheet.top + anchor.paper.y * sheet.height - (box.top + anchor.pane.y * box.height);
    pane.scrollLeft += sheet.left + anchor.paper.x * sheet.width - (box.left + anchor.pane.x * box.width);
    written = { x: pane.scrollLeft, y: pane.scrollTop };
  }

  const observer = new ResizeObserver(restore);
  observer.observe(pane);
  pane.addEventListener('scroll', onScroll, { passive: true });
  return {
    note,
    restore,
    end(): void {
      observer.disconnect();
      pane.removeEventListener('scroll', onScroll);
    },
  };
}

function anchorOf(pane: HTMLElement): Anchor | null {
  const paper = pane.querySelector('[data-testid="pdf-page"]')?.getBoundingClientRect();
  const box = pane.getBoundingClientRect();
  if (!paper || paper.height === 0 || box.height === 0) return null;
  const lit = pane.querySelector('[data-wanted="true"]')?.getBoundingClientRect();
  const middle = lit && { x: lit.left + lit.width / 2, y: lit.top + lit.height / 2 };
  const seen = middle && middle.y > box.top && middle.y < box.bottom && middle.x > box.left && middle.x < box.right;
  const point = middle && seen ? middle : { x: box.left + box.width / 2, y: box.top };
  const share = (rect: DOMRect): Point => ({
    x: (point.x - rect.left) / rect.width,
    y: (point.y - rect.top) / rect.height,
  });
  return { paper: share(paper), pane: share(box) };
}

const sizeOf = (pane: HTMLElement): string => `${pane.clientWidth} × ${pane.clientHeight}`;
