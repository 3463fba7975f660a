import type { StageId } from '@shared/stage-names';
import { stageGate } from '../stages/stage-gate';
import { useStages } from '../state/stages';

/** Stages whose keys were pressed while another stage ran, in their order. */
let waiting: readonly StageId[] = [];

/**
 * Runs a stage by its key. A pane says that its stage is done a moment before the run is kept, and who types 1, 2, 3 is
 * faster than that: a key that comes while one stage runs waits for it. One that comes in an automatic run does not.
 */
export function pressStage(stage: StageId): void {
  const { busy } = useStages.getState();
  if (busy === null) start(stage);
  else if (busy.what !== 'all') waiting = [...waiting, stage];
}

/** Runs what waits once a stage has ended, and forgets it where that was stopped or failed. */
export function runWaitingStages(): () => void {
  return useStages.subscribe(({ busy, run }, before) => {
    if (busy !== null || before.busy === null) return;
    const ended = before.busy.what;
    const [next, ...others] = run?.stages.find(({ stage }) => stage === ended)?.state === 'done' ? waiting : [];
    waiting = next === undefined ? [] : others;
    if (next !== undefined) start(next);
  });
}

function start(stage: StageId): void {
  const { run, draft, busy, runStage } = useStages.getState();
  if (stageGate(run, draft, busy !== null, stage).allowed) void runStage(stage);
  else waiting = [];
}
