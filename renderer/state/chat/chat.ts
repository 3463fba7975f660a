import type { Answer, Citation, ConversationSummary, ExchangePlace, StageState } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import type { StageId } from '@shared/prompt/stage-names';
import { language, t } from '@shared/words/index';
import { create, type StateCreator } from 'zustand';
import { host, newId } from '../../bridge/host';
import { useShell } from '../shell';
import { useStages } from '../stages';
import { saveFile } from '../toasts';
import { askOrSay, deleteWithUndo, offerUndo, sayError } from '../undo';
import { type Exchange, emptyExchange, isPending, type Sending, settled } from './exchange';
import {
  type ChatScope,
  draftsApart,
  emptyDraft,
  isEverywhere,
  type QuestionDraft,
  scopeOfAnswer,
  scopeOfRequest,
  swapDraft,
} from './question-draft';

export { type Exchange, isPending } from './exchange';

/** The conversations there are, as one part of the chat's state. */
export interface ConversationList {
  readonly conversations: readonly ConversationSummary[];
  /** Deleted, but not yet for good. */
  readonly leaving: ReadonlySet<string>;
  /** Conversations that a search found; null where none is searched for. */
  readonly found: readonly ConversationSummary[] | null;
  /** Of the open conversation: by the ids of its exchanges that stand otherwise in branches, it and the others. */
  readonly versions: ReadonlyMap<string, readonly ExchangePlace[]>;
  loadConversations(): Promise<void>;
  loadVersions(): Promise<void>;
  rename(conversationId: string, title: string): Promise<void>;
  search(query: string): Promise<void>;
  save(conversationId: string, format: 'md' | 'json'): Promise<void>;
  remove(conversationId: string): void;
}

interface OpenConversation {
  readonly conversationId: string | null;
  readonly exchanges: readonly unknown[];
  readonly error: ErrorReport | null;
  open(conversationId: string): Promise<void>;
  startNew(): void;
}

const conversationList: StateCreator<ConversationList & OpenConversation, [], [], ConversationList> = (set, get) => {
  let searched = '';

  async function retitle(conversationId: string, title: string): Promise<Result<unknown>> {
    const result = await host().request('chat.rename', { conversationId, title });
    if (!result.ok) sayError(result.error);
    await get().loadConversations();
    return result;
  }

  return {
    conversations: [],
    leaving: new Set(),
    found: null,
    versions: new Map(),
    async loadConversations() {
      const result = await host().request('chat.conversations', {});
      if (result.ok) set({ conversations: result.data, error: null });
      else set({ error: result.error });
      await get().loadVersions();
    },
    async loadVersions() {
      const { conversationId, conversations } = get();
      const branched = conversations.some(({ branchOf }) => branchOf !== undefined);
      if (conversationId === null || !branched) return set({ versions: new Map() });
      const result = await host().request('chat.versions', { conversationId });
      if (!result.ok || get().conversationId !== conversationId) return;
      set({ versions: new Map(result.data.map(({ messageId, versions }) => [messageId, versions])) });
    },
    async rename(conversationId, title) {
      const before = get().conversations.find((known) => known.conversationId === conversationId)?.title;
      const result = await retitle(conversationId, title);
      if (result.ok && before !== undefined) {
        offerUndo(conversationId, t('app.renamed', { name: title }), () => void retitle(conversationId, before));
      }
    },
    async search(query) {
      const wanted = query.trim();
      searched = wanted;
      if (wanted === '') return set({ found: null });
      const result = await host().request('chat.search', { query: wanted });
      // An answer to an earlier keystroke may come late.
      if (searched !== wanted) return;
      set({ found: result.ok ? result.data : [] });
      if (!result.ok) sayError(result.error);
    },
    async save(conversationId, format) {
      const file = await askOrSay('chat.export', { conversationId, format, language: language() });
      if (file) saveFile(file);
    },
    remove(conversationId) {
      const title = get().conversations.find((known) => known.conversationId === conversationId)?.title ?? '';
      const wasOpen = get().conversationId === conversationId;
      let gone = false;
      deleteWithUndo({
        text: t('library.deletedTitle', { title }),
        hide() {
          set((state) => ({ leaving: new Set([...state.leaving, conversationId]) }));
          if (wasOpen) get().startNew();
        },
        show() {
          set((state) => ({ leaving: new Set([...state.leaving].filter((id) => id !== conversationId)) }));
          // Who took it back reads on where it was taken away, unless something else was opened or asked since.
          const isFree = get().conversationId === null && get().exchanges.length === 0;
          if (wasOpen && !gone && isFree) void get().open(conversationId);
        },
        async carryOut() {
          const result = await host().request('chat.delete', { conversationId });
          gone = result.ok;
          if (gone) draftsApart.delete(conversationId);
          await get().loadConversations();
          return result;
        },
      });
    },
  };
};

interface ChatState extends QuestionDraft, ConversationList {
  readonly conversationId: string | null;
  readonly exchanges: readonly Exchange[];
  /** Whether the exchanges of the conversation that was opened are on their way. */
  readonly opening: boolean;
  readonly error: ErrorReport | null;
  setDraft(draft: string): void;
  setAsFields(asFields: boolean): void;
  setSelectedText(text: string): void;
  setScope(scope: ChatScope): void;
  open(conversationId: string): Promise<void>;
  startNew(): void;
  ask(question: string): Promise<void>;
  /** Asks once more, in the place of an exchange that failed, as it was asked; `change` is asked otherwise. */
  retry(failed: Exchange, change?: Pick<Sending, 'withoutDocuments'>): Promise<void>;
  /**
   * Asks again: in the place of the last exchange; before later ones in a branch, so that nothing is lost. Looks where
   * the answer looked, unless told otherwise; `alone` searches the question as it stands.
   */
  resend(
    answer: Answer,
    question: string,
    change?: Partial<Pick<Sending, 'scope' | 'withoutDocuments' | 'alone'>>,
  ): Promise<void>;
  /** Asks again in a branch, where this model writes (null quotes): the first answer stays as it is. */
  askAnother(answer: Answer, model: string | null): Promise<void>;
  /** Goes on with an incomplete answer, in its place. */
  resume(answer: Answer): Promise<void>;
  branch(answer: Answer): Promise<void>;
  stop(): void;
  onToken(requestId: string, token: string): void;
  onCitation(requestId: string, citation: Citation): void;
  onStage(requestId: string, stage: StageId, state: StageState): void;
  onWaiting(requestId: string, seconds: number | null, attempt: number): void;
}

/** Whether an answer is on its way; nothing else can be asked meanwhile. */
export const isAnswerPending = ({ exchanges }: Pick<ChatState, 'exchanges'>): boolean => exchanges.some(isPending);

export const useChat = create<ChatState>((set, get, store) => {
  function patch(requestId: string, change: (exchange: Exchange) => Partial<Exchange>): boolean {
    if (!get().exchanges.some((exchange) => exchange.requestId === requestId)) return false;
    set((state) => ({
      exchanges: state.exchanges.map((exchange) =>
        exchange.requestId === requestId ? { ...exchange, ...change(exchange) } : exchange,
      ),
    }));
    return true;
  }

  /**
   * Asks, in the place of an exchange where one is named, and of another model than the chosen one where one is.
   *
   * @param left what the composer is left with where something of it was asked
   */
  async function send(question: string, sent: Sending, left: Partial<QuestionDraft> = {}): Promise<void> {
    if (isAnswerPending(get())) return;
    const { selectedText, scope, replaces, instead, ...writer } = sent;
    const requestId = newId();
    const asked: Exchange = { ...emptyExchange, key: requestId, requestId, question, selectedText, scope, sent };
    const at = get().exchanges.findIndex((exchange) => replaces && exchange.answer?.messageId === replaces);
    const replaced = get().exchanges[at];
    set(({ exchanges }) => ({ exchanges: replaced ? exchanges.with(at, asked) : [...exchanges, asked], ...left }));
    const { conversationId } = get();
    const result = await host().request(
      'chat.ask',
      {
        question,
        ...(conversationId ? { conversationId } : instead ? { branchOf: instead.conversationId } : {}),
        ...(selectedText === '' ? {} : { selectedText }),
        ...(replaces ? { replaces } : {}),
        ...writer,
        ...scopeOfRequest(scope),
        ...(replaced && isEverywhere(scope) && !isEverywhere(replaced.scope) ? { scope: null } : {}),
      },
      { requestId },
    );
    const stillShown = patch(requestId, () =>
      result.ok ? { answer: result.data, citations: result.data.citations } : { error: result.error },
    );
    if (stillShown && result.ok) set({ conversationId: result.data.conversationId });
    // What was to be replaced is still there where the new answer did not come.
    if (stillShown && !result.ok && replaced) {
      set((state) => ({ exchanges: state.exchanges.toSpliced(at, 0, replaced) }));
    }
    await Promise.all([get().loadConversations(), useStages.getState().loadRuns()]);
  }

  /** Opens a conversation that holds everything before this exchange; says whether it did. */
  async function branchBefore(answer: Answer): Promise<boolean> {
    const { exchanges, conversationId } = get();
    const at = exchanges.findIndex((exchange) => exchange.answer?.messageId === answer.messageId);
    // What failed or was stopped on the way is in no conversation.
    const before = lastAnswered(exchanges.slice(0, at));
    if (before) await get().branch(before);
    else get().startNew();
    return get().conversationId !== conversationId;
  }

  return {
    ...conversationList(set, get, store),
    conversationId: null,
    exchanges: [],
    opening: false,
    error: null,
    ...emptyDraft,
    setDraft: (draft) => set({ draft }),
    setAsFields: (asFields) => set({ asFields }),
    setSelectedText: (selectedText) => set({ selectedText }),
    setScope: (scope) => set({ scope }),
    async open(conversationId) {
      useShell.getState().closeSidePanel('chat');
      const draft = swapDraft(get().conversationId, get(), conversationId);
      set({ conversationId, exchanges: [], opening: true, error: null, ...draft });
      const [result] = await Promise.all([host().request('chat.messages', { conversationId }), get().loadVersions()]);
      if (get().conversationId !== conversationId) return;
      if (!result.ok) return set({ opening: false, error: result.error });
      const exchanges = result.data.map(settled);
      // It goes on where it looked last, unless this window remembers what was chosen since.
      const last = exchanges.findLast(({ answer }) => answer?.outcome !== 'greeting');
      set({ exchanges, opening: false, ...(draft === emptyDraft && last ? { scope: last.scope } : {}) });
    },
    startNew() {
      // What the side panel shows belongs to the conversation that is left.
      useShell.getState().closeSidePanel('chat');
      const draft = get().conversationId ? swapDraft(get().conversationId, get(), null) : emptyDraft;
      set({ conversationId: null, exchanges: [], opening: false, error: null, ...draft });
    },
    ask(question) {
      const { draft, selectedText, scope } = get();
      // A suggestion that is asked leaves what was begun.
      const left = draft.trim() === question ? { draft: '', selectedText: '' } : { selectedText: '' };
      return send(question, { selectedText, scope }, left);
    },
    async retry({ key, question, selectedText, scope, sent }, change) {
      if (isAnswerPending(get())) return;
      const exchanges = get().exchanges.filter((exchange) => exchange.key !== key);
      set({ exchanges });
      const { replaces, ...along } = { selectedText, scope, ...sent, ...change };
      // What was asked since rests on the answer that was to be replaced.
      const last = lastAnswered(exchanges)?.messageId;
      await send(question, replaces !== undefined && replaces === last ? { ...along, replaces } : along);
    },
    async resend(answer, question, change = {}) {
      if (isAnswerPending(get())) return;
      const { selectedText = '', alone } = answer;
      const asBefore = alone && question === answer.question ? { alone } : {};
      const along = { selectedText, scope: scopeOfAnswer(answer), ...asBefore, ...change };
      const { scope } = along;
      if (lastAnswered(get().exchanges)?.messageId === answer.messageId) {
        await send(question, { ...along, replaces: answer.messageId });
      } else if (await branchBefore(answer)) {
        set({ scope });
        await send(question, { ...along, instead: placeOf(answer) });
      }
    },
    async askAnother(answer, model) {
      if (isAnswerPending(get()) || !(await branchBefore(answer))) return;
      const along = { selectedText: answer.selectedText ?? '', scope: scopeOfAnswer(answer), instead: placeOf(answer) };
      set({ scope: along.scope });
      await send(answer.question, { ...along, ...(model === null ? { noLlm: true } : { model }) });
    },
    async resume(answer) {
      if (isAnswerPending(get())) return;
      const requestId = newId();
      set((state) => ({
        exchanges: state.exchanges.map((exchange) =>
          exchange.answer?.messageId === answer.messageId
            ? { ...exchange, requestId, answer: null, streamed: answer.answer }
            : exchange,
        ),
      }));
      const { conversationId, messageId } = answer;
      const result = await host().request('chat.resume', { conversationId, messageId }, { requestId });
      const continued = result.ok ? result.data : answer;
      patch(requestId, () => ({ answer: continued, citations: continued.citations, requestId: null, waiting: null }));
      if (!result.ok) sayError(result.error);
      await get().loadConversations();
    },
    async branch({ conversationId, messageId }) {
      const result = await host().request('chat.branch', { conversationId, messageId });
      if (!result.ok) return sayError(result.error);
      // The list first: the line over the conversation would call one that it does not know yet a new chat.
      await get().loadConversations();
      await get().open(result.data.conversationId);
    },
    stop() {
      for (const exchange of get().exchanges) {
        if (isPending(exchange) && exchange.requestId) host().cancel(exchange.requestId);
      }
    },
    onToken: (requestId, token) =>
      patch(requestId, (exchange) => ({ streamed: exchange.streamed + token, waiting: null })),
    onWaiting: (requestId, seconds, attempt) => patch(requestId, () => ({ waiting: { seconds, attempt } })),
    // An answer that has arrived has all of its own.
    onCitation: (requestId, citation) =>
      patch(requestId, (exchange) => (exchange.answer ? {} : { citations: [...exchange.citations, citation] })),
    onStage: (requestId, stage, state) =>
      patch(requestId, (exchange) => ({ stages: { ...exchange.stages, [stage]: state } })),
  };
});

const lastAnswered = (exchanges: readonly Exchange[]): Answer | null =>
  exchanges.findLast(({ answer }) => answer)?.answer ?? null;

const placeOf = ({ conversationId, messageId }: ExchangePlace): ExchangePlace => ({ conversationId, messageId });

export const useAnswerPending = (): boolean => useChat(isAnswerPending);
