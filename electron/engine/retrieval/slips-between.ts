import { editDistance } from '@shared/edit-distance';

/** Slips between two spellings, for those that differ by at most two letters in length; the others are other words. */
export const slipsBetween = (a: string, b: string): number =>
  Math.abs(a.length - b.length) > 2 ? Number.POSITIVE_INFINITY : editDistance(a, b);
