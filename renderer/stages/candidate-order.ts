import { type JourneyStep, journeySteps } from '@shared/chunk-journey';
import { locale } from '../strings/index';
import type { Candidate, Fate } from './candidates';

export type OrderKey = JourneyStep | 'title' | 'relevance' | 'score' | 'fate';

/** By what the candidates are ordered; ranks and words begin with the first, figures with the greatest. */
export interface Order {
  readonly by: OrderKey;
  readonly reversed: boolean;
}

export const usualOrder: Order = { by: 'retrieval', reversed: false };

/** What a click on a column's head makes of the order: this column, and the other way round the second time. */
export function nextOrder(order: Order, by: OrderKey): Order {
  return { by, reversed: order.by === by ? !order.reversed : false };
}

const fateOrder: readonly Fate[] = [
  'keep',
  'recalled',
  'cut',
  'drop_duplicate',
  'drop_conflict',
  'drop_irrelevant',
  'open',
];

/** The candidates in another order; those without a value come last either way, and equals as Retrieval found them. */
export function ordered(candidates: readonly Candidate[], { by, reversed }: Order): readonly Candidate[] {
  const words = new Intl.Collator(locale(), { numeric: true });
  const compare = (one: Candidate, other: Candidate): number => {
    if (by === 'title') return words.compare(one.title, other.title) || one.chunk.index - other.chunk.index;
    const [a, b] = [orderValue(one, by), orderValue(other, by)];
    return (a ?? 0) - (b ?? 0);
  };
  const missing = (candidate: Candidate): boolean => by !== 'title' && orderValue(candidate, by) === null;
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
function orderValue(candidate: Candidate, by: Exclude<OrderKey, 'title'>): number | null {
  if (by === 'fate') return fateOrder.indexOf(candidate.fate);
  const figure =
    by === 'relevance' ? relevanceOf(candidate) : by === 'score' ? candidate.scores?.fused.value : undefined;
  if (figure !== undefined) return figure === null ? null : -figure;
  const step = journeySteps.find((one) => one === by);
  return step ? (candidate.ranks[step] ?? null) : null;
}

/** How relevant a chunk is by what read it last: ReRanker, or Retrieval before it. */
export function relevanceOf({ relevance, scores }: Candidate): number | null {
  return relevance ?? scores?.relevance ?? null;
}
