import type { DocumentSource } from '@shared/contract/index';
import { t } from '@shared/words/index';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pageNames } from '../../../ui/names';
import type { PagePlace, Point, SourcePlace } from '../../../ui/scroll-memory';
import type { SourceMark, SourceTarget } from '../source-marks';
import type { OpenPdf } from './open-pdf';
import { lightPage, type PageBox } from './page-lights';
import { marksOnPage, pageOfPassage } from './page-passage';

export interface PdfPlace {
  /** The page that is read, from 1. */
  readonly page: number;
  /** 1 = 100 %: a PDF point is 96/72 CSS pixels. */
  readonly scale: number;
  /** Whether the page fills the width of its pane in every size of that. */
  readonly fits: boolean;
  /** Whether the wanted passage was found on its page; null where none is wanted or its page is not drawn yet. */
  readonly found: boolean | null;
}

export interface ShownPdf {
  readonly source: DocumentSource;
  readonly marks: readonly SourceMark[];
  /** A new object asks for the passage again. */
  readonly target: SourceTarget;
  /** Pages that the passage is said to be on, for one whose place is on no page. */
  readonly said: readonly number[];
  /** Told where it is read. */
  note(place: SourcePlace): void;
}

export interface PdfPages {
  show(shown: ShownPdf): void;
  go(page: number): void;
  /** The next step larger or smaller, or as wide as the pane. */
  zoom(to: 1 | -1 | 'width'): void;
  end(): void;
}

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
/** CSS pixels: smaller letters are not read with ease, so a passage in them is opened larger than the pane's width. */
const readableLetters = 12;
/** Pixels of a canvas beyond which the page is drawn coarser. */
const maxPixels = 16_000_000;
/** Pixels before a passage that is wider than the pane. */
const air = 16;
/** The width of the pane, though not beyond 125 %: in a wide one letters would be too large to be read. */
const fullWidth = 'auto';

type ViewerOptions = ConstructorParameters<OpenPdf['viewer']['PDFViewer']>[0];

/** pdf.js asks for words where it names its pages; ours are in the catalogue of the window. */
const unnamed = {
  getLanguage: () => document.documentElement.lang,
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  pause(): void {},
  resume(): void {},
};

/** What the viewer of pdf.js tells, as far as it is heard here: each event has its own part of it. */
interface ViewerEvent {
  readonly pageNumber: number;
  readonly scale: number;
  readonly presetValue?: string;
}

/** A point of a page that stays where it is in the pane: both as shares of width and height. */
interface Anchor {
  readonly paper: HTMLElement;
  readonly onPaper: Point;
  readonly inPane: Point;
}

/**
 * The pages of a PDF one below the other in `desk`, by the viewer of pdf.js: those near the pane are drawn, passages lit
 * on them. What was in view stays in view while pages or pane get another size: the lit passage, or else what stood on top.
 */
export function showPages(open: OpenPdf, desk: HTMLDivElement, changed: (place: Partial<PdfPlace>) => void): PdfPages {
  const { EventBus, PDFLinkService, PDFViewer } = open.viewer;
  const ended = new AbortController();
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus, ignoreDestinationZoom: true });
  const options = {
    container: desk,
    eventBus,
    linkService,
    // The type has private members: only an object of pdf.js's own class would fit it.
    l10n: unnamed as unknown as ViewerOptions['l10n'],
    annotationMode: open.pdfjs.AnnotationMode.ENABLE,
    enableAutoLinking: false,
    maxCanvasPixels: maxPixels,
    abortSignal: ended.signal,
  };
  const viewer = new PDFViewer(options);
  let shown: ShownPdf | null = null;
  /** What is still to be brought into view, until its page is drawn or the reader moves. */
  let pending: SourceTarget | null = null;
  let wanted: (PageBox & { readonly paper: HTMLElement }) | null = null;
  /** Whether a size was chosen: by the reader, or for the first passage. */
  let sized = false;
  /** Whether the reader has gone to a page by its number since the passage came into view. */
  let turned = false;
  let told = 0;
  let anchor: Anchor | null = null;
  let size = sizeOf(desk);
  let written: Point = { x: -1, y: -1 };
  const lights = new Map<number, HTMLElement>();

  /** A page may be drawn to its end after the viewer was left. */
  const hear = (event: string, listener: (of: ViewerEvent) => void): void =>
    eventBus.on(event, listener, { signal: ended.signal });
  const paperOf = (page: number): HTMLElement => viewer.getPageView(page - 1).div;
  const targetPage = ({ source, target, said }: ShownPdf): number =>
    Math.min(open.document.numPages, pageOfPassage(source, target.span, said));

  /** Where it was read when it was left, on a page that it has. */
  const backOf = ({ back }: SourceTarget): PagePlace | null =>
    back && 'page' in back && back.page >= 1 && back.page <= viewer.pagesCount ? back : null;

  hear('pagesinit', () => {
    const scale = (shown && backOf(shown.target)?.scale) ?? fullWidth;
    sized = Number(scale) > 0;
    viewer.currentScaleValue = sized ? scale : fullWidth;
    for (let page = 1; page <= viewer.pagesCount; page += 1) {
      const paper = paperOf(page);
      Object.assign(paper.dataset, { testid: 'pdf-page', page, drawn: 'false' });
      paper.classList.add('content');
      if (shown) paper.setAttribute('aria-label', pageNames(shown.source.document.format, [page]));
    }
    goToTarget();
  });
  hear('pagechanging', tellPage);
  hear('updateviewarea', tellPage);
  hear('scalechanging', ({ scale, presetValue }) => changed({ scale, fits: presetValue === fullWidth }));
  // A page that is drawn anew loses what lies on it.
  hear('pagerender', ({ pageNumber }) => {
    const layer = lights.get(pageNumber);
    if (layer) paperOf(pageNumber).append(layer);
  });
  hear('textlayerrendered', ({ pageNumber }) => {
    light(pageNumber);
    paperOf(pageNumber).dataset.drawn = 'true';
    settle(pageNumber);
  });
  hear('annotationlayerrendered', ({ pageNumber }) => {
    for (const link of paperOf(pageNumber).querySelectorAll('.annotationLayer a')) {
      link.setAttribute('aria-label', t('pdf.link'));
    }
  });
  linkService.setViewer(viewer);
  linkService.setDocument(open.document);
  viewer.setDocument(open.document);

  function light(page: number): void {
    const layer = paperOf(page).querySelector<HTMLElement>('.textLayer');
    if (!shown || !layer) return;
    // The pages are one stop of the Tab key.
    layer.tabIndex = -1;
    const lit = lightPage(layer, marksOnPage(shown.source, shown.marks, shown.target.span, page));
    lights.get(page)?.remove();
    lights.set(page, lit.layer);
    paperOf(page).append(lit.layer);
    if (page !== targetPage(shown)) return;
    wanted = lit.wanted ? { ...lit.wanted, paper: paperOf(page) } : null;
    changed({ found: lit.wanted === undefined ? null : lit.wanted !== null });
    if (!sized && lit.wanted && lit.letters > 0) {
      sized = true;
      enlarge(readableLetters / lit.letters);
    }
  }

  function enlarge(by: number): void {
    if (by > 1) viewer.currentScale = Math.min(2, viewer.currentScale * by);
  }

  function goToTarget(): void {
    if (!shown || viewer.pagesCount === 0) return;
    pending = shown.target;
    const page = backOf(pending)?.page ?? targetPage(shown);
    if (paperOf(page).dataset.drawn === 'true') settle(page);
    else viewer.currentPageNumber = page;
  }

  /** Brings what is pending into view once its page is drawn. */
  function settle(page: number): void {
    if (!pending || !shown) return;
    const back = backOf(pending);
    if (page !== (back?.page ?? targetPage(shown))) return;
    pending = null;
    turned = false;
    if (back) {
      anchor = { ...back, paper: paperOf(page) };
      restore();
    } else if (!wanted) viewer.currentPageNumber = page;
    else centre(wanted);
    note();
    tellPage();
  }

  function centre(box: PageBox & { readonly paper: HTMLElement }): void {
    const [paper, pane] = [box.paper.getBoundingClientRect(), desk.getBoundingClientRect()];
    const left = paper.left + box.left * paper.width - pane.left;
    const wide = box.width * paper.width;
    const fits = wide + 2 * air <= desk.clientWidth;
    desk.scrollLeft += fits ? left + wide / 2 - desk.clientWidth / 2 : left - air;
    desk.scrollTop += paper.top + (box.top + box.height / 2) * paper.height - pane.top - desk.clientHeight / 2;
  }

  /** The page of the passage while that is in view; else the first one that is. */
  function tellPage(): void {
    const page = shown && !turned && litPoint() ? targetPage(shown) : viewer.currentPageNumber;
    if (page === told) return;
    told = page;
    changed({ page });
  }

  /** The middle of the wanted passage, while that is in view. */
  function litPoint(): Point | null {
    if (!wanted) return null;
    const [pane, point] = [desk.getBoundingClientRect(), pointOf(wanted.paper.getBoundingClientRect(), wanted)];
    const seen = point.y > pane.top && point.y < pane.bottom && point.x > pane.left && point.x < pane.right;
    return seen ? point : null;
  }

  function note(): void {
    if (viewer.pagesCount === 0) return;
    const pane = desk.getBoundingClientRect();
    const lit = litPoint();
    const point = lit ?? { x: pane.left + pane.width / 2, y: pane.top };
    const paper = lit && wanted ? wanted.paper : paperOf(viewer.currentPageNumber);
    anchor = { paper, onPaper: shareOf(paper.getBoundingClientRect(), point), inPane: shareOf(pane, point) };
    tellPlace();
  }

  function tellPlace(): void {
    if (!anchor) return;
    const { paper, onPaper, inPane } = anchor;
    shown?.note({ page: Number(paper.dataset.page), scale: String(viewer.currentScaleValue), onPaper, inPane });
  }

  function restore(): void {
    size = sizeOf(desk);
    if (!anchor) return;
    const [paper, pane] = [anchor.paper.getBoundingClientRect(), desk.getBoundingClientRect()];
    // How far the point of the paper is from the point of the pane at which it was.
    desk.scrollTop += paper.top + anchor.onPaper.y * paper.height - (pane.top + anchor.inPane.y * pane.height);
    desk.scrollLeft += paper.left + anchor.onPaper.x * paper.width - (pane.left + anchor.inPane.x * pane.width);
    written = { x: desk.scrollLeft, y: desk.scrollTop };
  }

  const observer = new ResizeObserver(() => {
    if (viewer.currentScaleValue === fullWidth) viewer.currentScaleValue = fullWidth;
    restore();
    viewer.update();
  });
  observer.observe(desk);
  const heard = { passive: true, signal: ended.signal };
  desk.addEventListener(
    'scroll',
    () => {
      // Moved by the pane's new size, which is put right in a moment, or the echo of having put it right.
      if (sizeOf(desk) !== size) return;
      if (Math.abs(desk.scrollTop - written.y) >= 1 || Math.abs(desk.scrollLeft - written.x) >= 1) note();
    },
    heard,
  );
  for (const event of ['wheel', 'pointerdown', 'keydown', 'touchstart']) {
    desk.addEventListener(event, () => (pending = null), heard);
  }

  return {
    show(next) {
      const asked = shown?.target !== next.target;
      shown = next;
      if (asked) wanted = null;
      lights.clear();
      for (const { id } of viewer.getCachedPageViews()) light(id);
      if (asked) goToTarget();
    },
    go(page) {
      pending = null;
      turned = true;
      viewer.currentPageNumber = Math.min(viewer.pagesCount, Math.max(1, page));
    },
    zoom(to) {
      sized = true;
      const now = viewer.currentScale;
      const larger = steps.find((step) => step > now + 0.005) ?? now;
      const smaller = steps.findLast((step) => step < now - 0.005) ?? now;
      viewer.currentScaleValue = to === 'width' ? fullWidth : String(to === 1 ? larger : smaller);
      restore();
      tellPlace();
    },
    end() {
      ended.abort();
      observer.disconnect();
      // The types leave out that a viewer lets go of its document by getting none.
      viewer.setDocument(null as unknown as PDFDocumentProxy);
    },
  };
}

const sizeOf = (pane: HTMLElement): string => `${pane.clientWidth} × ${pane.clientHeight}`;

const pointOf = (paper: DOMRect, box: PageBox): Point => ({
  x: paper.left + (box.left + box.width / 2) * paper.width,
  y: paper.top + (box.top + box.height / 2) * paper.height,
});

const shareOf = (rect: DOMRect, point: Point): Point => ({
  x: (point.x - rect.left) / rect.width,
  y: (point.y - rect.top) / rect.height,
});
