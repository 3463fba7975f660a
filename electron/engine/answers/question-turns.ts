import type { Answer, ParsedRequestOf } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { saidBefore, withoutFound } from '@shared/prompt/answer-backing';
import type { ConversationTurn } from '@shared/prompt/super-prompt';

/** Returns the prompt for a question and the text that it is about; `selectedText` is empty for none. */
export function promptOf(question: string, selectedText: string): string {
  return selectedText === '' ? question : `${question}\n\n## Context\n${quotedLines(selectedText)}`;
}

/**
 * The last `pairs` exchanges of a conversation, oldest first: question and answer by turns.
 *
 * @param alone whether the question is to be searched as if they had not been
 */
export function conversationTurns(exchanges: readonly Answer[], pairs: number, alone = false): ConversationTurn[] {
  const kept = pairs > 0 ? exchanges.slice(-pairs) : [];
  return kept.flatMap((exchange): ConversationTurn[] => [
    { role: 'user', content: exchange.question },
    // Its own words only: Vitrine found the other sources for it.
    {
      role: 'assistant',
      content: withoutFound({ ...exchange, answer: saidBefore(exchange) }),
      ...(alone ? {} : { documentIds: documentsCited(exchange) }),
    },
  ]);
}

/** The same of a conversation that another program keeps: what its answers cited is not known. */
export const turnsElsewhere = (
  said: NonNullable<ParsedRequestOf<'chat.ask'>['history']>,
  pairs: number,
): ConversationTurn[] =>
  (pairs > 0 ? said.slice(-pairs) : []).flatMap(({ question, answer }): ConversationTurn[] => [
    { role: 'user', content: question },
    { role: 'assistant', content: answer, documentIds: [] },
  ]);

/** Each once, in the order in which the answer cites them. */
const documentsCited = ({ citations }: Answer): string[] => [...new Set(citations.map(({ documentId }) => documentId))];

/** Line by line after a quotation mark: no part of it can pass for a header of the prompt. */
function quotedLines(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replace(/^/gmu, '> ');
}

export function assertLength(question: string, limits: PipelineLimits): string {
  const trimmed = question.trim();
  const { minQuestionCharacters: least, maxQuestionCharacters: most } = limits.answer;
  if (trimmed.length >= least && trimmed.length <= most) return trimmed;
  if (trimmed === '') {
    throw new VitrineError('question-length', { why: 'empty', characters: 0, least, most });
  }
  throw new VitrineError('question-length', { why: 'question', characters: trimmed.length, least, most });
}

export function assertSelection(text: string | undefined, limits: PipelineLimits): string {
  const trimmed = (text ?? '').trim();
  const most = limits.answer.maxSelectedCharacters;
  if (trimmed.length <= most) return trimmed;
  throw new VitrineError('question-length', { why: 'selection', characters: trimmed.length, most });
}
