import { useEffect, useRef } from 'react';

/** Returns the focus to its old place when a part goes away with it; if that is gone too, to the middle of the room. */
export function useReturnedFocus(): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      // A removed element has lost the focus to the body; any other focus was on purpose.
      if (document.activeElement !== document.body) return;
      const place = opener?.isConnected && opener !== document.body ? opener : null;
      const target = place ?? document.querySelector('[data-pane="centre"]');
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);
}

/** Returns the focus to the button that opened a field in place, when the field goes away with the focus. */
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

/** So many frames are waited for a room whose script is still being read, or for what a room asks the engine for. */
const mostFrames = 60;

/** Moves the focus to a part once it is drawn, unless another element has it; `insists` takes it from there. */
export function focusWhenThere(selector: string, options?: Insisting): void {
  requestAnimationFrame(() => look(selector, mostFrames, options));
}

interface Insisting extends FocusOptions {
  readonly insists?: boolean;
}

function look(selector: string, frames: number, options?: Insisting): void {
  if (document.activeElement !== document.body && !options?.insists) return;
  const place = document.querySelector<HTMLElement>(frames > 0 ? selector : '[data-pane="centre"]');
  if (place) place.focus(options);
  else if (frames > 0) requestAnimationFrame(() => look(selector, frames - 1, options));
}

/** As a `ref`: brings into sight what a press has made appear. `scroll-mb-*` leaves room below it. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
