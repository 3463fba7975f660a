import type { SavedFile } from '@shared/contract/bridge';
import type { ExportedFile } from '@shared/contract/index';
import { t } from '../strings/index';
import { useToasts } from './toasts';

/** Offers a file that the engine made to be saved. */
export function saveFile({ fileName, mime, content }: ExportedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Says where a file was saved, or that it could not be: the system's dialog says neither. */
export function sayWhereSaved({ name, folder, written }: SavedFile): void {
  useToasts.getState().show({
    text: t(written ? 'app.fileSaved' : 'app.fileNotSaved', { name, folder }),
    tone: written ? 'quiet' : 'danger',
    action: null,
    life: written ? 6000 : 10_000,
  });
}
