import type { Citation } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { copiedAnswer } from '../../../../renderer/chat/copied-answer';

const citation = (marker: number, title: string, pages: readonly number[]) => ({ marker, title, pages }) as Citation;
const answer = {
  answer: 'Silk takes fifty lux. [Citation 2]\n\n- Wood [Citation 1][Citation 2] takes more.\n',
  citations: [citation(2, 'Report', [2]), citation(1, 'Handbook', [])],
};

describe('an answer on the clipboard', () => {
  it('has its sources below, by the numbers in its text', () => {
    expect(copiedAnswer(answer, true)).toBe(
      'Silk takes fifty lux. [2]\n\n- Wood [1][2] takes more.\n\nSources\n\n[1] Handbook\n\n[2] Report, page 2',
    );
  });

  it('tells the sources that were found from those that the model named', () => {
    const found = { ...answer, citations: answer.citations.map((one) => ({ ...one, origin: 'found' as const })) };
    const foundMarkers = [answer.answer.indexOf('[Citation 2]')];
    expect(copiedAnswer({ ...found, foundMarkers }, true)).toBe(
      'Silk takes fifty lux. [2*]\n\n- Wood [1][2] takes more.\n\nSources\n\n[1*] Handbook\n\n[2*] Report, page 2\n\n* Found by Vitrine: the model named no source.',
    );
    expect(copiedAnswer({ ...found, foundMarkers }, false)).toBe(copiedAnswer(answer, false));
  });

  it('is its words alone without them', () => {
    expect(copiedAnswer(answer, false)).toBe('Silk takes fifty lux.\n\n- Wood takes more.');
  });
});
