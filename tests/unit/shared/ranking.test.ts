import { rankMoves } from '@shared/ranking';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../for-all';

const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });

describe('rankMoves', () => {
  it('says of each chunk from where to where', () => {
    expect(rankMoves(['a', 'b', 'c', 'd'], ['c', 'b', 'e', 'a'])).toEqual([
      { chunkId: 'c', before: 3, after: 1, kind: 'rose' },
      { chunkId: 'e', before: null, after: 3, kind: 'entered' },
      { chunkId: 'a', before: 1, after: 4, kind: 'fell' },
      { chunkId: 'd', before: 4, after: null, kind: 'left' },
    ]);
  });

  it('is empty for equal lists only, and leads from the one list to the other', () => {
    forAll(list, list, (before, after) => {
      const moves = rankMoves(before, after);
      expect(moves.length === 0).toBe(before.join() === after.join());
      const now = new Map(before.map((id, index) => [id, index + 1]));
      for (const move of moves) {
        expect(now.get(move.chunkId) ?? null).toBe(move.before);
        if (move.after === null) now.delete(move.chunkId);
        else now.set(move.chunkId, move.after);
      }
      expect([...now].sort((a, b) => a[1] - b[1]).map(([id]) => id)).toEqual(after);
    });
  });
});
