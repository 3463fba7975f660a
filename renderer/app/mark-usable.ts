import { useEffect } from 'react';
import { firstScreenStands } from '../state/first-screen';
import { useLibrary } from '../state/library';
import { fetchLaterParts } from './later-parts';

/** A page that is not shown never has a picture. */
const patienceMs = 250;

/**
 * Marks once in the page's timeline when the first screen stands with what the library holds: the bench reads it. When
 * its picture is there, the rest of the page is fetched, and what it does without is asked for: the engine's thread
 * starts with that.
 */
export function useUsableMark(): void {
  const known = useLibrary((state) => state.documents !== null);
  useEffect(() => {
    if (!known || performance.getEntriesByName('usable').length > 0) return;
    // The task after the next frame's: what was drawn has been painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark('usable');
        void firstPicture().then(() => {
          firstScreenStands();
          void fetchLaterParts();
        });
      }),
    );
  }, [known]);
}

/** Resolves when the picture of the page is on the screen. */
function firstPicture(): Promise<void> {
  return new Promise((there) => {
    const observer = new PerformanceObserver((seen) => {
      if (seen.getEntriesByName('first-contentful-paint').length > 0) over();
    });
    const timer = setTimeout(over, patienceMs);
    function over(): void {
      clearTimeout(timer);
      observer.disconnect();
      there();
    }
    observer.observe({ type: 'paint', buffered: true });
  });
}
