import { describe, expect, it } from 'vitest';
import { foundOf, isRight } from '../../../../renderer/stages/right-documents';

const relevant = [
  { documentId: 'silk', gain: 2 },
  { documentId: 'stone', gain: 1 },
  { documentId: 'gone', gain: 1 },
];
const at = (documentId: string, retrieval: number) => ({ chunk: { documentId }, ranks: { retrieval } });

describe('the right documents of a labelled question', () => {
  it('are counted once each, with the first place of any', () => {
    const candidates = [at('paper', 1), at('stone', 2), at('silk', 3), at('silk', 4)];
    expect(foundOf(relevant, candidates)).toEqual({ found: 2, first: 2 });
    expect(foundOf(relevant, [at('paper', 1)])).toEqual({ found: 0, first: null });
  });

  it('are none where a run was made of no labelled question', () => {
    expect(isRight(undefined, 'silk')).toBe(false);
    expect(isRight(relevant, 'silk')).toBe(true);
    expect(isRight(relevant, 'paper')).toBe(false);
  });
});
