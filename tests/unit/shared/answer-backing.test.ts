import { describe, expect, it } from 'vitest';
import { backingOf } from '../../../shared/answer-backing';
import type { Answer, Citation, CitedSentence } from '../../../shared/contract';

const cited = (...supports: readonly CitedSentence['support'][]) => supports.map((support) => ({ support }));
const answer = (how: object): Answer =>
  ({ quoted: false, citations: [{} as Citation], basis: { passages: 3, best: 0.9 }, ...how }) as unknown as Answer;

describe('what an answer rests on', () => {
  it('is its passages where a sentence of it is borne out, or where they are quoted', () => {
    expect(backingOf(answer({ cited: cited('weak', 'supported') }))).toBe('passages');
    expect(backingOf(answer({}))).toBe('passages');
    expect(backingOf(answer({ quoted: true, citations: [] }))).toBe('passages');
  });

  it('is nothing where a model was given passages and names none', () => {
    expect(backingOf(answer({ citations: [], cited: [] }))).toBe('no-source');
  });

  it('is not what it cites where that holds no sentence of it', () => {
    expect(backingOf(answer({ cited: cited('weak', 'weak') }))).toBe('not-borne-out');
  });

  it('is not asked where there were no passages to name', () => {
    expect(backingOf(answer({ citations: [], basis: { passages: 0, best: 0 } }))).toBe('passages');
    expect(backingOf(answer({ citations: [], basis: undefined }))).toBe('passages');
  });
});
