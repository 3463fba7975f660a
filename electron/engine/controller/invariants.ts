import { canonicalJson } from '@shared/canonical-json';
import type { RankDifference, Run, RunDifference } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { blockJoint } from '@shared/prompt/prompt-layout';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { type SuperPrompt, type ViewName, viewNames } from '@shared/prompt/super-prompt';
import { rankMoves } from '@shared/ranking';
import type { Stage } from '../stages';

const nested = ['body', 'extras', 'views_by_stage'] as const;

function breach(stage: StageId, field: string, message: string): VitrineError {
  return new VitrineError('invariant-breach', { why: 'field', stage, field, broken: message });
}

/** Paths of the fields that differ, one level down for body, extras and views; `passedOver` are not compared. */
export function changedFields(
  before: SuperPrompt,
  after: SuperPrompt,
  passedOver: ReadonlySet<string> = new Set(),
): string[] {
  const changed: string[] = [];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof SuperPrompt>;
  for (const key of keys) {
    if (before[key] === after[key] || passedOver.has(key)) continue;
    const parts = nested.find((name) => name === key);
    if (!parts) {
      if (canonicalJson(before[key]) !== canonicalJson(after[key])) changed.push(key);
      continue;
    }
    const one = before[parts] as Record<string, unknown>;
    const other = after[parts] as Record<string, unknown>;
    for (const member of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (one[member] === other[member] || passedOver.has(`${key}.${member}`)) continue;
      if (canonicalJson(one[member] ?? null) !== canonicalJson(other[member] ?? null)) changed.push(`${key}.${member}`);
    }
  }
  return changed;
}

function assertViews(stage: StageId, prompt: SuperPrompt, limits: PipelineLimits): void {
  const base = new Set(prompt.base_context_chunks.map((chunk) => chunk.id));
  if (base.size !== prompt.base_context_chunks.length)
    throw breach(stage, 'base_context_chunks', 'a chunk appears twice');
  const caps: Readonly<Record<ViewName, number>> = {
    retrieval: limits.N1_RETR_MAX_CANDIDATES,
    reranked: limits.N2_RERANK_TOP_K,
    a3: limits.N2_RERANK_TOP_K,
    a4: limits.N3_FINAL_SELECTION_MAX,
  };
  const lists: [string, readonly string[], number][] = [['final_selection_ids', prompt.final_selection_ids, base.size]];
  for (const [name, ids] of Object.entries(prompt.views_by_stage)) {
    lists.push([`views_by_stage.${name}`, ids, caps[name as ViewName]]);
  }
  for (const [field, ids, cap] of lists) {
    if (new Set(ids).size !== ids.length) throw breach(stage, field, 'an id appears twice');
    if (ids.some((id) => !base.has(id))) throw breach(stage, field, 'an id is not among base_context_chunks');
    if (ids.length > cap) throw breach(stage, field, `${ids.length} ids exceed the cap of ${cap}`);
  }
  if (stage === 'A4_Condenser' && prompt.final_selection_ids.length > limits.N3_FINAL_SELECTION_MAX) {
    throw breach(stage, 'final_selection_ids', 'more than N3');
  }
}

/** The choices of a stage, and the selection after it (seeds/001.md §3, §6). */
function assertChoice(stage: StageId, before: SuperPrompt, after: SuperPrompt): void {
  const { views_by_stage: views, final_selection_ids: selected } = after;
  const from = (field: string, ids: readonly string[] = [], allowed: readonly string[] = []): void => {
    const known = new Set(allowed);
    if (ids.some((id) => !known.has(id))) throw breach(stage, field, 'it holds what the stage was not given');
  };
  const isSelection = (ids: readonly string[] = []): void => {
    const same = ids.length === selected.length && ids.every((id, at) => id === selected[at]);
    if (!same) throw breach(stage, 'final_selection_ids', 'it is not what the stage kept');
  };
  if (stage === 'ReRanker') from('views_by_stage.reranked', views.reranked, views.retrieval);
  if (stage === 'A3_NLI_Gate') {
    from('views_by_stage.a3', views.a3, views.reranked);
    isSelection(views.a3);
  }
  if (stage === 'A4_Condenser') {
    // A person may have put into the selection what the gate dropped.
    from('views_by_stage.a4', views.a4, before.final_selection_ids);
    isSelection(views.a4);
  }
}

function assertBuilt(prompt: SuperPrompt): void {
  for (const block of ['System_MD', 'Prompt_MD', 'S_CTX_MD', 'Attachments_MD'] as const) {
    if (prompt[block].trim() === '') throw breach('Prompt_Builder', block, 'the block is empty');
    if (!prompt.prompt_ready.includes(prompt[block]))
      throw breach('Prompt_Builder', 'prompt_ready', `${block} is not in it`);
  }
  const { System_MD, Prompt_MD, S_CTX_MD, Attachments_MD } = prompt;
  if (!prompt.prompt_ready.startsWith([System_MD, Prompt_MD, S_CTX_MD, Attachments_MD].join(blockJoint))) {
    throw breach('Prompt_Builder', 'prompt_ready', 'its blocks are not in their order');
  }
}

/** Holds a stage's result against what it may change and what must always be true. Errors: `invariant-breach`. */
export function assertInvariants(stage: Stage, before: SuperPrompt, after: SuperPrompt, limits: PipelineLimits): void {
  const [path] = changedFields(before, after, new Set<string>(stage.writes));
  if (path !== undefined) throw breach(stage.id, path, 'it is not among the fields it writes');
  assertViews(stage.id, after, limits);
  assertChoice(stage.id, before, after);
  if (stage.id === 'Prompt_Builder') assertBuilt(after);
}

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

function rankDifferences(before: SuperPrompt, after: SuperPrompt): RankDifference[] {
  const lists: (readonly [RankDifference['view'], readonly string[], readonly string[]])[] = [
    ...viewNames.map((view) => [view, before.views_by_stage[view] ?? [], after.views_by_stage[view] ?? []] as const),
    ['final_selection_ids', before.final_selection_ids, after.final_selection_ids],
  ];
  return lists
    .map(([view, one, other]) => ({ view, moves: rankMoves(one, other) }))
    .filter(({ moves }) => moves.length > 0);
}

function valueAt(prompt: SuperPrompt, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], prompt);
}
