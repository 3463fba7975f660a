import type { Answer, Citation, GivenPassage, StageState } from '@shared/contract/index';
import type { StageId } from '@shared/prompt/stage-names';
import { slice } from '../slice';
import { askOrSay } from '../undo';
import { askingActions, askingAgainActions, resumingActions } from './asking';
import { type Chat, createGoing, firstChat, patch } from './chat-state';
import { conversationActions, removalActions } from './conversations';
import { isAnswerPending, ratedAs } from './exchange';
import { openingActions } from './opening';
import type { ChatScope } from './question-draft';

export { allConversations, answering, type ExchangeState, isAnswerPending, isPending } from './exchange';

/** Takes the engine's reports about a question that is being answered. */
const exchangeEvents = (chat: Chat) => ({
  onPassages: (requestId: string, given: readonly GivenPassage[]) => patch(chat, requestId, () => ({ given })),
  onLooked: (requestId: string, looked: number, of: number) =>
    patch(chat, requestId, () => ({ looked: { looked, of } })),
  onToken: (requestId: string, token: string) =>
    patch(chat, requestId, (exchange) => ({ streamed: exchange.streamed + token, waiting: null })),
  onWaiting: (requestId: string, seconds: number | null, attempt: number) =>
    patch(chat, requestId, () => ({ waiting: { seconds, attempt } })),
  // A complete answer brings all its citations.
  onCitation: (requestId: string, citation: Citation) =>
    patch(chat, requestId, (exchange) => (exchange.answer ? {} : { citations: [...exchange.citations, citation] })),
  onStage: (requestId: string, stage: StageId, state: StageState) =>
    patch(chat, requestId, (exchange) => ({ stages: { ...exchange.stages, [stage]: state } })),
});

const ratingActions = ({ set }: Chat) => ({
  /** Marks an answer as helpful or not; the same mark again removes it. */
  async rate({ messageId, helpful: before }: Answer, helpful: boolean) {
    const rating = before === helpful ? null : helpful;
    const result = await askOrSay('chat.rate', { messageId, helpful: rating });
    if (result) set((state) => ({ exchanges: ratedAs(state.exchanges, rating, messageId) }));
  },
  forgetRatings: () => set((state) => ({ exchanges: ratedAs(state.exchanges, null) })),
});

export const useChat = slice(firstChat, (set, get) => {
  const chat: Chat = { set, get };
  const going = createGoing(chat);
  const conversations = conversationActions(chat);
  const { loadConversations } = conversations;
  const { send, askWhenRead, ...asking } = askingActions(chat, { going, loadConversations });
  const opening = openingActions(chat, { loadConversations, askWhenRead });
  return {
    ...conversations,
    ...opening,
    ...asking,
    ...removalActions(chat, { going, loadConversations, ...opening }),
    ...askingAgainActions(chat, { send }),
    ...resumingActions(chat, { going, loadConversations, askWhenRead }),
    ...ratingActions(chat),
    ...exchangeEvents(chat),
    setDraft: (draft: string) => set({ draft }),
    setAsFields: (asFields: boolean) => set({ asFields }),
    setSelectedText: (selectedText: string) => set({ selectedText }),
    setScope: (scope: ChatScope) => set({ scope }),
    stop: () => going.stopIn(get().conversationId),
  };
});

export const useAnswerPending = (): boolean => useChat(isAnswerPending);
