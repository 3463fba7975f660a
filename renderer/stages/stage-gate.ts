import type { Run } from '@shared/contract/index';
import { type StageId, stageIds } from '@shared/stage-names';
import { t } from '../strings/index';

export interface Gate {
  readonly allowed: boolean;
  /** Why not, or what a click does. */
  readonly reason: string;
}

/**
 * Whether a stage may be run now. The order is the pipeline's: a stage runs when every stage before it is done;
 * with no run yet, or after the prompt was changed, only the first may.
 */
export function stageGate(run: Run | null, draft: string, busy: boolean, stage: StageId): Gate {
  if (busy) return { allowed: false, reason: t('stages.reasons.busy') };
  if (draft.trim() === '') return { allowed: false, reason: t('stages.reasons.empty') };
  const index = stageIds.indexOf(stage);
  const current = run !== null && run.prompt === draft;
  if (!current && index > 0) {
    const reason =
      run === null
        ? t('stages.reasons.order', { name: t(`stages.names.${stageIds[0]}`) })
        : t('stages.reasons.changed');
    return { allowed: false, reason };
  }
  const missing = current ? run.stages.slice(0, index).find((record) => record.state !== 'done') : undefined;
  if (missing)
    return { allowed: false, reason: t('stages.reasons.order', { name: t(`stages.names.${missing.stage}`) }) };
  const state = current ? run.stages[index]?.state : undefined;
  if (state === 'stale') return { allowed: true, reason: t('stages.anew') };
  return { allowed: true, reason: state === 'done' ? t('stages.again') : t('stages.runsNow') };
}
