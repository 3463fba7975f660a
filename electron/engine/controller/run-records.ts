import type { Run, StageRecord } from '@shared/contract';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import type { StageResult } from '../stages';

export const waiting = (stage: StageId): StageRecord => ({
  stage,
  state: 'waiting',
  by: null,
  ms: null,
  candidatesIn: null,
  candidatesOut: null,
  decisions: [],
  notices: [],
  calls: [],
  error: null,
});

/** The first stage that is not done is ready when all before it are. */
export function withReady(records: readonly StageRecord[]): StageRecord[] {
  const next = records.findIndex((record) => record.state !== 'done');
  return records.map((record, position) => {
    if (position === next && record.state === 'waiting') return { ...record, state: 'ready' };
    return position !== next && record.state === 'ready' ? { ...record, state: 'waiting' } : record;
  });
}

export function recordOf(run: Run, id: StageId): StageRecord {
  return run.stages.find((record) => record.stage === id) ?? waiting(id);
}

/**
 * The run with this stage's new record. Whatever it says, what came after the stage earlier is stale: a stage that
 * ran again has changed their input, and one that failed has left them without one.
 */
function withRecord(run: Run, record: StageRecord): Run {
  const position = stageIds.indexOf(record.stage);
  const stages = run.stages.map((one, index): StageRecord => {
    if (index === position) return record;
    return index > position && one.state === 'done' ? { ...one, state: 'stale' } : one;
  });
  return { ...run, stages: withReady(stages) };
}

export function withResult(run: Run, id: StageId, after: SuperPrompt, result: StageResult, ms: number): Run {
  const record: StageRecord = {
    stage: id,
    state: 'done',
    by: result.by,
    ms,
    candidatesIn: result.candidatesIn ?? null,
    candidatesOut: result.candidatesOut ?? null,
    decisions: result.decisions,
    notices: result.notices,
    calls: result.calls ?? [],
    error: null,
  };
  return withRecord({ ...run, snapshots: { ...run.snapshots, [id]: after } }, record);
}

export function withFailure(run: Run, id: StageId, ms: number, error: NonNullable<StageRecord['error']>): Run {
  return withRecord(run, { ...waiting(id), state: 'failed', ms, error });
}

/** The last stale stage, otherwise, in a run made by an edit, its parent's last; null without stale results. */
export function catchUpTarget(run: Run, parent: Run | null): StageId | null {
  const stale = run.stages.filter(({ state }) => state === 'stale').at(-1);
  if (stale) return stale.stage;
  const was = parent?.stages.filter(({ state }) => state === 'done').at(-1)?.stage;
  return was !== undefined && recordOf(run, was).state !== 'done' ? was : null;
}
