import { describe, expect, it } from 'vitest';
import { claims, contradiction } from '../../../electron/engine/stages/contradictions';

describe('numbers that name', () => {
  it.each([
    ['Chapter 1 covers the light of the cases in detail.', 'Chapter 2 covers the light of the cases in detail.'],
    ['See page 3 for the limits of every display case.', 'See page 4 for the limits of every display case.'],
  ])('do not contradict: %s', (before, after) => {
    expect(contradiction(claims(before), claims(after), 0.7)).toBeNull();
  });

  it('still contradict where they state something', () => {
    const found = contradiction(
      claims('The limit on page 3 is 50 lux for silk.'),
      claims('The limit on page 3 is 70 lux for silk.'),
      0.7,
    );
    expect(found?.kind).toBe('number');
  });
});
