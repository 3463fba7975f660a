import { host } from '../state/host';

/**
 * The files of a drop. On the desktop a dropped folder stays one entry, since its path is enough; in a browser
 * tab its files are collected here, because only they can be sent.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  if (host().host === 'desktop') return [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files];
  const found = await Promise.all(entries.map(filesUnder));
  return found.flat();
}

async function filesUnder(entry: FileSystemEntry): Promise<readonly File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: File[] = [];
  for (;;) {
    // A reader hands out a folder's entries in batches and ends with an empty one.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return files;
    for (const child of batch) files.push(...(await filesUnder(child)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
