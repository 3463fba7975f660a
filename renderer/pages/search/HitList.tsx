import { addressOf } from '@shared/address';
import type { SearchHit, SearchMode } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ScoreList } from '../../panels/scores/ScoreList';
import { useChat } from '../../state/chat/chat';
import { useSearch } from '../../state/finding/search';
import { askAnew } from '../../state/library/added-files';
import { showSource } from '../../state/shell';
import { copyText } from '../../ui/Button';
import { type MenuItem, WithMenu } from '../../ui/ContextMenu';
import { pressed } from '../../ui/key-text';
import { LitText } from '../../ui/LitText';
import { formatPlace } from '../../ui/names';
import { stepOf } from '../../ui/use-virtual-grid';
import { litSnippet } from './passages';

/** Opens a passage in its document, its words lit; one that has none is lit as a whole. */
export function openHit({ documentId, title, pages, words, startChar, endChar }: SearchHit): void {
  const [first = { startChar, endChar }] = words;
  showSource({ documentId, title, pages, span: first, spans: words.length > 0 ? words : [first], marker: null });
}

export function askAboutHit({ documentId }: SearchHit, query: string): void {
  askAnew([documentId]);
  useChat.getState().setDraft(query.trim());
}

const citationOf = (hit: SearchHit): string => {
  const place = [hit.title, formatPlace(hit)].filter(Boolean).join(', ');
  return `${hit.text.trim().replace(/^/gmu, '> ')}\n\n${place} <${addressOf(hit)}>`;
};

interface HitListProps {
  readonly hits: readonly SearchHit[];
  readonly mode: SearchMode;
  /** Called when the pointer or the focus comes, and when both are gone: their order stays in between. */
  hold(held: boolean): void;
  leave(): void;
}

/** Passages: arrows move through them, Enter opens one, Escape leads back to the field. */
export function HitList({ hits, mode, hold, leave }: HitListProps) {
  const scores = useSearch((state) => state.scores);
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const tabStop = Math.min(at, hits.length - 1);
  const pointer = useRef({ over: false, focused: false });
  const note = (change: Partial<typeof pointer.current>): void => {
    Object.assign(pointer.current, change);
    hold(pointer.current.over || pointer.current.focused);
  };

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : stepOf(event.key, index, hits.length, 8);
    const hit = hits[index];
    if (hit && pressed('ask-about', event)) ask(hit);
    else if (event.key === 'Escape' || (index === 0 && pressed('list-previous', event))) leave();
    else if (next !== null) list.current?.querySelectorAll<HTMLElement>('[data-hit]')[next]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const menuOf = (target: Element) => hitMenu(hits.find(({ chunkId }) => chunkId === target.closest('li')?.dataset.id));

  return (
    <WithMenu items={menuOf}>
      <ul
        ref={list}
        aria-label={t('palette.groups.passages')}
        onPointerEnter={() => note({ over: true })}
        onPointerLeave={() => note({ over: false })}
        onFocus={() => note({ focused: true })}
        onBlur={() => note({ focused: false })}
        className="p-2"
      >
        {hits.map((hit, index) => (
          <li key={hit.chunkId} data-id={hit.chunkId}>
            <button
              type="button"
              data-hit
              data-testid="search-hit"
              tabIndex={index === tabStop ? 0 : -1}
              onFocus={() => setAt(index)}
              onClick={() => openHit(hit)}
              onKeyDown={(event) => onKeyDown(event, index)}
              className="block w-full rounded-md px-2 py-2 text-start hover:bg-raised focus-visible:bg-raised"
            >
              <HitWords hit={hit} />
            </button>
            {scores ? (
              <div data-testid="search-hit-scores" className="max-w-100 px-2 pb-3">
                <ScoreList candidate={hit} lanes={{ vector: mode !== 'keyword', keyword: mode !== 'vector' }} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </WithMenu>
  );
}

const HitWords = ({ hit }: { readonly hit: SearchHit }) => (
  <>
    <span className="flex min-w-0 items-baseline gap-2 text-12 text-muted">
      <span dir="auto" className="min-w-0 shrink-[0.5] truncate text-14 font-semibold text-ink">
        {hit.title}
      </span>
      <span dir="auto" className="min-w-0 flex-auto truncate">
        {hit.headings.filter((heading) => heading !== hit.title).join(' › ')}
      </span>
      <span className="tabular shrink-0">{formatPlace(hit)}</span>
    </span>
    <span dir="auto" className="mt-1 line-clamp-3 font-serif text-14 text-soft">
      <LitText parts={litSnippet(hit)} />
    </span>
  </>
);

const ask = (hit: SearchHit): void => askAboutHit(hit, useSearch.getState().query);

function hitMenu(hit: SearchHit | undefined): readonly MenuItem[] {
  if (!hit) return [];
  return [
    { id: 'open', label: t('app.open'), command: 'list-open', run: () => openHit(hit) },
    { id: 'ask', label: t('commands.ask-about'), command: 'ask-about', run: () => ask(hit) },
    { id: 'copy', label: t('search.copy'), run: () => void copyText(citationOf(hit)) },
  ];
}
