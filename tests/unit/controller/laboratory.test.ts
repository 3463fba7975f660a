import { canonicalJson } from '@shared/canonical-json';
import { requests } from '@shared/contract';
import { stageIds } from '@shared/prompt/stage-names';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../electron/engine/controller/run-edits';
import { deskOf, statesOf, wholeRun } from './memory-runs';

const question = 'What does the mill grind?';
const edit = (path: string, value: Edit['value']): Edit =>
  requests['run.edit'].parse({ runId: 'r', edits: [{ path, value }] }).edits[0] as Edit;

/** A desk whose search can be taken away. */
function fragile() {
  const index = { away: false };
  const desk = deskOf(undefined, (services) => ({
    ...services,
    evidence: (prompt) => (index.away ? Promise.reject(new Error('the index is away')) : services.evidence(prompt)),
  }));
  return { ...desk, index };
}

describe('stale marks', () => {
  it('come with a failed second run of an earlier stage: later results rest on nothing now', async () => {
    const { controller, runs, index } = fragile();
    const { runId } = await controller.auto(await controller.start(question));
    index.away = true;
    await expect(controller.stage(runId, 'Retrieval')).rejects.toMatchObject({ code: 'stage-failed' });
    const failed = runs.get(runId);
    expect(statesOf(failed)).toBe('done done failed stale stale stale stale stale');
    expect(Object.keys(failed.snapshots).sort()).toEqual(['raw', ...stageIds].sort());
    await expect(controller.stage(runId, 'A4_Condenser')).rejects.toMatchObject({ code: 'stage-order' });
  });

  it('come with a failed automatic run too, and stay stale when it fails again', async () => {
    const { controller, runs, index } = fragile();
    const { runId } = await controller.auto(await controller.start(question));
    await controller.stage(runId, 'A2_PromptShaper');
    index.away = true;
    for (let time = 0; time < 2; time += 1) {
      await expect(controller.auto(runId)).rejects.toMatchObject({ code: 'stage-failed' });
      expect(statesOf(runs.get(runId))).toBe('done done failed stale stale stale stale stale');
    }
  });
});

describe('catching up', () => {
  it("runs the stale stages in one call, and none beyond the run's last stage", async () => {
    const { controller } = deskOf();
    const { runId } = await controller.auto(await controller.start(question), 'A3_NLI_Gate');
    expect(statesOf(await controller.stage(runId, 'A0_PreProcessing'))).toBe(
      'done stale stale stale stale waiting waiting waiting',
    );
    expect(statesOf(await controller.catchUp(runId))).toBe('done done done done done ready waiting waiting');
  });

  it('goes from a failure to the last stage that is stale', async () => {
    const { controller, index } = fragile();
    const { runId } = await controller.auto(await controller.start(question), 'A4_Condenser');
    index.away = true;
    await expect(controller.stage(runId, 'Retrieval')).rejects.toMatchObject({ code: 'stage-failed' });
    index.away = false;
    expect(statesOf(await controller.catchUp(runId))).toBe('done done done done done done ready waiting');
  });

  it('brings an edited run as far as its parent was', async () => {
    const { controller } = deskOf();
    const { runId } = await controller.auto(await controller.start(question), 'A4_Condenser');
    const edited = await controller.edit({ runId, edits: [edit('body.task', 'Who buys flour?')] });
    expect(statesOf(await controller.catchUp(edited.runId))).toBe('done done done done done done ready waiting');
  });

  it('does nothing where nothing is behind, or the parent has gone', async () => {
    const { controller, announced, run, runs } = await wholeRun(question);
    const before = announced.length;
    expect(canonicalJson(await controller.catchUp(run.runId))).toBe(canonicalJson(runs.get(run.runId)));
    const edited = await controller.edit({ runId: run.runId, edits: [edit('body.task', 'x')] });
    runs.remove([run.runId]);
    expect(statesOf(await controller.catchUp(edited.runId))).toBe(
      'done ready waiting waiting waiting waiting waiting waiting',
    );
    expect(announced).toHaveLength(before);
  });
});

describe('breakpoints', () => {
  it('stop the run in front of their stage, and let the next call begin with it', async () => {
    const { controller } = deskOf();
    const { runId } = await controller.start(question);
    const stopBefore = ['Retrieval', 'A4_Condenser'] as const;
    const seen: string[] = [];
    for (let call = 0; call < 3; call += 1) {
      seen.push(statesOf(await controller.auto(runId, undefined, undefined, { stopBefore })));
    }
    expect(seen).toEqual([
      'done done ready waiting waiting waiting waiting waiting',
      'done done done done done ready waiting waiting',
      'done done done done done done done done',
    ]);
  });

  it('leave the same states behind as a run without them', async () => {
    const { controller, run, runs } = await wholeRun(question);
    const stopped = await controller.start(question);
    for (const _ of stageIds) await controller.auto(stopped.runId, undefined, undefined, { stopBefore: stageIds });
    expect(canonicalJson(runs.get(stopped.runId).snapshots)).toBe(canonicalJson(run.snapshots));
  });

  it('hold while catching up', async () => {
    const { controller, run } = await wholeRun(question);
    await controller.stage(run.runId, 'A0_PreProcessing');
    const halted = await controller.catchUp(run.runId, undefined, { stopBefore: ['ReRanker'] });
    expect(statesOf(halted)).toBe('done done done stale stale stale stale stale');
  });
});

describe('a verdict changed by hand', () => {
  it('lets a dropped chunk in at its rank, marked as a decision of a person', async () => {
    const { controller, run } = await wholeRun(question);
    expect(run.snapshots.A3_NLI_Gate?.extras.verdicts?.mill?.verdict).toBe('drop_duplicate');
    const edited = await controller.edit({ runId: run.runId, edits: [edit('decisions.mill', 'keep')] });
    expect(statesOf(edited)).toBe('done done done done done ready waiting waiting');
    const gate = edited.snapshots.A3_NLI_Gate;
    const order = run.snapshots.ReRanker?.views_by_stage.reranked ?? [];
    expect(gate?.views_by_stage.a3).toEqual(order.filter((id) => gate?.views_by_stage.a3?.includes(id)));
    expect(gate?.views_by_stage.a3).toContain('mill');
    expect(gate?.extras.verdicts?.mill).toEqual({ verdict: 'keep', reason: { code: 'by-hand' }, byHand: true });
    expect(edited.stages[4]?.decisions.filter(({ subject }) => subject === 'mill')).toEqual([
      { subject: 'mill', decision: 'keep', reason: { code: 'by-hand' }, by: 'deterministic', byHand: true },
    ]);
    expect(edited.stages[4]?.candidatesOut).toBe(gate?.final_selection_ids.length);
    const built = (await controller.catchUp(edited.runId)).snapshots.Prompt_Builder;
    expect(built?.Attachments_MD).toContain('SOURCE: Title of mill');
  });

  it.each(['drop_irrelevant', 'drop_duplicate', 'drop_conflict'] as const)('%s keeps one out', async (verdict) => {
    const { controller, run } = await wholeRun(question);
    const edited = await controller.edit({ runId: run.runId, edits: [edit('decisions.copy', verdict)] });
    const built = (await controller.auto(edited)).snapshots.Prompt_Builder;
    expect(built?.final_selection_ids).not.toContain('copy');
    expect(built?.extras.verdicts?.copy?.verdict).toBe(verdict);
  });

  it('is refused where there is no such verdict, or the gate did not judge the chunk', async () => {
    const { controller, run } = await wholeRun(question);
    const refused = (one: Edit) => controller.edit({ runId: run.runId, edits: [one] });
    await expect(refused(edit('decisions.mill', 'perhaps'))).rejects.toMatchObject({ code: 'edit-invalid' });
    await expect(refused(edit('decisions.ghost', 'keep'))).rejects.toMatchObject({
      code: 'edit-invalid',
      details: { unknown: ['ghost'] },
    });
  });

  it('gives way to a selection edited beside it, and is refused where the gate would run again', async () => {
    const { controller, run } = await wholeRun(question);
    const both = [edit('final_selection_ids', ['sky']), edit('decisions.mill', 'keep')];
    const edited = await controller.edit({ runId: run.runId, edits: both });
    expect(edited.snapshots.A3_NLI_Gate?.final_selection_ids).toEqual(['sky']);
    await expect(
      controller.edit({
        runId: run.runId,
        edits: [edit('decisions.mill', 'keep'), edit('limits.gate.minCharacters', 1)],
      }),
    ).rejects.toMatchObject({ code: 'edit-invalid' });
  });
});

describe('a choice of A2 changed by hand', () => {
  it('after A2 is not changed, and is logged there', async () => {
    const { controller, run } = await wholeRun(question);
    const edits = [edit('body.tone', 'critical')];
    const edited = await controller.edit({ runId: run.runId, from: 'Prompt_Builder', edits });
    const before = edited.snapshots.A5_Format_Enforcer;
    expect(before?.body.tone).toBe('critical');
    expect(before?.extras.a2_decisions).toContainEqual({
      subject: 'tone',
      decision: 'critical',
      reason: { code: 'by-hand' },
    });
    expect((await controller.auto(edited)).snapshots.Prompt_Builder?.System_MD).toContain('Tone: critical.');
  });

  it('behind A2 is one of its choices or refused; in front of it the nearest is taken', async () => {
    const { controller, run } = await wholeRun(question);
    const edits = [edit('body.tone', 'like a pirate')];
    await expect(controller.edit({ runId: run.runId, from: 'Retrieval', edits })).rejects.toMatchObject({
      code: 'edit-invalid',
      details: { path: 'body.tone', choices: expect.arrayContaining(['neutral', 'critical']) },
    });
    const shaped = await controller.auto(await controller.edit({ runId: run.runId, edits }), 'A2_PromptShaper');
    expect(shaped.snapshots.A2_PromptShaper?.body.tone).toBe('neutral');
  });
});

describe('the prompt changed by hand', () => {
  it('runs everything again, with the first run as its parent', async () => {
    const { controller, run, runs } = await wholeRun(question);
    const edited = await controller.edit({ runId: run.runId, edits: [edit('raw', 'What colour is the sky?')] });
    expect(edited).toMatchObject({ prompt: 'What colour is the sky?', parentRunId: run.runId });
    expect(statesOf(edited)).toBe('ready waiting waiting waiting waiting waiting waiting waiting');
    expect((await controller.catchUp(edited.runId)).snapshots.Prompt_Builder?.final_selection_ids[0]).toBe('sky');
    expect(runs.get(run.runId).prompt).toBe(question);
  });
});

describe('comparing', () => {
  it('tells for each list which chunks rose, fell, entered and left', async () => {
    const { controller, run } = await wholeRun(question);
    const select = async (ids: string[]) =>
      controller.auto(await controller.edit({ runId: run.runId, edits: [edit('final_selection_ids', ids)] }));
    const one = await select(['mill', 'copy', 'wheel']);
    const other = await select(['wheel', 'baker', 'mill']);
    const [compared] = controller.diff(one.runId, other.runId, 'A4_Condenser');
    expect(compared?.ranks.find(({ view }) => view === 'final_selection_ids')?.moves).toEqual([
      { chunkId: 'wheel', before: 3, after: 1, kind: 'rose' },
      { chunkId: 'baker', before: null, after: 2, kind: 'entered' },
      { chunkId: 'mill', before: 1, after: 3, kind: 'fell' },
      { chunkId: 'copy', before: 2, after: null, kind: 'left' },
    ]);
    expect(compared?.ranks.map(({ view }) => view)).toEqual(['a4', 'final_selection_ids']);
  });

  it('of two states of one run shows what the stages between them wrote', async () => {
    const { controller, run } = await wholeRun(question);
    const [compared, ...others] = controller.diff(run.runId, run.runId, 'raw', 'A0_PreProcessing');
    expect(others).toEqual([]);
    expect(compared).toMatchObject({ stage: 'raw', afterStage: 'A0_PreProcessing', equal: false, ranks: [] });
    expect(compared?.fields.map(({ path }) => path)).toContain('body.task');
    const [across] = controller.diff(run.runId, run.runId, 'Retrieval', 'A3_NLI_Gate');
    const reranked = across?.ranks.find(({ view }) => view === 'reranked');
    expect(reranked?.moves.every(({ kind }) => kind === 'entered')).toBe(true);
  });
});
