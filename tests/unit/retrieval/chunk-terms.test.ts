import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermDictionary } from '../../../electron/engine/retrieval/chunk-terms';
import { terms } from '../../../shared/terms';

describe('the dictionary of terms', () => {
  it('says of every term its place among those asked for, whatever was asked for before', () => {
    const step = fc.record({ grows: fc.nat({ max: 3000 }), asked: fc.uniqueArray(fc.nat(), { maxLength: 20 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const dictionary = new TermDictionary();
        for (const { grows, asked } of steps) {
          for (let word = 0; word <= grows; word += 1) dictionary.add(`word${dictionary.size}`);
          const numbers = [...new Set(asked.map((number) => number % dictionary.size))];
          const slots = dictionary.slotsOf(numbers);
          const said = Array.from({ length: dictionary.size }, (_none, number) => slots[number]);
          expect(said).toEqual(said.map((_slot, number) => numbers.indexOf(number) + 1));
        }
      }),
      { seed: 9, numRuns: 20 },
    );
  });

  it('keeps each text it has read as it was, however many and however long the next ones are', () => {
    const dictionary = new TermDictionary();
    const texts = [
      'wing lift wing',
      '',
      'drag '.repeat(70_000),
      ...Array.from({ length: 400 }, (_one, n) => `t${n} `.repeat(200)),
    ];
    const read = texts.map((text) => dictionary.read(text));
    const said = read.map((numbers) => Array.from(numbers, (number) => dictionary.term(number)).join(' '));
    expect(said).toEqual(texts.map((text) => terms(text).join(' ')));
  });
});
