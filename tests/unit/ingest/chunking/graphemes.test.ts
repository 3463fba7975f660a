import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGraphemeBoundary, skipBlanks, trimEnd } from '../../../../electron/engine/ingest/chunking/graphemes';
import { forAllWith } from '../../../for-all';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const boundariesOf = (text: string) =>
  new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));

const tricky = fc.constantFrom(
  ...['a', ' ', '\r', '\n', '\u0301', '\u200D', '©', '👩', '🇩', '🇫', '\u0600', 'क', '्', 'ष', '각', 'ᆨ', '漢', '字'],
  ...['\uFE0F', '\u20E3', '🏽', '\uD83D', '\uDE00', '\u00AD', '\uFEFF', '\u0E33', 'ก', '\u{110BD}'],
);
const anyText = fc.oneof(
  fc.array(tricky, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('grapheme boundaries', () => {
  it('do not depend on the boundary that is known', () => {
    forAllWith({ numRuns: 1000 })(anyText, (text) => {
      const boundaries = boundariesOf(text);
      for (const known of boundaries) {
        for (let at = known; at <= text.length; at += 1) {
          expect(isGraphemeBoundary(text, known, at)).toBe(boundaries.has(at));
        }
      }
    });
  });
});

describe('trimming', () => {
  it('takes blanks away at both ends, but not those that carry a mark or are carried', () => {
    expect(skipBlanks('  \n a', 0, 5)).toBe(4);
    expect(skipBlanks('  \u0301a', 0, 4)).toBe(1);
    expect(skipBlanks('   ', 0, 3)).toBe(3);
    expect(trimEnd('a \n ', 0, 4)).toBe(1);
    expect(trimEnd('a\u0600  ', 0, 4)).toBe(3);
  });
});
