import { t } from '@shared/words/index';
import { findPassage, type PagePassage, type PassagePiece } from './page-passage';

/** A rectangle as shares of the page's width and height. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface LitPage {
  /** Lies over the page and multiplies its colours. */
  readonly layer: HTMLElement;
  /** Around all boxes of the wanted passage; null where it was not found, undefined where none is wanted. */
  readonly wanted: PageBox | null | undefined;
  /** Pixels that the letters of the wanted passage are high now; 0 without one. */
  readonly letters: number;
}

export function lightPage(textLayer: HTMLElement, passages: readonly PagePassage[]): LitPage {
  const elements = [...textLayer.querySelectorAll<HTMLElement>('span[role="presentation"]')];
  const texts = elements.map(({ textContent }) => textContent);
  const layer = document.createElement('div');
  layer.className = 'pdf-lights';
  let [wanted, letters]: [PageBox | null | undefined, number] = [undefined, 0];
  for (const passage of passages) {
    const pieces = findPassage(texts, passage.text, passage.before);
    const boxes = pieces ? passageBoxes(textLayer, elements, pieces) : [];
    layer.append(...boxes.map((box) => drawnBox(box, passage)));
    if (!passage.wanted) continue;
    wanted = around(boxes);
    const heights = boxes.map(({ height }) => height).sort((a, b) => a - b);
    letters = (heights[heights.length >> 1] ?? 0) * textLayer.getBoundingClientRect().height;
  }
  return { layer, wanted, letters };
}

function drawnBox(box: PageBox, { light, wanted }: PagePassage): HTMLElement {
  const element = document.createElement('span');
  Object.assign(element.dataset, {
    highlight: light,
    wanted: String(wanted),
    testid: light === 'cited' || light === 'current' ? 'pdf-highlight' : `pdf-${light}`,
  });
  element.className = 'pdf-highlight';
  element.title = t(`pdf.${light === 'found' || light === 'chunk' ? light : 'cited'}`);
  for (const side of ['left', 'top', 'width', 'height'] as const) element.style[side] = `${box[side] * 100}%`;
  return element;
}

function passageBoxes(
  textLayer: HTMLElement,
  elements: readonly HTMLElement[],
  pieces: readonly PassagePiece[],
): readonly PageBox[] {
  const page = textLayer.getBoundingClientRect();
  if (page.width === 0 || page.height === 0) return [];
  const boxes = pieces.flatMap((piece) => {
    const text = elements[piece.item]?.firstChild;
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
function joinedLines(boxes: readonly PageBox[]): readonly PageBox[] {
  const joined: PageBox[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    const sameLine =
      last !== undefined &&
      Math.abs(last.top + last.height / 2 - (box.top + box.height / 2)) < Math.min(last.height, box.height) / 2;
    const gap = last ? box.left - (last.left + last.width) : 1;
    if (last && sameLine && gap < 0.02 && gap > -0.02) joined[joined.length - 1] = around([last, box]) ?? box;
    else joined.push(box);
  }
  return joined;
}

function around(boxes: readonly PageBox[]): PageBox | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.left + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.top + box.height)) - top;
  return { left, top, width, height };
}
