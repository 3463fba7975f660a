import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../strings/index';
import { type DrawnPage, drawPage } from './draw-page';
import { type HighlightBox, highlightBoxes } from './highlight-boxes';
import type { Pdfjs } from './open-pdf';
import { findPassage } from './page-passage';

interface PdfPageProps {
  readonly pdfjs: Pdfjs;
  readonly page: PDFPageProxy;
  /** CSS pixels a point. */
  readonly scale: number;
  readonly passage: { readonly text: string; readonly before: string } | null;
  readonly scroller: RefObject<HTMLElement | null>;
  onFound(found: boolean | null): void;
}

/** One page as it is printed, with its text on top to be selected and the passage lit. */
export function PdfPage({ pdfjs, page, scale, passage, scroller, onFound }: PdfPageProps) {
  const paper = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [boxes, setBoxes] = useState<readonly HighlightBox[]>([]);
  const viewport = page.getViewport({ scale });

  useEffect(() => {
    const ended = new AbortController();
    drawPage(pdfjs, page, scale, ended.signal).then(
      (result) => {
        if (!result || ended.signal.aborted) return;
        paper.current?.replaceChildren(result.canvas, result.textLayer);
        setDrawn(result);
      },
      (error: unknown) => console.error(`Page ${page.pageNumber} could not be drawn: ${String(error)}`),
    );
    return () => ended.abort();
  }, [pdfjs, page, scale]);

  const text = passage?.text ?? null;
  const before = passage?.before ?? '';
  useLayoutEffect(() => {
    if (!drawn || drawn.pageNumber !== page.pageNumber) {
      setBoxes([]);
      return;
    }
    const pieces = text === null ? null : findPassage(drawn.texts, text, before);
    setBoxes(pieces ? highlightBoxes(drawn, pieces) : []);
    onFound(text === null ? null : pieces !== null);
  }, [drawn, page, text, before, onFound]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the passage is brought into view when it is another one, not at every zoom
  useEffect(() => {
    const first = scroller.current?.querySelector('[data-highlight]');
    if (first) first.scrollIntoView({ block: 'center', inline: 'nearest' });
    else if (scroller.current) scroller.current.scrollTop = 0;
  }, [boxes.length > 0, page, text, before]);

  return (
    <div
      data-testid="pdf-page"
      data-page={page.pageNumber}
      data-drawn={drawn?.pageNumber === page.pageNumber ? 'true' : 'false'}
      className="pdf-paper"
      style={{ width: viewport.width, height: viewport.height }}
    >
      <div ref={paper} className="content" />
      {boxes.map((box) => (
        <span
          key={`${box.left} ${box.top}`}
          data-highlight
          data-testid="pdf-highlight"
          title={t('pdf.cited')}
          className="pdf-highlight"
          style={{
            left: `${box.left * 100}%`,
            top: `${box.top * 100}%`,
            width: `${box.width * 100}%`,
            height: `${box.height * 100}%`,
          }}
        />
      ))}
    </div>
  );
}
