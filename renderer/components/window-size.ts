import { useSyncExternalStore } from 'react';
import { useSettings } from '../state/settings';

/** True while the window is at least `px` wide, px at the usual text size: larger text needs more room. */
export function useWide(px: number): boolean {
  return useMedia(`(min-width: ${(px * useRem()) / usualRem}px)`);
}

const usualRem = 16;

/** Pixels of one rem, which the text size of the settings makes: for rows that are placed by hand. */
export function useRem(): number {
  const percent = useSettings((state) => state.report?.fields['appearance.textSize'].value) ?? 100;
  return (usualRem * percent) / 100;
}

/** True while the window is at least `px` high. */
export function useTall(px: number): boolean {
  return useMedia(`(min-height: ${px}px)`);
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
