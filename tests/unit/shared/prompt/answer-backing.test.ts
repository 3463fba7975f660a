import type { Answer, Citation, CitedSentence } from '@shared/contract';
import { backingOf } from '@shared/prompt/answer-backing';
import { describe, expect, it } from 'vitest';

const cited = (...supports: readonly CitedSentence['support'][]) =>
  supports.map((support) => ({ text: 'The mill grinds rye.', support, missingNumbers: [] }));
const answer = (how: object): Answer =>
  ({ quoted: false, citations: [{} as Citation], basis: { passages: 3 }, ...how }) as unknown as Answer;

describe('what an answer rests on', () => {
  it('is its passages where a sentence of it is borne out, or where they are quoted', () => {
    expect(backingOf(answer({ cited: cited('weak', 'supported') }))).toBe('passages');
    expect(backingOf(answer({ cited: [] }))).toBe('passages');
    expect(backingOf(answer({ quoted: true, citations: [] }))).toBe('passages');
  });

  it('is nothing where a model was given passages and names none', () => {
    expect(backingOf(answer({ citations: [], cited: [] }))).toBe('no-source');
  });

  it('is in other words than what it cites where no sentence of it has those', () => {
    expect(backingOf(answer({ cited: cited('weak', 'weak') }))).toBe('other-words');
  });

  it('is not told by sentences whose words cannot be compared', () => {
    const yes = { text: 'Yes.', support: 'weak', missingNumbers: [], tooShort: true };
    const number = { text: '900.', support: 'weak', missingNumbers: ['900'] };
    expect(backingOf(answer({ cited: [yes, number] }))).toBe('other-words');
    const translated = { text: 'Die Mühle mahlt Roggen.', support: 'weak', missingNumbers: [], otherLanguage: true };
    expect(backingOf(answer({ cited: [yes, translated] }))).toBe('passages');
    expect(backingOf(answer({ cited: [yes, ...cited('weak')] }))).toBe('other-words');
  });

  it('is not asked of an answer that was stopped before it named any', () => {
    expect(backingOf(answer({ outcome: 'incomplete', citations: [], cited: [] }))).toBe('passages');
    expect(backingOf(answer({ outcome: 'incomplete', cited: cited('weak') }))).toBe('passages');
  });

  it('has no room to be named in JSON and code, whose words are none of the passages’ either', () => {
    expect(backingOf(answer({ strictForm: true, citations: [], cited: [] }))).toBe('no-room');
    expect(backingOf(answer({ strictForm: true, cited: cited('weak') }))).toBe('passages');
  });

  it('is not asked where there were no passages to name', () => {
    expect(backingOf(answer({ citations: [], basis: { passages: 0 } }))).toBe('passages');
    expect(backingOf(answer({ citations: [], basis: undefined }))).toBe('passages');
  });
});
