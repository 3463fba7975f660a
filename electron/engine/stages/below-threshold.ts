import type { CodedReason } from '@shared/contract';

interface AskedFor {
  /** What the candidate had to reach. */
  readonly threshold: number;
  /** What every candidate has to reach: the limit itself, or nothing. */
  readonly floor: number;
  /** The relevance of the best candidate, of which a share is asked for. */
  readonly best: number;
  readonly share: number;
}

/** Why a relevance was not enough, told apart by what it was held against: the limit, or a share of the best one's. */
export function belowThreshold(relevance: number, { threshold, floor, best, share }: AskedFor): CodedReason {
  const compared = { relevance: toHundredths(relevance), threshold: toHundredths(threshold) };
  if (threshold <= floor) return { reasonCode: 'below-threshold', reasonValues: compared };
  const shared = { ...compared, best: toHundredths(best), percent: Math.round(share * 100) };
  return { reasonCode: 'below-share-of-best', reasonValues: shared };
}

/** Relevance as it is said, to two decimals. */
export const toHundredths = (value: number): number => Number(value.toFixed(2));
