import { describe, expect, it } from 'vitest';
import { questionsOf } from '../../../../renderer/evaluate/only-questions';

const questions = [0.5, 0.25, 0, -0.125, -0.75].map((difference, at) => ({
  queryId: `q${at}`,
  question: `${at}?`,
  before: 0.75,
  after: 0.75 + difference,
  difference,
  firstRankBefore: 1,
  firstRankAfter: 2,
}));
const ids = (only: Parameters<typeof questionsOf>[1]) => questionsOf(questions, only).map(({ queryId }) => queryId);

describe('the questions of a comparison', () => {
  it('are all of them, or those of one kind, the greatest difference first', () => {
    expect(ids(null)).toEqual(['q0', 'q1', 'q2', 'q3', 'q4']);
    expect(ids('wins')).toEqual(['q0', 'q1']);
    expect(ids('ties')).toEqual(['q2']);
    expect(ids('losses')).toEqual(['q4', 'q3']);
  });
});
