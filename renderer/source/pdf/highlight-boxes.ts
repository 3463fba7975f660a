import type { DrawnPage } from './draw-page';
import type { PassagePiece } from './page-passage';

/** A rectangle as shares of the page's width and height. */
export interface HighlightBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the pieces stand on the drawn page; pieces that follow each other on a line are one box. */
export function highlightBoxes(drawn: DrawnPage, pieces: readonly PassagePiece[]): readonly HighlightBox[] {
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
export function joinedLines(boxes: readonly HighlightBox[]): readonly HighlightBox[] {
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
