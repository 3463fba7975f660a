import type { SearchMode } from '@shared/contract/index';
import { create } from 'zustand';
import { useChat } from '../chat/chat';
import { everywhere } from '../chat/question-draft';

export const waysToFind: readonly SearchMode[] = ['hybrid', 'keyword', 'vector'];
export const hitOrders = ['best', 'changed', 'document'] as const;

const first = {
  query: '',
  mode: 'hybrid' as SearchMode,
  sort: 'best' as (typeof hitOrders)[number],
  scores: false,
  scope: everywhere,
};

export const useSearch = create(() => first);
useChat.subscribe(({ isPrivate }, before) => {
  if (before.isPrivate && !isPrivate) useSearch.setState({ query: '' });
});
