import { FilePlus, FolderPlus, RotateCw, Search, Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { FoldedListButton } from '../app/FoldedListButton';
import { Workspace } from '../app/Workspace';
import { Button, IconButton } from '../components/Button';
import { collectionName } from '../components/collection-name';
import { ErrorNote } from '../components/ErrorNote';
import { PaneHeader } from '../components/PaneHeader';
import { useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { CollectionDialog } from './CollectionDialog';
import { CollectionList } from './CollectionList';
import { DocumentTable } from './DocumentTable';
import { failedIds } from './document-menu';
import { FirstStart } from './FirstStart';
import { GoneFiles } from './GoneFiles';
import { MoveMenu } from './MoveMenu';
import { matchingDocuments, sortedDocuments } from './matching-documents';
import { QueuePanel } from './QueuePanel';

/** What is in the library, and how to put things in and take them out. */
export function LibraryRoom() {
  const { documents, error, leaving, collection, selected, choose, remove } = useLibrary();
  const retry = useQueue((state) => state.again);
  const showCase = useShell((state) => state.showCase);
  const [filter, setFilter] = useState('');
  const words = useDeferredValue(filter);
  const sorted = useMemo(() => sortedDocuments(documents ?? []), [documents]);
  const shown = useMemo(
    () => matchingDocuments(sorted, words, collection).filter(({ documentId }) => !leaving.has(documentId)),
    [sorted, leaving, words, collection],
  );
  const chosen = useMemo(() => shown.filter(({ documentId }) => selected.has(documentId)), [shown, selected]);
  const failed = failedIds(chosen);
  const chunks = shown.reduce((sum, document) => sum + document.chunks, 0);
  const empty = documents !== null && documents.length === 0;

  return (
    <Workspace list={<CollectionList />} listLabel={t('library.collections')}>
      <PaneHeader
        title={collection === null ? t('library.title') : collectionName(collection)}
        note={
          empty
            ? ''
            : selected.size > 0
              ? t('library.selected', { count: selected.size })
              : `${t('quantity.documents', { count: shown.length })} · ${t('quantity.chunks', { count: chunks })}`
        }
        lead={<FoldedListButton />}
      >
        {empty ? null : (
          <>
            {failed.length > 0 ? (
              <Button
                look="ghost"
                brief
                data-testid="retry-documents"
                icon={<RotateCw size={16} aria-hidden />}
                onClick={() => void retry(failed)}
              >
                {t('library.retry')}
              </Button>
            ) : null}
            <MoveMenu documents={chosen} />
            <Button
              look="ghost"
              brief
              icon={<Trash2 size={16} aria-hidden />}
              disabled={selected.size === 0}
              onClick={() => remove([...selected])}
            >
              {t('library.delete')}
            </Button>
            <IconButton label={t('library.addFolder')} onClick={() => void choose('folder')}>
              <FolderPlus size={16} aria-hidden />
            </IconButton>
            <Button
              brief
              data-testid="add-files"
              icon={<FilePlus size={16} aria-hidden />}
              onClick={() => void choose('files')}
            >
              {t('library.addFiles')}
            </Button>
          </>
        )}
      </PaneHeader>
      <CollectionDialog />
      <QueuePanel />
      <GoneFiles />
      {error ? (
        <div className="p-4">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {documents === null && !error ? (
        <p className="p-4 text-muted" aria-live="polite">
          {t('library.loading')}
        </p>
      ) : null}
      {empty ? <FirstStart /> : null}
      {documents !== null && documents.length > 0 ? (
        <>
          <div className="flex h-11 shrink-0 items-center gap-2 border-b border-hairline px-4">
            <Search size={16} aria-hidden className="text-muted" />
            <input
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
              data-find
              aria-label={t('library.filter')}
              placeholder={t('library.filter')}
              className="h-8 min-w-0 flex-1 bg-transparent text-14 focus-visible:outline-none"
            />
          </div>
          {shown.length === 0 && collection !== null && filter === '' ? (
            <div className="px-4 py-6">
              <p className="font-medium">{t('library.emptyCollection', { name: collectionName(collection) })}</p>
              <p className="mt-1 text-muted">{t('library.emptyCollectionHint')}</p>
            </div>
          ) : shown.length === 0 ? (
            <div className="px-4 py-6">
              <p className="font-medium">{t('library.noneMatch')}</p>
              <p className="mt-1 mb-3 text-muted">{t('library.noneMatchHint')}</p>
              <Button onClick={() => setFilter('')}>{t('library.clearFilter')}</Button>
            </div>
          ) : (
            <DocumentTable
              documents={shown}
              open={(document) =>
                showCase({
                  kind: 'source',
                  at: 0,
                  stops: [
                    { documentId: document.documentId, title: document.title, span: null, pages: [], marker: null },
                  ],
                })
              }
            />
          )}
        </>
      ) : null}
    </Workspace>
  );
}
