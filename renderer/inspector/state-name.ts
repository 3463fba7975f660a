import { stageIds } from '@shared/stage-names';
import type { SnapshotKey } from '../state/stages';
import { t } from '../strings/index';

/** A state of a run in words: after which stage it is. */
export function stateName(key: SnapshotKey): string {
  if (key === 'raw') return t('inspector.raw');
  return t('inspector.after', { number: stageIds.indexOf(key) + 1, name: t(`stages.names.${key}`) });
}
