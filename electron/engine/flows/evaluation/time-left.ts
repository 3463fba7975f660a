import type { EvaluationProgress } from '@shared/contract';

/** How far an evaluation is, before it is told how long it may still take. */
export type EvaluationStep = Omit<EvaluationProgress, 'msLeft'>;

/**
 * How long a phase may still take, ms, by the pace of what is done: what is left of a way by its own, since ways differ
 * a hundredfold, ways to come by the mean of those begun. Null before two are done: with the first, models load.
 *
 * @returns asked with each step, and when it is, ms
 */
export function timeLeft(): (step: EvaluationStep, now: number) => number | null {
  let phase: EvaluationStep['phase'] | null = null;
  let from = { place: 0, at: 0, done: 0 };
  const paces = new Map<number, number>();
  return (step, now) => {
    const { done, total } = step;
    const { place, of } = step.way ?? { place: 1, of: 1 };
    if (step.phase !== phase) paces.clear();
    if (step.phase !== phase || place !== from.place) from = { place, at: now, done };
    phase = step.phase;
    if (done > from.done) paces.set(place, (now - from.at) / (done - from.done));
    if (paces.size === 0) return null;
    const mean = [...paces.values()].reduce((sum, pace) => sum + pace, 0) / paces.size;
    const ofWay = (total / of) * place - done;
    return Math.round(ofWay * (paces.get(place) ?? mean) + (total - done - ofWay) * mean);
  };
}
