import { type StageId, stageIds } from '@shared/stage-names';

/**
 * The stage after which "Run all" stops: the one before the first breakpoint that lies ahead; undefined where none
 * does. A run that already stands before a breakpoint goes past it.
 *
 * `done` is the number of stages, from the first, that are done.
 */
export function stopAfter(done: number, breakpoints: ReadonlySet<StageId>): StageId | undefined {
  const ahead = stageIds.findIndex((stage, index) => index > done && breakpoints.has(stage));
  return ahead > 0 ? stageIds[ahead - 1] : undefined;
}
