import type { PlacedWord } from '@shared/contract/index';
import { t } from '@shared/words/index';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SourceTarget } from '../source-marks';
import type { Pdfjs } from './open-pdf';
import { findPassage, type PagePassage, type PassagePiece } from './page-passage';

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

/** A rectangle as shares of the page's width and height. */
interface HighlightBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the pieces stand on the drawn page; pieces that follow each other on a line are one box. */
function highlightBoxes(drawn: DrawnPage, pieces: readonly PassagePiece[]): readonly HighlightBox[] {
  const page = drawn.textLayer.getBoundingClientRect();
  if (page.width === 0 || page.height === 0) return [];
  const boxes = pieces.flatMap((piece) => {
    const text = drawn.elements[piece.item]?.firstChild;
    if (!text) return [];
    const range = document.createRange();
    range.setStart(text, piece.from);
    range.setEnd(text, piece.to);
    return [...range.getClientRects()].map((rect) => ({
      left: (rect.left - page.left) / page.width,
      top: (rect.top - page.top) / page.height,
      width: rect.width / page.width,
      height: rect.height / page.height,
    }));
  });
  return joinedLines(boxes.filter((box) => box.width > 0 && box.height > 0));
}

/** Boxes of one line that touch, or nearly, become one: words set one by one are still one passage. */
function joinedLines(boxes: readonly HighlightBox[]): readonly HighlightBox[] {
  const joined: HighlightBox[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    const sameLine =
      last !== undefined &&
      Math.abs(last.top + last.height / 2 - (box.top + box.height / 2)) < Math.min(last.height, box.height) / 2;
    const gap = last ? box.left - (last.left + last.width) : 1;
    if (last && sameLine && gap < 0.02 && gap > -0.02) {
      const top = Math.min(last.top, box.top);
      joined[joined.length - 1] = {
        left: last.left,
        top,
        width: box.left + box.width - last.left,
        height: Math.max(last.top + last.height, box.top + box.height) - top,
      };
    } else joined.push(box);
  }
  return joined;
}

interface DrawnPage {
  readonly pageNumber: number;
  readonly canvas: HTMLCanvasElement;
  readonly textLayer: HTMLElement;
  /** The text items of the page and, at the same place, the elements that hold them. */
  readonly texts: readonly string[];
  readonly elements: readonly HTMLElement[];
}

/** Pixels of a canvas beyond which the page is drawn coarser. */
const maxPixels = 16_000_000;

/**
 * Draws a page at `scale` CSS pixels a point: a canvas, sharp at the screen's density, and a layer of invisible text
 * in place: the page's own, or the words that were recognised on it. Null when the signal was aborted meanwhile.
 */
async function drawPage(
  pdfjs: Pdfjs,
  page: PDFPageProxy,
  scale: number,
  signal: AbortSignal,
  words: readonly PlacedWord[] = [],
): Promise<DrawnPage | null> {
  const viewport = page.getViewport({ scale });
  const density = Math.min(devicePixelRatio, Math.sqrt(maxPixels / (viewport.width * viewport.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  const textLayer = document.createElement('div');
  textLayer.className = 'pdf-text';
  textLayer.style.setProperty('--total-scale-factor', String(scale));
  const layer = new pdfjs.TextLayer({
    textContentSource: words.length > 0 ? textOfWords(pdfjs, page, words) : page.streamTextContent(),
    container: textLayer,
    viewport,
  });
  signal.addEventListener('abort', () => {
    task.cancel();
    layer.cancel();
  });
  try {
    await Promise.all([task.promise, layer.render()]);
  } catch (error) {
    // Cancelling makes both of them reject, which is what was asked for.
    if (signal.aborted) return null;
    throw error;
  }
  return {
    pageNumber: page.pageNumber,
    canvas,
    textLayer,
    texts: layer.textContentItemsStr,
    elements: layer.textDivs,
  };
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

const font = 'recognised';
/** Of the height of a word's box: what lies above the line that the letters stand on. */
const ascent = 0.8;

/**
 * Words that were recognised on a page as pdf.js has the text of one, so that they can be selected and lit where they
 * stand. Boxes are shares of the page as it is looked at, whatever way it is turned.
 */
function textOfWords(pdfjs: Pdfjs, page: PDFPageProxy, words: readonly PlacedWord[]): TextContent {
  const viewport = page.getViewport({ scale: 1 });
  const toPage = pdfjs.Util.inverseTransform(viewport.transform);
  const items = words.map(([str, left, top, right, bottom]) => {
    const height = (bottom - top) * viewport.height;
    const baseline = (top + (bottom - top) * ascent) * viewport.height;
    const seen = [height, 0, 0, -height, left * viewport.width, baseline];
    const transform: number[] = pdfjs.Util.transform(toPage, seen);
    // With the space behind it, so that words that are copied stay apart.
    const width = ((right - left) * viewport.width * (str.length + 1)) / str.length;
    return {
      str: `${str} `,
      dir: 'ltr',
      transform,
      width,
      height,
      fontName: font,
      hasEOL: false,
    };
  });
  const style = { ascent, descent: ascent - 1, vertical: false, fontFamily: 'sans-serif' };
  return { items, styles: { [font]: style }, lang: null };
}
