import { reportOf } from '@shared/errors';
import { useEffect } from 'react';
import { host } from '../state/host';
import { useLibrary } from '../state/library';
import { useShell } from '../state/shell';
import { useToasts } from '../state/toasts';
import { sayError } from '../state/undoable-delete';
import { t } from '../strings/index';

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
  void add([...data.files]);
}

async function add(files: readonly File[]): Promise<void> {
  try {
    const paths = await host().dropped(files);
    if (paths.length === 0) {
      useToasts.getState().show({ text: t('queue.pastedNothing'), tone: 'quiet', life: 8000, action: null });
      return;
    }
    if (useShell.getState().room !== 'chat') useShell.getState().go('library');
    await useLibrary.getState().addPaths(paths);
  } catch (error) {
    sayError(reportOf(error));
  }
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
