import { isPrivateId, privateMark } from '@shared/address';
import type { Answer, Citation, ConversationSummary, ExchangePlace, StageState } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import type { StageId } from '@shared/prompt/stage-names';
import { language, t } from '@shared/words/index';
import { host, newId } from '../../bridge/host';
import { useShell } from '../shell';
import { slice } from '../slice';
import { useStages } from '../stages';
import { saveFile } from '../toasts';
import { askOrSay, deleteWithUndo, leavingIn, offerUndo, sayError } from '../undo';
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
  useAnswerSettings,
} from './question-draft';

export { type Exchange, isPending } from './exchange';

/** The conversations there are, and the open one with the question that is written in it. */
const first = {
  conversations: [] as readonly ConversationSummary[],
  /** Deleted, but not yet for good. */
  leaving: new Set() as ReadonlySet<string>,
  /** Conversations that a search found; null where none is searched for. */
  found: null as readonly ConversationSummary[] | null,
  /** What is looked for in the open conversation, and which of the places is shown; null while nothing is. */
  finding: null as { readonly query: string; readonly at: number } | null,
  /** Of the open conversation: by the ids of its exchanges that stand otherwise in branches, it and the others. */
  versions: new Map() as ReadonlyMap<string, readonly ExchangePlace[]>,
  conversationId: null as string | null,
  /** Whether the open conversation is private: nothing of it is written down, here or by the engine. */
  isPrivate: false,
  exchanges: [] as readonly Exchange[],
  /** Whether the exchanges of the conversation that was opened are on their way. */
  opening: false,
  error: null as ErrorReport | null,
  ...emptyDraft,
};

/** Whether an answer is on its way; nothing else can be asked meanwhile. */
export const isAnswerPending = ({ exchanges }: Pick<typeof first, 'exchanges'>): boolean => exchanges.some(isPending);

export const useChat = slice(first, (set, get) => {
  let searched = '';

  async function loadConversations() {
    const result = await host().request('chat.conversations', {});
    if (result.ok) set({ conversations: result.data, error: null });
    else set({ error: result.error });
    await loadVersions();
  }

  async function loadVersions() {
    const { conversationId, conversations } = get();
    const branched = conversations.some(({ branchOf }) => branchOf !== undefined);
    if (conversationId === null || !branched) return set({ versions: new Map() });
    const result = await host().request('chat.versions', { conversationId });
    if (!result.ok || get().conversationId !== conversationId) return;
    set({ versions: new Map(result.data.map(({ messageId, versions }) => [messageId, versions])) });
  }

  async function retitle(conversationId: string, title: string): Promise<Result<unknown>> {
    const result = await host().request('chat.rename', { conversationId, title });
    if (!result.ok) sayError(result.error);
    await loadConversations();
    return result;
  }

  /** Of a private conversation nothing is left once another one is opened or begun. */
  function leave(): void {
    const { isPrivate, conversationId, exchanges } = get();
    if (!isPrivate) return;
    for (const { requestId } of exchanges.filter(isPending)) if (requestId) host().cancel(requestId);
    if (conversationId) void host().request('chat.delete', { conversationId });
    if (isPrivateId(useStages.getState().run?.runId ?? '')) useStages.getState().startNew();
  }

  /** @param query words to show in it */
  async function open(conversationId: string, query = '') {
    useShell.getState().closeSidePanel('chat');
    const isPrivate = isPrivateId(conversationId);
    if (!isPrivate) leave();
    const draft = swapDraft(get().conversationId, get(), conversationId);
    const finding = query.trim() === '' ? null : { query, at: 0 };
    set({ conversationId, isPrivate, exchanges: [], opening: true, error: null, finding, ...draft });
    const [result] = await Promise.all([host().request('chat.messages', { conversationId }), loadVersions()]);
    if (get().conversationId !== conversationId) return;
    if (!result.ok) return set({ opening: false, error: result.error });
    const exchanges = result.data.map(settled);
    // It goes on where it looked last, unless this window remembers what was chosen since.
    const last = exchanges.findLast(({ answer }) => answer?.outcome !== 'greeting');
    set({ exchanges, opening: false, ...(draft === emptyDraft && last ? { scope: last.scope } : {}) });
  }

  const startNew = () => begin(false);

  function begin(isPrivate: boolean) {
    leave();
    // What the side panel shows belongs to the conversation that is left.
    useShell.getState().closeSidePanel('chat');
    const { conversationId: from } = get();
    const swaps = from !== null || get().isPrivate || isPrivate;
    const draft = swaps ? swapDraft(from, get(), isPrivate ? privateMark : null) : emptyDraft;
    set({ conversationId: null, isPrivate, exchanges: [], opening: false, error: null, finding: null, ...draft });
  }

  async function branch({ conversationId, messageId }: Answer) {
    const result = await host().request('chat.branch', { conversationId, messageId });
    if (!result.ok) return sayError(result.error);
    // The list first: the line over the conversation would call one that it does not know yet a new chat.
    await loadConversations();
    await open(result.data.conversationId);
  }

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
    const { conversationId, isPrivate } = get();
    const result = await host().request(
      'chat.ask',
      {
        question,
        ...(conversationId ? { conversationId } : instead ? { branchOf: instead.conversationId } : {}),
        ...(isPrivate ? { private: true } : {}),
        ...(selectedText === '' ? {} : { selectedText }),
        ...(replaces ? { replaces } : {}),
        ...writer,
        ...useAnswerSettings.getState().settings,
        ...scopeOfRequest(scope),
        ...(replaced && isEverywhere(scope) && !isEverywhere(replaced.scope) ? { scope: null } : {}),
      },
      { requestId },
    );
    const stillShown = patch(requestId, () =>
      result.ok ? { answer: result.data, citations: result.data.citations } : { error: result.error },
    );
    if (stillShown && result.ok) set({ conversationId: result.data.conversationId });
    // It was left before it had an id.
    if (!stillShown && isPrivate && result.ok) {
      void host().request('chat.delete', { conversationId: result.data.conversationId });
    }
    // What was to be replaced is still there where the new answer did not come.
    if (stillShown && !result.ok && replaced) {
      set((state) => ({ exchanges: state.exchanges.toSpliced(at, 0, replaced) }));
    }
    await Promise.all([loadConversations(), useStages.getState().loadRuns()]);
  }

  /** Opens a conversation that holds everything before this exchange; says whether it did. */
  async function branchBefore(answer: Answer): Promise<boolean> {
    const { exchanges, conversationId } = get();
    const at = exchanges.findIndex((exchange) => exchange.answer?.messageId === answer.messageId);
    // What failed or was stopped on the way is in no conversation.
    const before = lastAnswered(exchanges.slice(0, at));
    if (before) await branch(before);
    else startNew();
    return get().conversationId !== conversationId;
  }

  return {
    loadConversations,
    loadVersions,
    open,
    startNew,
    startPrivate: () => begin(true),
    branch,
    async rename(conversationId: string, title: string) {
      const before = get().conversations.find((known) => known.conversationId === conversationId)?.title;
      const result = await retitle(conversationId, title);
      if (result.ok && before !== undefined) {
        offerUndo(conversationId, t('app.renamed', { name: title }), () => void retitle(conversationId, before));
      }
    },
    async search(query: string) {
      const wanted = query.trim();
      searched = wanted;
      if (wanted === '') return set({ found: null });
      const result = await host().request('chat.search', { query: wanted });
      // An answer to an earlier keystroke may come late.
      if (searched !== wanted) return;
      set({ found: result.ok ? result.data : [] });
      if (!result.ok) sayError(result.error);
    },
    async save(conversationId: string, format: 'md' | 'json') {
      const file = await askOrSay('chat.export', { conversationId, format, language: language() });
      if (file) saveFile(file);
    },
    remove(conversationId: string) {
      const title = get().conversations.find((known) => known.conversationId === conversationId)?.title ?? '';
      const wasOpen = get().conversationId === conversationId;
      const { hide, show } = leavingIn(set, conversationId);
      let gone = false;
      deleteWithUndo({
        text: t('library.deletedTitle', { title }),
        hide() {
          hide();
          if (wasOpen) startNew();
        },
        show() {
          show();
          // Who took it back reads on where it was taken away, unless something else was opened or asked since.
          const isFree = get().conversationId === null && get().exchanges.length === 0;
          if (wasOpen && !gone && isFree) void open(conversationId);
        },
        async carryOut() {
          const result = await host().request('chat.delete', { conversationId });
          gone = result.ok;
          if (gone) draftsApart.delete(conversationId);
          await loadConversations();
          return result;
        },
      });
    },
    setDraft: (draft: string) => set({ draft }),
    setAsFields: (asFields: boolean) => set({ asFields }),
    setSelectedText: (selectedText: string) => set({ selectedText }),
    setScope: (scope: ChatScope) => set({ scope }),
    ask(question: string) {
      const { draft, selectedText, scope } = get();
      // A suggestion that is asked leaves what was begun.
      const left = draft.trim() === question ? { draft: '', selectedText: '' } : { selectedText: '' };
      return send(question, { selectedText, scope }, left);
    },
    /** Asks once more, in the place of an exchange that failed, as it was asked; `change` is asked otherwise. */
    async retry(failed: Exchange, change?: Pick<Sending, 'withoutDocuments'>) {
      const { key, question, selectedText, scope, sent } = failed;
      if (isAnswerPending(get())) return;
      const exchanges = get().exchanges.filter((exchange) => exchange.key !== key);
      set({ exchanges });
      const { replaces, ...along } = { selectedText, scope, ...sent, ...change };
      // What was asked since rests on the answer that was to be replaced.
      const last = lastAnswered(exchanges)?.messageId;
      await send(question, replaces !== undefined && replaces === last ? { ...along, replaces } : along);
    },
    /**
     * Asks again: in the place of the last exchange; before later ones in a branch, so that nothing is lost. Looks where
     * the answer looked, unless told otherwise; `alone` searches the question as it stands.
     */
    async resend(
      answer: Answer,
      question: string,
      change: Partial<Pick<Sending, 'scope' | 'withoutDocuments' | 'alone'>> = {},
    ) {
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
    /** Asks again in a branch, where this model writes (null quotes): the first answer stays as it is. */
    async askAnother(answer: Answer, model: string | null) {
      if (isAnswerPending(get()) || !(await branchBefore(answer))) return;
      const along = { selectedText: answer.selectedText ?? '', scope: scopeOfAnswer(answer), instead: placeOf(answer) };
      set({ scope: along.scope });
      await send(answer.question, { ...along, ...(model === null ? { noLlm: true } : { model }) });
    },
    /** Goes on with an incomplete answer, in its place. */
    async resume(answer: Answer) {
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
      const asked = { conversationId, messageId, ...useAnswerSettings.getState().settings };
      const result = await host().request('chat.resume', asked, { requestId });
      const continued = result.ok ? result.data : answer;
      patch(requestId, () => ({ answer: continued, citations: continued.citations, requestId: null, waiting: null }));
      if (!result.ok) sayError(result.error);
      await loadConversations();
    },
    /** Says whether an answer was helpful, or takes it back. */
    async rate({ messageId, helpful: before }: Answer, helpful: boolean) {
      const said = before === helpful ? null : helpful;
      const result = await askOrSay('chat.rate', { messageId, helpful: said });
      if (result) set((state) => ({ exchanges: ratedAs(state.exchanges, said, messageId) }));
    },
    forgetRatings: () => set((state) => ({ exchanges: ratedAs(state.exchanges, null) })),
    stop() {
      for (const exchange of get().exchanges) {
        if (isPending(exchange) && exchange.requestId) host().cancel(exchange.requestId);
      }
    },
    onToken: (requestId: string, token: string) =>
      patch(requestId, (exchange) => ({ streamed: exchange.streamed + token, waiting: null })),
    onWaiting: (requestId: string, seconds: number | null, attempt: number) =>
      patch(requestId, () => ({ waiting: { seconds, attempt } })),
    // An answer that has arrived has all of its own.
    onCitation: (requestId: string, citation: Citation) =>
      patch(requestId, (exchange) => (exchange.answer ? {} : { citations: [...exchange.citations, citation] })),
    onStage: (requestId: string, stage: StageId, state: StageState) =>
      patch(requestId, (exchange) => ({ stages: { ...exchange.stages, [stage]: state } })),
  };
});

const lastAnswered = (exchanges: readonly Exchange[]): Answer | null =>
  exchanges.findLast(({ answer }) => answer)?.answer ?? null;

/** Exchanges whose answer, or all of whose answers, were found helpful or not; null for neither. */
const ratedAs = (exchanges: readonly Exchange[], helpful: boolean | null, messageId?: string): readonly Exchange[] =>
  exchanges.map((exchange) => {
    if (!exchange.answer || (messageId !== undefined && exchange.answer.messageId !== messageId)) return exchange;
    const { helpful: _before, ...answer } = exchange.answer;
    return { ...exchange, answer: helpful === null ? answer : { ...answer, helpful } };
  });

const placeOf = ({ conversationId, messageId }: ExchangePlace): ExchangePlace => ({ conversationId, messageId });

export const useAnswerPending = (): boolean => useChat(isAnswerPending);
