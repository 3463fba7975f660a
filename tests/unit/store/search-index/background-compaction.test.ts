import { describe, expect, it } from 'vitest';
import { BackgroundCompaction } from '../../../../electron/engine/store/search-index/background-compaction';
import { contentOf, foundByWords, libraryWithIndex, put } from '../open-test-library';

describe('an index under many small changes', () => {
  it('I14 keeps few files, shrinks where half is deleted, and shows nothing of it right after', async () => {
    const library = await libraryWithIndex();
    const documents = 60;
    let most = 0;
    for (let n = 0; n < documents; n += 1) {
      // A text that differs from the others in every word, to take its own room.
      const text = Array.from({ length: 200 }, (_value, word) => `zx${n}w${word}`).join(' ');
      await put(library, `${n}.txt`, contentOf(`content-${n}`, [text]));
      library.compactSoon(true);
      most = Math.max(most, (await library.index.size()).files);
    }
    await library.settled();
    const full = await library.index.size();
    expect(full.files).toBeLessThanOrEqual(50);
    expect(most).toBeLessThanOrEqual(80);

    for (let n = 0; n < documents; n += 20) {
      const gone = Array.from({ length: 10 }, (_value, at) => n + at);
      await library.delete(gone.map((at) => `doc-${at}.txt`));
      const hits = await foundByWords(library, gone.map((at) => `zx${at}w7`).join(' '), 100);
      expect(hits).toEqual([]);
    }
    const half = await library.index.size();
    expect(half.bytes).toBeLessThan(full.bytes * 0.75);
    expect(half.files).toBeLessThanOrEqual(50);
    library.close();
  });
});

describe('a compaction in the background', () => {
  function compactions(follow: () => Promise<void> = async () => undefined) {
    const ends: (() => void)[] = [];
    const troubles: unknown[] = [];
    const compact = () => new Promise<void>((end) => ends.push(end));
    const background = new BackgroundCompaction(compact, follow, (error) => troubles.push(error));
    return { background, ends, troubles };
  }

  it('waits for the eighth small change, or for a reader that needs the rows folded in', async () => {
    const { background, ends } = compactions();
    for (let change = 0; change < 7; change += 1) background.afterChange();
    expect(ends).toHaveLength(0);
    background.afterChange();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await background.settled();

    background.afterChange();
    const folded = background.folded();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await folded;
    background.stop();
  });

  it('runs once more for a change that came while one ran, and lets a search wait for that one', async () => {
    const { background, ends } = compactions();
    void background.soon();
    background.afterChange();
    let over = false;
    const folded = background.folded();
    void folded?.then(() => {
      over = true;
    });
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    expect(over).toBe(false);
    ends[1]?.();
    await folded;
    expect(over).toBe(true);
  });

  it('in the midst of an ingest keeps no search waiting', async () => {
    const { background, ends } = compactions();
    const running = background.soon();
    expect(background.folded()).toBeNull();
    ends[0]?.();
    await running;
  });

  it('is over for searches while the long work behind it goes on, and for a library that closes after that', async () => {
    let endLongWork = (): void => {};
    const { background, ends, troubles } = compactions(
      () =>
        new Promise((_end, fail) => {
          endLongWork = () => fail(new Error('no room'));
        }),
    );
    background.afterChange();
    const folded = background.folded();
    ends[0]?.();
    await folded;
    let settled = false;
    const closing = background.settled().then(() => {
      settled = true;
    });
    await background.folded();
    expect(settled).toBe(false);
    endLongWork();
    await closing;
    expect(troubles).toEqual([new Error('no room')]);
  });
});
