import { describe, expect, it } from 'vitest';
import {
  type MapPoint,
  nearestAt,
  panned,
  pointOf,
  roomyLabels,
  showing,
  towards,
  wholeView,
  zoomed,
} from '../../../../../../renderer/pages/library/overview/map-geometry';

const size = { width: 800, height: 600 };
const places: readonly MapPoint[] = [
  { x: -1, y: -0.4 },
  { x: 1, y: 0.4 },
  { x: 0, y: 0 },
  { x: 0.2, y: 0.35 },
];
const whole = wholeView(places, size);
const inPane = ({ x, y }: MapPoint) => x >= 0 && y >= 0 && x <= size.width && y <= size.height;

describe('the view of the map', () => {
  it('has every document in it, whatever their places', () => {
    expect(places.map((place) => pointOf(whole, size, place)).every(inPane)).toBe(true);
    for (const few of [[{ x: 0.5, y: 0.5 }], [], places.map(({ x }) => ({ x, y: 0 }))]) {
      const view = wholeView(few, size);
      expect(Number.isFinite(view.scale)).toBe(true);
      expect(few.map((place) => pointOf(view, size, place)).every(inPane)).toBe(true);
    }
  });

  it('zooms about the point of the pointer, which stays where it is', () => {
    const at = pointOf(whole, size, places[3] ?? { x: 0, y: 0 });
    const near = zoomed(whole, whole, size, 3, at);
    const after = pointOf(near, size, places[3] ?? { x: 0, y: 0 });
    expect(near.scale).toBeCloseTo(3 * whole.scale);
    expect([after.x, after.y]).toEqual([expect.closeTo(at.x, 6), expect.closeTo(at.y, 6)]);
  });

  it('is never smaller than whole, and back at whole has everything in it again', () => {
    const near = zoomed(whole, whole, size, 8, { x: 10, y: 10 });
    const back = zoomed(near, whole, size, 0.01, { x: 700, y: 500 });
    expect(back).toEqual({ x: expect.closeTo(whole.x), y: expect.closeTo(whole.y), scale: whole.scale });
  });

  it('cannot be moved out of sight', () => {
    const near = zoomed(whole, whole, size, 4, { x: 400, y: 300 });
    const far = panned(near, whole, size, 100_000, -100_000);
    const edges = ({ x, y, scale }: typeof whole) => [
      x - size.width / 2 / scale,
      x + size.width / 2 / scale,
      y - size.height / 2 / scale,
      y + size.height / 2 / scale,
    ];
    const [left, , , bottom] = edges(far);
    expect([left, bottom]).toEqual([expect.closeTo(edges(whole)[0] ?? 0), expect.closeTo(edges(whole)[3] ?? 0)]);
    expect(panned(whole, whole, size, 300, 0)).toEqual(whole);
  });

  it('goes along with a document that has the keys, where it is not in sight', () => {
    const near = zoomed(whole, whole, size, 6, { x: 400, y: 300 });
    const [far] = places as readonly [MapPoint];
    expect(inPane(pointOf(near, size, far))).toBe(false);
    expect(inPane(pointOf(showing(near, whole, size, far), size, far))).toBe(true);
    expect(showing(whole, whole, size, far)).toBe(whole);
  });
});

describe('a document of the map', () => {
  const points = places.map((place) => pointOf(whole, size, place));

  it('is under the pointer where none is nearer, and not from far', () => {
    const { x, y } = points[2] ?? { x: 0, y: 0 };
    expect(nearestAt(points, { x: x + 3, y: y - 3 }, 8)).toBe(2);
    expect(nearestAt(points, { x: x + 30, y: y - 30 }, 8)).toBe(-1);
  });

  it('is the nearest in the direction of an arrow', () => {
    const from = (at: number, key: string) => towards(places, places[at] ?? { x: 0, y: 0 }, key);
    expect([from(2, 'ArrowRight'), from(2, 'ArrowLeft'), from(2, 'ArrowDown')]).toEqual([1, 0, 3]);
    expect([from(1, 'ArrowRight'), from(2, 'Enter')]).toEqual([-1, -1]);
  });

  it('can be reached by arrows from every other', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
    const many = Array.from({ length: 200 }, (_, at) => ({ x: Math.sin(at * 12.9), y: Math.sin(at * 78.2 + 1) }));
    const reached = new Set([0]);
    const waiting = [0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const next of keys.map((key) => towards(many, many[at as number] as MapPoint, key))) {
        if (next < 0 || reached.has(next)) continue;
        reached.add(next);
        waiting.push(next);
      }
    }
    expect(reached.size).toBeGreaterThan(190);
  });
});

describe('the names on the map', () => {
  it('give way to those of larger topics, and stay inside the pane', () => {
    const label = (topic: number, x: number, y: number) => ({ topic, text: 'a name of words', at: { x, y } });
    const shown = roomyLabels(
      [label(0, 400, 300), label(1, 420, 305), label(2, 400, 340), label(3, -2, 300), label(4, 2, 500)],
      size,
      16,
    );
    expect(shown.map(({ topic }) => topic)).toEqual([0, 2, 4]);
    expect(shown.at(-1)?.at.x).toBeGreaterThan(40);
  });
});
