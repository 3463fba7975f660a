import { canonicalJson } from '@shared/canonical-json';
import { stageIds, stageValues } from '@shared/prompt/stage-names';
import { describe, expect, it } from 'vitest';
import { configOf, searchIn } from '../stages/memory-library';
import { deskOf, millLibrary, statesOf, wholeRun } from './memory-runs';

const question = 'What does the mill grind?';

describe('a run', () => {
  it('starts with the first stage ready and the raw prompt as its only state', async () => {
    const { controller, runs } = deskOf();
    const run = await controller.start(question, { collection: 'Mills' });
    expect(statesOf(run)).toBe('ready waiting waiting waiting waiting waiting waiting waiting');
    expect(Object.keys(run.snapshots)).toEqual(['raw']);
    expect(run).toMatchObject({ prompt: question, collection: 'Mills', libraryVersion: 7, parentRunId: null });
    expect(runs.get(run.runId).prompt).toBe(question);
  });

  it('goes through the eight stages in their order, each leaving its value of `stage`', async () => {
    const { controller, announced } = deskOf();
    const run = await controller.auto(await controller.start(question));
    expect(statesOf(run)).toBe('done done done done done done done done');
    expect(announced).toEqual(stageIds.flatMap((stage) => [`${stage} running`, `${stage} done`]));
    // Prompt_Builder leaves it at `a5`.
    expect(stageIds.map((stage) => run.snapshots[stage]?.stage)).toEqual([...stageValues.slice(1), 'a5']);
    expect(run.snapshots.Prompt_Builder?.history_of_stages).toEqual(stageValues.slice(1));
  });

  it('finds, judges and quotes: the answer is in the built prompt', async () => {
    const { run } = await wholeRun(question);
    const built = run.snapshots.Prompt_Builder;
    expect(built?.extras.verdicts?.copy?.verdict).toBe('keep');
    expect(built?.extras.verdicts?.mill).toEqual({
      verdict: 'drop_duplicate',
      reason: { code: 'near-duplicate', values: { percent: 100, chunk: 'copy' } },
    });
    expect(built?.S_CTX_MD).toContain('- The mill grinds rye. [Citation 1]');
    expect(built?.final_selection_ids).not.toContain('sky');
  });

  it('stops behind the stage it is asked to stop at, and goes on from there', async () => {
    const { controller } = deskOf();
    const half = await controller.auto(await controller.start(question), 'Retrieval');
    expect(statesOf(half)).toBe('done done done ready waiting waiting waiting waiting');
    const whole = await controller.auto(half.runId);
    expect(statesOf(whole)).toBe('done done done done done done done done');
    expect(whole.stages[0]?.ms).toBe(half.stages[0]?.ms);
  });

  it('is the same by hand, automatically and a second time, byte for byte in every state', async () => {
    const { controller, runs } = deskOf();
    const byHand = await controller.start(question);
    for (const stage of stageIds) await controller.stage(byHand.runId, stage);
    const automatic = await controller.auto(await controller.start(question));
    const elsewhere = deskOf();
    const again = await elsewhere.controller.auto(await elsewhere.controller.start(question));
    const states = canonicalJson(runs.get(byHand.runId).snapshots);
    expect(canonicalJson(automatic.snapshots)).toBe(states);
    expect(canonicalJson(again.snapshots)).toBe(states);
  });

  it('gives every stage a state that is frozen throughout, and returns none that is not', async () => {
    const seen: unknown[] = [];
    const { controller } = deskOf(undefined, (services) => ({
      ...services,
      async tokenCounter() {
        const counter = await services.tokenCounter();
        seen.push(counter.model);
        return counter;
      },
    }));
    const run = await controller.auto(await controller.start(question));
    const thawed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) thawed.push(path);
      for (const [key, member] of Object.entries(value)) visit(member, `${path}.${key}`);
    };
    for (const [stage, snapshot] of Object.entries(run.snapshots)) visit(snapshot, stage);
    expect(thawed).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
  });

  it('keeps the words of the user untouched in every state', async () => {
    const { controller } = deskOf();
    const raw = '  Task:\tWhat does the mill grind?\r\n\r\nFormat: JSON  ';
    const run = await controller.auto(await controller.start(raw));
    for (const snapshot of Object.values(run.snapshots)) expect(snapshot.raw).toBe(raw);
  });
});

describe('the order of the stages', () => {
  it.each(stageIds.slice(1))('%s does not run before the stage in front of it', async (stage) => {
    const { controller } = deskOf();
    const { runId } = await controller.start(question);
    const needs = stageIds[stageIds.indexOf(stage) - 1];
    await expect(controller.stage(runId, stage)).rejects.toMatchObject({
      code: 'stage-order',
      details: { stage, needs },
    });
  });

  it('makes later results stale when an earlier stage runs again, and refuses to build on them', async () => {
    const { controller, run: whole } = await wholeRun(question);
    const { runId } = whole;
    const run = await controller.stage(runId, 'Retrieval');
    expect(statesOf(run)).toBe('done done done stale stale stale stale stale');
    await expect(controller.stage(runId, 'A4_Condenser')).rejects.toMatchObject({ code: 'stage-order' });
    expect(statesOf(await controller.auto(runId))).toBe('done done done done done done done done');
  });

  it('knows no run that is not there', async () => {
    const { controller } = deskOf();
    await expect(controller.stage('nowhere', 'A0_PreProcessing')).rejects.toMatchObject({ code: 'run-not-found' });
    await expect(controller.auto('nowhere')).rejects.toMatchObject({ code: 'run-not-found' });
  });
});

describe('a stage that fails', () => {
  const broken = () =>
    deskOf(undefined, (services) => ({ ...services, evidence: () => Promise.reject(new Error('the index is away')) }));

  it('is recorded with the run, which keeps the work done before', async () => {
    const { controller, runs, announced } = broken();
    const started = await controller.start(question);
    await expect(controller.auto(started)).rejects.toMatchObject({
      code: 'stage-failed',
      details: { stage: 'Retrieval', cause: { code: 'internal', details: { said: 'the index is away' } } },
    });
    const kept = runs.get(started.runId);
    expect(statesOf(kept)).toBe('done done failed waiting waiting waiting waiting waiting');
    const said = 'The stage Retrieval failed. Something went wrong inside Vitrine: the index is away.';
    expect(kept.stages[2]?.error).toMatchObject({ message: said, hint: expect.stringContaining('the log') });
    expect(Object.keys(kept.snapshots).sort()).toEqual(['A0_PreProcessing', 'A2_PromptShaper', 'raw']);
    expect(announced.at(-1)).toBe('Retrieval failed');
  });

  it('is recorded by hand too, and can be run again', async () => {
    let away = true;
    const { controller, runs } = deskOf(undefined, (services) => ({
      ...services,
      evidence: (prompt) => (away ? Promise.reject(new Error('away')) : services.evidence(prompt)),
    }));
    const { runId } = await controller.auto(await controller.start(question), 'A2_PromptShaper');
    await expect(controller.stage(runId, 'Retrieval')).rejects.toMatchObject({ code: 'stage-failed' });
    expect(statesOf(runs.get(runId))).toBe('done done failed waiting waiting waiting waiting waiting');
    away = false;
    expect(statesOf(await controller.auto(runId))).toBe('done done done done done done done done');
  });

  it.each([
    ['finds a chunk twice', 'base_context_chunks', 2, {}],
    ['finds more than N1', 'views_by_stage.retrieval', 1, { N1_RETR_MAX_CANDIDATES: 3 }],
  ] as const)('breaks a rule when its search %s: stage and field are named', async (_case, field, times, limits) => {
    const { controller, runs, announced } = deskOf(undefined, (services) => ({
      ...services,
      async evidence() {
        const { candidates, ...found } = await searchIn(millLibrary, configOf())(question);
        return { found: { ...found, candidates: Array.from({ length: times }, () => candidates).flat() } };
      },
    }));
    const started = await controller.start(question);
    const { runId } = started;
    runs.put({ ...started, limits: { ...started.limits, ...limits } });
    await expect(controller.auto(runId)).rejects.toMatchObject({
      code: 'invariant-breach',
      details: { stage: 'Retrieval', field },
    });
    expect(runs.get(runId).stages[2]?.error?.code).toBe('invariant-breach');
    expect(runs.get(runId).snapshots.Retrieval).toBeUndefined();
    expect(announced.at(-1)).toBe('Retrieval failed');
  });

  it('keeps the code of an empty prompt, with the stage beside it', async () => {
    const { controller } = deskOf();
    const { runId } = await controller.start('   ');
    await expect(controller.stage(runId, 'A0_PreProcessing')).rejects.toMatchObject({
      code: 'prompt-empty',
      details: { stage: 'A0_PreProcessing' },
    });
  });
});

describe('stopping', () => {
  it('before a stage leaves it cancelled and the run kept', async () => {
    const { controller, runs } = deskOf();
    const started = await controller.start(question);
    await expect(controller.auto(started, undefined, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    const kept = runs.get(started.runId);
    expect(statesOf(kept)).toBe('failed waiting waiting waiting waiting waiting waiting waiting');
    expect(kept.stages[0]?.error?.code).toBe('cancelled');
  });

  it('in the middle keeps the stages that were done', async () => {
    const stop = new AbortController();
    const { controller, runs } = deskOf(undefined, (services) => ({
      ...services,
      async evidence(prompt, signal) {
        stop.abort();
        signal?.throwIfAborted();
        return services.evidence(prompt);
      },
    }));
    const started = await controller.start(question);
    await expect(controller.auto(started, undefined, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(statesOf(runs.get(started.runId))).toBe('done done failed waiting waiting waiting waiting waiting');
  });
});

describe('diff', () => {
  it('of a run with its equal says so at every state', async () => {
    const { controller } = deskOf();
    const one = await controller.auto(await controller.start(question));
    const other = await controller.auto(await controller.start(question));
    const compared = controller.diff(one.runId, other.runId);
    expect(compared.map(({ stage }) => stage)).toEqual(['raw', ...stageIds]);
    expect(compared.every(({ equal, fields }) => equal && fields.length === 0)).toBe(true);
  });

  it('names each field that differs, with both values', async () => {
    const { controller } = deskOf();
    const one = await controller.auto(await controller.start('Task: mill\nTone: formal'), 'A2_PromptShaper');
    const other = await controller.auto(await controller.start('Task: mill\nTone: friendly'), 'A2_PromptShaper');
    const [compared] = controller.diff(one.runId, other.runId, 'A2_PromptShaper');
    expect(compared?.equal).toBe(false);
    expect(compared?.fields.find(({ path }) => path === 'body.tone')).toEqual({
      path: 'body.tone',
      before: 'formal',
      after: 'friendly',
    });
    expect(compared?.fields.map(({ path }) => path)).not.toContain('body.task');
  });

  it('compares only states that both runs have', async () => {
    const { controller } = deskOf();
    const one = await controller.auto(await controller.start(question), 'A0_PreProcessing');
    const other = await controller.auto(await controller.start(question));
    expect(controller.diff(one.runId, other.runId).map(({ stage }) => stage)).toEqual(['raw', 'A0_PreProcessing']);
  });
});
