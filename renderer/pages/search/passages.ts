import type { SearchAnswer, SearchHit, SearchMode } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { useEffect, useRef } from 'react';
import { useAnswer, useSettled } from '../../bridge/use-answer';
import { type ChatScope, scopeOfRequest } from '../../state/chat/question-draft';
import type { hitOrders } from '../../state/finding/search';
import type { LitPart } from '../../ui/LitText';
import { titleOrder } from '../../ui/names';

export const mostHits = 50;
/** Typing within so many ms means that the query is not complete. */
const settledMs = 300;

interface FoundPassages {
  readonly answer: SearchAnswer | null;
  readonly error: ErrorReport | null;
  /** Whether the answer is that of the words alone, and the meaning follows. */
  readonly isByWords: boolean;
  readonly searching: boolean;
  /** The query of the answer, empty while that is an earlier one: a new list then replaces this one. */
  readonly asked: string;
}

/** Passages for the typed text, at most `top`: by its words at once, and by its meaning after a pause. */
export function usePassages(query: string, mode: SearchMode, scope: ChatScope, top = mostHits): FoundPassages {
  const typed = query.trim();
  const settled = useSettled(typed, settledMs) === typed;
  const request = { query: typed, top, ...scopeOfRequest(scope) };
  const words = useAnswer(
    'search.run',
    typed !== '' && mode !== 'vector' ? { ...request, query: query.trimStart(), mode: 'keyword', typing: true } : null,
  );
  const meaning = useAnswer('search.run', typed !== '' && mode !== 'keyword' && settled ? { ...request, mode } : null);
  const isMeant = meaning.current;
  // An answer to an earlier text stays until the next one is there.
  const answer = isMeant ? meaning.data : (words.data ?? meaning.data);
  const error = meaning.error ?? words.error;
  return {
    // Earlier results are no answer to an invalid query.
    answer: error ? null : answer,
    error,
    isByWords: !isMeant && mode === 'hybrid',
    searching: words.asking || meaning.asking || (mode !== 'keyword' && typed !== '' && !settled),
    asked: isMeant || words.current ? JSON.stringify(request) : '',
  };
}

/** While `held`, shown passages keep their places and new ones follow: nothing moves under a pointer. */
export function useSteadyHits(hits: readonly SearchHit[], asked: string, held: boolean): readonly SearchHit[] {
  const shown = useRef({ asked, hits });
  const steady = held && shown.current.asked === asked ? keptInPlace(shown.current.hits, hits) : hits;
  useEffect(() => {
    shown.current = { asked, hits: steady };
  });
  return steady;
}

export function keptInPlace(shown: readonly SearchHit[], next: readonly SearchHit[]): readonly SearchHit[] {
  const byId = new Map(next.map((hit) => [hit.chunkId, hit]));
  const known = new Set(shown.map(({ chunkId }) => chunkId));
  return [...shown.map((hit) => byId.get(hit.chunkId) ?? hit), ...next.filter(({ chunkId }) => !known.has(chunkId))];
}

export function hitsInOrder(
  hits: readonly SearchHit[],
  by: (typeof hitOrders)[number],
  changedAt: (documentId: string) => string,
): readonly SearchHit[] {
  if (by === 'best') return hits;
  if (by === 'changed') {
    return [...hits].sort((a, b) => Date.parse(changedAt(b.documentId)) - Date.parse(changedAt(a.documentId)));
  }
  const titles = titleOrder();
  const place = (a: SearchHit, b: SearchHit): number =>
    titles.compare(a.title, b.title) || titles.compare(a.path, b.path) || a.startChar - b.startChar;
  return [...hits].sort(place);
}

const snippetLength = 420;
const leadLength = 80;

export function litSnippet({ text, startChar, words }: Pick<SearchHit, 'text' | 'startChar' | 'words'>): LitPart[] {
  const first = (words[0]?.startChar ?? startChar) - startChar;
  const early = first - leadLength;
  const from = early <= 0 ? 0 : text.indexOf(' ', early) + 1;
  const to = Math.min(text.length, from + snippetLength);
  const parts: LitPart[] = [];
  const take = (start: number, end: number, lit: boolean): void => {
    // The marks of a heading in Markdown say nothing here.
    const said = text.slice(start, end).replace(/^#{1,6} /gmu, '');
    if (said !== '') parts.push({ text: said, lit });
  };
  let at = from;
  for (const word of words) {
    const [start, end] = [word.startChar - startChar, word.endChar - startChar];
    if (start < at || end > to) continue;
    take(at, start, false);
    take(start, end, true);
    at = end;
  }
  take(at, to, false);
  return parts;
}
