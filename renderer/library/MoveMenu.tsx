import type { DocumentSummary } from '@shared/contract/index';
import { FolderInput } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { menuLook } from '../components/menu-look';
import { t } from '../strings/index';
import { moveItems } from './document-menu';

/** Puts the selected documents into another collection; dragging them there does the same. */
export function MoveMenu({ documents }: { readonly documents: readonly DocumentSummary[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        data-testid="move-documents"
        disabled={documents.length === 0}
        className="inline-flex h-8 shrink-0 items-center gap-2 rounded-md px-3 text-14 font-medium whitespace-nowrap text-soft transition-colors duration-120 enabled:hover:bg-raised enabled:hover:text-ink disabled:text-muted data-[state=open]:bg-raised"
      >
        <FolderInput size={16} aria-hidden />
        <span className="hidden @2xl:inline">{t('library.move')}</span>
        <span className="sr-only @2xl:hidden">{t('library.move')}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={2} collisionPadding={8} className={menuLook.content}>
          {moveItems(documents).map(({ id, label, run }) => (
            <DropdownMenu.Item
              key={id}
              data-testid={id}
              className={menuLook.item}
              // The menu gives the focus back as it closes; a dialog takes it then.
              onSelect={() => setTimeout(run)}
            >
              <span className="truncate">{label}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
