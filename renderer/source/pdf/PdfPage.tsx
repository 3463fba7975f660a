import type { PlacedWord } from '@shared/contract/index';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../strings/index';
import type { SourceTarget } from '../source-marks';
import { type DrawnPage, drawPage } from './draw-page';
import { type HighlightBox, highlightBoxes } from './highlight-boxes';
import type { Pdfjs } from './open-pdf';
import { findPassage } from './page-passage';
import type { PagePassage } from './passage-on-page';

interface PdfPageProps {
  readonly pdfjs: Pdfjs;
  readonly page: PDFPageProxy;
  /** Words that were recognised on it, where it has no text of its own. */
  readonly words: readonly PlacedWord[] | undefined;
  /** CSS pixels a point. */
  readonly scale: number;
  readonly passages: readonly PagePassage[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** A new object asks for the passage again. */
  readonly target: SourceTarget;
  /** Whether the wanted passage was found on the page; null where none is wanted. */
  onFound(found: boolean | null): void;
  /** Called when the page stands where the passage, or its beginning, is in view. */
  onPlaced(): void;
}

interface LitBox extends HighlightBox {
  readonly light: PagePassage['light'];
  readonly wanted: boolean;
}

/** What is lit on the page that is drawn; `passage` names the one that is wanted. */
interface Lit {
  readonly passage: string;
  readonly boxes: readonly LitBox[];
}

const nothing: Lit = { passage: '', boxes: [] };

/** One page as it is printed, with its text on top to be selected and the passages lit. */
export function PdfPage(props: PdfPageProps) {
  const { pdfjs, page, words, scale, passages, scroller, target, onFound, onPlaced } = props;
  const paper = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [{ passage, boxes }, setLit] = useState(nothing);
  const drawing = useRef<Promise<unknown>>(Promise.resolve());
  const placed = useRef<Partial<Pick<PdfPageProps, 'page' | 'target'>>>({});
  const viewport = page.getViewport({ scale });

  useEffect(() => {
    const ended = new AbortController();
    // One after the other: a page that is drawn anew before its cancelled drawing has let go of it may never be done.
    drawing.current = drawing.current
      .then(() => (ended.signal.aborted ? null : drawPage(pdfjs, page, scale, ended.signal, words)))
      .then(
        (result) => {
          if (!result || ended.signal.aborted) return;
          paper.current?.replaceChildren(result.canvas, result.textLayer);
          setDrawn(result);
        },
        (error: unknown) => console.error(`Page ${page.pageNumber} could not be drawn: ${String(error)}`),
      );
    return () => ended.abort();
  }, [pdfjs, page, words, scale]);

  useLayoutEffect(() => {
    if (!drawn || drawn.pageNumber !== page.pageNumber) {
      setLit(nothing);
      return;
    }
    let found: boolean | null = null;
    const lit = passages.flatMap(({ text, before, light, wanted }) => {
      const pieces = findPassage(drawn.texts, text, before);
      if (wanted) found = pieces !== null;
      return pieces ? highlightBoxes(drawn, pieces).map((box) => ({ ...box, light, wanted })) : [];
    });
    const wanted = passages.find((one) => one.wanted);
    setLit({ passage: JSON.stringify([page.pageNumber, wanted?.text, wanted?.before]), boxes: lit });
    onFound(found);
  }, [drawn, page, passages, onFound]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the passage is brought into view when it is another one or asked for again, not at every zoom
  useEffect(() => {
    const first = scroller.current?.querySelector('[data-wanted="true"]');
    const turned = placed.current.page !== page || placed.current.target !== target;
    placed.current = { page, target };
    if (first) first.scrollIntoView({ block: 'center', inline: 'nearest' });
    else if (scroller.current && turned) scroller.current.scrollTop = 0;
    onPlaced();
  }, [passage, page, target]);

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
