import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Where the list stands: beside the centre, over it, or folded away. */
export type ListPlace = 'beside' | 'over' | 'folded';

/**
 * The list takes the focus as it unfolds and gives it back as it folds; where a narrower window folds it away with the
 * focus in it, the centre takes it, so that no key falls into nothing.
 */
export function useFoldedFocus(list: RefObject<HTMLElement | null>, place: ListPlace): void {
  const before = useRef<ListPlace>(place);
  useLayoutEffect(() => {
    const narrowed = before.current === 'beside' && place === 'folded';
    before.current = place;
    // Now, since what is hidden loses the focus to the body before the next frame.
    if (narrowed && list.current?.contains(document.activeElement)) focusCentre();
  }, [list, place]);

  useEffect(() => {
    const pane = list.current;
    if (place !== 'over' || !pane) return;
    const opener = document.activeElement;
    pane.focus();
    return () => {
      const now = document.activeElement;
      // Still seen, it keeps the focus; anything else outside of it was focused on purpose.
      const lost = now === document.body || (pane.contains(now) && !pane.checkVisibility({ visibilityProperty: true }));
      if (!lost) return;
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
      else focusCentre();
    };
  }, [list, place]);
}

function focusCentre(): void {
  document.querySelector<HTMLElement>('[data-pane="centre"]')?.focus();
}
