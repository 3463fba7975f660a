import { useEffect, useRef } from 'react';

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

/**
 * Gives the focus to the button that opened a field in its own place, when the field is gone again with the focus in it.
 *
 * @param open whether the field is there
 * @param button finds the button, which is drawn anew
 */
export function useFocusBack(open: boolean, button: () => HTMLElement | null | undefined): void {
  const wasOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what finds the button is another function each time
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    if (!closed) return;
    // A field that closes because something else is clicked is gone before that has the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) button()?.focus();
    });
    return () => clearTimeout(timer);
  }, [open]);
}
