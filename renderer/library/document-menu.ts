import type { DocumentSummary } from '@shared/contract/index';
import { mayOpen } from '@shared/host/openable-file';
import type { MenuItem } from '../components/ContextMenu';
import { collectionName } from '../components/collection-name';
import { useCollections } from '../state/collections';
import { host } from '../state/host';
import { useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { useToasts } from '../state/toasts';
import { t } from '../strings/index';

/** What can be done with documents: opened, moved, read once more, deleted. */
export function documentMenu(
  documents: readonly DocumentSummary[],
  open: (document: DocumentSummary) => void,
): readonly MenuItem[] {
  const [first] = documents;
  if (!first) return [];
  const { remove } = useLibrary.getState();
  const retry = useQueue.getState().again;
  const failed = failedIds(documents);
  return [
    { id: 'open', label: t('library.open'), disabled: documents.length > 1, run: () => open(first) },
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
    ...(failed.length > 0
      ? [{ id: 'retry', label: t('library.retry'), apart: true, run: () => void retry(failed) }]
      : []),
    {
      id: 'delete',
      label: t('library.delete'),
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
    action: null,
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
      run: () => startEdit({ kind: 'new' }, ids),
    },
  ];
}

/** Those whose files could not be read. */
export function failedIds(documents: readonly DocumentSummary[]): readonly string[] {
  return documents.filter(({ state }) => state === 'failed').map(({ documentId }) => documentId);
}
