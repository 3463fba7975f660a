import { asciiSentenceEnds } from '@shared/sentence-breaks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const unicodeEnds = (text: string): number[] =>
  Array.from(segmenter.segment(text), ({ segment, index }) => index + segment.length);

describe('asciiSentenceEnds', () => {
  it('is what Unicode’s rules say of ASCII on one line', () => {
    // Without `;`, after which versions of Unicode differ.
    const character = fc.constantFrom(...'aaBB1..!? "\'()[]{},:-_*/<`~@#$%&+=|\\', '\t', '\v', '\f', '\0', '\x7f', ' ');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 20 }), (text) => {
        expect(asciiSentenceEnds(text)).toEqual(unicodeEnds(text));
      }),
      { seed: 11, numRuns: 20_000 },
    );
  });

  it('takes a line break for a blank', () => {
    expect(asciiSentenceEnds('One.\nTwo\r\nand three.\rFour')).toEqual([5, 21, 25]);
  });

  it('goes on after a semicolon, as Unicode says since version 16', () => {
    expect(asciiSentenceEnds('Stop!; he said. Yes.')).toEqual([16, 20]);
  });

  it('takes a time that grows with the text and no faster', () => {
    const marks = '." , '.repeat(20_000);
    expect(asciiSentenceEnds(marks)).toEqual([marks.length]);
  }, 2000);
});
