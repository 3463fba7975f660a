import { stageIds } from '@shared/stage-names';
import type { SnapshotKey } from '../state/stages';
import { strings } from '../strings/en';

/** A state of a run in words: after which stage it is. */
export function stateName(key: SnapshotKey): string {
  if (key === 'raw') return strings.inspector.raw;
  return strings.inspector.after(stageIds.indexOf(key) + 1, strings.stages.info[key].name);
}
