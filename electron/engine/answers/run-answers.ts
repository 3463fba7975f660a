import type { Answer, RunAnswers } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ConversationStores } from '../store';

/** The answers to a run and to the runs that it was edited from, nearest first; a run that is gone ends the way back. */
export function answersOf({ runs, conversations }: ConversationStores, runId: string): RunAnswers {
  const own = runs.find(runId);
  const told = conversations.answerOf(runId);
  const answer = own?.answer ?? told;
  let before = told?.messageId === answer?.messageId ? null : told;
  // The answer kept with the run may be in its conversation too, beside the first answer of the run.
  let place = (own?.answer && conversations.find(own.answer.messageId)) ?? told;
  let parent = own?.parentRunId ?? null;
  while (parent !== null && !(before && place)) {
    const run = runs.find(parent);
    const said = conversations.answerOf(parent);
    before ??= run?.answer ?? said;
    place ??= said;
    parent = run?.parentRunId ?? null;
  }
  return {
    answer,
    before,
    place: place && { conversationId: place.conversationId, messageId: place.messageId },
  };
}

/**
 * Puts the answer that is kept with a run into the conversation that it belongs to, as a further version of the exchange
 * that the run was edited from, or into a new one; once it is there, it stays as it is. Errors: `bad-request` for a run without an answer.
 */
export function putIntoChat(stores: ConversationStores, runId: string, requestId: string): Answer {
  const { runs, conversations } = stores;
  const { answer, place } = answersOf(stores, runId);
  if (!answer) throw new VitrineError('bad-request', { why: 'no-answer' });
  const kept = runs.find(runId)?.answer;
  if (!kept || place?.messageId === kept.messageId) return answer;
  const { prompt: _prompt, ...said } = kept;
  const path = place ? conversations.upTo(place.conversationId, place.messageId) : [];
  const asked = path.at(-1);
  const put: Answer = {
    ...said,
    question: asked?.question ?? said.question,
    ...(asked?.selectedText ? { selectedText: asked.selectedText } : {}),
    conversationId: asked?.conversationId ?? stores.newId('conv'),
    createdAt: new Date().toISOString(),
  };
  // It was logged when it was made.
  conversations.record(put, requestId, path.at(-2)?.messageId ?? null, false);
  return put;
}
