import type { QueryDifference } from '@shared/contract/index';
import type { OutcomeKind } from '../state/evaluation';

const isKind: Readonly<Record<OutcomeKind, (difference: number) => boolean>> = {
  wins: (difference) => difference > 0,
  ties: (difference) => difference === 0,
  losses: (difference) => difference < 0,
};

/** The questions of one kind, or all of them: the greatest win first, and of the losses the greatest loss. */
export function questionsOf(
  questions: readonly QueryDifference[],
  only: OutcomeKind | null,
): readonly QueryDifference[] {
  if (only === null) return questions;
  const ofKind = questions.filter(({ difference }) => isKind[only](difference));
  return only === 'losses' ? ofKind.toReversed() : ofKind;
}
