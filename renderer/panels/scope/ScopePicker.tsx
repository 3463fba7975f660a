import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { ChevronDown, FileText, FolderOpen, ListFilter, LoaderCircle, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Suspense, useState } from 'react';
import { isEverywhere } from '../../state/chat/question-draft';
import { menuLook } from '../../ui/ContextMenu';
import { lazyPart } from '../../ui/lazy-part';
import { namedFilters, type ScopeProps, useScopeNames, withChoice, withFilters } from './scope-choices';

export const LazyScopeFields = lazyPart(() => import('./ScopeFields').then((part) => part.ScopeFields));

export function ScopePicker({ scope, setScope }: ScopeProps) {
  const [open, setOpen] = useState(false);
  const everywhere = isEverywhere(scope);
  const now = everywhere ? t('chat.everywhere') : t('chat.lookIn');
  const named = useScopeNames(scope);
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          data-testid="scope-picker"
          aria-label={t('chat.scopeNow', { places: everywhere ? now : `${now} ${named.join(', ')}` })}
          title={t('chat.scope')}
          className={menuLook.trigger}
        >
          <span className="truncate">{now}</span>
          <ChevronDown size={14} className="shrink-0" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            side="top"
            align="start"
            sideOffset={4}
            collisionPadding={12}
            aria-label={t('chat.scope')}
            className="z-50 flex max-h-[min(480px,var(--radix-popover-content-available-height))] w-88 max-w-[calc(100vw-24px)] flex-col overflow-y-auto rounded-md border border-hairline bg-case shadow-float"
          >
            <Suspense>
              <LazyScopeFields scope={scope} setScope={setScope} folds />
            </Suspense>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <ScopeChips scope={scope} setScope={setScope} />
    </>
  );
}

const namedDocuments = 2;

export function ScopeChips({ scope, setScope }: ScopeProps) {
  const named = useScopeNames(scope);
  const { collections, documentIds, filters } = scope;
  const places = [
    ...collections.map((id) => ({ kind: 'collection', id, name: collectionName(id) }) as const),
    ...documentIds.map((id, at) => ({ kind: 'document', id, name: named[collections.length + at] ?? '' }) as const),
  ];
  const areMany = documentIds.length > namedDocuments;
  return (
    <>
      {places
        .filter(({ kind }) => kind === 'collection' || !areMany)
        .map(({ kind, id, name }) => (
          <Chip key={`${kind} ${id}`} kind={kind} name={name} leave={() => setScope(withChoice(scope, { kind, id }))} />
        ))}
      {areMany ? (
        <Chip
          kind="document"
          name={t('quantity.documents', { count: documentIds.length })}
          leave={() => setScope({ ...scope, documentIds: [] })}
        />
      ) : null}
      {namedFilters(filters).map(({ name, members }) => {
        const gone = Object.fromEntries(members.map((member) => [member, undefined]));
        const leave = () => setScope({ ...scope, filters: withFilters(filters, gone) });
        return <Chip key={members[0]} kind="filter" name={name} leave={leave} />;
      })}
    </>
  );
}

const chipIcons = { collection: FolderOpen, document: FileText, filter: ListFilter, reading: LoaderCircle };

export function Chip({ kind, name, leave }: Readonly<{ kind: keyof typeof chipIcons; name: string; leave(): void }>) {
  const Icon = chipIcons[kind];
  return (
    <span
      data-testid="scope-chip"
      className="inline-flex h-6 max-w-48 min-w-0 items-center gap-1 rounded-sm bg-accent-wash pl-2 text-accent"
    >
      <Icon size={12} className={`shrink-0 ${kind === 'reading' ? 'animate-spin motion-reduce:animate-none' : ''}`} />
      <span className="truncate font-medium" title={kind === 'reading' ? t('chat.reading', { name }) : name}>
        {name}
      </span>
      <button
        type="button"
        aria-label={t('chat.leaveScope', { name })}
        onClick={leave}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-accent hover:text-on-accent"
      >
        <X size={12} />
      </button>
    </span>
  );
}
