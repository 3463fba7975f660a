import type { CollectionSummary, DocumentSummary, LibraryStatus, WatchedFolder } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { collectionName, errorLine, saidRemark } from '@shared/words/said';
import { Ellipsis, FolderPlus, FolderSync, MessageSquareQuote, Unplug } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { host } from '../../bridge/host';
import { ReadInAgain } from '../../panels/FirstStart';
import { PaneHeader } from '../../panels/Workspace';
import { everywhere } from '../../state/chat/question-draft';
import { useSurveys } from '../../state/chat/surveys';
import { useCollections } from '../../state/library/collections';
import { useLibrary, useWatch } from '../../state/library/library';
import { nameOf } from '../../state/search-models';
import { goToSettings } from '../../state/settings';
import { startTable } from '../../state/tables';
import { Button, IconButton } from '../../ui/Button';
import { ItemMenu, type MenuItem, menuLook, WithMenu } from '../../ui/ContextMenu';
import { countedNames, fileName } from '../../ui/names';
import { formatBytes, formatCount, formatWhen } from '../../ui/quantities';
import { carriesDocuments, droppedDocuments } from './document-menu';

export function CollectionList() {
  const { documents, leaving, status } = useLibrary();
  const { collections, leaving: leavingCollections, startEdit } = useCollections();
  const isThere = ({ documentId, state }: DocumentSummary) => !leaving.has(documentId) && state !== 'failed';
  const shownDocuments = (documents ?? []).filter(isThere);
  const counts = countedNames(shownDocuments.map((one) => one.collections));
  const shown = (collections ?? [])
    .filter(({ name }) => !leavingCollections.has(name))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const unhealthy = status?.health.filter((entry) => !entry.ok) ?? [];
  return (
    <>
      <PaneHeader title={t('library.collections')}>
        <IconButton
          icon={FolderPlus}
          label={t('collection.new')}
          data-testid="collection-new"
          onClick={() => startEdit({ name: null })}
        />
      </PaneHeader>
      <ul className="min-h-0 flex-1 space-y-0.5 overflow-y-auto p-2">
        <li>
          <CollectionRow collection={null} count={shownDocuments.length} />
        </li>
        {shown.map((collection) => (
          <li key={collection.name}>
            <CollectionRow collection={collection} count={counts.get(collection.name) ?? 0} />
          </li>
        ))}
      </ul>
      <WatchedFolderList />
      {unhealthy.length > 0 ? <HealthRemarks unhealthy={unhealthy} /> : null}
      {status ? <LibraryDetails status={status} /> : null}
    </>
  );
}

const HealthRemarks = ({ unhealthy }: { readonly unhealthy: LibraryStatus['health'] }) => (
  <dl className="content shrink-0 space-y-3 border-t border-hairline p-4 text-12">
    {unhealthy.map((entry) => (
      <div key={JSON.stringify(entry)} data-testid={`unhealthy-${entry.check}`}>
        <dt className="font-medium text-danger">{t('library.unhealthy')}</dt>
        <dd className="text-soft">{saidRemark(entry)}</dd>
        {entry.check === 'documents' ? (
          <dd className="mt-2">
            <ReadInAgain testId="read-in-beside" />
          </dd>
        ) : null}
        {entry.check === 'model' ? (
          <dd className="mt-2">
            <Button data-testid="to-search-models" onClick={() => goToSettings('search')}>
              {t('settings.sectionTitle.search')}
            </Button>
          </dd>
        ) : null}
      </div>
    ))}
  </dl>
);

const LibraryDetails = ({ status }: { readonly status: LibraryStatus }) => (
  <details data-testid="library-details" className="shrink-0 border-t border-hairline text-12">
    <summary className="px-4 py-2 text-soft hover:text-ink">{t('library.details')}</summary>
    <dl className="content space-y-3 px-4 pb-4">
      <div>
        <dt className="text-muted">{t('library.model')}</dt>
        <dd className="break-words text-soft" title={status.model.id} data-testid="library-model">
          {nameOf(status.model)}
        </dd>
      </div>
      <DiskUse disk={status.disk} />
      <div>
        <dt className="text-muted">
          {t('library.location')} · <span className="tabular">{formatBytes(status.bytes)}</span>
        </dt>
        <dd className="break-all text-soft">{status.library}</dd>
      </div>
    </dl>
  </details>
);

const parts = [
  ['uploads', 'bg-accent'],
  ['index', 'bg-muted'],
  ['catalogue', 'bg-edge'],
  ['models', 'bg-soft'],
] as const;

function DiskUse({ disk }: { readonly disk: LibraryStatus['disk'] }) {
  const total = parts.reduce((sum, [part]) => sum + disk[part], 0);
  const taken = parts.filter(([part]) => disk[part] > 0);
  return (
    <div data-testid="disk-use">
      <dt className="text-muted">
        {t('disk.title')} · <span className="tabular">{formatBytes(total)}</span>
      </dt>
      <dd>
        <div aria-hidden className="mt-1 mb-1 flex h-1.5 gap-px overflow-hidden rounded-full bg-raised">
          {taken.map(([part, colour]) => (
            <span key={part} className={colour} style={{ flexGrow: disk[part], minWidth: 2 }} />
          ))}
        </div>
        <ul>
          {taken.map(([part, colour]) => (
            <li key={part} className="flex items-center gap-2 text-soft">
              <span aria-hidden className={`size-2 shrink-0 rounded-full ${colour}`} />
              <span className="min-w-0 flex-1 truncate">{t(`disk.${part}`)}</span>
              <span className="tabular text-muted">{formatBytes(disk[part])}</span>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

interface CollectionRowProps {
  /** Null is the whole library. */
  readonly collection: CollectionSummary | null;
  readonly count: number;
}

/** Documents are dropped on it; F2 changes it, Delete deletes it, and its menu does both. */
function CollectionRow({ collection, count }: CollectionRowProps) {
  const shown = useLibrary((state) => state.collection);
  const setCollection = useLibrary((state) => state.setCollection);
  const { startEdit, remove } = useCollections.getState();
  const name = collection?.name ?? null;
  const drop = useDocumentDrop(name);
  const removable = collection !== null && !collection.isDefault;

  function onKeyDown(event: KeyboardEvent): void {
    if (name === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'F2') startEdit({ name });
    else if (event.key === 'Delete' && removable) remove(name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const items = collectionMenu(collection);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drop is repeated by the menu of the documents
    <div className="group relative" onDragOver={drop.onDragOver} onDragLeave={drop.onDragLeave} onDrop={drop.onDrop}>
      <WithMenu items={() => items}>
        <button
          type="button"
          data-testid="collection"
          data-name={name ?? ''}
          aria-current={shown === name ? 'true' : undefined}
          onClick={() => setCollection(name)}
          onKeyDown={onKeyDown}
          className={`flex h-8 w-full items-center gap-2 rounded-md px-3 text-left text-14 hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:font-medium ${
            drop.isOver ? 'bg-accent-wash outline-2 outline-accent' : ''
          } ${collection ? 'group-focus-within:pr-9 group-hover:pr-9' : ''}`}
        >
          <CollectionText collection={collection} count={count} />
        </button>
      </WithMenu>
      {collection ? (
        <ItemMenu items={items} look={`${menuLook.content} w-64!`}>
          <IconButton
            icon={Ellipsis}
            label={t('collection.menu', { name: collectionName(collection.name) })}
            data-testid="collection-menu"
            className="absolute top-0 right-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100"
          />
        </ItemMenu>
      ) : null}
    </div>
  );
}

function useDocumentDrop(name: string | null) {
  const { move } = useCollections.getState();
  const [isOver, setOver] = useState(false);

  function onDragOver(event: DragEvent): void {
    if (name === null || !carriesDocuments(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  }

  function onDrop(event: DragEvent): void {
    setOver(false);
    // Files go on to the window, which takes them wherever they fall.
    if (name === null || !carriesDocuments(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const dropped = new Set(droppedDocuments(event));
    void move(
      (useLibrary.getState().documents ?? []).filter(({ documentId }) => dropped.has(documentId)),
      name,
    );
  }

  return { isOver, onDragOver, onDragLeave: () => setOver(false), onDrop };
}

const CollectionText = ({ collection, count }: CollectionRowProps) => (
  <>
    <span className="min-w-0 flex-1 truncate">{collection ? collectionName(collection.name) : t('library.all')}</span>
    {collection?.systemPrompt ? (
      <MessageSquareQuote size={14} role="img" aria-label={t('collection.hasPrompt')} className="shrink-0 text-muted" />
    ) : null}
    <span className="tabular text-12 text-muted">{formatCount(count)}</span>
  </>
);

function collectionMenu(collection: CollectionRowProps['collection']): readonly MenuItem[] {
  if (!collection) return [];
  const { startEdit, remove } = useCollections.getState();
  return [
    {
      id: 'collection-edit',
      label: collection.isDefault ? t('collection.menuPrompt') : t('collection.menuEdit'),
      run: () => startEdit({ name: collection.name }),
    },
    { id: 'collection-table', label: t('tables.openAs'), run: () => startTable({ collections: [collection.name] }) },
    {
      id: 'collection-survey',
      label: t('survey.ask'),
      run: () => useSurveys.getState().begin({ scope: { ...everywhere, collections: [collection.name] } }),
    },
    {
      id: 'collection-delete',
      label: t('collection.menuDelete'),
      disabled: collection.isDefault,
      run: () => remove(collection.name),
    },
  ];
}

/** The folders that the library watches. A browser has no folders that stay, and shows those of the desktop only. */
function WatchedFolderList() {
  const { folders, leaving, choose } = useWatch();
  const shown = folders.filter(({ folderId }) => !leaving.has(folderId));
  const adds = host().host === 'desktop';
  if (!adds && shown.length === 0) return null;
  return (
    <section
      aria-label={t('watch.title')}
      data-testid="watched-folders"
      className="max-h-2/5 shrink-0 overflow-y-auto border-t border-hairline p-2"
    >
      <div className="flex items-center gap-1 pl-2">
        <h3 className="min-w-0 flex-1 truncate text-12 text-muted">{t('watch.title')}</h3>
        {adds ? (
          <IconButton icon={FolderSync} label={t('watch.add')} data-testid="watch-add" onClick={() => void choose()} />
        ) : null}
      </div>
      {shown.length === 0 ? <p className="px-2 pb-1 text-12 text-muted">{t('watch.hint')}</p> : null}
      <ul className="space-y-0.5">
        {shown.map((folder) => (
          <li key={folder.folderId}>
            <FolderRow folder={folder} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FolderRow({ folder }: { readonly folder: WatchedFolder }) {
  const { folderId, path, state, polling, lastScan, error, collection } = folder;
  const { scan, remove, setPolling } = useWatch.getState();
  const name = fileName(path);
  const items: readonly MenuItem[] = [
    { id: 'watch-scan', label: t('watch.scan'), run: () => void scan(folderId) },
    {
      id: 'watch-polling',
      label: polling ? `✓ ${t('watch.polling')}` : t('watch.polling'),
      run: () => void setPolling(folder, !polling),
    },
    { id: 'watch-remove', label: t('watch.remove'), apart: true, run: () => remove(folder) },
  ];
  const facts = [
    t(`watch.states.${state}`),
    t('quantity.files', { count: folder.files }),
    polling ? t('watch.pollingShort') : '',
    collection === '' ? '' : t('watch.into', { name: collectionName(collection) }),
    lastScan === null ? t('watch.neverScanned') : t('watch.lastScan', { when: formatWhen(lastScan, new Date()) }),
  ].filter(Boolean);
  return (
    <WithMenu items={() => items}>
      <div
        data-testid="watched-folder"
        data-state={state}
        className="group flex items-start gap-2 rounded-md px-3 py-1 hover:bg-raised"
      >
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-14" title={path}>
            {state === 'away' ? <Unplug size={14} aria-hidden className="shrink-0 text-caution" /> : null}
            <span className="min-w-0 truncate">{name}</span>
          </p>
          <p className={`content text-12 ${state === 'away' ? 'text-caution' : 'text-muted'}`}>{facts.join(' · ')}</p>
          {state === 'away' ? <p className="content text-12 text-soft">{t('watch.awayHint')}</p> : null}
          {error ? <p className="content text-12 text-danger">{errorLine(error)}</p> : null}
        </div>
        <ItemMenu items={items}>
          <IconButton
            icon={Ellipsis}
            label={t('collection.menu', { name })}
            data-testid="watch-menu"
            className="-mr-2"
          />
        </ItemMenu>
      </div>
    </WithMenu>
  );
}
