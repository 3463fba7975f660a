import type { Citation, CitedSentence } from '@shared/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownSpans, passageWords } from '../../../../../renderer/panels/answer/CitationChip';
import { forAllWith } from '../../../../for-all';

const citation: Citation = {
  marker: 1,
  chunkId: 'c1',
  documentId: 'd1',
  title: 'The lamps',
  path: '',
  mime: 'text/plain',
  pages: [],
  headings: [],
  chapter: 'Unknown',
  section: 'N/A',
  url: 'vitrine://document/d1#char=100-126',
  chunkIndex: 0,
  checksum: '',
  snippet: 'The lamps are lit at dusk.',
  startChar: 100,
  endChar: 126,
  score: 1,
};
const sentence = (...spans: CitedSentence['spans']): CitedSentence => ({
  text: '',
  markers: [1],
  support: 'supported',
  share: 1,
  missingNumbers: [],
  spans,
});
const chunk = { startChar: 100, text: 'The lamps are lit at dusk.\n\nThe keeper trims\nthem at nine.' };
const second = { marker: 1, startChar: 128, endChar: 159 };

describe('the preview of a citation', () => {
  it('is the stretch that its sentence rests on, where that is not the one the citation names', () => {
    expect(ownSpans(citation, sentence(second))).toEqual([second]);
    expect(passageWords(chunk, [second])).toBe('The keeper trims them at nine.');
  });

  it('are the words of the citation where they are the same, or where the sentence is not known', () => {
    expect(ownSpans(citation, sentence({ marker: 1, startChar: 100, endChar: 126 }))).toBeNull();
    expect(ownSpans(citation, sentence({ ...second, marker: 2 }))).toBeNull();
    expect(ownSpans(citation, null)).toBeNull();
  });

  it('is cut between words where it is long, and never grows over its length', () => {
    forAllWith({ numRuns: 30 })(
      fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 120, maxLength: 300 }),
      (words) => {
        const text = words.join(' ');
        const shown = passageWords({ startChar: 0, text }, [{ startChar: 0, endChar: text.length }]) ?? '';
        expect(shown.length).toBeLessThanOrEqual(422);
        const kept = shown.replace(/ …$/, '');
        expect(text.startsWith(kept)).toBe(true);
        expect(kept === text || text[kept.length] === ' ').toBe(true);
      },
    );
  });
});
