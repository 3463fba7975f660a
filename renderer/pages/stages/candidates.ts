import type { LabelledQuestion, Run } from '@shared/contract/index';
import type { Chunk } from '@shared/prompt/chunk';
import { type ChunkJourney, chunkJourneys } from '@shared/prompt/chunk-journey';
import { type JourneyStep, journeySteps } from '@shared/prompt/stage-names';
import type { Verdict } from '@shared/prompt/super-prompt';
import { titleOrder } from '../../ui/names';

/** `cut` by a limit, `recalled` as an earlier exchange that goes into the prompt, `open` while no stage has decided. */
export type Fate = Verdict | 'cut' | 'recalled' | 'open';

export type ShownCandidate = ChunkJourney & Readonly<{ chunk: Chunk; fate: Fate; lostAt: JourneyStep | null }>;

/** Every candidate of a run, in the order of Retrieval; a stale stage counts as not run. */
export function candidatesOf(run: Run): readonly ShownCandidate[] {
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

type MoveKind = 'found' | 'rose' | 'fell' | 'stayed' | 'left';

/** Ranks are 1-based: `from` is null in the first list, `to` where the list leaves the chunk out. */
export type StepMove = Readonly<{ kind: MoveKind; from: number | null; to: number | null }>;

/** The fate of a chunk at a step; null if it never came there, or the step is still open. */
export function moveAt({ ranks }: Pick<ChunkJourney, 'ranks'>, step: JourneyStep): StepMove | null {
  const to = ranks[step];
  if (to === undefined) return null;
  const before = journeySteps.slice(0, journeySteps.indexOf(step)).filter((one) => ranks[one] !== undefined);
  const from = before.length === 0 ? null : (ranks[before.at(-1) ?? step] ?? null);
  if (before.length > 0 && from === null) return null;
  if (to === null) return { kind: 'left', from, to };
  if (from === null) return { kind: 'found', from, to };
  const kinds = ['rose', 'stayed', 'fell'] as const;
  return { kind: kinds[Math.sign(to - from) + 1] ?? 'stayed', from, to };
}

type Relevant = LabelledQuestion['relevant'];
type Found = Pick<ShownCandidate, 'ranks'> & { readonly chunk: Pick<ShownCandidate['chunk'], 'documentId'> };

export const isRight = (relevant: Relevant | undefined, documentId: string): boolean =>
  relevant?.some((one) => one.documentId === documentId && one.gain > 0) ?? false;

export function foundOf(relevant: Relevant, candidates: readonly Found[]) {
  const right = candidates.filter(({ chunk }) => isRight(relevant, chunk.documentId));
  const places = right.flatMap(({ ranks }) => (typeof ranks.retrieval === 'number' ? [ranks.retrieval] : []));
  return {
    found: new Set(right.map(({ chunk }) => chunk.documentId)).size,
    first: places.length > 0 ? Math.min(...places) : null,
  };
}

export type OrderKey = JourneyStep | 'title' | 'relevance' | 'score' | 'fate';

export type Order = Readonly<{ by: OrderKey; reversed: boolean }>;

export const usualOrder: Order = { by: 'retrieval', reversed: false };

export const nextOrder = (order: Order, by: OrderKey): Order => ({
  by,
  reversed: order.by === by ? !order.reversed : false,
});

const fateOrder: readonly Fate[] = [
  'keep',
  'recalled',
  'cut',
  'drop_duplicate',
  'drop_conflict',
  'drop_irrelevant',
  'open',
];

export function ordered(candidates: readonly ShownCandidate[], { by, reversed }: Order): readonly ShownCandidate[] {
  const words = titleOrder();
  const compare = (one: ShownCandidate, other: ShownCandidate): number => {
    if (by === 'title') return words.compare(one.title, other.title) || one.chunk.index - other.chunk.index;
    const [a, b] = [orderValue(one, by), orderValue(other, by)];
    return (a ?? 0) - (b ?? 0);
  };
  const missing = (candidate: ShownCandidate): boolean => by !== 'title' && orderValue(candidate, by) === null;
  const sign = reversed ? -1 : 1;
  return candidates
    .map((candidate, found) => ({ candidate, found }))
    .sort(
      (one, other) =>
        Number(missing(one.candidate)) - Number(missing(other.candidate)) ||
        sign * compare(one.candidate, other.candidate) ||
        one.found - other.found,
    )
    .map(({ candidate }) => candidate);
}

/** Smaller comes first; null for a candidate that has no such value. */
function orderValue(candidate: ShownCandidate, by: Exclude<OrderKey, 'title'>): number | null {
  if (by === 'fate') return fateOrder.indexOf(candidate.fate);
  if (by === 'relevance' || by === 'score') {
    const figure = by === 'relevance' ? relevanceOf(candidate) : (candidate.scores?.fused.value ?? null);
    return figure === null ? null : -figure;
  }
  const step = journeySteps.find((one) => one === by);
  return step ? (candidate.ranks[step] ?? null) : null;
}

/** How relevant a chunk is by what read it last: ReRanker, or Retrieval before it. */
export const relevanceOf = ({ relevance, scores }: ShownCandidate): number | null =>
  relevance ?? scores?.relevance ?? null;
