import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { SourcePlace } from '../../../ui/scroll-memory';
import type { SourceTarget } from '../source-marks';

interface KeptPlace {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly flow: RefObject<HTMLElement | null>;
  readonly target: SourceTarget;
  itemOf(at: number): number;
  /** Pixels from the top of the text to an item, as far as is known before it was drawn. */
  offsetOf(item: number): number;
  note(place: SourcePlace): void;
}

/** A letter, and the target of its line: the middle, or a number of pixels below the top of the pane. */
type Goal = Readonly<{ at: number; top: number | 'middle'; into: boolean }>;

/** Frames in which nothing moves before the place counts as reached: rows are measured in the frame after the first. */
const stillFrames = 4;
/** Ten seconds at 60 frames: far more than a busy machine takes to draw the rows. */
const mostFrames = 600;
/** Frames without the row after which the virtual list has to look again. */
const nudgeFrames = 10;
const air = 16;
/** Pixels of text before a letter that comes into view sideways. */
const sidewaysAir = 64;

/**
 * Brings each new target to the middle. After a change of the pane's size, keeps the target or the first read line in
 * place, until the row is drawn and still, or the reader scrolls.
 */
export function useKeptPlace({ scroller, flow, target, itemOf, offsetOf, note }: KeptPlace): void {
  const latest = useRef({ target, itemOf, offsetOf, note });
  latest.current = { target, itemOf, offsetOf, note };
  const machine = useRef<PlaceKeeper | null>(null);

  useLayoutEffect(() => {
    if (!scroller.current || !flow.current) return;
    const keeper = new PlaceKeeper(scroller.current, flow.current, () => latest.current);
    machine.current = keeper;
    return () => keeper.end();
  }, [scroller, flow]);

  useEffect(() => {
    const { span, back } = target;
    if (back && 'letter' in back)
      machine.current?.go({ at: back.letter, top: back.top, into: back.letter === span?.startChar });
    else if (span) machine.current?.go({ at: span.startChar, top: 'middle', into: false });
    else machine.current?.toStart();
  }, [target]);
}

class PlaceKeeper {
  /** Null at the very top, where nothing has to be kept. */
  private kept: Goal | null = null;
  private settling = false;
  private frame = 0;
  private written = -1;
  private readonly observer: ResizeObserver;
  private readonly ended = new AbortController();

  constructor(
    private readonly pane: HTMLElement,
    private readonly flow: HTMLElement,
    private readonly latest: () => Pick<KeptPlace, 'target' | 'itemOf' | 'offsetOf' | 'note'>,
  ) {
    this.observer = new ResizeObserver(() => {
      if (this.kept) this.go(this.kept);
    });
    this.observer.observe(pane);
    const heard = { passive: true, signal: this.ended.signal };
    pane.addEventListener('scroll', () => this.onScroll(), heard);
    for (const event of ['wheel', 'pointerdown', 'keydown', 'touchstart']) {
      pane.addEventListener(event, () => this.takeOver(), heard);
    }
  }

  toStart(): void {
    this.takeOver();
    this.scrollTo(0);
    this.kept = null;
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.ended.abort();
  }

  private scrollTo(top: number): void {
    this.pane.scrollTop = top;
    this.written = this.pane.scrollTop;
  }

  go(goal: Goal): void {
    cancelAnimationFrame(this.frame);
    this.kept = goal;
    this.settling = true;
    let [still, frames] = [0, 0];
    const step = () => {
      frames += 1;
      still = this.approach(goal, frames) ? still + 1 : 0;
      if (still < stillFrames && frames < mostFrames) this.frame = requestAnimationFrame(step);
      else {
        this.settling = false;
        // A kept place stays, so that a pane that gets its old size back shows the same again.
        if (goal.top === 'middle' && still >= stillFrames) this.note();
      }
    };
    this.frame = requestAnimationFrame(step);
  }

  private approach(goal: Goal, frames: number): boolean {
    const { itemOf, offsetOf } = this.latest();
    const box = this.pane.getBoundingClientRect();
    if (box.height === 0) return false;
    const item = itemOf(goal.at);
    const line = lineOf(this.flow, item, goal.at);
    if (!line) {
      this.scrollTo(offsetOf(item));
      if (frames % nudgeFrames === 0) this.pane.dispatchEvent(new Event('scroll'));
      return false;
    }
    const before = this.pane.scrollTop;
    this.scrollTo(before + line.top - box.top - wantedTop(goal, box.height, line.height));
    // Only towards a wanted passage, and not while somebody reads on.
    const covered = pinnedBefore(this.flow, item, goal.at);
    if (goal.top === 'middle' && covered !== null) this.pane.scrollLeft += sideways(line, box, covered);
    return Math.abs(this.pane.scrollTop - before) < 1;
  }

  private note(): void {
    const box = this.pane.getBoundingClientRect();
    const { span } = this.latest().target;
    const line = span ? lineOf(this.flow, this.latest().itemOf(span.startChar), span.startChar) : null;
    if (span && line && line.top >= box.top - 1 && line.bottom <= box.bottom + 1) {
      this.kept = { at: span.startChar, top: line.top - box.top, into: true };
    } else {
      const first = this.pane.scrollTop > 0 ? firstLetterBelow(this.flow, box.top) : null;
      this.kept = first && { at: first.at, top: first.line.top - box.top, into: false };
    }
    this.latest().note(this.kept ? { letter: this.kept.at, top: Number(this.kept.top) } : { letter: 0, top: air });
  }

  private onScroll(): void {
    // Not by the reader: on the way to a place, or the echo of having come there.
    if (this.settling || Math.abs(this.pane.scrollTop - this.written) < 1) return;
    this.note();
  }

  private takeOver(): void {
    cancelAnimationFrame(this.frame);
    this.settling = false;
    this.written = -1;
  }
}

function sideways(line: DOMRect, box: DOMRect, covered: number): number {
  const left = box.left + covered;
  if (line.left >= left && line.right <= box.right - air) return 0;
  return Math.round(line.left - left - sidewaysAir);
}

function wantedTop({ top, into }: Goal, height: number, line: number): number {
  if (top === 'middle') return (height - line) / 2;
  return into ? Math.max(air, Math.min(top, height - line - air)) : top;
}

/** As `.source-table[data-pinned]` in source.css has it, pixels. */
const pinnedLeft = 12;

function lineOf(flow: HTMLElement, row: number, at: number): DOMRect | null {
  const element = flow.querySelector<HTMLElement>(`[data-index="${row}"]`);
  if (!element) return null;
  const pieces = piecesOf(element);
  const piece = pieces.find(({ dataset }) => Number(dataset.to) > at) ?? pieces.at(-1);
  const rect = piece && letterRect(piece, at - Number(piece.dataset.from));
  return rect ?? element.getBoundingClientRect();
}

function firstLetterBelow(flow: HTMLElement, top: number): { readonly at: number; readonly line: DOMRect } | null {
  const below = (element: Element) => element.getBoundingClientRect().bottom > top + 1;
  for (const row of flow.querySelectorAll<HTMLElement>('[data-index]')) {
    if (!below(row)) continue;
    const piece = piecesOf(row).find(below);
    if (!piece) continue;
    const reaches = (offset: number) => (letterRect(piece, offset)?.bottom ?? 0) > top + 1;
    const length = piece.textContent.length;
    let [low, high] = [0, Math.max(0, length - 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reaches(middle)) high = middle;
      else low = middle + 1;
    }
    const line = letterRect(piece, low);
    if (line) return { at: Number(piece.dataset.from) + low, line };
  }
  return null;
}

/** Returns the pixels of a row's fixed column beside the letter `at`: 0 without one, null if the letter is in it. */
function pinnedBefore(flow: HTMLElement, row: number, at: number): number | null {
  const cell = flow.querySelector<HTMLElement>(
    `table[data-pinned] [data-index="${row}"] > :first-child:not([colspan])`,
  );
  if (!cell) return 0;
  const inIt = piecesOf(cell).some(({ dataset }) => Number(dataset.to) > at);
  return inIt ? null : cell.offsetWidth + pinnedLeft;
}

const piecesOf = (row: HTMLElement): readonly HTMLElement[] => [...row.querySelectorAll<HTMLElement>('[data-from]')];

/** Returns the rectangle of a letter, or of its piece's first line for a line break; null if it is folded away. */
function letterRect(piece: HTMLElement, offset: number): DOMRect | null {
  const text = piece.firstChild;
  if (text instanceof Text && text.length > 0) {
    const from = Math.min(text.length - 1, Math.max(0, offset));
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, from + 1);
    const rect = range.getClientRects()[0];
    if (rect) return rect;
  }
  return piece.getClientRects()[0] ?? null;
}
