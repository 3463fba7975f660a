import { describe, expect, it } from 'vitest';
import { answerDetails } from '../../../electron/cli/render';
import { exportConversation } from '../../../electron/engine/chat';
import type { Answer, ConversationSummary } from '../../../shared/contract';

const answer = {
  question: 'What is the rent?',
  answer: 'I can help you with that.',
  outcome: 'answered',
  quoted: false,
  model: 'ollama:m',
  confidence: 0.99,
  band: 'high',
  reason: 'Rests on one passage.',
  basis: { passages: 1, best: 0.99 },
  citations: [],
  cited: [],
  notices: [],
  createdAt: '2026-01-01T00:00:00.000Z',
} as unknown as Answer;
const conversation = { title: 'Rent', createdAt: answer.createdAt } as ConversationSummary;

describe('an answer that names none of its passages', () => {
  it('is not called sure in a terminal', () => {
    expect(answerDetails(answer)).toBe(
      'Names no source. The passages that the model was given rate 99 %; the answer points to none of them.',
    );
  });

  it('is not called sure in a conversation that is taken out', () => {
    expect(exportConversation(conversation, [answer], 'md').content).toContain(
      '*Written by ollama:m, names no source, 2026-01-01T00:00:00.000Z.*',
    );
  });
});
