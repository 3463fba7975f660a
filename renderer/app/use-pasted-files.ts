import { useEffect } from 'react';
import { t } from '../strings/index';
import { addFiles } from './added-files';

/** Adds files that are pasted, in any room and also while the focus is in a field, as if they were dropped. */
export function usePastedFiles(): void {
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

function onPaste(event: ClipboardEvent): void {
  const { clipboardData: data } = event;
  if (event.defaultPrevented || !data || data.files.length === 0) return;
  // Word processors put a picture of the text beside it; file managers never put HTML beside files.
  if (data.types.includes('text/html') && isWriting(event.target)) return;
  event.preventDefault();
  void addFiles([...data.files], t('queue.pastedNothing'));
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
