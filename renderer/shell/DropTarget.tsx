import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { host } from '../bridge/host';
import { addFiles, textFile } from '../state/library/added-files';
import { useLibrary, whyReadOnly } from '../state/library/library';
import { changeSetting, useSettings } from '../state/settings';
import { useToasts } from '../state/toasts';
import { formatCount } from '../ui/quantities';

export function DropTarget() {
  const [over, setOver] = useState<'question' | 'library' | null>(null);
  useEffect(() => {
    // Enter and leave fire for every element under the pointer; only their balance tells where it is.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onEnter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setOver(isOnQuestion(event) ? 'question' : 'library');
    };
    const onLeave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(null);
    };
    const onOver = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      depth = 0;
      setOver(null);
      const transfer = event.dataTransfer;
      if (!transfer || !carriesFiles(event)) return;
      void addFiles(droppedFiles(transfer), { attached: isOnQuestion(event) });
    };
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('dragenter', onEnter, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('dragover', onOver, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => ended.abort();
  }, []);
  // Read when files enter the window: the open collection does not change while they hover.
  const collection = useLibrary.getState().collectionInView();
  const why = useLibrary(whyReadOnly);
  if (!over) return null;
  return (
    <div data-testid="drop-target" className="pointer-events-none fixed inset-0 z-40 bg-veil p-1">
      <div className="flex h-full items-center justify-center rounded-md border-2 border-accent border-dashed">
        {/* Its own background: no words of the page show through. */}
        <div className="flex max-w-112 flex-col items-center gap-2 rounded-md bg-case px-10 py-8 text-center shadow-float">
          <Upload size={28} strokeWidth={1.5} aria-hidden className="mb-2 text-accent" />
          <p className="text-20 font-semibold">
            {over === 'question' ? t('chat.dropHere') : null}
            {over === 'library' && collection === null ? t('app.dropTitle') : null}
            {over === 'library' && collection !== null
              ? t('library.dropInto', { name: collectionName(collection) })
              : null}
          </p>
          <p className="max-w-96 text-14 text-muted">{why ? t(`library.readOnly.${why}`) : t('app.dropHint')}</p>
        </div>
      </div>
    </div>
  );
}

const isOnQuestion = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-takes-files]') !== null;

/**
 * The files of a drop. On the desktop a dropped folder stays one entry, since its path is enough; in a browser
 * tab its files are collected here, because only they can be sent.
 */
async function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  if (host().host === 'desktop') return [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files];
  const found = await Promise.all(entries.map(filesUnder));
  return found.flat();
}

async function filesUnder(entry: FileSystemEntry): Promise<readonly File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    // A reader hands out a folder's entries in batches and ends with an empty one.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return files;
    for (const child of batch) files.push(...(await filesUnder(child)));
  }
}

/** A shorter text pasted outside a field is no document, but a key pressed by mistake. */
const leastText = 200;
const offerLife = 12_000;

/**
 * Adds pasted files like dropped ones, also from a field. Offers a longer text pasted outside a field as a document.
 */
export const usePastedFiles = (): void =>
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

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

/** Adds the pasted content; for an unreadable picture it gives advice. */
function takePasted(files: readonly File[]): void {
  const ocr = useSettings.getState().report?.fields['ingest.ocr'];
  const add = () => void addFiles(files, { pasted: true });
  if (!ocr || ocr.value || !files.every(({ type }) => type.startsWith('image/'))) {
    add();
    return;
  }
  const { show } = useToasts.getState();
  if (ocr.variable) {
    show({ text: t('queue.pictureUnreadBy', { variable: ocr.variable }), life: offerLife });
    return;
  }
  show({
    text: t('queue.pictureUnread'),
    life: offerLife,
    action: {
      label: t('queue.readPicture'),
      async run() {
        if (await changeSetting({ 'ingest.ocr': true })) add();
      },
    },
  });
}

const offerText = (text: string): void =>
  void useToasts.getState().show({
    text: t('queue.textPasted', { characters: formatCount(text.length) }),
    life: offerLife,
    action: { label: t('queue.addText'), run: () => void addFiles([textFile(text)], { pasted: true }) },
  });

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
