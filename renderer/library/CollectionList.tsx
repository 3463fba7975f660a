import { FolderPlus } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { nameOf } from '../components/model-name';
import { PaneHeader } from '../components/PaneHeader';
import { formatBytes } from '../components/quantities';
import { useCollections } from '../state/collections';
import { useLibrary } from '../state/library';
import { useSettings } from '../state/settings';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';
import { CollectionRow } from './CollectionRow';
import { DiskUse } from './DiskUse';
import { WatchedFolders } from './WatchedFolders';

/** The collections of the library, and the facts about it. */
export function CollectionList() {
  const { documents, leaving, status } = useLibrary();
  const { collections, leaving: leavingCollections, startEdit } = useCollections();
  const hidden = new Map<string, number>();
  for (const document of documents ?? []) {
    if (!leaving.has(document.documentId)) continue;
    hidden.set(document.collection, (hidden.get(document.collection) ?? 0) + 1);
  }
  const shown = (collections ?? []).filter(({ name }) => !leavingCollections.has(name));
  const unhealthy = status?.health.filter((entry) => !entry.ok) ?? [];
  return (
    <>
      <PaneHeader title={t('library.collections')}>
        <IconButton label={t('collection.new')} data-testid="collection-new" onClick={() => startEdit({ kind: 'new' })}>
          <FolderPlus size={16} aria-hidden />
        </IconButton>
      </PaneHeader>
      <ul className="min-h-0 flex-1 space-y-0.5 overflow-y-auto p-2">
        <li>
          <CollectionRow collection={null} count={(documents?.length ?? 0) - leaving.size} />
        </li>
        {shown.map((collection) => (
          <li key={collection.name}>
            <CollectionRow collection={collection} count={collection.documents - (hidden.get(collection.name) ?? 0)} />
          </li>
        ))}
      </ul>
      <WatchedFolders />
      {status ? (
        <dl className="content shrink-0 space-y-3 border-t border-hairline p-4 text-12">
          {unhealthy.map((entry) => (
            <div key={entry.check} data-testid={`unhealthy-${entry.check}`}>
              <dt className="font-medium text-danger">{t('library.unhealthy')}</dt>
              <dd className="text-soft">{saidRemark(entry.message)}</dd>
              {entry.check === 'model' ? (
                <dd className="mt-2">
                  <Button data-testid="to-search-models" onClick={openSearchModels}>
                    {t('library.toSearchModels')}
                  </Button>
                </dd>
              ) : null}
            </div>
          ))}
          <div>
            <dt className="text-muted">{t('library.model')}</dt>
            <dd className="break-words text-soft" title={status.model.id} data-testid="library-model">
              {nameOf({ title: status.model.title ?? status.model.id })}
            </dd>
          </div>
          {status.disk ? <DiskUse disk={status.disk} /> : null}
          <div>
            <dt className="text-muted">
              {t('library.location')} · <span className="tabular">{formatBytes(status.bytes)}</span>
            </dt>
            <dd className="break-all text-soft">{status.library}</dd>
          </div>
        </dl>
      ) : null}
    </>
  );
}

function openSearchModels(): void {
  useSettings.getState().open('search');
  useShell.getState().go('settings');
}
