import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** A point of the paper that stays where it is in the pane: both as shares of width and height, 0–1. */
interface Anchor {
  readonly paper: Point;
  readonly pane: Point;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Keeps the place on a page while the page gets another size or the pane does: the passage that is lit, if it was in
 * view, otherwise what stood at the top of the pane.
 *
 * @param scale of the page, which has its new size as soon as this is called with another
 * @returns takes the place where the page stands now for the one to be kept
 */
export function useKeptPaper(scroller: RefObject<HTMLElement | null>, scale: number): () => void {
  const keeper = useRef<ReturnType<typeof paperKeeper> | null>(null);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    keeper.current = paperKeeper(scroller.current);
    return () => keeper.current?.end();
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what changes the size of the page
  useLayoutEffect(() => keeper.current?.restore(), [scale]);
  return useCallback(() => keeper.current?.note(), []);
}

function paperKeeper(pane: HTMLElement) {
  let anchor: Anchor | null = null;
  let size = sizeOf(pane);
  let written: Point = { x: -1, y: -1 };

  function note(): void {
    anchor = anchorOf(pane);
  }

  function onScroll(): void {
    // Moved by the pane's new size, which is put right in a moment, or the echo of having put it right.
    if (sizeOf(pane) !== size) return;
    if (Math.abs(pane.scrollTop - written.y) < 1 && Math.abs(pane.scrollLeft - written.x) < 1) return;
    note();
  }

  function restore(): void {
    size = sizeOf(pane);
    const paper = pane.querySelector<HTMLElement>('[data-testid="pdf-page"]');
    if (!paper) return;
    if (!anchor) {
      note();
      return;
    }
    const [sheet, box] = [paper.getBoundingClientRect(), pane.getBoundingClientRect()];
    // How far the point of the paper is from the point of the pane at which it was.
    pane.scrollTop += sheet.top + anchor.paper.y * sheet.height - (box.top + anchor.pane.y * box.height);
    pane.scrollLeft += sheet.left + anchor.paper.x * sheet.width - (box.left + anchor.pane.x * box.width);
    written = { x: pane.scrollLeft, y: pane.scrollTop };
  }

  const observer = new ResizeObserver(restore);
  observer.observe(pane);
  pane.addEventListener('scroll', onScroll, { passive: true });
  return {
    note,
    restore,
    end(): void {
      observer.disconnect();
      pane.removeEventListener('scroll', onScroll);
    },
  };
}

function anchorOf(pane: HTMLElement): Anchor | null {
  const paper = pane.querySelector('[data-testid="pdf-page"]')?.getBoundingClientRect();
  const box = pane.getBoundingClientRect();
  if (!paper || paper.height === 0 || box.height === 0) return null;
  const lit = pane.querySelector('[data-wanted="true"]')?.getBoundingClientRect();
  const middle = lit && { x: lit.left + lit.width / 2, y: lit.top + lit.height / 2 };
  const seen = middle && middle.y > box.top && middle.y < box.bottom && middle.x > box.left && middle.x < box.right;
  const point = middle && seen ? middle : { x: box.left + box.width / 2, y: box.top };
  const share = (rect: DOMRect): Point => ({
    x: (point.x - rect.left) / rect.width,
    y: (point.y - rect.top) / rect.height,
  });
  return { paper: share(paper), pane: share(box) };
}

const sizeOf = (pane: HTMLElement): string => `${pane.clientWidth} × ${pane.clientHeight}`;
