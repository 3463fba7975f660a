import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../../../electron/engine/jobs/models/model-costs';
import { forAll } from '../../../for-all';

describe('a sample that lies evenly', () => {
  it('has as many as were asked for, in order, each once, with gaps that differ by one at the most', () => {
    forAll(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 60 }), (total, count) => {
      const items = Array.from({ length: total }, (_, at) => at);
      const sample = evenly(items, count);
      expect(sample).toHaveLength(Math.min(total, count));
      const gaps = sample.slice(1).map((at, before) => at - (sample[before] ?? 0));
      expect(Math.min(1, ...gaps)).toBe(1);
      expect(Math.max(0, ...gaps) - Math.min(Number.MAX_SAFE_INTEGER, ...gaps)).toBeLessThanOrEqual(1);
    });
  });
});
