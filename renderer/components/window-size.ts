import { useSyncExternalStore } from 'react';

/** True while the window is at least `px` wide. */
export function useWide(px: number): boolean {
  return useMedia(`(min-width: ${px}px)`);
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
