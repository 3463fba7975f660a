import { t } from '@shared/words/index';
import { FolderPlus, MessageSquareText, X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { FirstStart } from '../../panels/FirstStart';
import { ScopeFields } from '../../panels/scope/ScopeFields';
import { ScopeChips } from '../../panels/scope/ScopePicker';
import { FoldedListButton, PaneHeader, Workspace } from '../../panels/Workspace';
import { useChat } from '../../state/chat/chat';
import { everywhere, isEverywhere } from '../../state/chat/question-draft';
import { useNamedEntries } from '../../state/finding/found-entries';
import { hitOrders, useSearch, waysToFind } from '../../state/finding/search';
import { askAnew } from '../../state/library/added-files';
import { useCollections } from '../../state/library/collections';
import { useLibrary } from '../../state/library/library';
import { Button, Buttons } from '../../ui/Button';
import { FindField, Select } from '../../ui/fields';
import { pressed } from '../../ui/key-text';
import { ErrorNote, Nothing, Notices } from '../../ui/Notices';
import { HitList, openHit } from './HitList';
import { hitsInOrder, mostHits, usePassages, useSteadyHits } from './passages';

const longestName = 60;

export function SearchRoom() {
  const { query, mode, sort, scope } = useSearch();
  const documents = useLibrary((state) => state.documents);
  const found = usePassages(query, mode, scope);
  const [held, setHeld] = useState(false);
  const results = found.answer?.results ?? none;
  const steady = useSteadyHits(results, found.asked, held);
  const hits = useMemo(() => {
    const changed = new Map(documents?.map(({ documentId, modifiedAt }) => [documentId, modifiedAt]));
    return hitsInOrder(steady, sort, (id) => changed.get(id) ?? '');
  }, [steady, sort, documents]);
  const centre = useRef<HTMLDivElement>(null);
  const focusHit = (at: number): void => centre.current?.querySelectorAll<HTMLElement>('[data-hit]')[at]?.focus();
  const focusField = (): void => centre.current?.querySelector<HTMLElement>('[data-find]')?.focus();
  const isTyped = query.trim() !== '';

  function onKeyDown(event: KeyboardEvent): void {
    const [first] = hits;
    if (event.nativeEvent.isComposing || !first) return;
    if (pressed('list-next', event)) focusHit(0);
    else if (pressed('list-open', event)) openHit(first);
    else return;
    event.preventDefault();
  }

  return (
    <Workspace list={<Filters />} listLabel={t('filters.title')}>
      <PaneHeader title={t('app.rooms.search')} lead={<FoldedListButton />}>
        <Actions query={query.trim()} documentIds={[...new Set(isTyped ? hits.map((hit) => hit.documentId) : [])]} />
      </PaneHeader>
      {documents?.length === 0 ? (
        <FirstStart />
      ) : (
        <div ref={centre} className="flex min-h-0 flex-1 flex-col">
          <FindField
            name={t('search.field')}
            iconSize={16}
            data-find
            data-testid="search-query"
            autoFocus
            value={query}
            write={(text) => useSearch.setState({ query: text })}
            onKeyDown={onKeyDown}
            around="flex h-12 shrink-0 items-center gap-2 border-b border-hairline px-4"
            className="h-10 text-16"
          />
          <WaysToFind />
          <div className="min-h-0 flex-1 overflow-y-auto">
            <ErrorNote error={found.error} around="p-4" />
            {isTyped ? <Named query={query} /> : <p className="px-4 py-6 text-muted">{t('search.intro')}</p>}
            {isTyped ? <Results hits={hits} found={found} hold={setHeld} leave={focusField} /> : null}
          </div>
        </div>
      )}
    </Workspace>
  );
}

function WaysToFind() {
  const { mode, sort, scores, scope } = useSearch();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline px-4 py-1.5 text-12">
      <Select
        value={mode}
        options={waysToFind}
        data-testid="search-mode"
        label={t('search.mode')}
        nameOf={(one) => t(`search.modes.${one}`)}
        choose={(one) => useSearch.setState({ mode: one })}
      />
      <Select
        value={sort}
        options={hitOrders}
        data-testid="search-sort"
        label={t('search.sort')}
        nameOf={(one) => t(`search.sorts.${one}`)}
        choose={(one) => useSearch.setState({ sort: one })}
      />
      <Button
        look="ghost"
        data-testid="search-scores"
        aria-pressed={scores}
        label={t('search.scores')}
        onClick={() => useSearch.setState({ scores: !scores })}
        className="aria-pressed:bg-raised aria-pressed:text-ink"
      />
      <ScopeChips scope={scope} setScope={(next) => useSearch.setState({ scope: next })} />
    </div>
  );
}

interface ResultsProps extends Pick<Parameters<typeof HitList>[0], 'hits' | 'hold' | 'leave'> {
  readonly found: ReturnType<typeof usePassages>;
}

function Results({ hits, found, hold, leave }: ResultsProps) {
  const mode = useSearch((state) => state.mode);
  return (
    <>
      <p role="status" data-testid="search-status" className="tabular px-4 pt-3 text-12 text-muted">
        {statusOf(hits, found)}
      </p>
      <div className="space-y-2 px-4 pt-1">
        <Notices notices={found.answer?.notices ?? []} />
        {found.answer?.outOfScope && hits.length > 0 && !found.isByWords && mode !== 'keyword' ? (
          <p className="text-14 text-soft">{t('search.onlyNear')}</p>
        ) : null}
      </div>
      <HitList hits={hits} mode={found.isByWords ? 'keyword' : mode} hold={hold} leave={leave} />
      {hits.length === 0 && found.answer && !found.searching ? <NothingFound /> : null}
    </>
  );
}

const none: [] = [];

type Found = Pick<ReturnType<typeof usePassages>, 'answer' | 'isByWords' | 'searching'>;

function statusOf(hits: readonly { readonly documentId: string }[], { answer, isByWords, searching }: Found): string {
  if (!answer || (hits.length === 0 && searching)) return searching ? t('search.searching') : '';
  if (hits.length === 0) return '';
  const count = hits.length;
  const documents = t('quantity.documents', { count: new Set(hits.map(({ documentId }) => documentId)).size });
  const found =
    count < mostHits ? t('search.found', { count, documents }) : t('search.best', { passages: count, documents });
  return isByWords && searching ? t('search.byWords', { found }) : found;
}

function Actions({ query, documentIds }: { readonly query: string; readonly documentIds: readonly string[] }) {
  const collect = useCollections((state) => state.collect);
  const ask = () => {
    askAnew(documentIds);
    useChat.getState().setDraft(query);
  };
  return (
    <Buttons
      look="ghost"
      brief
      disabled={documentIds.length === 0}
      acts={[
        { id: 'search-ask', icon: MessageSquareText, label: t('search.ask'), run: ask },
        {
          id: 'search-collect',
          title: t('search.collectHint'),
          icon: FolderPlus,
          label: t('search.collect'),
          run: () => collect(query.slice(0, longestName).trim(), documentIds),
        },
      ]}
    />
  );
}

/** Titles, headings and conversations with the typed beginning: they need neither index nor model. */
function Named({ query }: { readonly query: string }) {
  const entries = useNamedEntries(query);
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('search.named')} className="border-b border-hairline px-2 py-2">
      {entries.map(({ id, group, title, note, run }) => (
        <button
          key={id}
          type="button"
          data-testid="search-named"
          data-group={group}
          onClick={run}
          className="flex w-full min-w-0 items-baseline gap-3 rounded-sm px-2 py-1 text-start text-14 hover:bg-raised"
        >
          <span className="w-24 shrink-0 truncate text-12 text-muted">{t(`palette.groups.${group}`)}</span>
          <span dir="auto" className="min-w-0 truncate font-medium">
            {title}
          </span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-12 text-muted">
            {note}
          </span>
        </button>
      ))}
    </section>
  );
}

function NothingFound() {
  const scope = useSearch((state) => state.scope);
  return (
    <Nothing title={t('search.nothing')} hint={t('search.nothingHint')} testId="search-nothing" around="px-4 py-3">
      {isEverywhere(scope) ? null : (
        <Button label={t('search.clear')} onClick={() => useSearch.setState({ scope: everywhere })} />
      )}
    </Nothing>
  );
}

function Filters() {
  const scope = useSearch((state) => state.scope);
  const props = { scope, setScope: (next: typeof scope) => useSearch.setState({ scope: next }) };
  return (
    <>
      <PaneHeader title={t('filters.title')}>
        {isEverywhere(scope) ? null : (
          <Button
            look="ghost"
            icon={X}
            data-testid="search-clear"
            label={t('search.clear')}
            onClick={() => useSearch.setState({ scope: everywhere })}
          />
        )}
      </PaneHeader>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <ScopeFields {...props} />
      </div>
    </>
  );
}
