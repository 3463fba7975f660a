import { collectionName } from '@shared/words/collection-name';
import { t } from '@shared/words/index';
import { Check, ChevronDown, FileText, FolderOpen, Globe, Search, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useChat } from '../../state/chat/chat';
import { isEverywhere } from '../../state/chat/question-draft';
import { useLibrary } from '../../state/library/library';
import { menuLook } from '../../ui/ContextMenu';
import { ErrorNote } from '../../ui/Notices';
import { stepOf } from '../../ui/use-virtual-grid';
import { type ScopeChoice, scopeChoices, useScopeNames, withChoice } from './scope-choices';

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
          name={t('quantity.documents', { count: scope.documentIds.length })}
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

/** Everything, collections and documents to choose from: typing narrows, arrows move, Enter takes or lets go. */
function ScopeList() {
  const { scope, setScope } = useChat();
  const documents = useLibrary((state) => state.documents);
  const leaving = useLibrary((state) => state.leaving);
  const { data: collections, error } = useAnswer('collections.list', {});
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { choices, more } = useMemo(
    () => scopeChoices(collections ?? [], documents?.filter((one) => !leaving.has(one.documentId)) ?? [], scope, typed),
    [collections, documents, leaving, scope, typed],
  );
  const active = Math.min(at, choices.length - 1);

  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function onKeyDown(event: KeyboardEvent): void {
    // Home and End move in the field.
    const moves = event.key !== 'Home' && event.key !== 'End';
    const next = moves ? stepOf(event.key, active, choices.length, 8) : null;
    if (next !== null) setAt(next);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) take(choices[active]);
    else return;
    event.preventDefault();
  }

  function take(choice: ScopeChoice | undefined): void {
    if (choice) setScope(withChoice(scope, choice));
  }

  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-hairline px-3">
        <Search size={14} aria-hidden className="shrink-0 text-muted" />
        <input
          dir="auto"
          data-testid="scope-find"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={choices[active] ? `${id}-${active}` : undefined}
          aria-label={t('chat.findScope')}
          placeholder={t('chat.findScope')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-8 min-w-0 flex-1 bg-transparent text-14 focus-visible:outline-none"
        />
      </div>
      <ErrorNote error={error} around="p-2" />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-multiselectable
        aria-label={t('chat.scope')}
        // Reached through the field above, which says what is active.
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto p-1"
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field that names it as active
          <div
            key={`${choice.kind} ${choice.id}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice.chosen}
            data-at={index}
            data-testid="scope-choice"
            data-kind={choice.kind}
            data-active={index === active}
            onClick={() => {
              setAt(index);
              take(choice);
            }}
            className={`flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-14 hover:bg-raised ${
              index === active ? 'bg-raised' : ''
            } ${startsGroup(choices, index) ? 'mt-1 border-t border-hairline' : ''}`}
          >
            <span className="flex size-4 shrink-0 items-center">
              {choice.chosen ? <Check size={14} aria-hidden className="text-accent" /> : null}
            </span>
            <ChoiceText choice={choice} />
          </div>
        ))}
      </div>
      {choices.length === 0 ? <p className="px-3 pb-3 text-14 text-muted">{t('chat.noScopeFound')}</p> : null}
      {more > 0 ? (
        <p className="tabular border-t border-hairline px-3 py-2 text-12 text-muted">
          {t('chat.moreDocuments', { count: more })}
        </p>
      ) : null}
    </>
  );
}

function startsGroup(choices: readonly ScopeChoice[], index: number): boolean {
  const before = choices[index - 1];
  return before !== undefined && before.kind !== choices[index]?.kind;
}

function ChoiceText({ choice }: { readonly choice: ScopeChoice }) {
  if (choice.kind === 'everything') {
    return (
      <>
        <Globe size={14} aria-hidden className="shrink-0 text-muted" />
        {t('chat.everywhere')}
      </>
    );
  }
  const Icon = choice.kind === 'collection' ? FolderOpen : FileText;
  return (
    <>
      <Icon size={14} aria-hidden className="shrink-0 text-muted" />
      <span className="sr-only">{t(`chat.scopeKinds.${choice.kind}`)}: </span>
      <span className="min-w-0 flex-1 truncate">{choice.name}</span>
      {choice.file ? (
        <span title={choice.file} className="max-w-1/2 shrink-0 truncate text-12 text-muted">
          {choice.file}
        </span>
      ) : null}
      {choice.documents === undefined ? null : (
        <span className="tabular shrink-0 text-12 text-muted">
          {t('quantity.documents', { count: choice.documents })}
        </span>
      )}
    </>
  );
}
