import type { CollectionSummary } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { Check, FileText, FolderOpen, Globe, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ErrorNote } from '../components/ErrorNote';
import { useChat } from '../state/chat';
import { host } from '../state/host';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';
import { type ScopeChoice, scopeChoices, withChoice } from './scope-choices';

/** Everything, collections and documents to choose from: typing narrows, arrows move, Enter takes or lets go. */
export function ScopeList() {
  const { scope, setScope } = useChat();
  const documents = useLibrary((state) => state.documents);
  const leaving = useLibrary((state) => state.leaving);
  const { collections, error } = useCollections();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { choices, more } = useMemo(
    () => scopeChoices(collections, documents?.filter((one) => !leaving.has(one.documentId)) ?? [], scope, typed),
    [collections, documents, leaving, scope, typed],
  );
  const active = Math.min(at, choices.length - 1);

  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function onKeyDown(event: KeyboardEvent): void {
    const last = choices.length - 1;
    if (event.key === 'ArrowDown') setAt(Math.min(last, active + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, active - 1));
    else if (event.key === 'PageDown') setAt(Math.min(last, active + 8));
    else if (event.key === 'PageUp') setAt(Math.max(0, active - 8));
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
      {error ? (
        <div className="p-2">
          <ErrorNote error={error} />
        </div>
      ) : null}
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
      {choice.kind === 'document' && choice.file ? (
        <span title={choice.file} className="max-w-1/2 shrink-0 truncate text-12 text-muted">
          {choice.file}
        </span>
      ) : null}
      {choice.kind === 'collection' && choice.documents !== null ? (
        <span className="tabular shrink-0 text-12 text-muted">
          {t('chat.scopeDocuments', { count: choice.documents })}
        </span>
      ) : null}
    </>
  );
}

/** The collections as they are when the list is opened. */
function useCollections(): {
  readonly collections: readonly CollectionSummary[];
  readonly error: ErrorReport | null;
} {
  const [collections, setCollections] = useState<readonly CollectionSummary[]>([]);
  const [error, setError] = useState<ErrorReport | null>(null);
  useEffect(() => {
    let current = true;
    void host()
      .request('collections.list', {})
      .then((result) => {
        if (!current) return;
        if (result.ok) setCollections(result.data);
        else setError(result.error);
      });
    return () => {
      current = false;
    };
  }, []);
  return { collections, error };
}
