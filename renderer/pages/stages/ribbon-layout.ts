import { deciders, type JourneyStep, journeySteps, stagePanes } from '@shared/prompt/stage-names';
import type { Fate, ShownCandidate } from './candidates';

export interface RibbonPoint {
  readonly x: number;
  readonly y: number;
}

export interface Thread {
  readonly id: string;
  readonly points: readonly RibbonPoint[];
  readonly fate: Fate;
  /** Pixels between the ends of threads in the column where this one ends. */
  readonly spacing: number;
  readonly kept: boolean;
}

/**
 * Draws one thread a candidate: x is the middle of the pane, y grows with the rank. The n kept chunks of a stage take
 * √(n / most) of the height; dropped ones are below, in order of arrival. `pad` pixels stay free above and below.
 */
export function ribbonThreads(
  candidates: readonly ShownCandidate[],
  width: number,
  height: number,
  pad: number,
): readonly Thread[] {
  const columns = journeySteps.filter((column) =>
    candidates.some((candidate) => candidate.ranks[column] !== undefined),
  );
  const most = candidates.length;
  const places = new Map<JourneyStep, ReadonlyMap<string, number>>();
  const units = new Map<JourneyStep, { readonly kept: number; readonly lost: number }>();
  const inner = height - 2 * pad;
  let entering: readonly ShownCandidate[] = candidates;
  for (const column of columns) {
    const kept = entering.filter((candidate) => typeof candidate.ranks[column] === 'number');
    const order = [...kept].sort((a, b) => (a.ranks[column] ?? 0) - (b.ranks[column] ?? 0));
    const lost = entering.filter((candidate) => candidate.ranks[column] === null);
    const unit = (inner * Math.sqrt(order.length / most)) / Math.max(order.length - 1, 1);
    const below = order.length > 0 ? order.length * unit : 0;
    // Without kept chunks there is no distance between threads: the rest takes the whole height.
    const widest = order.length > 0 ? unit : inner;
    const lostUnit = lost.length > 1 ? Math.min(widest, (inner - below) / (lost.length - 1)) : widest;
    const heights = new Map<string, number>();
    order.forEach((candidate, index) => {
      heights.set(candidate.chunkId, pad + index * unit);
    });
    lost.forEach((candidate, index) => {
      heights.set(candidate.chunkId, pad + Math.min(inner, below + index * lostUnit));
    });
    places.set(column, heights);
    units.set(column, { kept: unit, lost: lostUnit });
    entering = order;
  }
  return candidates.map((candidate) => ({
    id: candidate.chunkId,
    fate: candidate.fate,
    kept: candidate.lostAt === null,
    spacing: candidate.lostAt
      ? (units.get(candidate.lostAt)?.lost ?? 0)
      : (units.get(columns.at(-1) ?? 'retrieval')?.kept ?? 0),
    points: columns.flatMap((column) => {
      const y = places.get(column)?.get(candidate.chunkId);
      return y === undefined
        ? []
        : [{ x: ((stagePanes.indexOf(deciders[column]) + 0.5) * width) / stagePanes.length, y }];
    }),
  }));
}

export function threadPath(points: readonly RibbonPoint[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      const middle = round((before.x + x) / 2);
      return `C${middle} ${round(before.y)} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join('');
}

/** The thread nearest to a point, within `reach` pixels vertically, or null. */
export function nearestThread(threads: readonly Thread[], at: RibbonPoint, reach: number): string | null {
  let best: string | null = null;
  let distance = reach;
  for (const thread of threads) {
    const y = heightAt(thread.points, at.x);
    if (y === null) continue;
    const away = Math.abs(y - at.y);
    if (away < distance) {
      distance = away;
      best = thread.id;
    }
  }
  return best;
}

/** y of a thread at x; between two panes the curve is very nearly 3u² − 2u³. Null beyond its ends. */
function heightAt(points: readonly RibbonPoint[], x: number): number | null {
  const slack = 8;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || x < first.x - slack || x > last.x + slack) return null;
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (!from || !to || x > to.x) continue;
    const u = Math.max(0, (x - from.x) / (to.x - from.x));
    return from.y + (to.y - from.y) * (3 * u * u - 2 * u * u * u);
  }
  return last.y;
}

const round = (value: number): number => Math.round(value * 100) / 100;
