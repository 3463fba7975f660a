import type { DocumentSource } from '@shared/contract/index';
import { t } from '@shared/words/index';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pageNames } from '../../../ui/names';
import type { PagePlace, Point, SourcePlace } from '../../../ui/scroll-memory';
import type { SourceMark, SourceTarget } from '../source-marks';
import type { OpenPdf } from './open-pdf';
import { lightPage, marksOnPage, type PageBox, pageOfPassage } from './page-passage';

export interface PdfPlace {
  readonly page: number;
  /** 1 = 100 %: a PDF point is 96/72 CSS pixels. */
  readonly scale: number;
  readonly fits: boolean;
  /** Whether the wanted passage was found on its page; null where none is wanted or its page is not drawn yet. */
  readonly found: boolean | null;
}

export interface ShownPdf {
  readonly source: DocumentSource;
  readonly marks: readonly SourceMark[];
  readonly target: SourceTarget;
  readonly said: readonly number[];
  note(place: SourcePlace): void;
}

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
/** CSS pixels: smaller letters are not read with ease, so a passage in them is opened larger than the pane's width. */
const readableLetters = 12;
/** Pixels of a canvas beyond which the page is drawn coarser. */
const maxPixels = 16_000_000;
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

type ViewerEvent = Readonly<{ pageNumber: number; scale: number; presetValue?: string }>;

type Anchor = Readonly<{ paper: HTMLElement; onPaper: Point; inPane: Point }>;

/** Keeps the lit passage, or otherwise the top of the pane, in view while pages or pane change their size. */
export class PdfPages {
  private readonly ended = new AbortController();
  private readonly eventBus;
  private readonly viewer;
  private readonly observer = new ResizeObserver(() => this.resized());
  private readonly lights = new Map<number, HTMLElement>();
  private shown: ShownPdf | null = null;
  /** The target that is not in view yet, until its page is drawn or the reader moves. */
  private pending: SourceTarget | null = null;
  private wanted: (PageBox & { readonly paper: HTMLElement }) | null = null;
  /** Whether a size was chosen: by the reader, or for the first passage. */
  private sized = false;
  /** Whether the reader has gone to a page by its number since the passage came into view. */
  private turned = false;
  private told = 0;
  private anchor: Anchor | null = null;
  private size: string;
  private written: Point = { x: -1, y: -1 };

  constructor(
    private readonly open: OpenPdf,
    private readonly desk: HTMLDivElement,
    private readonly changed: (place: Partial<PdfPlace>) => void,
  ) {
    const { EventBus, PDFLinkService, PDFViewer } = open.viewer;
    this.eventBus = new EventBus();
    const linkService = new PDFLinkService({ eventBus: this.eventBus, ignoreDestinationZoom: true });
    const options = {
      container: desk,
      eventBus: this.eventBus,
      linkService,
      // The type has private members: only an object of pdf.js's own class would fit it.
      l10n: unnamed as unknown as ViewerOptions['l10n'],
      annotationMode: open.pdfjs.AnnotationMode.ENABLE,
      enableAutoLinking: false,
      maxCanvasPixels: maxPixels,
      abortSignal: this.ended.signal,
    };
    this.viewer = new PDFViewer(options);
    this.size = sizeOf(desk);
    this.hearViewer();
    linkService.setViewer(this.viewer);
    linkService.setDocument(open.document);
    this.viewer.setDocument(open.document);
    this.observer.observe(desk);
    this.hearReader();
  }

  private hear(event: string, listener: (of: ViewerEvent) => void): void {
    this.eventBus.on(event, listener, { signal: this.ended.signal });
  }

  private hearViewer(): void {
    this.hear('pagesinit', () => this.begin());
    this.hear('pagechanging', () => this.tellPage());
    this.hear('updateviewarea', () => this.tellPage());
    this.hear('scalechanging', ({ scale, presetValue }) => this.changed({ scale, fits: presetValue === fullWidth }));
    // A page that is drawn again loses the lights that lie on it.
    this.hear('pagerender', ({ pageNumber }) => {
      const layer = this.lights.get(pageNumber);
      if (layer) this.paperOf(pageNumber).append(layer);
    });
    this.hear('textlayerrendered', ({ pageNumber }) => {
      this.light(pageNumber);
      this.paperOf(pageNumber).dataset.drawn = 'true';
      this.settle(pageNumber);
    });
    this.hear('annotationlayerrendered', ({ pageNumber }) => {
      for (const link of this.paperOf(pageNumber).querySelectorAll('.annotationLayer a')) {
        link.setAttribute('aria-label', t('pdf.link'));
      }
    });
  }

  private hearReader(): void {
    const { desk } = this;
    const heard = { passive: true, signal: this.ended.signal };
    desk.addEventListener(
      'scroll',
      () => {
        // The new size of the pane moved it, which is corrected in a moment, or this is the echo of the correction.
        if (sizeOf(desk) !== this.size) return;
        const { x, y } = this.written;
        if (Math.abs(desk.scrollTop - y) >= 1 || Math.abs(desk.scrollLeft - x) >= 1) this.note();
      },
      heard,
    );
    for (const event of ['wheel', 'pointerdown', 'keydown', 'touchstart']) {
      desk.addEventListener(event, () => (this.pending = null), heard);
    }
  }

  private begin(): void {
    const { viewer, shown } = this;
    const scale = (shown && this.backOf(shown.target)?.scale) ?? fullWidth;
    this.sized = Number(scale) > 0;
    viewer.currentScaleValue = this.sized ? scale : fullWidth;
    for (let page = 1; page <= viewer.pagesCount; page += 1) {
      const paper = this.paperOf(page);
      Object.assign(paper.dataset, { testid: 'pdf-page', page, drawn: 'false' });
      paper.classList.add('content');
      if (shown) paper.setAttribute('aria-label', pageNames(shown.source.document.format, [page]));
    }
    this.goToTarget();
  }

  private resized(): void {
    const { viewer } = this;
    if (viewer.currentScaleValue === fullWidth) viewer.currentScaleValue = fullWidth;
    this.restore();
    viewer.update();
  }

  private paperOf(page: number): HTMLElement {
    return this.viewer.getPageView(page - 1).div;
  }

  private targetPage({ source, target, said }: ShownPdf): number {
    return Math.min(this.open.document.numPages, pageOfPassage(source, target.span, said));
  }

  private backOf({ back }: SourceTarget): PagePlace | null {
    return back && 'page' in back && back.page >= 1 && back.page <= this.viewer.pagesCount ? back : null;
  }

  private light(page: number): void {
    const layer = this.paperOf(page).querySelector<HTMLElement>('.textLayer');
    if (!this.shown || !layer) return;
    // The pages are one stop of the Tab key.
    layer.tabIndex = -1;
    const lit = lightPage(layer, marksOnPage(this.shown.source, this.shown.marks, this.shown.target.span, page));
    this.lights.get(page)?.remove();
    this.lights.set(page, lit.layer);
    this.paperOf(page).append(lit.layer);
    if (page !== this.targetPage(this.shown)) return;
    this.wanted = lit.wanted ? { ...lit.wanted, paper: this.paperOf(page) } : null;
    this.changed({ found: lit.wanted === undefined ? null : lit.wanted !== null });
    if (!this.sized && lit.wanted && lit.letters > 0) {
      this.sized = true;
      this.enlarge(readableLetters / lit.letters);
    }
  }

  private enlarge(by: number): void {
    if (by > 1) this.viewer.currentScale = Math.min(2, this.viewer.currentScale * by);
  }

  private goToTarget(): void {
    if (!this.shown || this.viewer.pagesCount === 0) return;
    this.pending = this.shown.target;
    const page = this.backOf(this.pending)?.page ?? this.targetPage(this.shown);
    if (this.paperOf(page).dataset.drawn === 'true') this.settle(page);
    else this.viewer.currentPageNumber = page;
  }

  private settle(page: number): void {
    if (!this.pending || !this.shown) return;
    const back = this.backOf(this.pending);
    if (page !== (back?.page ?? this.targetPage(this.shown))) return;
    this.pending = null;
    this.turned = false;
    if (back) {
      this.anchor = { ...back, paper: this.paperOf(page) };
      this.restore();
    } else if (!this.wanted) this.viewer.currentPageNumber = page;
    else this.centre(this.wanted);
    this.note();
    this.tellPage();
  }

  private centre(box: PageBox & { readonly paper: HTMLElement }): void {
    const [paper, pane] = [box.paper.getBoundingClientRect(), this.desk.getBoundingClientRect()];
    const left = paper.left + box.left * paper.width - pane.left;
    const wide = box.width * paper.width;
    const fits = wide + 2 * air <= this.desk.clientWidth;
    this.desk.scrollLeft += fits ? left + wide / 2 - this.desk.clientWidth / 2 : left - air;
    this.desk.scrollTop +=
      paper.top + (box.top + box.height / 2) * paper.height - pane.top - this.desk.clientHeight / 2;
  }

  private tellPage(): void {
    const page =
      this.shown && !this.turned && this.litPoint() ? this.targetPage(this.shown) : this.viewer.currentPageNumber;
    if (page === this.told) return;
    this.told = page;
    this.changed({ page });
  }

  private litPoint(): Point | null {
    if (!this.wanted) return null;
    const [pane, point] = [
      this.desk.getBoundingClientRect(),
      pointOf(this.wanted.paper.getBoundingClientRect(), this.wanted),
    ];
    const seen = point.y > pane.top && point.y < pane.bottom && point.x > pane.left && point.x < pane.right;
    return seen ? point : null;
  }

  private note(): void {
    if (this.viewer.pagesCount === 0) return;
    const pane = this.desk.getBoundingClientRect();
    const lit = this.litPoint();
    const point = lit ?? { x: pane.left + pane.width / 2, y: pane.top };
    const paper = lit && this.wanted ? this.wanted.paper : this.paperOf(this.viewer.currentPageNumber);
    this.anchor = { paper, onPaper: shareOf(paper.getBoundingClientRect(), point), inPane: shareOf(pane, point) };
    this.tellPlace();
  }

  private tellPlace(): void {
    if (!this.anchor) return;
    const { paper, onPaper, inPane } = this.anchor;
    this.shown?.note({
      page: Number(paper.dataset.page),
      scale: String(this.viewer.currentScaleValue),
      onPaper,
      inPane,
    });
  }

  private restore(): void {
    this.size = sizeOf(this.desk);
    if (!this.anchor) return;
    const [paper, pane] = [this.anchor.paper.getBoundingClientRect(), this.desk.getBoundingClientRect()];
    // How far the point of the paper is from the point of the pane at which it was.
    this.desk.scrollTop +=
      paper.top + this.anchor.onPaper.y * paper.height - (pane.top + this.anchor.inPane.y * pane.height);
    this.desk.scrollLeft +=
      paper.left + this.anchor.onPaper.x * paper.width - (pane.left + this.anchor.inPane.x * pane.width);
    this.written = { x: this.desk.scrollLeft, y: this.desk.scrollTop };
  }

  show(next: ShownPdf): void {
    const asked = this.shown?.target !== next.target;
    this.shown = next;
    if (asked) this.wanted = null;
    this.lights.clear();
    for (const { id } of this.viewer.getCachedPageViews()) this.light(id);
    if (asked) this.goToTarget();
  }

  go(page: number): void {
    this.pending = null;
    this.turned = true;
    this.viewer.currentPageNumber = Math.min(this.viewer.pagesCount, Math.max(1, page));
  }

  zoom(to: 1 | -1 | 'width'): void {
    this.sized = true;
    const now = this.viewer.currentScale;
    const larger = steps.find((step) => step > now + 0.005) ?? now;
    const smaller = steps.findLast((step) => step < now - 0.005) ?? now;
    this.viewer.currentScaleValue = to === 'width' ? fullWidth : String(to === 1 ? larger : smaller);
    this.restore();
    this.tellPlace();
  }

  end(): void {
    this.ended.abort();
    this.observer.disconnect();
    // A viewer frees its document when it gets none, which the types leave out.
    this.viewer.setDocument(null as unknown as PDFDocumentProxy);
  }
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
