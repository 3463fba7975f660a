// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { DocumentSource } from '@shared/contract/index';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorNote } from '../../components/ErrorNote';
import { useWidth } from '../../components/use-width';
import { t } from '../../strings/index';
import type { SourceMark, SourceTarget } from '../source-marks';
import { type OpenPdf, usePdf } from './open-pdf';
import { PdfPage } from './PdfPage';
import { PdfToolbar } from './PdfToolbar';
import { marksOnPage, pageOfPassage } from './passage-on-page';
import { useKeptPaper } from './use-kept-paper';
import { usePdfKeys } from './use-pdf-keys';
import { pixelsPerPoint, scaleOf, type Zoom, zoomStep } from './zoom';

interface PdfViewerProps {
  readonly source: DocumentSource;
  readonly marks: readonly SourceMark[];
  readonly target: SourceTarget;
  /** Pages that the passage is said to be on, for one whose place is on no page. */
  readonly said: readonly number[];
  /** Stands before the tools. */
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
