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
  /** Whether dragging selects without Shift too. */
  readonly picking: boolean;
  /** Null where the pointer is nowhere on the map. */
  hover(at: MapPoint | null): void;
  zoom(factor: number, at: MapPoint): void;
  pan(byX: number, byY: number): void;
  /** `adds`: to what is selected already. */
  click(at: MapPoint, adds: boolean): void;
  pick(area: PickedArea, adds: boolean): void;
}

/** A pointer that has moved less is held still, CSS pixels. */
const still = 4;
/** How much a pixel of the wheel zooms; fingers that pinch on a trackpad come as a wheel of few pixels with Ctrl. */
const byWheel = 0.0016;
const byPinch = 0.012;

/** What a mouse, a pen, a trackpad and fingers do on the map. */
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
    /** Pointers that are down, where they are; two of them pinch. */
    const down = new Map<number, MapPoint>();
    let from: MapPoint = { x: 0, y: 0 };
    let doing: 'nothing' | 'waiting' | 'panning' | 'picking' | 'pinching' = 'nothing';
    let area: PickedArea | null = null;

    const pointOf = (event: MouseEvent): MapPoint => {
      const { left, top } = element.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const adds = (event: MouseEvent) => event.ctrlKey || event.metaKey;

    function onDown(event: PointerEvent): void {
      if (event.button !== 0) return;
      from = pointOf(event);
      down.set(event.pointerId, from);
      element?.setPointerCapture(event.pointerId);
      doing = latest.current.picking || event.shiftKey ? 'picking' : 'waiting';
      if (down.size > 1) doing = 'pinching';
      // The browser would begin to select text.
      if (event.shiftKey) event.preventDefault();
      element?.focus();
    }

    function onMove(event: PointerEvent): void {
      const now = pointOf(event);
      const before = down.get(event.pointerId);
      if (!before) {
        latest.current.hover(now);
        return;
      }
      down.set(event.pointerId, now);
      if (doing === 'pinching') pinch(event.pointerId, before, now);
      else if (doing === 'waiting' && Math.hypot(now.x - from.x, now.y - from.y) >= still) {
        doing = 'panning';
        setDragging(true);
        latest.current.hover(null);
      }
      if (doing === 'panning') latest.current.pan(now.x - before.x, now.y - before.y);
      if (doing === 'picking') {
        area = between(from, now);
        setRectangle(area);
      }
    }

    function pinch(pointer: number, before: MapPoint, now: MapPoint): void {
      const other = [...down].find(([id]) => id !== pointer)?.[1];
      if (!other) return;
      const apart = (point: MapPoint) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      latest.current.zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }

    function onUp(event: PointerEvent): void {
      if (!down.delete(event.pointerId)) return;
      const large = area && (area.right - area.left >= still || area.bottom - area.top >= still);
      if (event.type === 'pointerup' && doing === 'picking' && area && large) latest.current.pick(area, adds(event));
      else if (event.type === 'pointerup' && (doing === 'waiting' || doing === 'picking')) {
        latest.current.click(pointOf(event), adds(event) || doing === 'picking');
      }
      if (down.size > 0) return;
      doing = 'nothing';
      area = null;
      setRectangle(null);
      setDragging(false);
    }

    function onLeave(): void {
      if (down.size === 0) latest.current.hover(null);
    }

    function onWheel(event: WheelEvent): void {
      event.preventDefault();
      latest.current.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? byPinch : byWheel)), pointOf(event));
    }

    const ended = new AbortController();
    const heard = { signal: ended.signal };
    element.addEventListener('pointerdown', onDown, heard);
    element.addEventListener('pointermove', onMove, heard);
    element.addEventListener('pointerup', onUp, heard);
    element.addEventListener('pointercancel', onUp, heard);
    element.addEventListener('pointerleave', onLeave, heard);
    element.addEventListener('wheel', onWheel, { ...heard, passive: false });
    return () => ended.abort();
  }, [pane]);
  return { dragging, rectangle };
}

const between = (one: MapPoint, other: MapPoint): PickedArea => ({
  left: Math.min(one.x, other.x),
  top: Math.min(one.y, other.y),
  right: Math.max(one.x, other.x),
  bottom: Math.max(one.y, other.y),
});

/** How large an element is, kept up to date. */
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

/** What the colours of the page hang on: another one where they are others. */
export function useLook(): string {
  return useSyncExternalStore(whenLookChanges, () => {
    const { theme = '', contrast = '' } = document.documentElement.dataset;
    return [theme, contrast, ...queries.map((query) => matchMedia(query).matches)].join(' ');
  });
}

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
