import { isPrivateId, privateMark } from '@shared/address';
import type { Answer } from '@shared/contract/index';
import { host } from '../../bridge/host';
import { useShell } from '../shell';
import { askOrSay, toastError } from '../undo';
import type { Chat, ChatState } from './chat-state';
import { type ExchangeState, endPrivate, hasBegun, isPending, shownWith } from './exchange';
import { draftOf, emptyDraft, type QuestionDraft, swapDraft } from './question-draft';

/** Returns the draft of the conversation that is opened, and keeps the one that is left. */
function draftFor(state: ChatState, conversationId: string | null, isPrivate: boolean): QuestionDraft {
  const { conversationId: from, isPrivate: wasPrivate } = state;
  if (from === null && conversationId === null && !wasPrivate && !isPrivate) return emptyDraft;
  if (from !== null && from === conversationId) return draftOf(state);
  return swapDraft(from, state, isPrivate ? (conversationId ?? privateMark) : conversationId);
}

/**
 * Leaves the open conversation for another one; null is a new one. Answers under way continue; those of a private
 * conversation end, and nothing of it is kept.
 */
function leave({ set, get }: Chat, conversationId: string | null, isPrivate = false): QuestionDraft {
  // The side panel belongs to the conversation that is left.
  useShell.getState().closeSidePanel('chat');
  const { conversationId: from, exchanges, apart, conversations, isPrivate: wasPrivate } = get();
  const ends = wasPrivate && !(isPrivate && conversationId !== null);
  const draft = draftFor(get(), conversationId, isPrivate);
  // A conversation whose first question has failed is in no list.
  const isKnown = conversations.some((known) => known.conversationId === from);
  const pending = [...apart, ...exchanges.filter((one) => isPending(one) || (!isKnown && hasBegun(one)))];
  const isEnded = (exchange: ExchangeState) => ends && isPrivateId(exchange.conversationId);
  if (ends) endPrivate(from, pending.filter(isEnded));
  const continued = pending.filter((exchange) => !isEnded(exchange));
  set({ conversationId, isPrivate, exchanges: [], apart: continued, error: null, finding: null, ...draft });
  return draft;
}

/** Shows these exchanges of the open conversation, with those under way or failed out of sight. */
function showExchanges({ set, get }: Chat, answers: readonly Answer[], wanted?: string): void {
  const { apart, conversationId } = get();
  const here = apart.filter((exchange) => exchange.conversationId === conversationId);
  const exchanges = shownWith(answers, here, wanted);
  set({ exchanges, apart: apart.filter((exchange) => !exchanges.includes(exchange)) });
}

/** Whether a conversation has only a first question, so that the engine does not know it yet. */
function isOnlyHere({ conversations, apart }: ChatState, conversationId: string): boolean {
  const isFirst = ({ sent, others }: ExchangeState) => sent?.after === null && others.length === 0;
  return (
    !conversations.some((known) => known.conversationId === conversationId) &&
    apart.some((one) => one.conversationId === conversationId && isFirst(one))
  );
}

interface AfterOpening {
  loadConversations(): Promise<void>;
  askWhenRead(): void;
}

/** Opens conversations, versions of exchanges and new chats. */
export function openingActions(chat: Chat, { loadConversations, askWhenRead }: AfterOpening) {
  const { set, get } = chat;

  /**
   * @param query words to show in it
   * @param messageId the exchange that has them
   */
  async function open(conversationId: string, query = '', messageId?: string) {
    const draft = leave(chat, conversationId, isPrivateId(conversationId));
    set({ opening: true, finding: query.trim() === '' ? null : { query, at: 0 } });
    const result = isOnlyHere(get(), conversationId)
      ? { ok: true as const, data: [] }
      : await host().request('chat.messages', { conversationId });
    if (get().conversationId !== conversationId) return;
    if (!result.ok) return set({ opening: false, error: result.error });
    showExchanges(chat, result.data);
    set({ opening: false });
    const { exchanges } = get();
    if (messageId && !exchanges.some(({ answer }) => answer?.messageId === messageId)) await turn(messageId);
    // The next question searches where the last one did, unless this window remembers another choice.
    const last = get().exchanges.findLast(({ answer }) => answer && answer.way !== 'help');
    if (draft === emptyDraft && last && get().conversationId === conversationId) set({ scope: last.scope });
    askWhenRead();
  }

  /** Shows another version of an exchange, with its later questions. */
  async function turn(messageId: string) {
    const { conversationId } = get();
    if (conversationId === null) return;
    const shown = await askOrSay('chat.show', { conversationId, messageId });
    if (!shown || get().conversationId !== conversationId) return;
    set(({ exchanges, apart, turns }) => ({ apart: [...apart, ...exchanges.filter(isPending)], turns: turns + 1 }));
    showExchanges(chat, shown, messageId);
  }

  function begin(isPrivate: boolean) {
    leave(chat, null, isPrivate);
    set({ opening: false });
    askWhenRead();
  }

  async function branch({ conversationId, messageId }: Answer) {
    const result = await host().request('chat.branch', { conversationId, messageId });
    if (!result.ok) return toastError(result.error);
    // The list comes first: the title above the conversation would call an unknown one a new chat.
    await loadConversations();
    await open(result.data.conversationId);
  }

  return { open, turn, startNew: () => begin(false), startPrivate: () => begin(true), branch };
}
