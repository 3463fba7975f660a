import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MapPoint, MapSize } from './map-geometry';

/** CSS pixels from the upper left corner of the pane. */
export interface PickedArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface MapActs {
  readonly picking: boolean;
  hover(at: MapPoint | null): void;
  zoom(factor: number, at: MapPoint): void;
  pan(byX: number, byY: number): void;
  click(at: MapPoint, adds: boolean): void;
  pick(area: PickedArea, adds: boolean): void;
}

/** A pointer that has moved less is held still, CSS pixels. */
const still = 4;
/** How much a pixel of the wheel zooms; fingers that pinch on a trackpad come as a wheel of few pixels with Ctrl. */
const byWheel = 0.0016;
const byPinch = 0.012;

export function useMapHands(
  pane: RefObject<HTMLElement | null>,
  acts: MapActs,
): { readonly dragging: boolean; readonly rectangle: PickedArea | null } {
  const latest = useRef(acts);
  latest.current = acts;
  const [dragging, setDragging] = useState(false);
  const [rectangle, setRectangle] = useState<PickedArea | null>(null);
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const hands = new MapHands(element, () => latest.current, { setDragging, setRectangle });
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
  return { dragging, rectangle };
}

interface HandStates {
  setDragging(dragging: boolean): void;
  setRectangle(rectangle: PickedArea | null): void;
}

const adds = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey;

class MapHands {
  private readonly pointers = new Map<number, MapPoint>();
  private from: MapPoint = { x: 0, y: 0 };
  private doing: 'nothing' | 'waiting' | 'panning' | 'picking' | 'pinching' = 'nothing';
  private area: PickedArea | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly acts: () => MapActs,
    private readonly states: HandStates,
  ) {}

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.from = this.pointOf(event);
    this.pointers.set(event.pointerId, this.from);
    this.element.setPointerCapture(event.pointerId);
    this.doing = this.acts().picking || event.shiftKey ? 'picking' : 'waiting';
    if (this.pointers.size > 1) this.doing = 'pinching';
    // The browser would begin to select text.
    if (event.shiftKey) event.preventDefault();
    this.element.focus();
  }

  move(event: PointerEvent): void {
    const now = this.pointOf(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.acts().hover(now);
      return;
    }
    this.pointers.set(event.pointerId, now);
    if (this.doing === 'pinching') this.pinch(event.pointerId, before, now);
    else if (this.doing === 'waiting' && Math.hypot(now.x - this.from.x, now.y - this.from.y) >= still) {
      this.doing = 'panning';
      this.states.setDragging(true);
      this.acts().hover(null);
    }
    if (this.doing === 'panning') this.acts().pan(now.x - before.x, now.y - before.y);
    if (this.doing === 'picking') {
      this.area = between(this.from, now);
      this.states.setRectangle(this.area);
    }
  }

  up(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const { area, doing } = this;
    const large = area && (area.right - area.left >= still || area.bottom - area.top >= still);
    if (event.type === 'pointerup' && doing === 'picking' && area && large) this.acts().pick(area, adds(event));
    else if (event.type === 'pointerup' && (doing === 'waiting' || doing === 'picking')) {
      this.acts().click(this.pointOf(event), adds(event) || doing === 'picking');
    }
    if (this.pointers.size > 0) return;
    this.doing = 'nothing';
    this.area = null;
    this.states.setRectangle(null);
    this.states.setDragging(false);
  }

  leave(): void {
    if (this.pointers.size === 0) this.acts().hover(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.acts().zoom(Math.exp(-event.deltaY * (event.ctrlKey ? byPinch : byWheel)), this.pointOf(event));
  }

  private pinch(pointer: number, before: MapPoint, now: MapPoint): void {
    const other = [...this.pointers].find(([id]) => id !== pointer)?.[1];
    if (!other) return;
    const apart = (point: MapPoint) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.acts().zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  private pointOf(event: MouseEvent): MapPoint {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

const between = (one: MapPoint, other: MapPoint): PickedArea => ({
  left: Math.min(one.x, other.x),
  top: Math.min(one.y, other.y),
  right: Math.max(one.x, other.x),
  bottom: Math.max(one.y, other.y),
});

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
