import type { DocumentSummary } from '@shared/contract/index';
import { factIds } from '@shared/document-facts';
import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { Diff, FilePlus, FileX, FolderInput, FolderPlus, Lock, RotateCw, Trash2, X } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { FirstStart } from '../../panels/FirstStart';
import { FoldedListButton, PaneHeader, Workspace } from '../../panels/Workspace';
import { useQueue } from '../../state/library/ingest-queue';
import { useComparison, useLibrary, useWatch, whyReadOnly } from '../../state/library/library';
import { useKept } from '../../state/place-storage';
import { Button, IconButton } from '../../ui/Button';
import { ItemMenu } from '../../ui/ContextMenu';
import { FindField } from '../../ui/fields';
import { Awaited, Nothing } from '../../ui/Notices';
import { fileName, matcher } from '../../ui/names';
import { CollectionDialog, NameDialog } from './CollectionDialog';
import { CollectionList } from './CollectionList';
import { ComparisonView } from './comparison/ComparisonView';
import { DocumentTable, useSortedDocuments } from './DocumentTable';
import { collectionItems, comparablePair, failedIds } from './document-menu';
import { LibraryOverview } from './overview/LibraryOverview';
import { QueuePanel } from './QueuePanel';

const noDocuments: readonly DocumentSummary[] = [];

export function LibraryRoom() {
  const pair = useComparison((state) => state.pair);
  return (
    <Workspace list={<CollectionList />} listLabel={t('library.collections')}>
      <CollectionDialog />
      <NameDialog />
      {pair ? <ComparisonView pair={pair} /> : <Documents />}
    </Workspace>
  );
}

function Documents() {
  const { documents, error, leaving, collection, tag, setTag, topic, setTopic, selected } = useLibrary();
  const [filter, setFilter] = useKept('library.filter');
  const [kept, setView] = useKept('library.view');
  const view = kept === 'overview' ? 'overview' : 'list';
  const words = useDeferredValue(filter);
  const sorted = useSortedDocuments(documents ?? noDocuments);
  const matching = useMemo(
    () => matchingDocuments(sorted, words, { collection, tag }).filter(({ documentId }) => !leaving.has(documentId)),
    [sorted, leaving, words, collection, tag],
  );
  const shown = useMemo(() => {
    const ids = topic && new Set(topic.documentIds);
    return ids ? matching.filter(({ documentId }) => ids.has(documentId)) : matching;
  }, [matching, topic]);
  const chosen = useMemo(() => shown.filter(({ documentId }) => selected.has(documentId)), [shown, selected]);
  const empty = documents !== null && documents.length === 0;
  const isFiltered = collection === null || filter !== '' || tag !== null || topic !== null;

  function clear(): void {
    setFilter('');
    setTag(null);
    setTopic(null);
  }

  return (
    <>
      <PaneHeader
        title={collection === null ? t('app.rooms.library') : collectionName(collection)}
        note={empty ? '' : noteOf(shown, selected.size)}
        lead={<FoldedListButton />}
      >
        {empty ? null : <DocumentActions chosen={chosen} />}
      </PaneHeader>
      <OtherWriter />
      <QueuePanel />
      <GoneFiles />
      <Awaited error={error} waits={documents === null} text={t('library.loading')} around="p-4" />
      {empty ? <FirstStart /> : null}
      {documents !== null && documents.length > 0 ? (
        <>
          <FindField name={t('library.filter')} iconSize={16} data-find value={filter} write={setFilter}>
            <ShownOnlyMarks />
            <ViewChoice view={view} choose={setView} />
          </FindField>
          {shown.length === 0 ? <NoneShown collection={isFiltered ? null : collection} clear={clear} /> : null}
          {shown.length > 0 && view === 'list' ? <DocumentTable documents={shown} /> : null}
          {shown.length > 0 && view === 'overview' ? <LibraryOverview documents={matching} /> : null}
        </>
      ) : null}
    </>
  );
}

function noteOf(shown: readonly DocumentSummary[], selected: number): string {
  if (selected > 0) return t('library.selected', { count: selected });
  const unread = failedIds(shown).length;
  const count = t('quantity.documents', { count: shown.length - unread });
  return [count, ...(unread > 0 ? [t('library.unread', { count: unread })] : [])].join(' · ');
}

type View = (typeof views)[number];

function ViewChoice({ view, choose }: { readonly view: View; choose(view: View): void }) {
  return (
    <fieldset className="mr-1 flex rounded-md bg-raised p-0.5">
      <legend className="sr-only">{t('overview.view')}</legend>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          data-testid={`library-as-${name}`}
          aria-pressed={view === name}
          onClick={() => choose(name)}
          className="h-7 rounded-sm px-2.5 text-14 text-soft transition-colors duration-120 hover:text-ink aria-pressed:bg-case aria-pressed:font-medium aria-pressed:text-ink"
        >
          {t(`overview.as.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Nothing to list: in a collection that is empty, or, for null, by a filter. */
function NoneShown({ collection, clear }: { readonly collection: string | null; clear(): void }) {
  if (collection === null) {
    return (
      <Nothing title={t('library.noneMatch')} hint={t('library.noneMatchHint')}>
        <Button label={t('library.clearFilter')} onClick={clear} />
      </Nothing>
    );
  }
  const name = collectionName(collection);
  return <Nothing title={t('library.emptyCollection', { name })} hint={t('library.emptyCollectionHint')} />;
}

/** The topic and the tag that the list is limited to; a press shows all again. */
function ShownOnlyMarks() {
  const { tag, setTag, topic, setTopic } = useLibrary();
  const marks = [
    { kind: 'topic', name: topic?.name, clear: () => setTopic(null) },
    { kind: 'tag', name: tag, clear: () => setTag(null) },
  ] as const;
  return marks.map(({ kind, name, clear }) =>
    name ? (
      <button
        key={kind}
        type="button"
        data-testid={`shown-${kind}`}
        aria-label={t(kind === 'topic' ? 'overview.everyTopic' : 'library.everyTag', { name })}
        onClick={clear}
        className="inline-flex h-6 max-w-48 items-center gap-1 rounded-sm bg-accent-wash px-2 text-12 font-medium text-accent hover:bg-raised"
      >
        <span className="truncate">{name}</span>
        <X size={12} aria-hidden className="shrink-0" />
      </button>
    ) : null,
  );
}

const views = ['list', 'overview'] as const;

const namesShown = 5;

/** Documents whose files are gone from a watched folder: offered for deletion, never deleted automatically. */
function GoneFiles() {
  const { folders, leaving, keep } = useWatch();
  const { leaving: deleted, remove } = useLibrary();
  const offers = folders
    .filter(({ folderId }) => !leaving.has(folderId))
    .map((folder) => ({ ...folder, gone: folder.gone.filter(({ documentId }) => !deleted.has(documentId)) }))
    .filter(({ gone }) => gone.length > 0);
  return offers.map(({ folderId, path, gone }) => (
    <section
      key={folderId}
      data-testid="gone-files"
      aria-live="polite"
      className="flex shrink-0 items-start gap-3 border-b border-hairline px-4 py-3"
    >
      <FileX size={16} aria-hidden className="mt-2 shrink-0 text-caution" />
      <div className="content min-w-0 flex-1 text-14">
        <p className="mt-1.5">{t('watch.gone', { count: gone.length, name: fileName(path) })}</p>
        <p className="text-12 break-words text-muted">
          {[
            ...gone.slice(0, namesShown).map((document) => fileName(document.path)),
            ...(gone.length > namesShown ? [t('queue.moreFailed', { count: gone.length - namesShown })] : []),
          ].join(', ')}
        </p>
      </div>
      <Button look="ghost" data-testid="gone-keep" label={t('app.keep')} onClick={() => void keep(folderId)} />
      <Button data-testid="gone-delete" onClick={() => remove(gone.map(({ documentId }) => documentId))}>
        {t('watch.goneDelete', { count: gone.length })}
      </Button>
    </section>
  ));
}

function OtherWriter() {
  const why = useLibrary(whyReadOnly);
  return (
    <div aria-live="polite" className="shrink-0">
      {why ? (
        <p
          data-testid="other-writer"
          className="flex items-start gap-3 border-b border-hairline px-4 py-3 text-14 text-soft"
        >
          <Lock size={16} aria-hidden className="mt-0.5 shrink-0 text-caution" />
          <span className="content min-w-0">{t(`library.readOnly.${why}`)}</span>
        </p>
      ) : null}
    </div>
  );
}

function matchingDocuments(
  documents: readonly DocumentSummary[],
  filter: string,
  { collection, tag }: { readonly collection: string | null; readonly tag: string | null },
): readonly DocumentSummary[] {
  const holds = matcher(filter);
  return documents.filter((document) => {
    if (collection !== null && !document.collections.includes(collection)) return false;
    if (tag !== null && !document.tags.includes(tag)) return false;
    const facts = factIds.map((id) => document[id] ?? '');
    return holds([document.title, document.path, ...document.tags, ...facts].join('\n'));
  });
}

function DocumentActions({ chosen }: { readonly chosen: readonly DocumentSummary[] }) {
  const { selected, choose, remove } = useLibrary();
  const retry = useQueue((state) => state.again);
  const failed = failedIds(chosen);
  const both = comparablePair(chosen);
  return (
    <>
      {both ? (
        <Button
          look="ghost"
          brief
          data-testid="compare-documents"
          icon={Diff}
          label={t('comparison.compare')}
          onClick={() => useComparison.getState().start(...both)}
        />
      ) : null}
      {failed.length > 0 ? (
        <Button look="ghost" brief data-testid="retry-documents" icon={RotateCw} onClick={() => void retry(failed)}>
          {t('app.retry')}
        </Button>
      ) : null}
      <ItemMenu items={collectionItems(chosen)} disabled={chosen.length === 0}>
        <Button
          look="ghost"
          brief
          icon={FolderInput}
          data-testid="sort-documents"
          className="data-[state=open]:bg-raised"
          label={t('library.collections')}
        />
      </ItemMenu>
      <Button
        look="ghost"
        brief
        icon={Trash2}
        disabled={selected.size === 0}
        command="list-delete"
        label={t('app.delete')}
        onClick={() => remove([...selected])}
      />
      <IconButton
        icon={FolderPlus}
        label={t('commands.add-folder')}
        command="add-folder"
        onClick={() => void choose('folder')}
      />
      <Button brief command="add-files" data-testid="add-files" icon={FilePlus} onClick={() => void choose('files')}>
        {t('commands.add-files')}
      </Button>
    </>
  );
}
