import { privateMark } from '@shared/address';
import type { Answer } from '@shared/contract/index';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exchangeMenu } from '../../../../../renderer/panels/answer/ExchangeActions';
import { settled } from '../../../../../renderer/state/chat/exchange';

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
