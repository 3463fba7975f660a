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
import { type ChatScope, everywhere, scopeOfAnswer } from './question-draft';

/** What goes along with a question; it follows what is shown where nothing else is said. */
export interface Sending
  extends Pick<RequestOf<'chat.ask'>, 'after' | 'model' | 'noLlm' | 'withoutDocuments' | 'alone'> {
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
  /** The exchanges beside which it is asked again. */
  others: [] as readonly string[],
  /** What an answer that has not begun waits for; seconds until the next try, where anybody can tell. */
  waiting: null as { readonly seconds: number | null; readonly attempt: number } | null,
};
export type Exchange = Readonly<typeof emptyExchange>;

export const isPending = ({ answer, error }: Exchange): boolean => answer === null && error === null;

export function settled(answer: Answer): Exchange {
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
