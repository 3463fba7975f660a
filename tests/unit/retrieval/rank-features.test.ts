import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermDictionary } from '../../../electron/engine/retrieval/chunk-terms';
import { feedback } from '../../../electron/engine/retrieval/feedback';
import { neighbouringPairs, proximity } from '../../../electron/engine/retrieval/proximity';

const rarity = (terms: readonly string[]) => new Map(terms.map((term) => [term, 1]));

describe('feedback', () => {
  const dictionary = new TermDictionary();
  const read = (text: string) => ({ all: dictionary.read(text), above: new Uint32Array() });
  const texts = ['granite cliff rise', 'granite quarry', 'cliff sea bird', 'flour water salt'].map(read);
  const best = [{ position: 0, weight: 1 }];

  it('asks for what the best candidates hold, and raises those that hold it too', () => {
    const { terms, values } = feedback(texts, best, dictionary, rarity, 20);
    expect(terms.map(({ term }) => term)).toEqual(['cliff', 'granit', 'rise']);
    expect(values[0]).toBe(1);
    expect(values[1]).toBeGreaterThan(0);
    expect(values[3]).toBe(0);
  });

  it('has shares that sum to 1 and values between 0 and 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 3 }), (count, position) => {
        const { terms, values } = feedback(texts, [{ position, weight: 1 }], dictionary, rarity, count);
        expect(terms.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 10);
        expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
      }),
    );
  });

  it('asks for nothing where it may take no term or nothing was found', () => {
    expect(feedback(texts, best, dictionary, rarity, 0).values).toEqual([0, 0, 0, 0]);
    expect(feedback([], [], dictionary, rarity, 20)).toEqual({ terms: [], values: [] });
  });
});

describe('proximity', () => {
  const dictionary = new TermDictionary();
  const near = (text: string, query: string): number => {
    const all = dictionary.read(text);
    const terms = query.split(' ');
    const pairs = neighbouringPairs(terms, rarity(terms), () => true).map(({ first, second, weight }) => ({
      first: dictionary.add(first),
      second: dictionary.add(second),
      weight,
    }));
    const wanted = new Uint8Array(dictionary.size).fill(1);
    return proximity(all, pairs, wanted);
  };

  it('is 1 side by side, falls with the distance, and is 0 where a term is missing or far', () => {
    expect(near('granite cliff', 'granit cliff')).toBe(1);
    expect(near('granite rock cliff', 'granit cliff')).toBe(0.5);
    expect(near('granite quarry', 'granit cliff')).toBe(0);
    expect(near(`granite ${'rock '.repeat(20)} cliff`, 'granit cliff')).toBe(0);
  });
});
