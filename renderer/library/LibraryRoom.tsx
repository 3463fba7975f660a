import { Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { FoldedListButton } from '../app/FoldedListButton';
import { Workspace } from '../app/Workspace';
import { Button } from '../components/Button';
import { collectionName } from '../components/collection-name';
import { ErrorNote } from '../components/ErrorNote';
import { PaneHeader } from '../components/PaneHeader';
import { useLibrary } from '../state/library';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { CollectionDialog } from './CollectionDialog';
import { CollectionList } from './CollectionList';
import { DocumentActions } from './DocumentActions';
import { DocumentTable } from './DocumentTable';
import { FirstStart } from './FirstStart';
import { GoneFiles } from './GoneFiles';
import { matchingDocuments, sortedDocuments } from './matching-documents';
import { OtherWriter } from './OtherWriter';
import { QueuePanel } from './QueuePanel';

/** What is in the library, and how to put things in and take them out. */
export function LibraryRoom() {
  const { documents, error, leaving, collection, selected } = useLibrary();
  const showCase = useShell((state) => state.showCase);
  const [filter, setFilter] = useState('');
  const words = useDeferredValue(filter);
  const sorted = useMemo(() => sortedDocuments(documents ?? []), [documents]);
  const shown = useMemo(
    () => matchingDocuments(sorted, words, collection).filter(({ documentId }) => !leaving.has(documentId)),
    [sorted, leaving, words, collection],
  );
  const chosen = useMemo(() => shown.filter(({ documentId }) => selected.has(documentId)), [shown, selected]);
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
        {empty ? null : <DocumentActions chosen={chosen} />}
      </PaneHeader>
      <CollectionDialog />
      <OtherWriter />
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
          <FilterField filter={filter} change={setFilter} />
          {shown.length === 0 ? (
            <NothingShown collection={filter === '' ? collection : null} clearFilter={() => setFilter('')} />
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

function FilterField({ filter, change }: { readonly filter: string; change(filter: string): void }) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-hairline px-4">
      <Search size={16} aria-hidden className="text-muted" />
      <input
        value={filter}
        onChange={(event) => change(event.target.value)}
        data-find
        aria-label={t('library.filter')}
        placeholder={t('library.filter')}
        className="h-8 min-w-0 flex-1 bg-transparent text-14 focus-visible:outline-none"
      />
    </div>
  );
}

interface NothingShownProps {
  /** The collection that is empty; null where documents are there and none matches. */
  readonly collection: string | null;
  clearFilter(): void;
}

function NothingShown({ collection, clearFilter }: NothingShownProps) {
  if (collection !== null) {
    return (
      <div className="px-4 py-6">
        <p className="font-medium">{t('library.emptyCollection', { name: collectionName(collection) })}</p>
        <p className="mt-1 text-muted">{t('library.emptyCollectionHint')}</p>
      </div>
    );
  }
  return (
    <div className="px-4 py-6">
      <p className="font-medium">{t('library.noneMatch')}</p>
      <p className="mt-1 mb-3 text-muted">{t('library.noneMatchHint')}</p>
      <Button onClick={clearFilter}>{t('library.clearFilter')}</Button>
    </div>
  );
}
