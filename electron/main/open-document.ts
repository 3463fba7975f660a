import { access } from 'node:fs/promises';
import type { EngineClient } from '@shared/contract';
import type { OpenedDocument } from '@shared/contract/bridge';
import { isRemote, mayOpen } from '@shared/host/openable-file';
import { shell } from 'electron';

/**
 * Opens a document of the library with the system's program for it, or shows it in its folder. The page names a
 * document, never a path.
 */
export async function openDocument(
  engine: EngineClient,
  documentId: string,
  how: 'open' | 'show',
): Promise<OpenedDocument> {
  const listed = await engine.request('library.list', {});
  const document = listed.ok ? listed.data.find((one) => one.documentId === documentId) : undefined;
  if (!document) return 'missing';
  const { path } = document;
  if (isRemote(path) || (how === 'open' && !mayOpen(path))) return 'refused';
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return 'missing';
  if (how === 'open') return (await shell.openPath(path)) === '' ? 'opened' : 'failed';
  shell.showItemInFolder(path);
  return 'opened';
}
