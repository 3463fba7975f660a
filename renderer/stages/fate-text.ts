import { strings } from '../strings/en';
import type { Fate } from './candidates';

/** A chunk's fate in words. */
export function fateText(fate: Fate): string {
  if (fate === 'cut') return strings.stages.cut;
  return fate === 'open' ? strings.stages.undecided : strings.stages.verdicts[fate];
}
