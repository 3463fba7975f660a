import type { WatchedFolder } from '@shared/contract/index';
import { Ellipsis, FolderSync, Unplug } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../components/Button';
import { type MenuItem, WithMenu } from '../components/ContextMenu';
import { collectionName } from '../components/collection-name';
import { menuLook } from '../components/menu-look';
import { formatWhen } from '../components/quantities';
import { fileName } from '../state/file-name';
import { host } from '../state/host';
import { useWatch } from '../state/watched-folders';
import { errorLine } from '../strings/engine-words';
import { t } from '../strings/index';

/** The folders that the library watches. A browser has no folders that stay, and shows those of the desktop only. */
export function WatchedFolders() {
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
          <IconButton label={t('watch.add')} data-testid="watch-add" onClick={() => void choose()}>
            <FolderSync size={16} aria-hidden />
          </IconButton>
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
    t('watch.files', { count: folder.files }),
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
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger
            data-testid="watch-menu"
            aria-label={t('watch.menu', { name })}
            className="-mr-2 inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:text-ink"
          >
            <Ellipsis size={16} aria-hidden />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content align="end" sideOffset={2} collisionPadding={8} className={menuLook.content}>
              {items.map(({ id, label, run }) => (
                <DropdownMenu.Item key={id} data-testid={id} className={menuLook.item} onSelect={() => setTimeout(run)}>
                  {label}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
    </WithMenu>
  );
}
