import { useEffect } from 'react';

/**
 * Gives the focus back to where it was when what is drawn has appeared, as soon as it goes away with the focus in it.
 * Where that place is gone as well, the middle of the room takes it, so that no key falls into nothing.
 */
export function useReturnedFocus(): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      // What is removed has lost the focus to the body; anything else was focused on purpose.
      if (document.activeElement !== document.body) return;
      const place = opener?.isConnected && opener !== document.body ? opener : null;
      const target = place ?? document.querySelector('[data-pane="centre"]');
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);
}
