import { starredFound, withoutFound } from '@shared/prompt/answer-backing';
import { describe, expect, it } from 'vitest';

const answer = 'It grinds rye [Citation 1]. It is old [Citation 2]. So it is [Citation 1].';
const foundMarkers = [answer.indexOf('[Citation 2]'), answer.lastIndexOf('[Citation 1]')];

describe('the markers that Vitrine added to an answer', () => {
  it('can be taken out again, with the space that came with them', () => {
    expect(withoutFound({ answer, foundMarkers })).toBe('It grinds rye [Citation 1]. It is old. So it is.');
  });

  it('have an asterisk in plain text', () => {
    expect(starredFound({ answer, foundMarkers })).toBe(
      'It grinds rye [Citation 1]. It is old [Citation 2*]. So it is [Citation 1*].',
    );
  });

  it('may be none, and changes nothing without one', () => {
    expect(withoutFound({ answer })).toBe(answer);
    expect(starredFound({ answer, foundMarkers: [0, 3, 900, -1] })).toBe(answer);
  });
});
