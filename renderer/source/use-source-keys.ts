import { type RefObject, useEffect, useRef } from 'react';
import { pressed } from '../components/key-text';

interface SourceActions {
  next(): void;
  previous(): void;
  find(): void;
}

/**
 * F3 and Ctrl/Cmd+G go to the next hit, with Shift to the previous one, wherever the focus is; Ctrl/Cmd+F finds in
 * the document while the pointer or the focus is in its pane.
 */
export function useSourceKeys(inside: RefObject<HTMLElement | null>, actions: SourceActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.isComposing) return;
      if (pressed('hit-next', event)) latest.current.next();
      else if (pressed('hit-previous', event)) latest.current.previous();
      else if (pressed('find-in-document', event)) {
        const pane = inside.current?.closest('[data-pane]');
        if (!pane?.contains(document.activeElement) && !pane?.matches(':hover')) return;
        latest.current.find();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [inside]);
}
