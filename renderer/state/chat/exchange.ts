import type { Answer, Citation, ExchangePlace, GivenPassage, RequestOf, StageState } from '@shared/contract/index';
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

/** One question and what came of it, before anything has come. */
export const emptyExchange = {
  key: '',
  requestId: null as string | null,
  question: '',
  streamed: '',
  citations: [] as readonly Citation[],
  /** What a model is given for it, while it is on its way. */
  given: [] as readonly GivenPassage[],
  stages: {} as Readonly<Partial<Record<StageId, StageState>>>,
  /** Null while it is on its way. */
  answer: null as Answer | null,
  error: null as ErrorReport | null,
  selectedText: '',
  /** Where it looked. */
  scope: everywhere,
  /** How it was asked in this window; null of an exchange that the engine told. */
  sent: null as Sending | null,
  /** What an answer that has not begun waits for; seconds until the next try, where anybody can tell. */
  waiting: null as { readonly seconds: number | null; readonly attempt: number } | null,
};
export type Exchange = Readonly<typeof emptyExchange>;

export const isPending = ({ answer, error }: Exchange): boolean => answer === null && error === null;

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
