import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { requests } from '@shared/contract';
import { stageIds } from '@shared/prompt/stage-names';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edit, editedLimits, restartStage, wayChoice } from '../../../electron/engine/controller/run-edits';
import { forAll } from '../../for-all';
import { limits } from '../stages/memory-library';
import { deskOf, statesOf, wholeRun } from './memory-runs';

const question = 'What does the mill grind?';
const edit = (path: string, value: Edit['value']): Edit => ({ path, value }) as Edit;

const firstNotDone = (run: Run) => run.stages.find(({ state }) => state !== 'done')?.stage;

describe('where an edited run starts again', () => {
  it.each([
    ['body.task', 'x', 'A2_PromptShaper'],
    ['body.tone', 'x', 'A2_PromptShaper'],
    ['limits.N0_QUERY_PIECES', 1, 'Retrieval'],
    ['limits.N1_RETR_MAX_CANDIDATES', 1, 'Retrieval'],
    ['limits.retrieval.tau', 1, 'Retrieval'],
    ['limits.N2_RERANK_TOP_K', 1, 'ReRanker'],
    ['limits.rerank.timeoutMs', 1, 'ReRanker'],
    ['limits.gate.relevanceThreshold', 0, 'A3_NLI_Gate'],
    ['final_selection_ids', ['mill'], 'A4_Condenser'],
    ['limits.N3_FINAL_SELECTION_MAX', 1, 'A4_Condenser'],
    ['limits.condense.maxFacts', 1, 'A4_Condenser'],
    ['limits.build.tokenBudget', 1, 'A4_Condenser'],
    ['limits.N4_RECENT_CONV_MAX_PAIRS', 1, 'Prompt_Builder'],
  ] as const)('%s = %j → %s', (path, value, stage) => {
    const own = typeof value === 'object' ? [...value] : value;
    expect(restartStage([edit(path, own)], undefined)).toBe(stage);
  });

  it('is the earliest of several, and A0 without an edit', () => {
    expect(restartStage([edit('limits.N3_FINAL_SELECTION_MAX', 1), edit('body.task', 'x')], undefined)).toBe(
      'A2_PromptShaper',
    );
    expect(restartStage([], undefined)).toBe('A0_PreProcessing');
    expect(restartStage([], 'A4_Condenser')).toBe('A4_Condenser');
  });

  it('may replace the body later, while earlier stages keep their findings', () => {
    expect(restartStage([edit('body.format', 'JSON')], 'A5_Format_Enforcer')).toBe('A5_Format_Enforcer');
  });

  it('is not put later than a limit takes effect, since a limit holds for the whole run', () => {
    expect(restartStage([edit('limits.N1_RETR_MAX_CANDIDATES', 1)], 'Prompt_Builder')).toBe('Retrieval');
    expect(restartStage([edit('final_selection_ids', ['mill'])], 'Prompt_Builder')).toBe('A4_Condenser');
  });

  it.each([
    [[edit('body.task', 'x')], 'A0_PreProcessing'],
    [[edit('final_selection_ids', ['mill'])], 'Retrieval'],
    [[edit('final_selection_ids', ['mill'])], 'A3_NLI_Gate'],
    [[edit('final_selection_ids', ['mill']), edit('body.task', 'x')], undefined],
  ] as const)('refuses an edit that the stages after it would undo (%#)', (edits, from) => {
    expect(() => restartStage(edits, from)).toThrow(expect.objectContaining({ code: 'edit-invalid' }));
  });
});

describe('an edited run', () => {
  it('shares the states before the edit with its parent, which stays as it was', async () => {
    const { controller, run, runs } = await wholeRun(question);
    const parent = canonicalJson(runs.get(run.runId));
    const edited = await controller.edit({ runId: run.runId, edits: [edit('limits.N3_FINAL_SELECTION_MAX', 1)] });
    expect(statesOf(edited)).toBe('done done done done done ready waiting waiting');
    expect(edited.parentRunId).toBe(run.runId);
    expect(edited.limits.N3_FINAL_SELECTION_MAX).toBe(1);
    for (const stage of stageIds.slice(0, 5)) {
      expect(canonicalJson(edited.snapshots[stage])).toBe(canonicalJson(run.snapshots[stage]));
    }
    expect(edited.snapshots.A4_Condenser).toBeUndefined();
    expect((await controller.auto(edited)).snapshots.Prompt_Builder?.final_selection_ids).toHaveLength(1);
    expect(canonicalJson(runs.get(run.runId))).toBe(parent);
  });

  it('asks the edited task from A2 on', async () => {
    const { controller, run } = await wholeRun(question);
    const edited = await controller.edit({ runId: run.runId, edits: [edit('body.task', 'What colour is the sky?')] });
    expect(firstNotDone(edited)).toBe('A2_PromptShaper');
    const built = (await controller.auto(edited)).snapshots.Prompt_Builder;
    expect(built?.extras.query?.whole).toContain('What colour is the sky?');
    expect(built?.final_selection_ids[0]).toBe('sky');
    expect(built?.raw).toBe(question);
  });

  it.each(['body.task', 'body.context', 'body.purpose'])(
    'chooses the way again after %s, which is searched',
    async (path) => {
      const { run } = await wholeRun(question);
      const { A0_PreProcessing: read, ...later } = run.snapshots;
      if (!read) throw new Error('A0 has not run.');
      const extras = { ...read.extras, way: { id: 'passages', by: 'asked', about: '' } as const };
      const parent = { ...run, snapshots: { ...later, A0_PreProcessing: { ...read, extras } } };
      const key = path.slice('body.'.length) as 'task';
      expect(wayChoice(parent, { runId: run.runId, edits: [edit(path, 'flour')] })?.prompt.body[key]).toBe('flour');
      expect(wayChoice(parent, { runId: run.runId, edits: [edit('body.tone', 'friendly')] })).toBeNull();
    },
  );

  it.each([
    ['body.tone', 'friendly'],
    ['body.depth', 'exhaustive'],
    ['body.system', 'lawyer'],
  ] as const)('keeps %s as edited, although A2 shapes it', async (path, value) => {
    const { controller, run } = await wholeRun(question);
    const edited = await controller.auto(await controller.edit({ runId: run.runId, edits: [edit(path, value)] }));
    const key = path.slice('body.'.length) as 'tone';
    expect(edited.snapshots.A2_PromptShaper?.body[key]).toBe(value);
    expect(edited.snapshots.Prompt_Builder?.body[key]).toBe(value);
  });

  it('takes a selection by hand, in its order and each id once', async () => {
    const { controller, run } = await wholeRun(question);
    const ids = ['sky', 'mill', 'sky'];
    const edited = await controller.edit({ runId: run.runId, edits: [edit('final_selection_ids', ids)] });
    const built = (await controller.auto(edited)).snapshots.Prompt_Builder;
    expect(built?.final_selection_ids).toEqual(['sky', 'mill']);
    expect([...(built?.Attachments_MD ?? '').matchAll(/SOURCE: Title of (\w+)$/gmu)].map(([, id]) => id)).toEqual([
      'sky',
      'mill',
    ]);
    const typed = await controller.edit({ runId: run.runId, edits: [edit('final_selection_ids', 'sky, mill')] });
    expect(typed.snapshots.A3_NLI_Gate?.final_selection_ids).toEqual(['sky', 'mill']);
  });

  it('may select nothing', async () => {
    const { controller, run } = await wholeRun(question);
    const edited = await controller.edit({ runId: run.runId, edits: [edit('final_selection_ids', [])] });
    expect((await controller.auto(edited)).snapshots.Prompt_Builder?.Attachments_MD).toContain('None.');
  });

  it('refuses a selection of passages that were never found', async () => {
    const { controller, run } = await wholeRun(question);
    await expect(
      controller.edit({ runId: run.runId, edits: [edit('final_selection_ids', ['mill', 'ghost'])] }),
    ).rejects.toMatchObject({ code: 'edit-invalid', details: { unknown: ['ghost'] } });
  });

  it('refuses to start where the parent has nothing yet', async () => {
    const { controller } = deskOf();
    const { runId } = await controller.auto(await controller.start(question), 'Retrieval');
    await expect(controller.edit({ runId, edits: [edit('limits.N3_FINAL_SELECTION_MAX', 1)] })).rejects.toMatchObject({
      code: 'stage-order',
    });
  });

  it('without an edit is the same run again', async () => {
    const { controller, run } = await wholeRun(question);
    const again = await controller.auto(await controller.edit({ runId: run.runId, edits: [] }));
    expect(canonicalJson(again.snapshots)).toBe(canonicalJson(run.snapshots));
  });
});

describe('edited limits', () => {
  it('take numbers, also written as text, and leave the given ones alone', () => {
    expect(editedLimits(limits, [edit('limits.gate.minCharacters', '7')]).gate.minCharacters).toBe(7);
    expect(editedLimits(limits, [edit('limits.retrieval.fusion', 'rrf')]).retrieval.fusion).toBe('rrf');
    expect(limits.gate.minCharacters).toBe(12);
  });

  it.each([
    ['limits.N9', 1],
    ['limits.gate', 1],
    ['limits.gate.nothing', 1],
    ['limits.gate.minCharacters', 'many'],
    ['limits.gate.minCharacters', ''],
    ['limits.gate.minCharacters', []],
    ['limits.gate.minCharacters', -1],
    ['limits.N1_RETR_MAX_CANDIDATES.deeper', 1],
    ['limits.retrieval.fusion', 'best'],
    ['limits.', 1],
  ])('refuse %s = %j', (path, value) => {
    expect(() => editedLimits(limits, [edit(path, value as Edit['value'])])).toThrow(
      expect.objectContaining({ code: 'limits-invalid' }),
    );
  });

  it.each(['limits.__proto__.toString', 'limits.constructor.prototype.valueOf', 'limits.gate.__proto__.polluted'])(
    'cannot be led out of the limits by %s',
    (path) => {
      expect(() => editedLimits(limits, [edit(path, 'polluted')])).toThrow(
        expect.objectContaining({ code: 'limits-invalid' }),
      );
      expect(typeof Object.prototype.toString).toBe('function');
      expect(typeof Object.prototype.valueOf).toBe('function');
    },
  );

  it('any path that the contract lets through is either a limit or refused', () => {
    const name = fc.constantFrom(
      'gate',
      'tau',
      'retrieval',
      '__proto__',
      'constructor',
      'prototype',
      '',
      'N1',
      'length',
    );
    forAll(fc.array(name, { maxLength: 4 }), fc.oneof(fc.double(), fc.string()), (names, value) => {
      const path = `limits.${names.join('.')}`;
      const parsed = requests['run.edit'].safeParse({ runId: 'r', edits: [{ path, value }] });
      if (!parsed.success) return;
      const before = canonicalJson(limits);
      try {
        editedLimits(limits, parsed.data.edits);
      } catch (error) {
        expect(error).toMatchObject({ code: 'limits-invalid' });
      }
      expect(canonicalJson(limits)).toBe(before);
    });
  });
});
