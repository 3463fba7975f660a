import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type LaneScores, reachesThreshold } from '../../../../electron/engine/retrieval/ranking/fusion';
import { forAll } from '../../../for-all';
import { limits } from '../../stages/memory-library';

type Retrieval = typeof limits.retrieval;

const settings = (fusion: Retrieval['fusion'], weights: Partial<Retrieval['weights']> = {}): Retrieval => ({
  ...limits.retrieval,
  fusion,
  weights: { vector: null, keyword: null, ...weights },
});

describe('reciprocal rank fusion', () => {
  // vector: A 0.95, B 0.82, C 0.78; keyword: A 8.5, C 7.2, D 6.1
  const candidates: LaneScores[] = [
    { chunkId: 'D', vector: null, keyword: 6.1 },
    { chunkId: 'C', vector: 0.78, keyword: 7.2 },
    { chunkId: 'B', vector: 0.82, keyword: null },
    { chunkId: 'A', vector: 0.95, keyword: 8.5 },
  ];

  it.each(['rrf', 'rrf_rerank'] as const)('orders the worked example as A, C, B, D (%s, k = 60)', (fusion) => {
    const fused = fuse(candidates, settings(fusion), 0.5);
    expect(fused.map(({ chunkId, vectorRank, keywordRank }) => [chunkId, vectorRank, keywordRank])).toEqual([
      ['A', 1, 1],
      ['C', 3, 2],
      ['B', 2, null],
      ['D', null, 3],
    ]);
    const values = fused.map(({ fused: { value } }) => value);
    // 1/61 + 1/61 = 0.0328; 1/63 + 1/62 = 0.0320; 1/62 = 0.0161; 1/63 = 0.0159
    expect(values.map((value) => value.toFixed(4))).toEqual(['0.0328', '0.0320', '0.0161', '0.0159']);
    expect(values).toEqual([2 / 61, 1 / 63 + 1 / 62, 1 / 62, 1 / 63]);
    expect(fused.every(({ fused: { kind } }) => kind === 'rrf')).toBe(true);
  });
});

describe('convex combination', () => {
  it('is w·vector + (1 − w)·keyword of scores brought to 0–1', () => {
    const candidates: LaneScores[] = [
      { chunkId: 'a', vector: 0.8, keyword: 2 },
      { chunkId: 'b', vector: 0.2, keyword: 8 },
      { chunkId: 'c', vector: 0.5, keyword: null },
    ];
    // cosines from 0.2 to 0.8: a 1, b 0, c 0.5; BM25 from 0 to 8: a 0.25, b 1, c 0; w = 0.3:
    // a 0.3 + 0.175 = 0.475; b 0.7; c 0.15
    const values = new Map(
      fuse(candidates, settings('weighted'), 0.3).map(({ chunkId, fused }) => [chunkId, fused.value]),
    );
    expect([...values.keys()]).toEqual(['b', 'a', 'c']);
    expect(values.get('a')).toBeCloseTo(0.475, 12);
    expect(values.get('b')).toBeCloseTo(0.7, 12);
    expect(values.get('c')).toBeCloseTo(0.15, 12);
  });

  it('takes a passage whose vector is not made yet by its words alone', () => {
    const candidates: LaneScores[] = [
      { chunkId: 'a', vector: 0.8, keyword: 8 },
      { chunkId: 'b', vector: 0.2, keyword: null },
      { chunkId: 'c', vector: null, keyword: 4, isByWords: true },
    ];
    const valuesOf = (fusion: 'weighted' | 'rrf') =>
      fuse(candidates, settings(fusion), 0.7).map(({ chunkId, fused, ofVector }) => [chunkId, fused.value, ofVector]);
    expect(valuesOf('weighted')).toEqual([
      ['a', 1, 0.7],
      ['c', 0.5, 0],
      ['b', 0, 0],
    ]);
    expect(valuesOf('rrf').find(([chunkId]) => chunkId === 'c')).toEqual(['c', 2 / 62, 0]);
  });

  it('tells what of a score the vector lane gave: the keyword lane gave the rest', () => {
    const candidates: LaneScores[] = [
      { chunkId: 'a', vector: 0.8, keyword: 2 },
      { chunkId: 'b', vector: 0.2, keyword: 8 },
    ];
    const byMeaning = (fusion: 'weighted' | 'rrf', weight: number) =>
      fuse(candidates, settings(fusion), weight).map(({ chunkId, ofVector, fused }) => [
        chunkId,
        Number(ofVector.toFixed(6)),
        Number((fused.value - ofVector).toFixed(6)),
      ]);
    expect(byMeaning('weighted', 0.3)).toEqual([
      ['b', 0, 0.7],
      ['a', 0.3, 0.175],
    ]);
    const { rrfK } = settings('rrf');
    const [first, second] = [1, 2].map((rank) => Number((1 / (rrfK + rank)).toFixed(6)));
    expect(byMeaning('rrf', 0.3)).toEqual([
      ['a', first, second],
      ['b', second, first],
    ]);
  });

  it.each([
    ['the model where the limits leave it to it', {}, 0.25],
    ['both weights, in proportion', { vector: 0.2, keyword: 0.6 }, 0.25],
    ['one weight, and the rest for the other', { keyword: 0.9 }, 0.1],
    ['a lane that counts nothing', { vector: 0, keyword: 0.4 }, 0],
  ])('takes w from %s', (_what, weights, share) => {
    const candidates: LaneScores[] = [
      { chunkId: 'vector', vector: 0.9, keyword: 0 },
      { chunkId: 'keyword', vector: 0.1, keyword: 9 },
    ];
    const fused = fuse(candidates, settings('weighted', weights), 0.25);
    expect(fused.map(({ chunkId, fused: { kind, value } }) => [chunkId, kind, Number(value.toFixed(6))])).toEqual([
      ['keyword', 'weighted', 1 - share],
      ['vector', 'weighted', share],
    ]);
  });

  it('lets the other lane count whole where one found nothing', () => {
    const words: LaneScores[] = [
      { chunkId: 'a', vector: null, keyword: 4 },
      { chunkId: 'b', vector: null, keyword: 2 },
    ];
    expect(fuse(words, settings('weighted'), 0.9).map(({ fused }) => fused.value)).toEqual([1, 0.5]);
    const vectors: LaneScores[] = [
      { chunkId: 'a', vector: 0.7, keyword: null },
      { chunkId: 'b', vector: 0.1, keyword: null },
    ];
    expect(fuse(vectors, settings('weighted'), 0.1).map(({ fused }) => fused.value)).toEqual([1, 0]);
  });

  it('divides by nothing when all scores are equal', () => {
    const same: LaneScores[] = ['b', 'a'].map((chunkId) => ({ chunkId, vector: 0.5, keyword: 3 }));
    expect(fuse(same, settings('weighted'), 0.3).map(({ chunkId, fused }) => [chunkId, fused.value])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    const zero: LaneScores[] = [{ chunkId: 'a', vector: 0, keyword: 0 }];
    expect(fuse(zero, settings('weighted'), 0.3)[0]?.fused.value).toBe(0);
  });

  it('folds more candidates than a call can take arguments', () => {
    const many: LaneScores[] = Array.from({ length: 200_000 }, (_, at) => ({
      chunkId: String(at).padStart(6, '0'),
      vector: at / 200_000,
      keyword: null,
    }));
    expect(fuse(many, settings('weighted'), 0.5)[0]?.chunkId).toBe('199999');
  });
});

describe('every fusion', () => {
  const lane = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
  const candidates = fc.uniqueArray(
    fc.record({ chunkId: fc.stringMatching(/^[a-f0-9]{1,6}$/u), vector: lane, keyword: lane }),
    { selector: ({ chunkId }) => chunkId, maxLength: 15 },
  );
  const fusion = fc.constantFrom('rrf', 'weighted', 'rrf_rerank');
  const weight = fc.double({ min: 0, max: 1, noNaN: true });

  it('keeps every candidate once, in falling order, with ties by chunk id', () => {
    forAll(candidates, fusion, weight, weight, (given, name, own, vector) => {
      const fused = fuse(given, settings(name, { vector }), own);
      expect(fused.map(({ chunkId }) => chunkId).sort()).toEqual(given.map(({ chunkId }) => chunkId).sort());
      fused.slice(1).forEach((candidate, at) => {
        const before = fused[at];
        if (!before) throw new Error('a candidate without one before it');
        expect(candidate.fused.value).toBeLessThanOrEqual(before.fused.value);
        if (candidate.fused.value === before.fused.value) expect(candidate.chunkId > before.chunkId).toBe(true);
      });
    });
  });

  it('is a function of the set: the order of its input is nothing but where each candidate stood in it', () => {
    forAll(candidates, fusion, weight, (given, name, own) => {
      const fusedOf = (all: readonly LaneScores[]) =>
        fuse(all, settings(name), own).map(({ position, ...fused }) => {
          expect(all[position]).toMatchObject({ chunkId: fused.chunkId, vector: fused.vector });
          return fused;
        });
      expect(fusedOf([...given].reverse())).toEqual(fusedOf(given));
    });
  });

  it('gives values within 0 and 1', () => {
    forAll(candidates, fusion, weight, (given, name, own) => {
      for (const { fused } of fuse(given, settings(name), own)) {
        expect(fused.value).toBeGreaterThanOrEqual(0);
        expect(fused.value).toBeLessThanOrEqual(1 + 1e-12);
      }
    });
  });

  it('never puts a candidate behind one that is worse in both lanes', () => {
    forAll(candidates, fusion, weight, (given, name, own) => {
      const place = new Map(fuse(given, settings(name), own).map(({ chunkId }, at) => [chunkId, at]));
      for (const a of given) {
        for (const b of given) {
          if (a.vector === null || b.vector === null || a.keyword === null || b.keyword === null) continue;
          if (a.vector > b.vector && a.keyword > b.keyword) {
            const tied = a.chunkId > b.chunkId && own * (1 - own) === 0;
            if (!tied) expect(place.get(a.chunkId)).toBeLessThan(place.get(b.chunkId) ?? -1);
          }
        }
      }
    });
  });

  it('ranks each lane from 1 without gaps', () => {
    forAll(candidates, (given) => {
      const fused = fuse(given, settings('rrf'), 0.5);
      for (const rank of ['vectorRank', 'keywordRank'] as const) {
        const found = fused.flatMap((candidate) => candidate[rank] ?? []).sort((a, b) => a - b);
        expect(found).toEqual(found.map((_, at) => at + 1));
      }
    });
  });
});

describe('thresholds', () => {
  const thresholds = { rrf: 0.005, weighted: 0.3, relevance: 0.4 };

  it.each([
    ['rrf', 0.005, true],
    ['weighted', 0.3, true],
    ['relevance', 0.4, true],
    // no threshold of another kind is applied to these
    ['bm25', 0.0001, true],
    ['logavgexp', 0, true],
  ] as const)('%s %d: %s', (kind, value, reached) => {
    expect(reachesThreshold({ kind, value }, thresholds)).toBe(reached);
  });
});
