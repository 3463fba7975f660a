import { useSyncExternalStore } from 'react';

/** True while the window is at least `px` wide. */
export function useWide(px: number): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(`(min-width: ${px}px)`);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(`(min-width: ${px}px)`).matches,
  );
}
