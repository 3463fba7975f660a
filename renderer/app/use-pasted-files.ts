import { useEffect } from 'react';
import { formatCount } from '../components/quantities';
import { useSettings } from '../state/settings';
import { useToasts } from '../state/toasts';
import { sayError } from '../state/undoable-delete';
import { t } from '../strings/index';
import { addFiles } from './added-files';
import { textFile } from './pasted-name';

/** A text of fewer characters that is pasted where nobody writes is no document, but a key pressed by mistake. */
const leastText = 200;
/** How long an offer stands, ms. */
const offerLife = 12_000;

/**
 * Adds files and pictures that are pasted, in any room and also while the focus is in a field, as if they were dropped.
 * A longer text that is pasted where nobody writes is offered to be added.
 */
export function usePastedFiles(): void {
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

function onPaste(event: ClipboardEvent): void {
  const { clipboardData: data } = event;
  if (event.defaultPrevented || !data) return;
  const text = data.getData('text/plain');
  // Word processors put a picture of the text beside it; file managers never put HTML beside files.
  const isText = data.files.length === 0 || (data.types.includes('text/html') && text !== '');
  if (isText && isWriting(event.target)) return;
  if (isText && text.trim().length < leastText) return;
  event.preventDefault();
  if (isText) offerText(text);
  else takePasted([...data.files]);
}

/** Adds what was pasted; of a picture that could not be read it says what to do instead. */
function takePasted(files: readonly File[]): void {
  const ocr = useSettings.getState().report?.fields['ingest.ocr'];
  const add = () => void addFiles(files, { pasted: true });
  if (!ocr || ocr.value || !files.every(({ type }) => type.startsWith('image/'))) {
    add();
    return;
  }
  const { show } = useToasts.getState();
  if (ocr.variable) {
    show({
      text: t('queue.pictureUnreadBy', { variable: ocr.variable }),
      tone: 'quiet',
      life: offerLife,
      action: null,
    });
    return;
  }
  const id = show({
    text: t('queue.pictureUnread'),
    tone: 'quiet',
    life: offerLife,
    action: {
      label: t('queue.readPicture'),
      async run() {
        useToasts.getState().dismiss(id);
        const error = await useSettings.getState().change({ 'ingest.ocr': true });
        if (error) sayError(error);
        else add();
      },
    },
  });
}

function offerText(text: string): void {
  const id = useToasts.getState().show({
    text: t('queue.textPasted', { characters: formatCount(text.length) }),
    tone: 'quiet',
    life: offerLife,
    action: {
      label: t('queue.addText'),
      run() {
        useToasts.getState().dismiss(id);
        void addFiles([textFile(text)], { pasted: true });
      },
    },
  });
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
