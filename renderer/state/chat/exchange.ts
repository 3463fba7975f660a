import { isPrivateId } from '@shared/address';
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
import { host } from '../../bridge/host';
import { useStages } from '../stages';
import { type ChatScope, everywhere, scopeOfAnswer } from './question-draft';

/** Data sent with a question; by default it follows the shown exchange. */
export interface Sending
  extends Pick<RequestOf<'chat.ask'>, 'after' | 'model' | 'noLlm' | 'withoutDocuments' | 'alone' | 'asPassages'> {
  readonly selectedText: string;
  readonly scope: ChatScope;
}

/** One question and what came of it, before anything has come. */
export const emptyExchange = {
  key: '',
  requestId: null as string | null,
  conversationId: '',
  /** The conversation that it begins, as long as the list has none of this id. */
  begins: null as ConversationSummary | null,
  question: '',
  streamed: '',
  citations: [] as readonly Citation[],
  /** Its model's passages, while it is on its way. */
  given: [] as readonly GivenPassage[],
  /** How many documents a census has looked at; null of any other answer. */
  looked: null as { readonly looked: number; readonly of: number } | null,
  stages: {} as Readonly<Partial<Record<StageId, StageState>>>,
  /** Null while it is on its way. */
  answer: null as Answer | null,
  error: null as ErrorReport | null,
  selectedText: '',
  /** Its scope. */
  scope: everywhere,
  /** How it was asked in this window; null of an exchange that the engine told. */
  sent: null as Sending | null,
  /** The exchanges beside which it is asked again. */
  others: [] as readonly string[],
  /** The incomplete exchange that it goes on with, in its place. */
  resumes: null as string | null,
  /** The wait of an answer that has not started; seconds until the next try, if known. */
  waiting: null as { readonly seconds: number | null; readonly attempt: number } | null,
};
export type ExchangeState = Readonly<typeof emptyExchange>;

export const isPending = ({ answer, error }: ExchangeState): boolean => answer === null && error === null;

/** Whether it starts a conversation that only this window knows. */
export const hasBegun = ({ begins, answer }: ExchangeState): boolean => begins !== null && answer === null;

export function settled(answer: Answer): ExchangeState {
  return {
    ...emptyExchange,
    key: answer.messageId,
    conversationId: answer.conversationId,
    question: answer.question,
    citations: answer.citations,
    answer,
    selectedText: answer.selectedText ?? '',
    scope: scopeOfAnswer(answer),
  };
}

/** Those of the open conversation, those out of sight, and the conversations that the engine has. */
interface Exchanges {
  readonly exchanges: readonly ExchangeState[];
  readonly apart: readonly ExchangeState[];
  readonly conversations: readonly ConversationSummary[];
}

/** Whether an answer is on its way; no other question can be asked until it ends. */
export const isAnswerPending = ({ exchanges }: Pick<Exchanges, 'exchanges'>): boolean => exchanges.some(isPending);

/** All conversations, newest first, with those whose first question has no answer yet: only this window knows them. */
export function allConversations(state: Exchanges) {
  const { conversations, exchanges, apart } = state;
  const begun = [...exchanges, ...apart].flatMap(({ begins }) => begins ?? []);
  const isNew = ({ conversationId }: ConversationSummary) =>
    conversations.every((known) => known.conversationId !== conversationId);
  const byId = new Map(begun.filter(isNew).map((one) => [one.conversationId, one]));
  return [...[...byId.values()].reverse(), ...conversations];
}

/** Conversations in which a question is being answered. */
export const answering = ({ exchanges, apart }: Omit<Exchanges, 'conversations'>): readonly string[] =>
  [...exchanges, ...apart].filter(isPending).map(({ conversationId }) => conversationId);

export const lastAnswered = (exchanges: readonly ExchangeState[]): Answer | null =>
  exchanges.findLast(({ answer }) => answer)?.answer ?? null;

/** Exchanges whose answer, or all of whose answers, were found helpful or not; null for neither. */
export const ratedAs = (
  exchanges: readonly ExchangeState[],
  helpful: boolean | null,
  messageId?: string,
): readonly ExchangeState[] =>
  exchanges.map((exchange) => {
    if (!exchange.answer || (messageId !== undefined && exchange.answer.messageId !== messageId)) return exchange;
    const { helpful: _before, ...answer } = exchange.answer;
    return { ...exchange, answer: helpful === null ? answer : { ...answer, helpful } };
  });

/**
 * The exchanges of a conversation, with running ones after theirs, or failed ones out of sight.
 *
 * @param wanted an exchange to show instead of its later versions
 */
export function shownWith(
  answers: readonly Answer[],
  apart: readonly ExchangeState[],
  wanted = '',
): readonly ExchangeState[] {
  const path = answers.map((answer) => apart.find(({ resumes }) => resumes === answer.messageId) ?? settled(answer));
  const placeAfter = (after?: string | null) => answers.findIndex(({ messageId }) => messageId === after) + 1;
  const here = apart.filter(({ answer, sent, others }) => {
    const hasPlace = sent !== null && (placeAfter(sent.after) > 0 || (sent.after ?? null) === null);
    return answer === null && hasPlace && !others.includes(wanted);
  });
  const pending = here.findLast(isPending);
  const asked = here.filter((exchange) => exchange === pending || !isPending(exchange));
  // A failed question hides nothing: it has made no version.
  return [...(pending ? path.slice(0, placeAfter(pending.sent?.after)) : path), ...asked];
}

/** A private conversation leaves nothing: neither its running answer, nor its state in Stages. */
export function endPrivate(conversationId: string | null, going: readonly ExchangeState[]): void {
  for (const { requestId } of going) if (requestId) host().cancel(requestId);
  if (conversationId) void host().request('chat.delete', { conversationId });
  const stages = useStages.getState();
  if (!isPrivateId(stages.run?.runId ?? '')) return;
  stages.stop();
  stages.startNew();
}
