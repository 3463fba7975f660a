import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../../../renderer/pages/stages/candidates';
import { nearestThread, ribbonThreads } from '../../../../../renderer/pages/stages/Ribbon';
import { forAll } from '../../../../for-all';
import { aChunk, aRun } from '../../a-run';

const [width, height, pad] = [800, 216, 14];
const ids = (n: number) => Array.from({ length: n }, (_, index) => `chunk${index}`);

function threadsOf(found: number, ranked: number, kept: number) {
  const all = ids(found);
  const run = aRun(5, {
    base_context_chunks: all.map(aChunk),
    views_by_stage: { retrieval: all, reranked: all.slice(0, ranked).reverse(), a3: all.slice(0, kept) },
  });
  return ribbonThreads(candidatesOf(run), width, height, pad);
}

describe('the ribbon', () => {
  it('ends a thread at the pane that left its chunk out', () => {
    const threads = threadsOf(5, 3, 1);
    expect(threads.map(({ points, kept }) => [points.length, kept])).toEqual([
      [3, true],
      [3, false],
      [3, false],
      [2, false],
      [2, false],
    ]);
  });

  it('never leaves the drawing and never puts a worse rank above a better one', () => {
    forAll(
      fc.nat(200),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (found, a, b) => {
        const ranked = Math.round(found * a);
        const threads = threadsOf(found, ranked, Math.round(ranked * b));
        for (const { y } of threads.flatMap((thread) => thread.points)) {
          expect(y).toBeGreaterThanOrEqual(pad);
          expect(y).toBeLessThanOrEqual(height - pad + 1e-6);
        }
        const starts = threads.map((thread) => thread.points[0]?.y ?? 0);
        expect(starts).toEqual([...starts].sort((p, q) => p - q));
        for (const thread of threads.filter((one) => !one.kept)) {
          const column = thread.points.length - 1;
          const survivors = threads.filter((one) => one.points.length > thread.points.length || one.kept);
          const lowest = Math.max(0, ...survivors.map((one) => one.points[column]?.y ?? 0));
          expect(thread.points[column]?.y).toBeGreaterThanOrEqual(lowest - 1e-6);
        }
      },
    );
  });

  it('finds the thread under the pointer, and none far from all', () => {
    const threads = threadsOf(4, 4, 4);
    const second = threads[1]?.points[0] ?? { x: 0, y: 0 };
    expect(nearestThread(threads, { x: second.x, y: second.y + 2 }, 12)).toBe('chunk1');
    expect(nearestThread(threads, { x: 20, y: second.y }, 12)).toBeNull();
    expect(nearestThread(threads, { x: second.x, y: second.y + 30 }, 12)).toBeNull();
  });
});
