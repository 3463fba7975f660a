import type { CollectionSummary } from '@shared/contract/index';
import { Ellipsis, MessageSquareQuote } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { type MenuItem, WithMenu } from '../components/ContextMenu';
import { collectionName } from '../components/collection-name';
import { menuLook } from '../components/menu-look';
import { formatCount } from '../components/quantities';
import { useCollections } from '../state/collections';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';
import { carriesDocuments, droppedDocuments } from './document-drag';

interface CollectionRowProps {
  /** Null is the whole library. */
  readonly collection: CollectionSummary | null;
  readonly count: number;
}

/**
 * A collection to be filtered by. Documents are dropped on it; F2 changes it, Delete deletes it, and its
 * menu does both.
 */
export function CollectionRow({ collection, count }: CollectionRowProps) {
  const shown = useLibrary((state) => state.collection);
  const setCollection = useLibrary((state) => state.setCollection);
  const { startEdit, remove, move } = useCollections();
  const [over, setOver] = useState(false);
  const name = collection?.name ?? null;
  const removable = collection !== null && !collection.isDefault;

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
    void move(droppedDocuments(event), name);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (name === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'F2') startEdit({ kind: 'edit', name });
    else if (event.key === 'Delete' && removable) remove(name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const items: readonly MenuItem[] = collection
    ? [
        {
          id: 'collection-edit',
          label: collection.isDefault ? t('collection.menuPrompt') : t('collection.menuEdit'),
          run: () => startEdit({ kind: 'edit', name: collection.name }),
        },
        {
          id: 'collection-delete',
          label: t('collection.menuDelete'),
          disabled: !removable,
          run: () => remove(collection.name),
        },
      ]
    : [];

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drop is repeated by the menu of the documents
    <div className="group relative" onDragOver={onDragOver} onDragLeave={() => setOver(false)} onDrop={onDrop}>
      <WithMenu items={() => items}>
        <button
          type="button"
          data-testid="collection"
          data-name={name ?? ''}
          aria-current={shown === name ? 'true' : undefined}
          onClick={() => setCollection(name)}
          onKeyDown={onKeyDown}
          className={`flex h-8 w-full items-center gap-2 rounded-md px-3 text-left text-14 hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:font-medium ${
            over ? 'bg-accent-wash outline-2 outline-accent' : ''
          } ${collection ? 'group-focus-within:pr-9 group-hover:pr-9' : ''}`}
        >
          <span className="min-w-0 flex-1 truncate">{name === null ? t('library.all') : collectionName(name)}</span>
          {collection?.systemPrompt ? (
            <MessageSquareQuote
              size={14}
              role="img"
              aria-label={t('collection.hasPrompt')}
              className="shrink-0 text-muted"
            />
          ) : null}
          <span className="tabular text-12 text-muted">{formatCount(count)}</span>
        </button>
      </WithMenu>
      {collection ? (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger
            data-testid="collection-menu"
            aria-label={t('collection.menu', { name: collectionName(collection.name) })}
            className="absolute top-0 right-0 inline-flex size-8 items-center justify-center rounded-md text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink data-[state=open]:opacity-100"
          >
            <Ellipsis size={16} aria-hidden />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              align="end"
              sideOffset={2}
              collisionPadding={8}
              className={`${menuLook.content} w-64!`}
            >
              {items.map(({ id, label, disabled = false, run }) => (
                <DropdownMenu.Item
                  key={id}
                  className={menuLook.item}
                  data-testid={id}
                  disabled={disabled}
                  // The menu gives the focus back as it closes; the dialog takes it then.
                  onSelect={() => setTimeout(run)}
                >
                  {label}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      ) : null}
    </div>
  );
}
