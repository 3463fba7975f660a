import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MapPoint, MapSize } from './map-geometry';

interface MapActs {
  hover(at: MapPoint | null): void;
  zoom(factor: number, at: MapPoint): void;
  pan(byX: number, byY: number): void;
  click(at: MapPoint, adds: boolean): void;
}

/** A pointer that has moved less is held still, CSS pixels. */
const still = 4;
/** How much a pixel of the wheel zooms; fingers that pinch on a trackpad come as a wheel of few pixels with Ctrl. */
const byWheel = 0.0016;
const byPinch = 0.012;

/** Hears the pointer and the wheel on the map. Returns whether the map is being dragged. */
export function useMapHands(pane: RefObject<HTMLElement | null>, acts: MapActs): boolean {
  const latest = useRef(acts);
  latest.current = acts;
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const hands = new MapHands(element, () => latest.current, setDragging);
    const ended = new AbortController();
    const heard = { signal: ended.signal };
    element.addEventListener('pointerdown', (event) => hands.down(event), heard);
    element.addEventListener('pointermove', (event) => hands.move(event), heard);
    element.addEventListener('pointerup', (event) => hands.up(event), heard);
    element.addEventListener('pointercancel', (event) => hands.up(event), heard);
    element.addEventListener('pointerleave', () => hands.leave(), heard);
    element.addEventListener('wheel', (event) => hands.wheel(event), { ...heard, passive: false });
    return () => ended.abort();
  }, [pane]);
  return dragging;
}

/** A pressed pointer: where it went down, where it is, and whether it drags the map. */
interface Hand {
  readonly pointer: number;
  readonly from: MapPoint;
  readonly now: MapPoint;
  readonly drags: boolean;
}

class MapHands {
  private hand: Hand | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly acts: () => MapActs,
    private readonly setDragging: (dragging: boolean) => void,
  ) {}

  down(event: PointerEvent): void {
    if (event.button !== 0 || this.hand) return;
    const from = this.pointOf(event);
    this.hand = { pointer: event.pointerId, from, now: from, drags: false };
    this.element.setPointerCapture(event.pointerId);
    this.element.focus();
  }

  move(event: PointerEvent): void {
    const now = this.pointOf(event);
    const before = this.hand;
    if (before?.pointer !== event.pointerId) {
      if (!before) this.acts().hover(now);
      return;
    }
    const drags = before.drags || Math.hypot(now.x - before.from.x, now.y - before.from.y) >= still;
    this.hand = { ...before, now, drags };
    if (!drags) return;
    if (!before.drags) {
      this.setDragging(true);
      this.acts().hover(null);
    }
    this.acts().pan(now.x - before.now.x, now.y - before.now.y);
  }

  up(event: PointerEvent): void {
    const { hand } = this;
    if (hand?.pointer !== event.pointerId) return;
    this.hand = null;
    this.setDragging(false);
    if (event.type === 'pointerup' && !hand.drags) {
      this.acts().click(this.pointOf(event), event.ctrlKey || event.metaKey);
    }
  }

  leave(): void {
    if (!this.hand) this.acts().hover(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.acts().zoom(Math.exp(-event.deltaY * (event.ctrlKey ? byPinch : byWheel)), this.pointOf(event));
  }

  private pointOf(event: MouseEvent): MapPoint {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

export function usePaneSize(pane: RefObject<HTMLElement | null>): MapSize {
  const [size, setSize] = useState<MapSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
  return size;
}

const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'] as const;

/** A key of the page's colours: it changes with them. */
export const useLook = (): string =>
  useSyncExternalStore(whenLookChanges, () => {
    const { theme = '', contrast = '' } = document.documentElement.dataset;
    return [theme, contrast, ...queries.map((query) => matchMedia(query).matches)].join(' ');
  });

function whenLookChanges(changed: () => void): () => void {
  const ended = new AbortController();
  for (const query of queries) matchMedia(query).addEventListener('change', changed, { signal: ended.signal });
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] });
  return () => {
    ended.abort();
    observer.disconnect();
  };
}
