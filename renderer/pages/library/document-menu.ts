import type { DocumentSummary } from '@shared/contract/index';
import { mayOpen } from '@shared/host/openable-file';
import { collectionName } from '@shared/words/collection-name';
import { t } from '@shared/words/index';
import type { DragEvent } from 'react';
import { host } from '../../bridge/host';
import { useCollections } from '../../state/library/collections';
import { useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { showSource, wholeDocument } from '../../state/shell';
import { useToasts } from '../../state/toasts';
import type { MenuItem } from '../../ui/ContextMenu';

export function documentMenu(documents: readonly DocumentSummary[]): readonly MenuItem[] {
  const [first] = documents;
  if (!first) return [];
  const { remove } = useLibrary.getState();
  const retry = useQueue.getState().again;
  const failed = failedIds(documents);
  return [
    {
      id: 'open',
      label: t('app.open'),
      command: 'list-open',
      disabled: documents.length > 1,
      run: () => showSource(wholeDocument(first)),
    },
    ...(host().host === 'desktop'
      ? [
          {
            id: 'open-outside',
            label: t('library.openOutside'),
            disabled: documents.length > 1 || !mayOpen(first.path),
            run: () => void openOutside(first, 'open'),
          },
          {
            id: 'show-in-folder',
            label: t('library.showInFolder'),
            disabled: documents.length > 1,
            run: () => void openOutside(first, 'show'),
          },
        ]
      : []),
    ...moveItems(documents),
    ...(failed.length > 0 ? [{ id: 'retry', label: t('app.retry'), apart: true, run: () => void retry(failed) }] : []),
    {
      id: 'delete',
      label: t('app.delete'),
      command: 'list-delete',
      apart: true,
      run: () => remove(documents.map((document) => document.documentId)),
    },
  ];
}

/** The original file, by another program; a file that is not there any more is said. */
async function openOutside({ documentId, title }: DocumentSummary, how: 'open' | 'show'): Promise<void> {
  const outcome = await host().openDocument(documentId, how);
  if (outcome === 'opened') return;
  useToasts.getState().show({
    text: t(outcome === 'missing' ? 'library.fileMissing' : 'library.fileNotOpened', { title }),
    tone: 'danger',
    life: 8000,
  });
}

/** The collections that documents can be moved to: all but the one they are all in, and a new one. */
export function moveItems(documents: readonly DocumentSummary[]): readonly MenuItem[] {
  const { collections, leaving, move, startEdit } = useCollections.getState();
  const ids = documents.map((document) => document.documentId);
  const places = (collections ?? []).filter(
    ({ name }) => !leaving.has(name) && documents.some((document) => document.collection !== name),
  );
  return [
    ...places.map(({ name }, index) => ({
      id: `move-${name}`,
      label: t('library.moveTo', { name: collectionName(name) }),
      apart: index === 0,
      run: () => void move(ids, name),
    })),
    {
      id: 'move-new',
      label: t('library.newCollection'),
      apart: places.length === 0,
      run: () => startEdit({ name: null }, ids),
    },
  ];
}

export function failedIds(documents: readonly DocumentSummary[]): readonly string[] {
  return documents.filter(({ state }) => state === 'failed').map(({ documentId }) => documentId);
}

/** What rows carry when they are dragged: ids of documents. Nothing outside of this window knows it. */
const documentsType = 'application/x-vitrine-documents';

export function dragDocuments(event: DragEvent, documentIds: readonly string[]): void {
  event.dataTransfer.setData(documentsType, JSON.stringify(documentIds));
  event.dataTransfer.effectAllowed = 'copyMove';
}

export function carriesDocuments(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(documentsType);
}

/** The ids that were dropped; empty for anything else. */
export function droppedDocuments(event: DragEvent): readonly string[] {
  const data = event.dataTransfer.getData(documentsType);
  if (data === '') return [];
  const ids: unknown = JSON.parse(data);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}
