import catalogueFile from '@config/models.json';
import { modelCatalogueSchema } from '@shared/model-catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverage, weighQuery } from '../../../../electron/engine/retrieval';
import { isInScope, relevance, saturation } from '../../../../electron/engine/retrieval/ranking/relevance';
import { inverseDocumentFrequency, terms } from '../../../../electron/engine/text/terms';
import { forAll } from '../../../for-all';
import { limits } from '../../stages/memory-library';

describe('coverage', () => {
  const frequencies = new Map([
    ['mill', 8],
    ['rye', 1],
  ]);

  it('is the share of the query’s idf mass that a text holds', () => {
    const query = weighQuery('mill rye', frequencies, 10);
    const mill = inverseDocumentFrequency(8, 10);
    const rye = inverseDocumentFrequency(1, 10);
    expect(coverage('Mills are old.', query)).toBeCloseTo(mill / (mill + rye), 12);
    expect(coverage('Rye bread.', query)).toBeCloseTo(rye / (mill + rye), 12);
    expect(coverage('A mill for rye.', query)).toBe(1);
    expect(coverage('The sky.', query)).toBe(0);
  });

  it('counts a term that no chunk holds, which makes a foreign question show', () => {
    const query = weighQuery('mill gyroscope', frequencies, 10);
    expect(coverage('The mill.', query)).toBeLessThan(0.2);
  });

  it('is 0 for a query of stop words alone', () => {
    expect(coverage('what is the', weighQuery('what is the', new Map(), 10))).toBe(0);
  });

  it('lies within 0 and 1, is 1 for the query itself and does not fall with more text', () => {
    const text = fc.array(fc.constantFrom('mills', 'grinding', 'rye', 'war', 'ERR_4012', 'über', 'C', 'the'), {
      maxLength: 9,
    });
    forAll(text, text, text, (asked, passage, more) => {
      const query = weighQuery(asked.join(' '), new Map(), 10);
      const own = coverage(passage.join(' '), query);
      expect(own).toBeGreaterThanOrEqual(0);
      expect(own).toBeLessThanOrEqual(1 + 1e-12);
      expect(coverage([...passage, ...more].join(' '), query)).toBeGreaterThanOrEqual(own);
      if (terms(asked.join(' ')).length > 0) expect(coverage(asked.join(' '), query)).toBeCloseTo(1, 12);
    });
  });
});

describe('relevance', () => {
  const catalogue = modelCatalogueSchema.parse(catalogueFile);
  const entries = catalogue.models.flatMap((model) => (model.job === 'embedding' ? [model] : []));
  const unit = fc.double({ min: 0, max: 1, noNaN: true });

  it('has a saturation between 0 and 1: BM25 over Σ idf·(k1 + 1)', () => {
    // 4.4 / (4 · 2.2) = 0.5
    expect(saturation(4.4, 4)).toBeCloseTo(0.5, 12);
    expect(saturation(100, 4)).toBe(1);
    expect(saturation(null, 4)).toBe(0);
    expect(saturation(3, 0)).toBe(0);
  });

  describe.each(entries.map((entry) => [entry.id, entry] as const))('of %s', (_id, entry) => {
    it('is a probability that does not fall with more evidence', () => {
      const evidence = fc.record({ cosine: fc.option(unit), coverage: unit, saturation: unit });
      forAll(evidence, unit, (given, more) => {
        const value = relevance(given, entry.relevance);
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThan(1);
        expect(relevance({ ...given, coverage: given.coverage + more }, entry.relevance)).toBeGreaterThanOrEqual(value);
        if (given.cosine === null) return;
        expect(relevance({ ...given, cosine: given.cosine + more }, entry.relevance)).toBeGreaterThanOrEqual(value);
      });
    });

    it('takes no evidence for none, and a text that says it all for relevant', () => {
      expect(relevance({ cosine: 0, coverage: 0, saturation: 0 }, entry.relevance)).toBeLessThan(0.3);
      expect(relevance({ cosine: 0.9, coverage: 1, saturation: 0.8 }, entry.relevance)).toBeGreaterThan(0.5);
    });
  });
});

const scored = (value: number, relevance: number, fusion?: number) =>
  ({ scores: { fused: { kind: 'weighted', value }, relevance, ...(fusion === undefined ? {} : { fusion }) } }) as never;

describe('R4 R5 the scope', () => {
  it('reaches the thresholds of both its scores', () => {
    expect(isInScope(scored(0.3, 0.4), limits)).toBe(true);
    expect(isInScope(scored(0.29, 0.9), limits)).toBe(false);
    expect(isInScope(scored(0.9, 0.39), limits)).toBe(false);
  });

  it('is held to the fused score before features had a say: a rare word that one chunk has stays in scope', () => {
    expect(isInScope(scored(0.25, 0.95, 0.4), limits)).toBe(true);
    expect(isInScope(scored(0.25, 0.95, 0.29), limits)).toBe(false);
  });
});
