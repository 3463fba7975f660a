import type { Answer, Citation, ExchangePlace, RequestOf, StageState } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { StageId } from '@shared/prompt/stage-names';
import { type ChatScope, everywhere, scopeOfAnswer } from './question-draft';

/** What goes along with a question; what it replaces, where it takes the place of an exchange. */
export interface Sending
  extends Pick<RequestOf<'chat.ask'>, 'replaces' | 'model' | 'noLlm' | 'withoutDocuments' | 'alone'> {
  readonly selectedText: string;
  readonly scope: ChatScope;
  /** The exchange that it asks anew in a branch, where it does not take its place. */
  readonly instead?: ExchangePlace;
}

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
  readonly selectedText: string;
  /** Where it looked. */
  readonly scope: ChatScope;
  /** How it was asked in this window; null of an exchange that the engine told. */
  readonly sent: Sending | null;
  /** What an answer that has not begun waits for; seconds until the next try, where anybody can tell. */
  readonly waiting: { readonly seconds: number | null; readonly attempt: number } | null;
}

export function isPending(exchange: Exchange): boolean {
  return exchange.answer === null && exchange.error === null;
}

export const emptyExchange: Exchange = {
  key: '',
  requestId: null,
  question: '',
  streamed: '',
  citations: [],
  stages: {},
  answer: null,
  error: null,
  selectedText: '',
  scope: everywhere,
  sent: null,
  waiting: null,
};

export function settled(answer: Answer): Exchange {
  return {
    ...emptyExchange,
    key: answer.messageId,
    question: answer.question,
    citations: answer.citations,
    answer,
    selectedText: answer.selectedText ?? '',
    scope: scopeOfAnswer(answer),
  };
}
