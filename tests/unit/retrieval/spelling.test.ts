import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corrected, corrections, slipsBetween } from '../../../electron/engine/retrieval/spelling';

describe('spelling', () => {
  const library = new Map([
    ['hygromet', 4],
    ['parliament', 9],
    ['tropic', 30],
  ]);
  const of = (query: string) =>
    corrections(
      query,
      (term) => !library.has(term),
      () => [...library].map(([term, chunks]) => ({ term, chunks })),
    );

  it('replaces a word that no document has by the nearest term of the library', () => {
    const found = of('the hygormeter of the parliment');
    expect(found.map(({ term }) => term)).toEqual(['hygromet', 'parliament']);
    expect(corrected('the hygormeter of the parliment', found)).toBe('the hygromet of the parliament');
  });

  it('takes the term with fewer slips before a more frequent one, and of equal ones the more frequent', () => {
    const near = [
      { term: 'parliaments', chunks: 50 },
      { term: 'parliament', chunks: 9 },
      { term: 'parlament', chunks: 12 },
    ];
    const best = (word: string) =>
      corrections(
        word,
        () => true,
        () => near,
      )[0]?.term;
    expect(best('parliamnet')).toBe('parliament');
    expect(best('parliment')).toBe('parlament');
  });

  it('leaves short words, codes and known words alone', () => {
    expect(of('topics of hygrometers, ERR_4012 and B747x')).toEqual([]);
  });

  it('leaves a word alone of which some document has another form', () => {
    const asked: (readonly [string, string])[] = [];
    const found = corrections(
      'die Regelungen des Parlaments',
      (term, word) => {
        asked.push([term, word]);
        return word !== 'Regelungen';
      },
      () => [
        { term: 'regelung', chunks: 3 },
        { term: 'parliament', chunks: 9 },
      ],
    );
    expect(asked.map(([, word]) => word)).toEqual(['Regelungen', 'Parlaments']);
    expect(found.map(({ word }) => word)).toEqual(['Parlaments']);
  });

  it.each([
    ['parliament', 'parliment', 1],
    ['recieve', 'receive', 1],
    ['colour', 'colder', 2],
    ['abc', 'abcdef', Number.POSITIVE_INFINITY],
  ])('counts the slips between %s and %s as %d', (a, b, slips) => expect(slipsBetween(a, b)).toBe(slips));

  it('counts the same both ways, and none between a word and itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(slipsBetween(a, b)).toBe(slipsBetween(b, a));
        expect(slipsBetween(a, a)).toBe(0);
      }),
    );
  });
});
