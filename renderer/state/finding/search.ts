import type { SearchMode } from '@shared/contract/index';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useChat } from '../chat/chat';
import { everywhere } from '../chat/question-draft';
import { windowStorage } from '../shell';

export const waysToFind: readonly SearchMode[] = ['hybrid', 'keyword', 'vector'];
export const hitOrders = ['best', 'changed', 'document'] as const;

const first = {
  query: '',
  mode: 'hybrid' as SearchMode,
  sort: 'best' as (typeof hitOrders)[number],
  /** Whether the scores of each passage are shown. */
  scores: false,
  scope: everywhere,
};

/** What is searched for in the room of passages, and how; the next start has it, unless a private chat was open. */
export const useSearch = create(
  persist(() => first, {
    name: 'vitrine.search',
    storage: createJSONStorage(windowStorage),
    partialize: (state) => (useChat.getState().isPrivate ? { ...state, query: '' } : state),
  }),
);
useChat.subscribe(({ isPrivate }, before) => {
  if (before.isPrivate && !isPrivate) useSearch.setState({ query: '' });
});
