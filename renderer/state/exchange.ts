import type { Answer, Citation, StageState } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { StageId } from '@shared/stage-names';
import { type ChatScope, everywhere, scopeOfAnswer } from './chat-scope';

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
  /** Where it looked; answers of earlier versions do not say. */
  readonly scope: ChatScope;
  /** What an answer that has not begun waits for; seconds until the next try, where anybody can tell. */
  readonly waiting: { readonly seconds: number | null; readonly attempt: number } | null;
}

export function isPending(exchange: Exchange): boolean {
  return exchange.answer === null && exchange.error === null;
}

/** An exchange as the engine has it. */
export function settled(answer: Answer): Exchange {
  return {
    key: answer.messageId,
    requestId: null,
    question: answer.question,
    streamed: '',
    citations: answer.citations,
    stages: {},
    answer,
    error: null,
    selectedText: answer.selectedText ?? '',
    scope: scopeOfAnswer(answer),
    waiting: null,
  };
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
  waiting: null,
};
