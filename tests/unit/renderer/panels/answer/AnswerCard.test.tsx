import { privateMark } from '@shared/address';
import type { Answer } from '@shared/contract/index';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shownNotices } from '../../../../../renderer/panels/answer/AnswerCard';
import { exchangeMenu } from '../../../../../renderer/panels/answer/ExchangeActions';
import { settled } from '../../../../../renderer/state/chat/exchange';

const answer = {
  quoted: false,
  confidence: 0.99,
  band: 'high',
  basis: { passages: 2, coverage: 0.9, nearness: 0.6, missingNumbers: [] },
  citations: [{ chunkId: 'c1' }],
  outcome: 'answered',
  cited: [{ text: 'The rent is 840 euros.', support: 'supported', missingNumbers: [] }],
  notices: [],
} as unknown as Answer;
describe('the notices of an answer', () => {
  it('do not say again that a source is missing', () => {
    const notices = [{ code: 'citation-missing', message: 'The model named no source.' }];
    const bare = { ...answer, citations: [], cited: [], notices } as unknown as Answer;
    expect(shownNotices(bare)).toEqual([]);
  });
});

describe('the menu of an exchange', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['c', true],
    [`${privateMark}c`, false],
  ])('of conversation %s branches from there: %s', (conversationId, branches) => {
    vi.stubGlobal('getSelection', () => null);
    const answer = { messageId: 'm', conversationId, runId: null, question: 'Why?', citations: [] };
    const items = exchangeMenu(settled(answer as unknown as Answer)).map(({ id }) => id);
    expect(items).toContain('again');
    expect(items.includes('branch')).toBe(branches);
  });
});
