import { describe, expect, it } from 'vitest';
import { UsedChunks } from '../../../electron/engine/retrieval/lanes';

const all = Number.POSITIVE_INFINITY;

describe('what searches have found most often', () => {
  it('is counted by chunk, ties by id', () => {
    const used = new UsedChunks();
    used.add(['b', 'c']);
    used.add(['a', 'c']);
    expect(used.most(all)).toEqual([
      { chunkId: 'c', uses: 2 },
      { chunkId: 'a', uses: 1 },
      { chunkId: 'b', uses: 1 },
    ]);
  });

  it('is kept of a bounded number of chunks, however many a search adds: the most used and the latest', () => {
    const used = new UsedChunks();
    for (let search = 0; search < 4000; search += 1) {
      used.add(['known', ...Array.from({ length: 4 }, (_one, rank) => `${search}-${rank}`)]);
    }
    const kept = used.most(all);
    expect(kept.length).toBeLessThanOrEqual(4000);
    expect(kept[0]).toEqual({ chunkId: 'known', uses: 4000 });
    const known = new Set(kept.map(({ chunkId }) => chunkId));
    for (let rank = 0; rank < 4; rank += 1) expect(known).toContain(`3999-${rank}`);
    expect(known).not.toContain('0-0');
  });
});
