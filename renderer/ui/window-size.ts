import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** True while the window is at least `px` wide, px at the usual text size: larger text needs more room. */
export const useWide = (px: number): boolean => useMedia(`(min-width: ${(px * useRem()) / usualRem}px)`);

const usualRem = 16;

/** Pixels of one rem, which the text size of the settings makes: for rows that are placed by hand. */
export const useRem = (): number => useSyncExternalStore(whenRootChanges, remOfRoot);

/** The text size is on the root element, in percent (state/appearance.ts). */
const remOfRoot = (): number => (usualRem * (Number.parseFloat(document.documentElement.style.fontSize) || 100)) / 100;

function whenRootChanges(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}

export const useTall = (px: number): boolean => useMedia(`(min-height: ${px}px)`);

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
