import { useEffect } from 'react';
import { useLibrary } from '../state/library';

/** Marks once in the page's timeline when the first screen stands with what the library holds: the bench reads it. */
export function useUsableMark(): void {
  const known = useLibrary((state) => state.documents !== null);
  useEffect(() => {
    if (!known || performance.getEntriesByName('usable').length > 0) return;
    // The task after the next frame's: what was drawn has been painted.
    requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
  }, [known]);
}
