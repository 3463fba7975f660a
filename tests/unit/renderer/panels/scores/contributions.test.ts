import { rankFeatures } from '@shared/ranking';
import { describe, expect, it } from 'vitest';
import {
  contributionsOf,
  gapBetween,
  groupsOf,
  isKnownPart,
  lanesOf,
} from '../../../../../renderer/panels/scores/ScoreList';

describe('what the parts of a score gave', () => {
  it('shows the largest first, for every lane and feature', () => {
    const contributions = { meaning: 0.3, definition: 0, title: 0.12, coverage: 0.4 };
    expect(contributionsOf({ contributions })).toEqual([
      { name: 'coverage', value: 0.4 },
      { name: 'meaning', value: 0.3 },
      { name: 'title', value: 0.12 },
      { name: 'definition', value: 0 },
    ]);
  });

  it('has words for every feature of the reranker', () => {
    expect([...rankFeatures, 'meaning', 'words', 'exact'].filter((name) => !isKnownPart(name))).toEqual([]);
  });
});

const lanes = { vector: null, keyword: null, vectorRank: null, keywordRank: null, cosine: null };
const scores = (value: number, contributions: Record<string, number>, kind: 'weighted' | 'graph' = 'weighted') => {
  return { ...lanes, fused: { kind, value }, coverage: 0, saturation: 0, relevance: 0, contributions };
};

describe('a score in three parts', () => {
  it('is meaning, words, and all that counts beside them', () => {
    const groups = groupsOf({ contributions: { meaning: 0.25, words: 0.5, title: 0.125, exact: 0.125 } });
    expect(groups).toEqual({ meaning: 0.25, words: 0.5, features: 0.25 });
  });

  it('is not drawn or told for a candidate that no lane gave', () => {
    expect(groupsOf({})).toBeNull();
    expect(contributionsOf({})).toEqual([]);
  });
});

describe('why a candidate is before the next', () => {
  it('is the difference of their scores, and the parts that differ most', () => {
    const gap = gapBetween(
      scores(0.9, { meaning: 0.3, words: 0.5, title: 0.1 }),
      scores(0.75, { meaning: 0.4, words: 0.25, title: 0.1, feedback: 0 }),
    );
    expect(gap?.value).toBeCloseTo(0.15, 10);
    expect(gap?.parts.map(({ name, value }) => [name, Number(value.toFixed(3))])).toEqual([
      ['words', 0.25],
      ['meaning', -0.1],
    ]);
    expect(gap?.rest).toBeCloseTo(0, 10);
  });

  it('names three parts, and what all others are together: a reader who adds them up comes to the gap', () => {
    const gap = gapBetween(
      scores(0.5, { meaning: 0.1, words: 0.3, title: 0.05, coverage: 0.03, definition: 0.02 }),
      scores(0.2, { meaning: 0.1, words: 0.1 }),
    );
    expect(gap?.parts.map(({ name }) => name)).toEqual(['words', 'title', 'coverage']);
    expect(gap?.rest).toBeCloseTo(0.02, 10);
  });

  it('is not told where the scores do not tell it', () => {
    const one = scores(0.5, { meaning: 0.5, words: 0 });
    expect(gapBetween(one, scores(0.6, { meaning: 0.6, words: 0 }))).toBeNull();
    expect(gapBetween(one, scores(0.4, { meaning: 0.4, words: 0 }, 'graph'))).toBeNull();
    expect(gapBetween(one, null)).toBeNull();
  });
});

describe('the lanes of a run', () => {
  it('are those that any candidate came from', () => {
    const found = { ...scores(1, {}), vectorRank: 1 };
    expect(lanesOf([{ scores: null }, { scores: found }])).toEqual({ vector: true, keyword: false });
  });
});
