import { ShortWords } from '@shared/short-words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const word = fc.string({ unit: fc.constantFrom(...'abz019'), minLength: 1, maxLength: 12 });

describe('ShortWords', () => {
  it('finds every word that it was given, and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 3000 }), fc.uniqueArray(word), (given, others) => {
        const short = new ShortWords<{ word: string }>();
        for (const one of given) expect(short.add(one, { word: one })).toBe(true);
        expect(short.size).toBe(given.length);
        for (const one of [...given, ...others]) {
          expect(short.read(`. ${one}, and`, 2)).toBe(2 + one.length);
          expect(short.found?.word).toBe(given.includes(one) ? one : undefined);
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each(['', 'thirteenchars', 'Mill', 'mühle', 'a-b'])('does not take %j', (text) => {
    expect(new ShortWords().add(text, {})).toBe(false);
  });

  it('has forgotten all words once it is cleared', () => {
    const short = new ShortWords();
    short.add('mill', {});
    short.clear();
    short.read('mill', 0);
    expect([short.found, short.size]).toEqual([null, 0]);
  });
});
