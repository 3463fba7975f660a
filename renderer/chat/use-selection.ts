import { useEffect, useState } from 'react';

/** The text that is marked in an answer or a source, or ''. Marking in the composer and clicks elsewhere leave it. */
export function useMarkedText(): readonly [string, () => void] {
  const [marked, setMarked] = useState('');
  useEffect(() => {
    function look(event: Event): void {
      if (event.target instanceof Element && event.target.closest('[data-keeps-selection]')) return;
      const selection = document.getSelection();
      const node = selection?.anchorNode;
      const element = node instanceof Element ? node : node?.parentElement;
      const readable = element?.closest('.content, [data-pane="case"]');
      setMarked(readable ? (selection?.toString().trim() ?? '') : '');
    }
    document.addEventListener('mouseup', look);
    document.addEventListener('keyup', look);
    return () => {
      document.removeEventListener('mouseup', look);
      document.removeEventListener('keyup', look);
    };
  }, []);
  return [marked, () => setMarked('')];
}
