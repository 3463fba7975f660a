import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { describe, expect, it } from 'vitest';
import { everywhere } from '../../../../renderer/state/chat/question-draft';
import { stageGate, useStages } from '../../../../renderer/state/stages';
import { aRun } from '../a-run';

const allowed = (...[run, draft, busy]: [ReturnType<typeof aRun> | null, string, boolean]) =>
  stageIds.map((stage) => gate(run, draft, stage, busy).allowed);
const gate = (run: ReturnType<typeof aRun> | null, draft: string, stage: StageId, busy = false, scope = everywhere) =>
  stageGate(
    { ...useStages.getInitialState(), run, draft, scope, busy: busy ? { requestId: 'one', what: 'all' } : null },
    stage,
  );
const only = (n: number) => stageIds.map((_, index) => index < n);

describe('which stages may be run', () => {
  it('the first when there is no run yet', () => {
    expect(allowed(null, 'What is kept?', false)).toEqual(only(1));
  });

  it.each([0, 1, 4, 8])('those done and the next one, after %i stages', (done) => {
    expect(allowed(aRun(done), 'What is kept?', false)).toEqual(only(done + 1));
  });

  it('one that went out of date, and it says so', () => {
    const run = aRun(8);
    const stages = run.stages.map((record, index) => (index > 3 ? { ...record, state: 'stale' as const } : record));
    expect(allowed({ ...run, stages }, run.prompt, false)).toEqual(only(5));
    expect(gate({ ...run, stages }, run.prompt, 'A3_NLI_Gate').reason).toContain('Out of date');
  });

  it('the first alone once the run is to look elsewhere', () => {
    const elsewhere = { collections: ['Law'], documentIds: [], filters: {} };
    const run = aRun(8);
    expect(gate(run, run.prompt, 'Retrieval', false, elsewhere).allowed).toBe(false);
    expect(gate({ ...run, collection: 'Law' }, run.prompt, 'Retrieval', false, elsewhere).allowed).toBe(true);
  });

  it('names the stage that is missing', () => {
    expect(gate(aRun(2), 'What is kept?', 'A4_Condenser').reason).toBe('Run Find first.');
  });
});
