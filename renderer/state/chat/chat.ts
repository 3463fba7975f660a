import { isPrivateId, privateMark } from '@shared/address';
import type {
  Answer,
  Citation,
  ConversationSummary,
  GivenPassage,
  RequestOf,
  StageState,
} from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { StageId } from '@shared/prompt/stage-names';
import { titleOfQuestion } from '@shared/visible-text';
import { language, t } from '@shared/words/index';
import { host, newId } from '../../bridge/host';
import { useShell } from '../shell';
import { slice } from '../slice';
import { useStages } from '../stages';
import { saveFile } from '../toasts';
import { askOrSay, deleteWithUndo, leavingIn, offerUndo, toastError } from '../undo';
import {
  allConversations,
  type ExchangeState,
  emptyExchange,
  endPrivate,
  hasBegun,
  isAnswerPending,
  isPending,
  lastAnswered,
  ratedAs,
  type Sending,
  shownWith,
} from './exchange';
import {
  type ChatScope,
  draftOf,
  draftsApart,
  emptyDraft,
  type QuestionDraft,
  scopeOfAnswer,
  scopeOfRequest,
  swapDraft,
  useAnswerSettings,
  withRead,
} from './question-draft';

export { allConversations, answering, type ExchangeState, isAnswerPending, isPending } from './exchange';

/** The conversations there are, and the open one with the question that is written in it. */
const first = {
  conversations: [] as readonly ConversationSummary[],
  /** Deleted, but not yet for good. */
  leaving: new Set() as ReadonlySet<string>,
  /** Conversations that a search found; null where none is searched for. */
  found: null as readonly ConversationSummary[] | null,
  /** What is looked for in the open conversation, and which of the places is shown; null while nothing is. */
  finding: null as { readonly query: string; readonly at: number } | null,
  conversationId: null as string | null,
  /** Whether the open conversation is private: nothing of it is written down, here or by the engine. */
  isPrivate: false,
  exchanges: [] as readonly ExchangeState[],
  /** On their way out of sight: their conversation, or their version of it, was left. */
  apart: [] as readonly ExchangeState[],
  /** How often another version was shown: that stands where the one before stood. */
  turns: 0,
  /** Whether the exchanges of the conversation that was opened are on their way. */
  opening: false,
  error: null as ErrorReport | null,
  ...emptyDraft,
};

export const useChat = slice(first, (set, get) => {
  let searched = '';
  /** Questions on their way, by their conversation. */
  const going = new Map<string, Promise<unknown>>();

  async function whileGoing<R>(conversationId: string, request: Promise<R>): Promise<R> {
    going.set(conversationId, request);
    const result = await request;
    if (going.get(conversationId) === request) going.delete(conversationId);
    return result;
  }

  function stopIn(conversationId: string | null) {
    for (const exchange of [...get().exchanges, ...get().apart]) {
      const { requestId } = exchange;
      if (exchange.conversationId === conversationId && isPending(exchange) && requestId) host().cancel(requestId);
    }
  }

  async function loadConversations() {
    const result = await host().request('chat.conversations', {});
    if (result.ok) set({ conversations: result.data, error: null });
    else set({ error: result.error });
  }

  async function change(conversationIds: readonly string[], how: Omit<RequestOf<'chat.change'>, 'conversationIds'>) {
    const changed = await askOrSay('chat.change', { conversationIds: [...conversationIds], ...how });
    await loadConversations();
    return changed !== null;
  }

  const conversationOf = (id: string) => allConversations(get()).find((known) => known.conversationId === id);

  /**
   * Leaves what is open for another conversation, null for a new one. What is being answered goes on; of a private
   * conversation nothing is left.
   */
  function leave(conversationId: string | null, isPrivate = false): QuestionDraft {
    // What the side panel shows belongs to the conversation that is left.
    useShell.getState().closeSidePanel('chat');
    const { conversationId: from, exchanges, apart, conversations, isPrivate: wasPrivate } = get();
    const ends = wasPrivate && !(isPrivate && conversationId !== null);
    const isNew = from === null && conversationId === null && !wasPrivate && !isPrivate;
    const to = isPrivate ? (conversationId ?? privateMark) : conversationId;
    const isSame = from !== null && from === conversationId;
    const draft = isNew ? emptyDraft : isSame ? draftOf(get()) : swapDraft(from, get(), to);
    // A conversation whose first question has failed stands nowhere else.
    const isKnown = conversations.some((known) => known.conversationId === from);
    const kept = [...apart, ...exchanges.filter((one) => isPending(one) || (!isKnown && hasBegun(one)))];
    const goesOn = kept.filter((exchange) => !ends || !isPrivateId(exchange.conversationId));
    const ended = kept.filter((exchange) => !goesOn.includes(exchange));
    if (ends) endPrivate(from, ended);
    set({ conversationId, isPrivate, exchanges: [], apart: goesOn, error: null, finding: null, ...draft });
    return draft;
  }

  /** Shows these exchanges of the open conversation, with what of it is on its way or failed out of sight. */
  function showExchanges(answers: readonly Answer[], wanted?: string) {
    const { apart, conversationId } = get();
    const here = apart.filter((exchange) => exchange.conversationId === conversationId);
    const exchanges = shownWith(answers, here, wanted);
    set({ exchanges, apart: apart.filter((exchange) => !exchanges.includes(exchange)) });
  }

  /**
   * @param query words to show in it
   * @param messageId the exchange that has them
   */
  async function open(conversationId: string, query = '', messageId?: string) {
    const draft = leave(conversationId, isPrivateId(conversationId));
    set({ opening: true, finding: query.trim() === '' ? null : { query, at: 0 } });
    const isKnown = get().conversations.some((known) => known.conversationId === conversationId);
    const isFirst = ({ sent, others }: ExchangeState) => sent?.after === null && others.length === 0;
    const isBegun = !isKnown && get().apart.some((one) => one.conversationId === conversationId && isFirst(one));
    const result = isBegun
      ? { ok: true as const, data: [] }
      : await host().request('chat.messages', { conversationId });
    if (get().conversationId !== conversationId) return;
    if (!result.ok) return set({ opening: false, error: result.error });
    showExchanges(result.data);
    set({ opening: false });
    const { exchanges } = get();
    if (messageId && !exchanges.some(({ answer }) => answer?.messageId === messageId)) await turn(messageId);
    // It goes on where it looked last, unless this window remembers what was chosen since.
    const last = get().exchanges.findLast(({ answer }) => answer && answer.outcome !== 'greeting');
    if (draft === emptyDraft && last && get().conversationId === conversationId) set({ scope: last.scope });
    askWhenRead();
  }

  /** Shows another version of an exchange, with what was asked after it. */
  async function turn(messageId: string) {
    const { conversationId } = get();
    if (conversationId === null) return;
    const shown = await askOrSay('chat.show', { conversationId, messageId });
    if (!shown || get().conversationId !== conversationId) return;
    set(({ exchanges, apart, turns }) => ({ apart: [...apart, ...exchanges.filter(isPending)], turns: turns + 1 }));
    showExchanges(shown, messageId);
  }

  const startNew = () => begin(false);

  function begin(isPrivate: boolean) {
    leave(null, isPrivate);
    set({ opening: false });
    askWhenRead();
  }

  async function branch({ conversationId, messageId }: Answer) {
    const result = await host().request('chat.branch', { conversationId, messageId });
    if (!result.ok) return toastError(result.error);
    // The list first: the line over the conversation would call one that it does not know yet a new chat.
    await loadConversations();
    await open(result.data.conversationId);
  }

  function patch(requestId: string, patched: (exchange: ExchangeState) => Partial<ExchangeState>) {
    const change = (all: readonly ExchangeState[]) =>
      all.map((exchange) => (exchange.requestId === requestId ? { ...exchange, ...patched(exchange) } : exchange));
    set(({ exchanges, apart }) => ({ exchanges: change(exchanges), apart: change(apart) }));
  }

  /** Says which versions there are to those of them that are shown. */
  function tellVersions(versions: readonly string[]) {
    set(({ exchanges }) => ({
      exchanges: exchanges.map((exchange) =>
        exchange.answer && versions.includes(exchange.answer.messageId)
          ? { ...exchange, answer: { ...exchange.answer, versions } }
          : exchange,
      ),
    }));
  }

  /**
   * Asks, of another model than the chosen one where one is named; what follows `after` already is put out of sight.
   *
   * @param left what the composer is left with where something of it was asked
   */
  async function send(question: string, sent: Sending, left: Partial<QuestionDraft> = {}): Promise<void> {
    if (isAnswerPending(get())) return;
    const { exchanges: before, conversations, isPrivate } = get();
    const end = lastAnswered(before)?.messageId ?? null;
    const { selectedText, scope, after = end, ...writer } = sent;
    const at = after === end ? before.length : before.findIndex(({ answer }) => answer?.messageId === after) + 1;
    const other = before.slice(at).find(({ answer }) => answer)?.answer;
    const requestId = newId();
    const conversationId = get().conversationId ?? `${isPrivate ? privateMark : ''}${newId()}`;
    const now = new Date().toISOString();
    const isListed = isPrivate || conversations.some((known) => known.conversationId === conversationId);
    const begins = isListed
      ? null
      : { conversationId, title: titleOfQuestion(question), createdAt: now, updatedAt: now, messages: 0 };
    const asked: ExchangeState = {
      ...emptyExchange,
      key: requestId,
      requestId,
      conversationId,
      begins,
      question,
      selectedText,
      scope,
      sent: { ...sent, after },
      others: other ? (other.versions ?? [other.messageId]) : [],
    };
    set({ conversationId, exchanges: [...before.slice(0, at), asked], ...left });
    const request = host().request(
      'chat.ask',
      {
        question,
        conversationId,
        after,
        ...(selectedText === '' ? {} : { selectedText }),
        ...writer,
        ...useAnswerSettings.getState().settings,
        ...scopeOfRequest(scope),
      },
      { requestId },
    );
    const result = await whileGoing(conversationId, request);
    const shown = get().exchanges.find((exchange) => exchange.requestId === requestId);
    if (result.ok) {
      patch(requestId, () => ({ answer: result.data, citations: result.data.citations }));
      tellVersions(result.data.versions ?? []);
    } else if (shown && other) {
      // No version has come of it: what was there still is.
      set({ exchanges: [...before, { ...shown, error: result.error }] });
    } else patch(requestId, () => ({ error: result.error }));
    await Promise.all([loadConversations(), useStages.getState().loadRuns()]);
    if (result.ok) bringBack(requestId, after);
    askWhenRead();
  }

  /** What was answered out of sight is there by itself when it is opened, and at once where the end of it is open. */
  function bringBack(requestId: string, after: string | null) {
    const { exchanges, apart, conversationId, opening } = get();
    const answered = apart.filter((exchange) => exchange.requestId === requestId);
    const isEnd = !opening && !isAnswerPending(get()) && (lastAnswered(exchanges)?.messageId ?? null) === after;
    const shown = isEnd ? answered.filter((exchange) => exchange.conversationId === conversationId) : [];
    set({ exchanges: [...exchanges, ...shown], apart: apart.filter((exchange) => !answered.includes(exchange)) });
  }

  /** Asks the question that waited for its files, once they are read and nothing else is being answered. */
  function askWhenRead() {
    const { asksWhenRead, attached, draft, opening } = get();
    if (!asksWhenRead || attached.length > 0 || opening || isAnswerPending(get())) return;
    set({ asksWhenRead: false });
    void ask(draft.trim());
  }

  function ask(question: string): Promise<void> {
    const { draft, selectedText, scope } = get();
    // A suggestion that is asked leaves what was begun.
    const left = draft.trim() === question ? { draft: '', asksWhenRead: false } : {};
    return send(question, { selectedText, scope }, { ...left, selectedText: '' });
  }

  /** Asks an exchange again, as a version beside it: where its answer looked, unless told otherwise. */
  async function resend(
    answer: Answer,
    question: string,
    change: Partial<Omit<Sending, 'selectedText' | 'after'>> = {},
  ): Promise<void> {
    const { selectedText = '', alone } = answer;
    const asBefore = alone && question === answer.question ? { alone } : {};
    const { exchanges } = get();
    const at = exchanges.findIndex((exchange) => exchange.answer?.messageId === answer.messageId);
    // What failed or was stopped on the way is in no conversation.
    const after = lastAnswered(exchanges.slice(0, Math.max(0, at)))?.messageId ?? null;
    await send(question, { selectedText, scope: scopeOfAnswer(answer), ...asBefore, ...change, after });
  }

  return {
    loadConversations,
    open,
    turn,
    startNew,
    startPrivate: () => begin(true),
    branch,
    resend,
    async rename(conversationId: string, title: string) {
      const before = conversationOf(conversationId)?.title;
      if (!(await change([conversationId], { title })) || before === undefined) return;
      offerUndo(
        conversationId,
        t('app.renamed', { name: title }),
        () => void change([conversationId], { title: before }),
      );
    },
    async pin(conversationId: string) {
      await change([conversationId], { pinned: conversationOf(conversationId)?.pinned !== true });
    },
    /** Puts conversations, which lie in one place, into a folder, or out of theirs: null. */
    async move(conversationIds: readonly string[], folder: string | null, says: string) {
      const before = conversationOf(conversationIds[0] ?? '')?.folder ?? null;
      if (before === folder || !(await change(conversationIds, { folder }))) return;
      offerUndo(`folder ${conversationIds[0]}`, says, () => void change(conversationIds, { folder: before }));
    },
    async search(query: string) {
      const wanted = query.trim();
      searched = wanted;
      if (wanted === '') return set({ found: null });
      const result = await host().request('chat.search', { query: wanted });
      // An answer to an earlier keystroke may come late.
      if (searched !== wanted) return;
      set({ found: result.ok ? result.data : [] });
      if (!result.ok) toastError(result.error);
    },
    async save(conversationId: string, format: 'md' | 'json') {
      const file = await askOrSay('chat.export', { conversationId, format, language: language() });
      if (file) saveFile(file);
    },
    remove(conversationId: string) {
      const title = conversationOf(conversationId)?.title ?? '';
      const wasOpen = get().conversationId === conversationId;
      const leaves = leavingIn(set, [conversationId], () => {
        if (wasOpen) startNew();
      });
      let gone = false;
      deleteWithUndo({
        text: t('library.deletedTitle', { title }),
        ...leaves,
        show() {
          leaves.show();
          // Who took it back reads on where it was taken away, unless something else was opened or asked since.
          const isFree = get().conversationId === null && get().exchanges.length === 0;
          if (wasOpen && !gone && isFree) void open(conversationId);
        },
        async carryOut() {
          stopIn(conversationId);
          // What was written so far is kept when it is stopped, and goes along.
          await going.get(conversationId);
          const result = await host().request('chat.delete', { conversationId });
          gone = result.ok;
          if (gone) {
            draftsApart.delete(conversationId);
            set(({ apart }) => ({ apart: apart.filter((exchange) => exchange.conversationId !== conversationId) }));
          }
          return result;
        },
        reload: loadConversations,
      });
    },
    setDraft: (draft: string) => set({ draft }),
    setAsFields: (asFields: boolean) => set({ asFields }),
    setSelectedText: (selectedText: string) => set({ selectedText }),
    setScope: (scope: ChatScope) => set({ scope }),
    ask,
    /** Files that were attached are read and have become these documents; none where they are not to be waited for. */
    detach(jobId: string, documentIds: readonly string[]) {
      for (const [id, draft] of draftsApart) draftsApart.set(id, withRead(draft, jobId, documentIds));
      const before = get();
      if (!before.attached.some((one) => one.jobId === jobId)) return;
      set(withRead(draftOf(before), jobId, documentIds));
      askWhenRead();
    },
    /** Asks once more, in the place of an exchange that failed, as it was asked; `change` is asked otherwise. */
    async retry(failed: ExchangeState, change?: Pick<Sending, 'withoutDocuments'>) {
      const { key, question, selectedText, scope, sent } = failed;
      if (isAnswerPending(get())) return;
      const isLast = get().exchanges.at(-1)?.key === key;
      set(({ exchanges }) => ({ exchanges: exchanges.filter((exchange) => exchange.key !== key) }));
      const { after, ...along }: Sending = { selectedText, scope, ...sent, ...change };
      // Where something was asked since, it follows that.
      await send(question, isLast && after !== undefined ? { ...along, after } : along);
    },
    /** Asks again, where this model writes; null quotes. */
    askAnother: (answer: Answer, model: string | null) =>
      resend(answer, answer.question, model === null ? { noLlm: true } : { model }),
    /** Goes on with an incomplete answer, in its place. */
    async resume(answer: Answer) {
      if (isAnswerPending(get())) return;
      const requestId = newId();
      set((state) => ({
        exchanges: state.exchanges.map((exchange) =>
          exchange.answer?.messageId === answer.messageId
            ? { ...exchange, requestId, answer: null, streamed: answer.answer, sent: null, resumes: answer.messageId }
            : exchange,
        ),
      }));
      const { conversationId, messageId } = answer;
      const asked = { conversationId, messageId, ...useAnswerSettings.getState().settings };
      const result = await whileGoing(conversationId, host().request('chat.resume', asked, { requestId }));
      const { exchanges, apart, leaving } = get();
      const isLeft =
        leaving.has(conversationId) || ![...exchanges, ...apart].some((one) => one.requestId === requestId);
      const continued = result.ok ? result.data : answer;
      const done = { requestId: null, waiting: null, resumes: null };
      patch(requestId, () => ({ answer: continued, citations: continued.citations, ...done }));
      set((state) => ({ apart: state.apart.filter((one) => one.answer?.messageId !== messageId) }));
      if (!result.ok && !isLeft) toastError(result.error);
      await loadConversations();
      askWhenRead();
    },
    /** Says whether an answer was helpful, or takes it back. */
    async rate({ messageId, helpful: before }: Answer, helpful: boolean) {
      const said = before === helpful ? null : helpful;
      const result = await askOrSay('chat.rate', { messageId, helpful: said });
      if (result) set((state) => ({ exchanges: ratedAs(state.exchanges, said, messageId) }));
    },
    forgetRatings: () => set((state) => ({ exchanges: ratedAs(state.exchanges, null) })),
    stop: () => stopIn(get().conversationId),
    onPassages: (requestId: string, given: readonly GivenPassage[]) => patch(requestId, () => ({ given })),
    onLooked: (requestId: string, looked: number, of: number) => patch(requestId, () => ({ looked: { looked, of } })),
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

export const useAnswerPending = (): boolean => useChat(isAnswerPending);
