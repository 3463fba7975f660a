import { privateMark } from '@shared/address';
import { describe, expect, it } from 'vitest';
import { titleIn } from '../../../../../renderer/pages/stages/AnswerOfRun';
import { useChat } from '../../../../../renderer/state/chat/chat';
import { emptyExchange } from '../../../../../renderer/state/chat/exchange';

describe('the conversation that goes along with a run', () => {
  const about = { createdAt: '', updatedAt: '', messages: 1 };
  const begins = { ...about, conversationId: 'begun', title: 'Who pays?', messages: 0 };
  const chat = {
    ...useChat.getInitialState(),
    conversations: [
      { ...about, conversationId: 'c1', title: 'Rent' },
      { ...about, conversationId: 'c2', title: 'Heating' },
    ],
    leaving: new Set(['c2']),
    exchanges: [{ ...emptyExchange, key: 'e', requestId: 'e', conversationId: 'begun', begins, question: 'Who pays?' }],
  } as unknown as ReturnType<typeof useChat.getState>;

  it.each([
    ['c1', 'Rent'],
    ['c2', 'Its conversation is deleted.'],
    ['gone', 'Its conversation is deleted.'],
    ['begun', 'Who pays?'],
    [`${privateMark}c`, 'Private chat'],
  ])('%s is called %s', (id, title) => expect(titleIn(chat, id)).toBe(title));
});
