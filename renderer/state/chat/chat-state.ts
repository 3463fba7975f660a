import type { ConversationSummary } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { host } from '../../bridge/host';
import type { Access } from '../slice';
import { type ExchangeState, isPending } from './exchange';
import { emptyDraft } from './question-draft';

/** The conversations there are, and the open one with the question that is written in it. */
export const firstChat = {
  conversations: [] as readonly ConversationSummary[],
  /** Deleted, but not yet for good. */
  leaving: new Set() as ReadonlySet<string>,
  /** Conversations that match the search; null without a search. */
  found: null as readonly ConversationSummary[] | null,
  /** The words that are searched for in the open conversation, and the place that is shown; null without a search. */
  finding: null as { readonly query: string; readonly at: number } | null,
  conversationId: null as string | null,
  /** Whether the open conversation is private: nothing of it is written down, here or by the engine. */
  isPrivate: false,
  exchanges: [] as readonly ExchangeState[],
  /** Exchanges under way that are out of sight: another conversation or version is open. */
  apart: [] as readonly ExchangeState[],
  /** Counts how often another version was shown in the place of one. */
  turns: 0,
  /** Whether the exchanges of the conversation that was opened are on their way. */
  opening: false,
  error: null as ErrorReport | null,
  ...emptyDraft,
};

export type ChatState = typeof firstChat;
export type Chat = Access<ChatState>;

/** Changes the exchange of a request, in sight or not. */
export function patch(
  { set }: Chat,
  requestId: string,
  patched: (exchange: ExchangeState) => Partial<ExchangeState>,
): void {
  const change = (all: readonly ExchangeState[]) =>
    all.map((exchange) => (exchange.requestId === requestId ? { ...exchange, ...patched(exchange) } : exchange));
  set(({ exchanges, apart }) => ({ exchanges: change(exchanges), apart: change(apart) }));
}

/** The requests under way, by their conversations. */
export function createGoing({ get }: Pick<Chat, 'get'>) {
  const requests = new Map<string, Promise<unknown>>();
  return {
    /** Resolves with the request, which counts as the conversation's until then. */
    async during<R>(conversationId: string, request: Promise<R>): Promise<R> {
      requests.set(conversationId, request);
      const result = await request;
      if (requests.get(conversationId) === request) requests.delete(conversationId);
      return result;
    },
    /** Resolves when the request of a conversation has ended. */
    ended: async (conversationId: string): Promise<unknown> => requests.get(conversationId),
    stopIn(conversationId: string | null): void {
      for (const exchange of [...get().exchanges, ...get().apart]) {
        const { requestId } = exchange;
        if (exchange.conversationId === conversationId && isPending(exchange) && requestId) host().cancel(requestId);
      }
    },
  };
}

export type Going = ReturnType<typeof createGoing>;
