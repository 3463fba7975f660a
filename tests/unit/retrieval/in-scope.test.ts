import { describe, expect, it } from 'vitest';
import { isInScope } from '../../../electron/engine/retrieval/in-scope';
import { limits } from '../stages/memory-library';

const scored = (value: number, relevance: number, fusion?: number) =>
  ({ scores: { fused: { kind: 'weighted', value }, relevance, ...(fusion === undefined ? {} : { fusion }) } }) as never;

describe('R4 R5 what is in scope', () => {
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
