import type { Answer, Citation, ConversationSummary, StageState } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { StageId } from '@shared/stage-names';
import { create } from 'zustand';
import { strings } from '../strings/en';
import { host } from './host';
import { newId } from './new-id';
import { useShell } from './shell';
import { useStages } from './stages';
import { deleteWithUndo } from './undoable-delete';

/** One question and what came of it; `answer` is null while it is on its way. */
export interface Exchange {
  readonly key: string;
  readonly requestId: string | null;
  readonly question: string;
  readonly streamed: string;
  readonly citations: readonly Citation[];
  readonly stages: Readonly<Partial<Record<StageId, StageState>>>;
  readonly answer: Answer | null;
  readonly error: ErrorReport | null;
}

interface ChatState {
  readonly conversations: readonly ConversationSummary[];
  /** Deleted, but not yet for good. */
  readonly leaving: ReadonlySet<string>;
  readonly conversationId: string | null;
  readonly exchanges: readonly Exchange[];
  readonly error: ErrorReport | null;
  readonly draft: string;
  setDraft(draft: string): void;
  loadConversations(): Promise<void>;
  open(conversationId: string): Promise<void>;
  startNew(): void;
  ask(question: string): Promise<void>;
  stop(): void;
  remove(conversationId: string): void;
  onToken(requestId: string, token: string): void;
  onCitation(requestId: string, citation: Citation): void;
  onStage(requestId: string, stage: StageId, state: StageState): void;
}

export function isPending(exchange: Exchange): boolean {
  return exchange.answer === null && exchange.error === null;
}

function settled(answer: Answer): Exchange {
  return {
    key: answer.messageId,
    requestId: null,
    question: answer.question,
    streamed: '',
    citations: answer.citations,
    stages: {},
    answer,
    error: null,
  };
}

export const useChat = create<ChatState>((set, get) => {
  function patch(requestId: string, change: (exchange: Exchange) => Partial<Exchange>): boolean {
    if (!get().exchanges.some((exchange) => exchange.requestId === requestId)) return false;
    set((state) => ({
      exchanges: state.exchanges.map((exchange) =>
        exchange.requestId === requestId ? { ...exchange, ...change(exchange) } : exchange,
      ),
    }));
    return true;
  }

  return {
    conversations: [],
    leaving: new Set(),
    conversationId: null,
    exchanges: [],
    error: null,
    draft: '',
    setDraft: (draft) => set({ draft }),
    async loadConversations() {
      const result = await host().request('chat.conversations', {});
      if (result.ok) set({ conversations: result.data, error: null });
      else set({ error: result.error });
    },
    async open(conversationId) {
      useShell.getState().closeCase('chat');
      set({ conversationId, exchanges: [], error: null });
      const result = await host().request('chat.messages', { conversationId });
      if (get().conversationId !== conversationId) return;
      if (result.ok) set({ exchanges: result.data.map(settled) });
      else set({ error: result.error });
    },
    startNew() {
      // What the case shows belongs to the conversation that is left.
      useShell.getState().closeCase('chat');
      set({ conversationId: null, exchanges: [], error: null, draft: '' });
    },
    async ask(question) {
      if (get().exchanges.some(isPending)) return;
      const requestId = newId();
      const asked: Exchange = { ...emptyExchange, key: requestId, requestId, question };
      set((state) => ({ exchanges: [...state.exchanges, asked], draft: '' }));
      const { conversationId } = get();
      const result = await host().request(
        'chat.ask',
        { question, ...(conversationId ? { conversationId } : {}) },
        { requestId },
      );
      const stillShown = patch(requestId, () =>
        result.ok ? { answer: result.data, citations: result.data.citations } : { error: result.error },
      );
      if (stillShown && result.ok) set({ conversationId: result.data.conversationId });
      await Promise.all([get().loadConversations(), useStages.getState().loadRuns()]);
    },
    stop() {
      for (const exchange of get().exchanges) {
        if (isPending(exchange) && exchange.requestId) host().cancel(exchange.requestId);
      }
    },
    remove(conversationId) {
      const title = get().conversations.find((known) => known.conversationId === conversationId)?.title ?? '';
      deleteWithUndo({
        text: strings.library.deleted(title, 1),
        hide() {
          set((state) => ({ leaving: new Set([...state.leaving, conversationId]) }));
          if (get().conversationId === conversationId) get().startNew();
        },
        show() {
          set((state) => ({ leaving: new Set([...state.leaving].filter((id) => id !== conversationId)) }));
        },
        async carryOut() {
          const result = await host().request('chat.delete', { conversationId });
          await get().loadConversations();
          return result;
        },
      });
    },
    onToken: (requestId, token) => {
      patch(requestId, (exchange) => ({ streamed: exchange.streamed + token }));
    },
    onCitation: (requestId, citation) => {
      // An answer that has arrived has all of its own.
      patch(requestId, (exchange) => (exchange.answer ? {} : { citations: [...exchange.citations, citation] }));
    },
    onStage: (requestId, stage, state) => {
      patch(requestId, (exchange) => ({ stages: { ...exchange.stages, [stage]: state } }));
    },
  };
});

const emptyExchange: Exchange = {
  key: '',
  requestId: null,
  question: '',
  streamed: '',
  citations: [],
  stages: {},
  answer: null,
  error: null,
};
