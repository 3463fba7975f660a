import fc from 'fast-check';
import { francAll } from 'franc-min';
import { expressions } from 'franc-min/expressions.js';
import { describe, expect, it } from 'vitest';
import { rankLanguages } from '../../../electron/engine/ingest/rank-languages';

const words = [
  'the quick brown fox jumps over the lazy dog',
  'der Vertrag über die Europäische Union und die Änderungen',
  'todos los seres humanos nacen libres e iguales',
  'все люди рождаются свободными и равными',
  'يولد جميع الناس أحرارا متساوين',
  'सभी मनुष्यों को गौरव और अधिकारों',
  '人人生而自由在尊严和权利上一律平等',
  'すべての人間は生まれながらにして自由',
  '모든 인간은 태어날 때부터 자유로우며',
  'όλοι οι άνθρωποι γεννιούνται ελεύθεροι',
  '1234 !? 56',
  'ÄÖÜ İstanbul ẞ',
];
const texts = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...words) }, fc.string({ unit: 'grapheme' })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(' ').slice(0, 2048))
  .filter((text) => text !== '');

describe('rankLanguages', () => {
  it('gives the codes and scores of franc', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [first, ...others] = francAll(text, { minLength: 1 });
        const expected = first?.[0] === 'und' ? [] : [first, ...others];
        expect(rankLanguages(text).map(({ code, score }) => [code, score])).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('may take the script for Latin by its letters alone: no other script has one of them', () => {
    const latin = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
      .join('')
      .match(expressions.Latin ?? /$^/g);
    expect(latin?.length).toBeGreaterThan(1000);
    for (const [script, expression] of Object.entries(expressions)) {
      if (script !== 'Latin') expect(latin?.join('').match(expression)).toBeNull();
    }
  });
});
