import { ChevronDown, FileText, FolderOpen, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { collectionName } from '../components/collection-name';
import { menuLook } from '../components/menu-look';
import { useChat } from '../state/chat';
import { t } from '../strings/index';
import { ScopeList } from './ScopeList';
import { isEverywhere, withChoice } from './scope-choices';
import { useScopeNames } from './use-scope-names';

/** More chosen documents than this stand behind their number. */
const namedDocuments = 2;

/** Says where the next question looks: everywhere, or in the collections and documents that stand beside it. */
export function ScopePicker() {
  const { scope, setScope } = useChat();
  const [open, setOpen] = useState(false);
  const everywhere = isEverywhere(scope);
  const now = everywhere ? t('chat.everywhere') : t('chat.lookIn');
  const named = useScopeNames(scope);
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          data-testid="scope-picker"
          aria-label={t('chat.scopeNow', { places: everywhere ? now : named.join(', ') })}
          title={t('chat.scope')}
          className={menuLook.trigger}
        >
          <span className="truncate">{now}</span>
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            side="top"
            align="start"
            sideOffset={4}
            collisionPadding={12}
            aria-label={t('chat.scope')}
            className="z-50 flex max-h-[min(420px,var(--radix-popover-content-available-height))] w-88 max-w-[calc(100vw-24px)] flex-col overflow-hidden rounded-md border border-hairline bg-case shadow-float"
          >
            <ScopeList />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {scope.collections.map((name) => (
        <Chip
          key={name}
          kind="collection"
          name={collectionName(name)}
          leave={() => setScope(withChoice(scope, { kind: 'collection', id: name }))}
        />
      ))}
      {scope.documentIds.length > namedDocuments ? (
        <Chip
          kind="document"
          name={t('chat.scopeDocuments', { count: scope.documentIds.length })}
          leave={() => setScope({ ...scope, documentIds: [] })}
        />
      ) : (
        scope.documentIds.map((id, index) => (
          <Chip
            key={id}
            kind="document"
            name={named[scope.collections.length + index] ?? ''}
            leave={() => setScope(withChoice(scope, { kind: 'document', id }))}
          />
        ))
      )}
    </>
  );
}

interface ChipProps {
  readonly kind: 'collection' | 'document';
  readonly name: string;
  leave(): void;
}

function Chip({ kind, name, leave }: ChipProps) {
  const Icon = kind === 'collection' ? FolderOpen : FileText;
  return (
    <span
      data-testid="scope-chip"
      className="inline-flex h-6 max-w-48 min-w-0 items-center gap-1 rounded-sm bg-accent-wash pl-2 text-accent"
    >
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="truncate font-medium" title={name}>
        {name}
      </span>
      <button
        type="button"
        aria-label={t('chat.leaveScope', { name })}
        onClick={leave}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-accent hover:text-on-accent"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}
