import type { Run, StageActor } from '../contract/runs';
import { type Reason, reasoned } from '../words/sayings';
import type { CandidateScores } from './chunk';
import { tiedChunks } from './prompt-layout';
import { deciders, type JourneyStep, journeySteps, type StageId, stageIds } from './stage-names';
import { type SuperPrompt, type Verdict, type ViewName, viewNames } from './super-prompt';

export interface ChunkJourney {
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  /** 1-based rank in each list; null where the list leaves the chunk out, absent where there is no list yet. */
  readonly ranks: Readonly<Partial<Record<JourneyStep, number | null>>>;
  /** Measurements of Retrieval, lane by lane. */
  readonly scores: CandidateScores | null;
  /** Relevance 0–1 after ReRanker; null before it and for what it did not read. */
  readonly relevance: number | null;
  readonly verdict: Verdict | null;
  /** Why the gate, or the stage that dropped the chunk, decided as it did; null where nothing is said. */
  readonly reason: Reason | null;
  /** The last decider: code, a model or the default in its place; null without a logged decision. */
  readonly decidedBy: StageActor | null;
  readonly byHand: boolean;
  /** Lines of the condensed context that are tied to it. */
  readonly contextLines: number;
  /** Whether the built prompt holds it; null while none is built. */
  readonly inPrompt: boolean | null;
  /** N of its `[Citation N]`, or null outside the prompt. */
  readonly citation: number | null;
  /** The stage whose list first leaves it out, or null. */
  readonly droppedBy: StageId | null;
}

/**
 * Every candidate of a run, in the order Retrieval found them. Stages that are not done, and those behind them,
 * count as not run: what a stale state says is not how the chunk fares now. A function of the run alone; O(candidates + decisions).
 */
export function chunkJourneys(run: Run): readonly ChunkJourney[] {
  const behind = stageIds.findIndex((stage) => !run.snapshots[stage] || stateOf(run, stage) !== 'done');
  const done = stageIds.slice(0, behind < 0 ? stageIds.length : behind);
  const state = run.snapshots[done.at(-1) ?? 'raw'];
  if (!done.includes('Retrieval') || !state?.views_by_stage.retrieval) return [];
  const lists = listsOf(run, done, state);
  const ranks = journeySteps.flatMap((step) => {
    const ids = lists[step];
    return ids ? [[step, new Map(ids.map((id, index) => [id, index + 1]))] as const] : [];
  });
  const chunks = new Map(state.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const decisions = decisionsOf(run, done);
  const lines = contextLines(state);
  return lists.retrieval.flatMap((chunkId): ChunkJourney[] => {
    const chunk = chunks.get(chunkId);
    if (!chunk) return [];
    const own: Partial<Record<JourneyStep, number | null>> = {};
    let lostAt: JourneyStep | null = null;
    for (const [step, places] of ranks) {
      own[step] = places.get(chunkId) ?? null;
      if (own[step] === null) lostAt ??= step;
    }
    const verdict = state.extras.verdicts?.[chunkId];
    const droppedBy = lostAt === null ? null : deciders[lostAt];
    const decided = decisions.get(chunkId)?.findLast(({ stage }) => droppedBy === null || stage === droppedBy);
    return [
      {
        chunkId,
        documentId: chunk.documentId,
        title: chunk.title,
        ranks: own,
        scores: state.extras.retrieval_scores?.[chunkId] ?? null,
        relevance: state.extras.rerank_relevance?.[chunkId] ?? null,
        verdict: verdict?.verdict ?? null,
        reason: decided?.reason ?? (droppedBy === null ? verdict?.reason : silence[droppedBy]) ?? null,
        decidedBy: decided?.by ?? null,
        byHand: verdict?.byHand ?? false,
        contextLines: lines.get(chunkId) ?? 0,
        inPrompt: own.prompt === undefined ? null : own.prompt !== null,
        citation: own.prompt ?? null,
        droppedBy,
      },
    ];
  });
}

/** The meaning of a chunk's absence after a stage whose log names no reason. */
const silence: Readonly<Partial<Record<StageId, Reason>>> = {
  ReRanker: reasoned('beyond-n2'),
  A4_Condenser: reasoned('not-selected'),
};

const stateOf = (run: Run, stage: StageId) => run.stages.find((record) => record.stage === stage)?.state;

type Lists = Readonly<Partial<Record<JourneyStep, readonly string[]>>> & { readonly retrieval: readonly string[] };

function listsOf(run: Run, done: readonly StageId[], state: SuperPrompt): Lists {
  const views = state.views_by_stage;
  const written = (view: ViewName) => (done.includes(deciders[view]) ? views[view] : undefined);
  const lists: Partial<Record<JourneyStep, readonly string[]>> = {};
  for (const view of viewNames) {
    const ids = written(view);
    if (ids) lists[view] = ids;
  }
  const built = done.includes('Prompt_Builder') ? run.snapshots.Prompt_Builder : undefined;
  if (built) lists.prompt = built.final_selection_ids;
  return { ...lists, retrieval: views.retrieval ?? [] };
}

interface Decided {
  readonly stage: StageId;
  readonly reason: Reason;
  readonly by: StageActor;
}

function decisionsOf(run: Run, done: readonly StageId[]): ReadonlyMap<string, Decided[]> {
  const found = new Map<string, Decided[]>();
  for (const { stage, decisions } of run.stages) {
    if (!done.includes(stage)) continue;
    for (const { subject, reason, by } of decisions) {
      const list = found.get(subject) ?? [];
      list.push({ stage, reason, by });
      found.set(subject, list);
    }
  }
  return found;
}

function contextLines({ S_CTX_MD, final_selection_ids }: SuperPrompt): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of S_CTX_MD.split('\n').flatMap((line) => tiedChunks(line, final_selection_ids)))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
