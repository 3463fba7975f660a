import type { Chunk } from '@shared/chunk';
import { type ChunkJourney, chunkJourneys, type JourneyStep, journeySteps } from '@shared/chunk-journey';
import type { Run } from '@shared/contract/index';
import type { Verdict } from '@shared/super-prompt';

/**
 * How a chunk fared: the gate's verdict, `cut` by a limit, `recalled` as an earlier exchange that goes into the prompt
 * beside the documents, or `open` while no stage has decided.
 */
export type Fate = Verdict | 'cut' | 'recalled' | 'open';

/** A chunk's way through the stages with the chunk itself. */
export interface Candidate extends ChunkJourney {
  readonly chunk: Chunk;
  readonly fate: Fate;
  /** The first list that leaves the chunk out, or null. */
  readonly lostAt: JourneyStep | null;
}

/** Every candidate of a run, in the order Retrieval found them; what is out of date counts as not run. */
export function candidatesOf(run: Run): readonly Candidate[] {
  const found = run.snapshots.Retrieval;
  if (!found) return [];
  const chunks = new Map(found.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const recalled = new Set(run.snapshots.A4_Condenser?.extras.recalled);
  return chunkJourneys(run).flatMap((journey) => {
    const chunk = chunks.get(journey.chunkId);
    if (!chunk) return [];
    const lostAt = journeySteps.find((step) => journey.ranks[step] === null) ?? null;
    const fate = lostAt === 'a4' && recalled.has(chunk.id) ? 'recalled' : fateOf(journey, lostAt);
    return [{ ...journey, chunk, lostAt, fate }];
  });
}

function fateOf({ ranks, verdict }: ChunkJourney, lostAt: JourneyStep | null): Fate {
  if (lostAt === null) return ranks.a3 === undefined && ranks.prompt === undefined ? 'open' : 'keep';
  if (lostAt === 'a3' && verdict && verdict !== 'keep') return verdict;
  return 'cut';
}

/** How a chunk came from one list into the next. */
export interface StepMove {
  readonly kind: 'found' | 'rose' | 'fell' | 'stayed' | 'left';
  /** 1-based; null in the first list. */
  readonly from: number | null;
  /** 1-based; null where the list leaves the chunk out. */
  readonly to: number | null;
}

/** What happened to a chunk at a step; null where it never came there, or the step has not been taken yet. */
export function moveAt({ ranks }: Pick<ChunkJourney, 'ranks'>, step: JourneyStep): StepMove | null {
  const to = ranks[step];
  if (to === undefined) return null;
  const before = journeySteps.slice(0, journeySteps.indexOf(step)).filter((one) => ranks[one] !== undefined);
  const from = before.length === 0 ? null : (ranks[before.at(-1) ?? step] ?? null);
  if (before.length > 0 && from === null) return null;
  if (to === null) return { kind: 'left', from, to };
  if (from === null) return { kind: 'found', from, to };
  return { kind: to < from ? 'rose' : to > from ? 'fell' : 'stayed', from, to };
}
