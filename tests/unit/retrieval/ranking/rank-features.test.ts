import type { Chunk } from '@shared/prompt/chunk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  definitionIn,
  definitionSubject,
  ExactMatcher,
  type RankInput,
  rankByFeatures,
} from '../../../../electron/engine/retrieval/ranking/rank-features';
import { forAll } from '../../../for-all';

const none = { coverage: 0, title: 0, definition: 0, relevance: 0 };
const inputs = (relevances: readonly number[]): RankInput[] =>
  [1, 0.9, 0.8, 0.7, 0.6, 0.5].map((value, position) => ({
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
    coverage: position / 10,
    title: position % 2,
    definition: 0,
    relevance: relevances[position] ?? 0,
  }));
const ranked = (relevances: readonly number[], weights: typeof none, most?: number) =>
  rankByFeatures(inputs(relevances), weights, most);

describe('rank by features', () => {
  it('puts a passage relevant in itself before one that is only the best of its query', () => {
    const order = (relevance: number) =>
      ranked([0, 0, 0, 0, 0, 1], { ...none, relevance }).map(({ input }) => input.chunk.id);
    expect(order(0)[0]).toBe('c0');
    expect(order(0.4)[0]).toBe('c0');
    expect(order(0.6)[0]).toBe('c5');
  });

  it('is a weighted mean: its parts sum to the score, which is between 0 and 1', () => {
    const weights = { ...none, coverage: 0.3, title: 0.2, relevance: 0.3 };
    const [first] = ranked([1], weights);
    expect(first?.contributions).toEqual({
      fusion: 1 / 1.8,
      coverage: 0,
      title: 0,
      definition: 0,
      relevance: 0.3 / 1.8,
    });
    for (const { score, contributions } of ranked([0.9, 0.8, 0.1, 0.7, 0.2, 0.9], weights)) {
      expect(Object.values(contributions).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('gives as many as are wanted, ties by id', () => {
    expect(ranked([], none, 2).map(({ input }) => input.chunk.id)).toEqual(['c0', 'c1']);
    const [one, other] = inputs([]);
    if (!one || !other) throw new Error('two inputs are wanted');
    const tied = [{ ...other, fused: one.fused }, one];
    expect(rankByFeatures(tied, none).map(({ input }) => input.chunk.id)).toEqual(['c0', 'c1']);
  });
});

describe('definitionSubject', () => {
  it.each([
    ['What is a gyroscope?', 'gyroscope'],
    ['Who was Anna Berg?', 'Anna Berg'],
    ['What does BM25 mean?', 'BM25'],
    ['Wer war Anna Berg?', 'Anna Berg'],
    ['¿Quién es Anna Berg?', 'Anna Berg'],
  ])('%s → %s', (query, subject) => {
    expect(definitionSubject(query)).toBe(subject);
  });

  it.each([
    'How does a gyroscope drift?',
    'When was the mill opened?',
    'What is the name of the man who built the mill by the river?',
    'gyroscope',
    '',
    'What is?',
  ])('asks for no definition: %j', (query) => {
    expect(definitionSubject(query)).toBeNull();
  });
});

describe('definitionIn', () => {
  it.each([
    ['A gyroscope is a spinning wheel.', 'gyroscope'],
    ['A gyroscope, also called a gyro, is a wheel.', 'gyroscope'],
    ['Gyroscope: a spinning wheel', 'gyroscope'],
    ['La deriva es un error.', 'deriva'],
    ['C++ is a language.', 'C++'],
  ])('%j defines %s', (text, subject) => {
    expect(definitionIn(subject)(text)).toBe(true);
  });

  it.each([
    ['The gyroscope drifts.', 'gyroscope'],
    ['Microgyroscope is a word.', 'gyroscope'],
    ['A gyroscope island.', 'gyroscope'],
    ['See the gyroscope: it drifts.', 'gyroscope'],
    ['C is a language.', 'C++'],
    ['', 'gyroscope'],
  ])('%j does not define %s', (text, subject) => {
    expect(definitionIn(subject)(text)).toBe(false);
  });
});

const chunk = (text: string): Chunk => ({ title: '', headings: [], text }) as unknown as Chunk;
const share = (text: string, identifier: string): number | undefined =>
  new ExactMatcher({ phrases: [], phrasesOnly: true, identifiers: [identifier], dates: [] }).in([chunk(text)])[0]
    ?.share;

describe('an exact match', () => {
  it.each(['AS-206', 'ERR_4012', 'v2.1', 'a/b#c', 'C++ (x)', '[y]'])('finds %s at its place, in any case', (code) => {
    expect(share(`see ${code.toLowerCase()}, please`, code)).toBe(1);
  });

  it('is no part of a longer code', () => {
    expect(share('ERR_40125 and XERR_4012', 'ERR_4012')).toBe(0);
    expect(share('v211', 'v2.1')).toBe(0);
  });

  it('takes any text for what it is', () => {
    forAll(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
      expect(() => share('anything', text)).not.toThrow();
    });
  });
});
