import { type RefObject, useLayoutEffect } from 'react';

/** A reading position: an exchange, and the distance of its top from the top of the pane, in CSS pixels. */
export type ReadingPlace = Readonly<{ exchange: number; offset: number }>;

const readingPlaces = new Map<string, ReadingPlace>();

/** Keeps where a conversation is read while the window is open; null is its end, where it opens by default. */
export function rememberReading(conversationId: string, place: ReadingPlace | null): void {
  if (place) readingPlaces.set(conversationId, place);
  else readingPlaces.delete(conversationId);
}

export const rememberedReading = (conversationId: string | null): ReadingPlace | null =>
  conversationId === null ? null : (readingPlaces.get(conversationId) ?? null);

/** Returns the exchange at the top of a pane. `tops` are distances from the pane's top, in order. */
export function readingPlace(tops: readonly number[]): ReadingPlace | null {
  const exchange = Math.max(
    0,
    tops.findLastIndex((top) => top <= 0),
  );
  const offset = tops[exchange];
  return offset === undefined ? null : { exchange, offset };
}

export type Point = Readonly<{ x: number; y: number }>;

/** The reading position of a text: a letter, and the pixels of its line below the top of the pane. */
export type TextPlace = Readonly<{ letter: number; top: number }>;

/** The reading position of a PDF: the point of a page at this point of the pane, and the scale in pdf.js' terms. */
export type PagePlace = Readonly<{ page: number; scale: string; onPaper: Point; inPane: Point }>;

export type SourcePlace = TextPlace | PagePlace;

const sourcePlaces = new WeakMap<object, SourcePlace>();

/** Keeps where a document is read in a view of it, for who comes back to that view; null for its beginning. */
export function rememberSource(view: object, place: SourcePlace | null): void {
  if (place) sourcePlaces.set(view, place);
  else sourcePlaces.delete(view);
}

export const rememberedSource = (view: object): SourcePlace | null => sourcePlaces.get(view) ?? null;

const places = new Map<string, number>();

export const hasKeptScroll = (name: string): boolean => (places.get(name) ?? 0) > 0;

/** Shows a pane at its last position while its content comes bit by bit; a reader who scrolls stays there. */
export function useKeptScroll(pane: RefObject<HTMLElement | null>, name: string): void {
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const wanted = places.get(name) ?? 0;
    let coming = wanted > 0;
    const restore = (): void => {
      if (!coming) return;
      element.scrollTop = wanted;
      coming = Math.abs(element.scrollTop - wanted) >= 1;
    };
    const stay = (): void => {
      coming = false;
    };
    const note = (): void => {
      if (!coming) places.set(name, element.scrollTop);
    };
    const grown = new ResizeObserver(restore);
    for (const child of element.children) grown.observe(child);
    const ended = new AbortController();
    const heard = { passive: true, signal: ended.signal };
    for (const hand of ['wheel', 'pointerdown', 'keydown']) element.addEventListener(hand, stay, heard);
    element.addEventListener('scroll', note, heard);
    restore();
    return () => {
      grown.disconnect();
      ended.abort();
    };
  }, [pane, name]);
}
