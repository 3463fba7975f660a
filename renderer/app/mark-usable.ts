import { useEffect } from 'react';
import { firstScreenStands } from '../state/first-screen';
import { useLibrary } from '../state/library';
import { fetchLaterParts } from './later-parts';

/**
 * Marks once in the page's timeline when the first screen stands with what the library holds: the bench reads it. Only
 * then is the rest of the page fetched, and what it does without is asked for.
 */
export function useUsableMark(): void {
  const known = useLibrary((state) => state.documents !== null);
  useEffect(() => {
    if (!known || performance.getEntriesByName('usable').length > 0) return;
    // The task after the next frame's: what was drawn has been painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark('usable');
        firstScreenStands();
        void fetchLaterParts();
      }),
    );
  }, [known]);
}
