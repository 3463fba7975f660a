import { describe, expect, it } from 'vitest';
import { timeLeft } from '../../../../electron/engine/jobs/evaluation/evaluation-session';

const wayAt = (place: number, of: number) => ({
  name: `way ${place}`,
  configuration: { mode: 'hybrid' } as const,
  place,
  of,
});

describe('the time that measuring may still take', () => {
  it('is not told before two questions are done, then by the pace of those after the first', () => {
    const left = timeLeft();
    const step = (done: number, at: number) => left({ phase: 'searching', way: wayAt(1, 1), done, total: 10 }, at);
    expect([step(1, 5000), step(2, 5100), step(6, 5500), step(10, 5900)]).toEqual([null, 800, 400, 0]);
  });

  it('takes the rest of a slow way at its own pace, however fast the others were', () => {
    const left = timeLeft();
    const step = (place: number, done: number, at: number) =>
      left({ phase: 'searching', way: wayAt(place, 3), done, total: 30 }, at);
    step(1, 1, 0);
    expect(step(1, 10, 90)).toBe(200);
    // The first question of a way brings its model.
    expect(step(2, 11, 5090)).toBe(190);
    // 8 of its own at 1000 ms, and a third way of 10 at the mean of 10 and 1000 ms.
    expect(step(2, 12, 6090)).toBe(8000 + 5050);
  });

  it('starts again with each phase', () => {
    const left = timeLeft();
    left({ phase: 'indexing', way: null, done: 1, total: 3 }, 0);
    expect(left({ phase: 'indexing', way: null, done: 2, total: 3 }, 7000)).toBe(7000);
    expect(left({ phase: 'searching', way: wayAt(1, 1), done: 1, total: 2 }, 7010)).toBeNull();
  });
});
