import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sentenceEnds, sentences } from '../../../electron/engine/text/sentences';
import { forAll, forAllWith } from '../../for-all';
import cases from './sentences.json';

const texts = (text: string): string[] => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each(cases as [string, readonly string[]][])('%j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('has the breaks of the whole in a long block, of which the segmenter gets windows', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
    const part = fc.constantFrom(
      'Mill ',
      'ends. ',
      'Yes? ',
      '... ',
      '(x.) ',
      '3.5 ',
      'a',
      '. ',
      ' — ',
      '“Go!” ',
      '\u2029',
      '中。',
    );
    const handed = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    forAllWith({ numRuns: 20 })(fc.array(part, { minLength: 3000, maxLength: 4000 }), (parts) => {
      const text = parts.join('');
      const whole = Array.from(segmenter.segment(text), ({ segment, index }) => index + segment.length);
      handed.mockClear();
      expect(sentenceEnds(text)).toEqual(whole);
      const lengths = handed.mock.calls.map(([window]) => window.length);
      expect(Math.max(...lengths)).toBeLessThan(text.length);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * text.length);
    });
    handed.mockRestore();
  });

  it('takes a sentence that is longer than a window', () => {
    const long = `So ${'it goes on '.repeat(2000)}and ends.`;
    expect(texts(`First. ${long} Last.`)).toEqual(['First.', long, 'Last.']);
  });

  const piece = fc.constantFrom(
    'Mill',
    'e.g.',
    'No.',
    'A.',
    '3.5',
    'ends.',
    '?',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '# ',
    '- ',
    '2. ',
    '| x |',
    '\u2028',
    '\u00a0',
    '😀',
    '"Yes."',
  );
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(piece, { maxLength: 30 }).map((all) => all.join(' ')),
  );

  it('gives exact spans, in order, without overlap and without blank ends', () => {
    forAll(any, (text) => {
      let last = 0;
      for (const sentence of sentences(text)) {
        expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
        expect(sentence.text).toBe(sentence.text.trim());
        expect(sentence.text).not.toBe('');
        expect(sentence.start).toBeGreaterThanOrEqual(last);
        last = sentence.end;
      }
    });
  });

  it('loses nothing: outside every sentence is only white space', () => {
    forAll(any, (text) => {
      let rest = '';
      let last = 0;
      for (const { start, end } of sentences(text)) {
        rest += text.slice(last, start);
        last = end;
      }
      expect((rest + text.slice(last)).trim()).toBe('');
    });
  });
});

describe('wrapped lines', () => {
  const split = (text: string): string[] => sentences(text).map((sentence) => sentence.text);

  it.each([
    'The buyer may\nreturn the goods (unused) within 14 days\nof delivery.',
    'We kindly\nawait your reply (by letter)\nuntil 4 May.',
    'The\nfunction analysis (see below) shows it.',
    'Bring something\nwith e.g. rye, oats:\nit is baked here.',
    'Write a letter that begins with Dear {name}\nand ends with the date.',
  ])('go on where they are prose: %j', (text) => {
    expect(split(text).some((sentence) => sentence.includes('\n'))).toBe(true);
    expect(split(text).filter((sentence) => !/[.;]$/u.test(sentence))).toEqual([]);
  });
});
