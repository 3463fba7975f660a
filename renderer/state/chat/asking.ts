import { privateMark } from '@shared/address';
import type { Answer } from '@shared/contract/index';
import { titleOfQuestion } from '@shared/visible-text';
import { host, newId } from '../../bridge/host';
import { useStages } from '../stages';
import { toastError } from '../undo';
import { type Chat, type ChatState, type Going, patch } from './chat-state';
import { type ExchangeState, emptyExchange, isAnswerPending, lastAnswered, type Sending } from './exchange';
import {
  draftOf,
  draftsApart,
  type QuestionDraft,
  scopeOfAnswer,
  scopeOfRequest,
  useAnswerSettings,
  withRead,
} from './question-draft';

/** Returns a new exchange and the exchanges before it; what follows `sent.after` now becomes a version beside it. */
function newExchange({ exchanges, conversations, conversationId: open, isPrivate }: ChatState, sent: Sending) {
  const end = lastAnswered(exchanges)?.messageId ?? null;
  const { after = end } = sent;
  const at = after === end ? exchanges.length : exchanges.findIndex(({ answer }) => answer?.messageId === after) + 1;
  const other = exchanges.slice(at).find(({ answer }) => answer)?.answer;
  const conversationId = open ?? `${isPrivate ? privateMark : ''}${newId()}`;
  const isListed = isPrivate || conversations.some((known) => known.conversationId === conversationId);
  const requestId = newId();
  const exchange: ExchangeState = {
    ...emptyExchange,
    key: requestId,
    requestId,
    conversationId,
    selectedText: sent.selectedText,
    scope: sent.scope,
    sent: { ...sent, after },
    others: other ? (other.versions ?? [other.messageId]) : [],
  };
  return { exchange, requestId, after, isListed, hasOther: other !== undefined, before: exchanges.slice(0, at) };
}

function newSummary(conversationId: string, question: string): ExchangeState['begins'] {
  const now = new Date().toISOString();
  return { conversationId, title: titleOfQuestion(question), createdAt: now, updatedAt: now, messages: 0 };
}

function requestAnswer(exchange: ExchangeState, { selectedText, scope, after: _, ...writer }: Sending) {
  const { question, conversationId, requestId, sent } = exchange;
  const asked = {
    question,
    conversationId,
    after: sent?.after,
    ...(selectedText === '' ? {} : { selectedText }),
    ...writer,
    ...useAnswerSettings.getState().settings,
    ...scopeOfRequest(scope),
  };
  return host().request('chat.ask', asked, { requestId: requestId ?? newId() });
}

/** Adds the list of versions to those of them that are shown. */
function tellVersions({ set }: Chat, versions: readonly string[]): void {
  set(({ exchanges }) => ({
    exchanges: exchanges.map((exchange) =>
      exchange.answer && versions.includes(exchange.answer.messageId)
        ? { ...exchange, answer: { ...exchange.answer, versions } }
        : exchange,
    ),
  }));
}

/** Shows an answer that was made out of sight, if the end of its conversation is open. */
function bringBack({ set, get }: Chat, requestId: string, after: string | null): void {
  const { exchanges, apart, conversationId, opening } = get();
  const answered = apart.filter((exchange) => exchange.requestId === requestId);
  const isEnd = !opening && !isAnswerPending(get()) && (lastAnswered(exchanges)?.messageId ?? null) === after;
  const shown = isEnd ? answered.filter((exchange) => exchange.conversationId === conversationId) : [];
  set({ exchanges: [...exchanges, ...shown], apart: apart.filter((exchange) => !answered.includes(exchange)) });
}

interface Surroundings {
  readonly going: Going;
  loadConversations(): Promise<void>;
}

/** Asks questions: what is written, what is suggested, and what waits for its files. */
export function askingActions(chat: Chat, { going, loadConversations }: Surroundings) {
  const { set, get } = chat;

  /** @param left the rest of the draft, if part of it was asked */
  async function send(question: string, sent: Sending, left: Partial<QuestionDraft> = {}): Promise<void> {
    if (isAnswerPending(get())) return;
    const all = get().exchanges;
    const { exchange, requestId, after, isListed, hasOther, before } = newExchange(get(), sent);
    const { conversationId } = exchange;
    const begins = isListed ? null : newSummary(conversationId, question);
    const asked = { ...exchange, question, begins };
    set({ conversationId, exchanges: [...before, asked], ...left });
    const result = await going.during(conversationId, requestAnswer(asked, sent));
    const shown = get().exchanges.find((one) => one.requestId === requestId);
    if (result.ok) {
      patch(chat, requestId, () => ({ answer: result.data, citations: result.data.citations }));
      tellVersions(chat, result.data.versions ?? []);
    } else if (shown && hasOther) {
      // No new version was made: the previous ones come back.
      set({ exchanges: [...all, { ...shown, error: result.error }] });
    } else patch(chat, requestId, () => ({ error: result.error }));
    await Promise.all([loadConversations(), useStages.getState().loadRuns()]);
    if (result.ok) bringBack(chat, requestId, after);
    askWhenRead();
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
    // A suggestion leaves the draft as it is.
    const left = draft.trim() === question ? { draft: '', asksWhenRead: false } : {};
    return send(question, { selectedText, scope }, { ...left, selectedText: '' });
  }

  /** Replaces attached files by the documents that were read from them; none if they are not waited for. */
  function detach(jobId: string, documentIds: readonly string[]) {
    for (const [id, draft] of draftsApart) draftsApart.set(id, withRead(draft, jobId, documentIds));
    const before = get();
    if (!before.attached.some((one) => one.jobId === jobId)) return;
    set(withRead(draftOf(before), jobId, documentIds));
    askWhenRead();
  }

  return { send, ask, askWhenRead, detach };
}

type Asking = Surroundings & Pick<ReturnType<typeof askingActions>, 'send' | 'askWhenRead'>;

/** Asks an exchange again, as a version beside it or in the place of one that failed. */
export function askingAgainActions({ set, get }: Chat, { send }: Pick<Asking, 'send'>) {
  /** Searches where the answer did, unless `change` says otherwise. */
  async function resend(
    answer: Answer,
    question: string,
    change: Partial<Omit<Sending, 'selectedText' | 'after'>> = {},
  ): Promise<void> {
    const { selectedText = '', alone } = answer;
    const asBefore = alone && question === answer.question ? { alone } : {};
    const { exchanges } = get();
    const at = exchanges.findIndex((exchange) => exchange.answer?.messageId === answer.messageId);
    // A failed or stopped exchange is in no conversation.
    const after = lastAnswered(exchanges.slice(0, Math.max(0, at)))?.messageId ?? null;
    await send(question, { selectedText, scope: scopeOfAnswer(answer), ...asBefore, ...change, after });
  }

  return {
    resend,
    /** Has another model answer; null quotes. */
    askAnother: (answer: Answer, model: string | null) =>
      resend(answer, answer.question, model === null ? { noLlm: true } : { model }),
    /** Asks a failed exchange again in its place, as it was asked except for `change`. */
    async retry(failed: ExchangeState, change?: Pick<Sending, 'withoutDocuments'>) {
      const { key, question, selectedText, scope, sent } = failed;
      if (isAnswerPending(get())) return;
      const isLast = get().exchanges.at(-1)?.key === key;
      set(({ exchanges }) => ({ exchanges: exchanges.filter((exchange) => exchange.key !== key) }));
      const { after, ...along }: Sending = { selectedText, scope, ...sent, ...change };
      // It comes after whatever was asked since.
      await send(question, isLast && after !== undefined ? { ...along, after } : along);
    },
  };
}

/** Continues incomplete answers. */
export const resumingActions = (chat: Chat, { going, loadConversations, askWhenRead }: Omit<Asking, 'send'>) => ({
  async resume(answer: Answer) {
    const { set, get } = chat;
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
    const result = await going.during(conversationId, host().request('chat.resume', asked, { requestId }));
    const { exchanges, apart, leaving } = get();
    const isLeft = leaving.has(conversationId) || ![...exchanges, ...apart].some((one) => one.requestId === requestId);
    const continued = result.ok ? result.data : answer;
    const done = { requestId: null, waiting: null, resumes: null };
    patch(chat, requestId, () => ({ answer: continued, citations: continued.citations, ...done }));
    set((state) => ({ apart: state.apart.filter((one) => one.answer?.messageId !== messageId) }));
    if (!result.ok && !isLeft) toastError(result.error);
    await loadConversations();
    askWhenRead();
  },
});
