import { rankFeatures } from '@shared/rank-features';
import { describe, expect, it } from 'vitest';
import { contributionsOf, isKnownPart } from '../../../../renderer/stages/contributions';

describe('what the parts of a score gave', () => {
  it('is told the largest first, without what gave nothing', () => {
    const contributions = { fusion: 0.3, feedback: 0, proximity: 0.0004, title: 0.12, coverage: 0.4 };
    expect(contributionsOf({ contributions })).toEqual([
      { name: 'coverage', value: 0.4 },
      { name: 'fusion', value: 0.3 },
      { name: 'title', value: 0.12 },
    ]);
  });

  it('is not told where the fusion alone gave it, nor of a run of before', () => {
    expect(contributionsOf({ contributions: { fusion: 0.7, title: 0 } })).toEqual([]);
    expect(contributionsOf({})).toEqual([]);
  });

  it('has words for every feature of the reranker', () => {
    expect([...rankFeatures, 'fusion', 'exact'].filter((name) => !isKnownPart(name))).toEqual([]);
  });
});
