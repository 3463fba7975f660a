import type { Answer } from '@shared/contract/index';
import { describe, expect, it } from 'vitest';
import { shownNotices } from '../../../../../renderer/panels/answer/AnswerCard';

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
