import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermDictionary } from '../../../electron/engine/retrieval/chunk-terms';
import { feedback, neighbourhood } from '../../../electron/engine/retrieval/feedback';
import { neighbouringPairs, TermPlaces } from '../../../electron/engine/retrieval/proximity';
import { type RankInput, rankByFeatures } from '../../../electron/engine/retrieval/rank-features';

const rarity = (numbers: readonly number[]) => new Float64Array(numbers.length).fill(1);

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

  it('takes no candidate as evidence for itself: one of the best is asked for by the others', () => {
    const both = [0, 3].map((position) => ({ position, weight: 0.5 }));
    const { values } = feedback(texts, both, dictionary, rarity, 20);
    // The cliff and the bread have nothing in common; the quarry has its granite from the cliff.
    expect([values[0], values[3]]).toEqual([0, 0]);
    expect(values[1]).toBe(1);
    const [east, north, northEast] = [
      [1, 0],
      [0, 1],
      [0.6, 0.8],
    ].map((one) => Float32Array.from(one)) as [Float32Array, Float32Array, Float32Array];
    const best = [0, 1].map((position) => ({ position, weight: 0.5 }));
    expect([...neighbourhood([east, north, northEast, null], best)]).toEqual([0, 0, 1, 0]);
  });

  it('asks for nothing where it may take no term or nothing was found', () => {
    expect([...feedback(texts, best, dictionary, rarity, 0).values]).toEqual([0, 0, 0, 0]);
    expect(feedback([], [], dictionary, rarity, 20)).toEqual({ terms: [], values: new Float64Array() });
  });
});

describe('proximity', () => {
  const dictionary = new TermDictionary();
  const near = (text: string, query: string): number => {
    const all = dictionary.read(text);
    const terms = query.split(' ');
    const numbers = terms.map((term) => dictionary.add(term));
    const places = new TermPlaces([new Uint32Array(), all], dictionary.slotsOf(numbers), numbers.length);
    const pairs = neighbouringPairs(terms, new Map(terms.map((term) => [term, 1])), () => true).map(
      ({ first, second, weight }) => ({
        first: terms.indexOf(first) + 1,
        second: terms.indexOf(second) + 1,
        weight,
      }),
    );
    const met = [...places.metIn([0, 1])].slice(1);
    expect(met).toEqual(numbers.map((number) => (all.includes(number) ? 1 : 0)));
    expect([...places.metIn([0])]).toEqual([0, ...numbers.map(() => 0)]);
    expect(places.proximity(0, pairs)).toBe(0);
    return places.proximity(1, pairs);
  };

  it('is 1 side by side, falls with the distance, and is 0 where a term is missing or far', () => {
    expect(near('granite cliff', 'granit cliff')).toBe(1);
    expect(near('granite rock cliff', 'granit cliff')).toBe(0.5);
    expect(near('granite quarry', 'granit cliff')).toBe(0);
    expect(near(`granite ${'rock '.repeat(20)} cliff`, 'granit cliff')).toBe(0);
  });

  it('counts the two places that are nearest, whichever term comes first', () => {
    expect(near('granite granite rock cliff', 'granit cliff')).toBe(0.5);
    expect(near('cliff rock rock granite rock cliff cliff', 'granit cliff')).toBe(0.5);
    expect(near('granite granite', 'granit cliff')).toBe(0);
  });

  it('finds in a long list of texts what it finds in each alone', () => {
    const words = ['granite', 'cliff', 'rock', 'sea'];
    const numbers = ['granit', 'cliff'].map((term) => dictionary.add(term));
    const pairs = [{ first: 1, second: 2, weight: 1 }];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => dictionary.read(list.join(' ')));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const many = Array.from({ length: 60 }, () => texts).flat();
        const together = new TermPlaces(many, dictionary.slotsOf(numbers), 2);
        const found = many.map((_text, at) => together.proximity(at, pairs));
        const alone = texts.map((one) => new TermPlaces([one], dictionary.slotsOf(numbers), 2).proximity(0, pairs));
        expect(found).toEqual(many.map((_text, at) => alone[at % texts.length]));
      }),
      { numRuns: 40 },
    );
  });
});

describe('rank by features', () => {
  const dictionary = new TermDictionary();
  const none = {
    feedback: 0,
    neighbourhood: 0,
    proximity: 0,
    coverage: 0,
    title: 0,
    definition: 0,
    relevance: 0,
    maxSim: 0,
  };
  const weights = { ...none, feedback: 0.5, title: 0.25 };
  const texts = ['granite cliff rise', 'granite quarry', 'cliff sea bird', 'granite sea', 'flour water', 'quarry rise'];
  const inputs = (relevances: readonly number[]): RankInput[] =>
    texts.map((text, position) => {
      const value = 1 - position / 10;
      return {
        fused: {
          chunkId: `c${position}`,
          position,
          vector: null,
          keyword: value,
          vectorRank: null,
          keywordRank: position + 1,
          fused: { kind: 'weighted', value },
          ofVector: 0,
        },
        chunk: { id: `c${position}` } as RankInput['chunk'],
        terms: { all: dictionary.read(text), above: new Uint32Array() },
        vector: null,
        coverage: 0,
        title: 0,
        rare: 0,
        definition: false,
        relevance: relevances[position] ?? 0,
      };
    });
  const asked = {
    dictionary,
    expansionTerms: 20,
    rareWeight: 0,
    idf: rarity,
    proximities: () => new Float64Array(),
    likeness: () => null,
  };
  const ranked = (relevances: readonly number[], own = weights) =>
    rankByFeatures({ ...asked, inputs: inputs(relevances), weights: own }).ranked;

  it('lets the best speak for others by how many of them are relevant, beside one', () => {
    const alone = ranked([1, 0, 0, 0, 0]);
    expect(alone.every(({ contributions }) => contributions.feedback === 0)).toBe(true);
    // Nothing is taken from a score for what has no say: 1.25 is all the weight there is.
    expect(alone[0]?.score).toBeCloseTo(1 / 1.25, 10);
    const all = ranked([1, 1, 1, 1, 1]);
    const half = ranked([1, 0.5, 0.5, 0.5, 0.5]);
    const most = (list: typeof all) => Math.max(...list.map(({ contributions }) => contributions.feedback));
    expect(most(all)).toBeGreaterThan(most(half));
    expect(most(half)).toBeGreaterThan(0);
  });

  it('compares the first ten by their words, as far as those lie apart', () => {
    const likeness = (values: readonly number[] | null) => {
      const looked: number[] = [];
      const order = rankByFeatures({
        ...asked,
        inputs: inputs([]),
        weights: { ...none, maxSim: 0.4 },
        most: 6,
        likeness: (first) => {
          looked.push(first.length);
          return values;
        },
      });
      expect(looked).toEqual([texts.length]);
      return order.ranked;
    };
    // Fused 1, 0.9, 0.8 …: the third is the most alike, the first the least.
    const ranked = likeness([0.2, 0.35, 0.6, 0.2, 0.2, 0.2]);
    expect(ranked.map(({ input }) => input.chunk.id).slice(0, 3)).toEqual(['c2', 'c1', 'c0']);
    expect(ranked[0]?.contributions.maxSim).toBeCloseTo(0.4 / 1.4, 10);
    expect(ranked[2]?.contributions.maxSim).toBe(0);
    // Where a word is not known, or all are alike, it has no say and takes nothing from the scores.
    for (const values of [null, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]]) {
      const without = likeness(values);
      expect(without.map(({ input }) => input.chunk.id)[0]).toBe('c0');
      expect(without[0]?.score).toBeCloseTo(1, 10);
    }
  });

  it('puts what is relevant by itself before what is only the best of its query', () => {
    const order = (relevance: number) =>
      ranked([0, 0, 0, 0, 0, 1], { ...none, relevance }).map(({ input }) => input.chunk.id);
    expect(order(0)[0]).toBe('c0');
    expect(order(0.4)[0]).toBe('c0');
    expect(order(0.6)[0]).toBe('c5');
  });

  it('puts a passage with the query’s rare word first by as much as that word tells, for two fifths at most', () => {
    const order = (rareWeight: number, keyword: number) =>
      rankByFeatures({
        ...asked,
        inputs: inputs([]).map((input, position) => {
          const fused = position === 3 ? { ...input.fused, keyword } : input.fused;
          return { ...input, fused, rare: position === 3 ? 1 : 0 };
        }),
        weights: none,
        rareWeight,
      }).ranked;
    const first = (rareWeight: number, keyword = 1) => order(rareWeight, keyword)[0];
    expect(first(0)?.input.chunk.id).toBe('c0');
    // Fused 1 and 0.7: what is missing is 0.3 of everything else.
    expect(first(0.7)?.input.chunk.id).toBe('c0');
    expect(first(0.8)?.input.chunk.id).toBe('c3');
    expect(first(1)?.contributions.rare).toBeCloseTo(0.4 / 1.4, 10);
    expect(first(1)?.score).toBeCloseTo(1.1 / 1.4, 10);
    // A passage that has the rare word and by its words is no more than half of the best is not what is asked for.
    expect(first(1, 0.5)?.input.chunk.id).toBe('c0');
  });

  it('has parts that sum to the score, which is between 0 and 1', () => {
    for (const { score, contributions } of ranked([0.9, 0.8, 0.1, 0.7, 0.2, 0.9])) {
      expect(Object.values(contributions).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});
