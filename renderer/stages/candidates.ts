import type { Chunk, Score } from '@shared/chunk';
import type { Run } from '@shared/contract/index';
import { stageIds } from '@shared/stage-names';
import type { SuperPrompt, Verdict } from '@shared/super-prompt';

/** Where a chunk's rank is written down, in the order of the pipeline. */
export const rankColumns = ['retrieval', 'reranked', 'a3', 'a4', 'prompt'] as const;
export type RankColumn = (typeof rankColumns)[number];

/** How a chunk fared: the gate's verdict, `cut` by a limit, or `open` while no stage has decided. */
export type Fate = Verdict | 'cut' | 'open';

export interface Candidate {
  readonly chunk: Chunk;
  /** 1-based rank in each view; null where the view leaves the chunk out, absent where there is no view yet. */
  readonly ranks: Readonly<Partial<Record<RankColumn, number | null>>>;
  readonly fate: Fate;
  /** The column whose stage left the chunk out, or null. */
  readonly lostAt: RankColumn | null;
  readonly reason: string;
  readonly relevance: number | null;
  readonly score: Score | null;
}

/** The latest state of a run, or null before the first. */
export function latestState(run: Run): SuperPrompt | null {
  for (const stage of [...stageIds].reverse()) {
    const state = run.snapshots[stage];
    if (state) return state;
  }
  return run.snapshots.raw ?? null;
}

/** Every candidate of a run with its way through the stages, in the order Retrieval found them. */
export function candidatesOf(run: Run): readonly Candidate[] {
  const state = latestState(run);
  if (!state) return [];
  const lists = viewsOf(run, state);
  const ranks = new Map(
    rankColumns.map((column) => [column, new Map(lists[column]?.map((id, index) => [id, index + 1]))]),
  );
  const chunks = new Map(state.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const found = lists.retrieval ?? state.base_context_chunks.map((chunk) => chunk.id);
  const reasons = decisionReasons(run);
  return found.flatMap((id) => {
    const chunk = chunks.get(id);
    if (!chunk) return [];
    const own: Partial<Record<RankColumn, number | null>> = {};
    for (const column of rankColumns) if (lists[column]) own[column] = ranks.get(column)?.get(id) ?? null;
    const lostAt = rankColumns.find((column) => own[column] === null) ?? null;
    const verdict = state.extras.verdicts?.[id];
    const scores = state.extras.retrieval_scores?.[id];
    return [
      {
        chunk,
        ranks: own,
        lostAt,
        fate: fateOf(lostAt, verdict?.verdict, lists.prompt !== undefined || lists.a3 !== undefined),
        reason: verdict?.reason ?? reasons.get(id) ?? '',
        relevance: state.extras.rerank_relevance?.[id] ?? scores?.relevance ?? null,
        score: scores?.fused ?? null,
      },
    ];
  });
}

function fateOf(lostAt: RankColumn | null, verdict: Verdict | undefined, decided: boolean): Fate {
  if (lostAt === null) return decided ? 'keep' : 'open';
  if (lostAt === 'a3' && verdict && verdict !== 'keep') return verdict;
  return 'cut';
}

/** The views that exist; the prompt's is the final selection, once the prompt is built. */
function viewsOf(run: Run, state: SuperPrompt): Readonly<Partial<Record<RankColumn, readonly string[]>>> {
  const built = run.snapshots.Prompt_Builder;
  const dropped = new Set(built?.extras.dropped_for_budget ?? []);
  return {
    ...state.views_by_stage,
    ...(built ? { prompt: built.final_selection_ids.filter((id) => !dropped.has(id)) } : {}),
  };
}

/** The last reason any stage gave for a subject. */
function decisionReasons(run: Run): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const record of run.stages) {
    for (const decision of record.decisions) reasons.set(decision.subject, decision.reason);
  }
  return reasons;
}
