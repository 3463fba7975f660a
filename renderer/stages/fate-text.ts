import { t } from '../strings/index';
import type { Fate } from './candidates';

/** A chunk's fate in words. */
export function fateText(fate: Fate): string {
  return t(`stages.fates.${fate}`);
}
