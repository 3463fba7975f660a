import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../strings/index';
import { type DrawnPage, drawPage } from './draw-page';
import { type HighlightBox, highlightBoxes } from './highlight-boxes';
import type { Pdfjs } from './open-pdf';
import { findPassage } from './page-passage';
import type { PagePassage } from './passage-on-page';

interface PdfPageProps {
  readonly pdfjs: Pdfjs;
  readonly page: PDFPageProxy;
  /** CSS pixels a point. */
  readonly scale: number;
  readonly passages: readonly PagePassage[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** Whether the wanted passage was found on the page; null where none is wanted. */
  onFound(found: boolean | null): void;
}

interface LitBox extends HighlightBox {
  readonly light: PagePassage['light'];
  readonly wanted: boolean;
}

/** One page as it is printed, with its text on top to be selected and the passages lit. */
export function PdfPage({ pdfjs, page, scale, passages, scroller, onFound }: PdfPageProps) {
  const paper = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [boxes, setBoxes] = useState<readonly LitBox[]>([]);
  const drawing = useRef<Promise<unknown>>(Promise.resolve());
  const viewport = page.getViewport({ scale });

  useEffect(() => {
    const ended = new AbortController();
    // One after the other: a page that is drawn anew before its cancelled drawing has let go of it may never be done.
    drawing.current = drawing.current
      .then(() => (ended.signal.aborted ? null : drawPage(pdfjs, page, scale, ended.signal)))
      .then(
        (result) => {
          if (!result || ended.signal.aborted) return;
          paper.current?.replaceChildren(result.canvas, result.textLayer);
          setDrawn(result);
        },
        (error: unknown) => console.error(`Page ${page.pageNumber} could not be drawn: ${String(error)}`),
      );
    return () => ended.abort();
  }, [pdfjs, page, scale]);

  useLayoutEffect(() => {
    if (!drawn || drawn.pageNumber !== page.pageNumber) {
      setBoxes([]);
      return;
    }
    let found: boolean | null = null;
    const lit = passages.flatMap(({ text, before, light, wanted }) => {
      const pieces = findPassage(drawn.texts, text, before);
      if (wanted) found = pieces !== null;
      return pieces ? highlightBoxes(drawn, pieces).map((box) => ({ ...box, light, wanted })) : [];
    });
    setBoxes(lit);
    onFound(found);
  }, [drawn, page, passages, onFound]);

  const wanted = passages.find((passage) => passage.wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the passage is brought into view when it is another one, not at every zoom
  useEffect(() => {
    const first = scroller.current?.querySelector('[data-wanted="true"]');
    if (first) first.scrollIntoView({ block: 'center', inline: 'nearest' });
    else if (scroller.current) scroller.current.scrollTop = 0;
  }, [boxes.length > 0, page, wanted?.text, wanted?.before]);

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
          key={`${box.light} ${box.left} ${box.top}`}
          data-highlight={box.light}
          data-wanted={box.wanted}
          data-testid={box.light === 'cited' || box.light === 'current' ? 'pdf-highlight' : `pdf-${box.light}`}
          title={box.light === 'found' ? t('pdf.found') : box.light === 'chunk' ? t('pdf.chunk') : t('pdf.cited')}
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
