import { type RefObject, useEffect, useRef } from 'react';
import { pressed } from '../../components/key-text';

interface PageActions {
  go(page: number): void;
  zoomBy(by: 1 | -1): void;
  fit(): void;
}

/**
 * Ctrl/Cmd with +, − and 0 or the wheel zoom the page instead of the window while the pointer or the focus is in its
 * pane; Page Up and Page Down turn it at its edges, arrows to the side turn it at once.
 */
export function usePdfKeys(desk: RefObject<HTMLElement | null>, page: number, actions: PageActions): void {
  const latest = useRef({ page, actions });
  latest.current = { page, actions };
  useEffect(() => {
    const element = desk.current;
    const pane = element?.closest('[data-pane]');
    if (!element || !pane) return;

    function onKeyDown(event: KeyboardEvent): void {
      const { actions: act } = latest.current;
      const command = event.ctrlKey || event.metaKey;
      const here = pane?.contains(document.activeElement) || pane?.matches(':hover');
      if (command && here && !event.altKey) {
        if (pressed('page-larger', event)) act.zoomBy(1);
        else if (pressed('page-smaller', event)) act.zoomBy(-1);
        else if (pressed('page-fit', event)) act.fit();
        else return;
      } else if (command || event.altKey || document.activeElement !== element || !turned(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }

    function turned(event: KeyboardEvent): boolean {
      const { page: number, actions: act } = latest.current;
      if (!element) return false;
      const top = element.scrollTop <= 1;
      const bottom = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      if (pressed('page-next', event) || (event.key === 'PageDown' && bottom)) act.go(number + 1);
      else if (pressed('page-previous', event) || (event.key === 'PageUp' && top)) act.go(number - 1);
      else return false;
      return true;
    }

    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current.actions.zoomBy(event.deltaY < 0 ? 1 : -1);
    }

    document.addEventListener('keydown', onKeyDown, { capture: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      element.removeEventListener('wheel', onWheel);
    };
  }, [desk]);
}
