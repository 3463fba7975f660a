import { words } from '@shared/terms';
import { scanWords, wordHash } from '@shared/word-scan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const character = fc.constantFrom(...'abzAZ09', '_', "'", '.', '-', ' ', '\n', ',', '#', '@', '[', '`', '{');
const ascii = fc.oneof(fc.string({ unit: character, maxLength: 40 }), fc.string({ unit: 'binary-ascii' }));

describe('scanWords', () => {
  it('finds the words that `words` finds, each with its hash', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        const scanned = scanWords(text);
        const spans = Array.from({ length: scanned?.count ?? 0 }, (_, at) => ({
          word: text.slice(scanned?.starts[at], scanned?.ends[at]).toLowerCase(),
          hash: scanned?.hashes[at],
          plain: scanned?.plain[at] === 1,
        }));
        const expected = words(text).map((word) => ({ word, hash: wordHash(word), plain: /^[a-z]+$/.test(word) }));
        expect(spans).toEqual(expected);
        expect(scanned?.hasDigits).toBe(/[0-9]/.test(text));
      }),
      { seed: 3, numRuns: 3000 },
    );
  });

  it('finds them in a text of more words than any before', () => {
    const text = Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ');
    expect(scanWords(text)?.count).toBe(5000);
    expect(text.slice(scanWords(text)?.starts[4999])).toBe('word4999');
  });

  it.each(['für', 'the “mill”', 'a mill 🏭', 'mill’s'])('is null where the text is not ASCII: %s', (text) => {
    expect(scanWords(text)).toBeNull();
  });
});
