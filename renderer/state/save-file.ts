import type { ExportedFile } from '@shared/contract/index';

/** Offers a file that the engine made to be saved. */
export function saveFile({ fileName, mime, content }: ExportedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
