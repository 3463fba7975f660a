import { canonicalJson } from '@shared/canonical-json';
import type { RankDifference, Run, RunDifference } from '@shared/contract';
import { rankMoves } from '@shared/rank-moves';
import { type StageId, stageIds } from '@shared/stage-names';
import type { SuperPrompt, ViewName } from '@shared/super-prompt';
import { changedFields } from './invariants';

export type StateName = StageId | 'raw';

/**
 * How two runs, or two states of one, differ: field by field with both values, and each list of chunks by ranks.
 * Without `stage` every state that both have is compared with its namesake; `afterStage` compares `stage` of the
 * first with another state of the second.
 */
export function differences(before: Run, after: Run, stage?: StateName, afterStage?: StateName): RunDifference[] {
  const pairs: (readonly [StateName, StateName])[] = stage
    ? [[stage, afterStage ?? stage]]
    : (['raw', ...stageIds] as const).map((name) => [name, name]);
  return pairs.flatMap(([one, other]): RunDifference[] => {
    const left = before.snapshots[one];
    const right = after.snapshots[other];
    if (!left || !right) return [];
    const paths = changedFields(left, right);
    return [
      {
        stage: one,
        ...(other === one ? {} : { afterStage: other }),
        equal: canonicalJson(left) === canonicalJson(right),
        fields: paths.map((path) => ({ path, before: valueAt(left, path), after: valueAt(right, path) })),
        ranks: rankDifferences(left, right),
      },
    ];
  });
}

const views = ['retrieval', 'reranked', 'a3', 'a4'] as const satisfies readonly ViewName[];

/** The lists of chunks that differ, in the order of the pipeline, the final selection last. */
function rankDifferences(before: SuperPrompt, after: SuperPrompt): RankDifference[] {
  const lists: (readonly [RankDifference['view'], readonly string[], readonly string[]])[] = [
    ...views.map((view) => [view, before.views_by_stage[view] ?? [], after.views_by_stage[view] ?? []] as const),
    ['final_selection_ids', before.final_selection_ids, after.final_selection_ids],
  ];
  return lists
    .map(([view, one, other]) => ({ view, moves: rankMoves(one, other) }))
    .filter(({ moves }) => moves.length > 0);
}

function valueAt(prompt: SuperPrompt, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], prompt);
}
