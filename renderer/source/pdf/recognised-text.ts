import type { PlacedWord } from '@shared/contract/index';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Pdfjs } from './open-pdf';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

const font = 'recognised';
/** Of the height of a word's box: what lies above the line that the letters stand on. */
const ascent = 0.8;

/**
 * Words that were recognised on a page as pdf.js has the text of one, so that they can be selected and lit where they
 * stand. Boxes are shares of the page as it is looked at, whatever way it is turned.
 */
export function textOfWords(pdfjs: Pdfjs, page: PDFPageProxy, words: readonly PlacedWord[]): TextContent {
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
