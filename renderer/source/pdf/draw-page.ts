import type { PlacedWord } from '@shared/contract/index';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Pdfjs } from './open-pdf';
import { textOfWords } from './recognised-text';

export interface DrawnPage {
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
export async function drawPage(
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
