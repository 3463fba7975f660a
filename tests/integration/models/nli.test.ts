import { join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { nliLabels } from '../../../electron/engine/models/files/folder-models';
import { TestEngine } from '../open-test-engine';
import { tinyNli, tinyNliModel } from './tiny-models';

const notes: Readonly<Record<string, string>> = {
  'a.md': '# Lamps\n\nPainted silk tolerates the bright light of a museum lamp for many years, says the keeper.',
  'b.md': '# Lamps\n\nPainted silk perishes in the bright light of a museum lamp after some years, says the lender.',
  'c.md': '# Stone\n\nCarved stone lasts in the bright light of a museum lamp as in the sun.',
};
const question = 'What does the bright light of a museum lamp do to painted silk?';

const vitrine = TestEngine.shared(async () => {
  await vitrine.reopen({ modelFolders: [await tinyNliModel(join(vitrine.folder, 'models'))] });
  for (const [name, text] of Object.entries(notes)) await vitrine.ingest(await vitrine.file(name, text));
});

async function runOf(prompt: string, gate: Readonly<Record<string, unknown>>): Promise<Run> {
  const values = Object.fromEntries(Object.entries(gate).map(([name, value]) => [`gate.${name}`, value]));
  await vitrine.ask('limits.set', { values: { 'gate.relativeThreshold': 0, ...values } });
  const { runId } = await vitrine.ask('run.start', { prompt });
  const run = await vitrine.ask('run.auto', { runId });
  await vitrine.ask('limits.reset', {});
  return run;
}
const gateOf = (run: Run) => {
  const record = run.stages.find(({ stage }) => stage === 'A3_NLI_Gate');
  if (!record) throw new Error('A3 did not run');
  return record;
};
const codes = (run: Run) => gateOf(run).decisions.map(({ decision, reason }) => `${decision} ${reason.code}`);

describe('an NLI model in A3_NLI_Gate', () => {
  it('R10 S6 is listed from its folder, works, and takes no part until it is chosen', async () => {
    const listed = (await vitrine.ask('models.list', {})).filter(({ job }) => job === 'nli');
    expect(listed.map(({ id, installed, active }) => [id, installed, active])).toEqual([
      ['nli-deberta-v3-xsmall', false, false],
      [tinyNli, true, false],
      ['no-nli', true, true],
    ]);
    const doctor = await vitrine.ask('models.doctor', {});
    expect(doctor.find(({ id }) => id === tinyNli)).toMatchObject({ ok: true });
    const run = await runOf(question, {});
    expect(codes(run)).toEqual(['keep relevance', 'keep relevance', 'keep relevance']);
    for (const [model, named] of [
      [tinyNli, tinyNli],
      ['no-nli', ''],
    ] as const) {
      expect(await vitrine.ask('models.use', { model })).toMatchObject({ id: model, active: true });
      expect((await vitrine.ask('limits.get', {})).values.gate.nliModel).toBe(named);
    }
    const missing = await vitrine.refusal('models.use', { model: 'nli-deberta-v3-xsmall' });
    expect(missing.code).toBe('model-missing');
  });

  it('S6 drops the worse of two candidates that it finds to contradict each other, with both sentences', async () => {
    const run = await runOf(question, { nliModel: tinyNli });
    expect(codes(run).sort()).toEqual(['drop_conflict nli-conflict', 'keep relevance', 'keep relevance']);
    const dropped = gateOf(run).decisions.find(({ reason }) => reason.code === 'nli-conflict');
    expect(dropped?.reason.values).toMatchObject({
      percent: expect.any(Number),
      after: expect.stringMatching(/tolerates|perishes/u),
      before: expect.stringMatching(/tolerates|perishes/u),
      chunk: run.snapshots.A3_NLI_Gate?.final_selection_ids[0],
    });
    expect(Number(dropped?.reason.values?.percent)).toBeGreaterThan(90);
    expect(gateOf(run).notices.map(({ code }) => code)).not.toContain('nli-failed');
  });

  it('S13 gives the same bytes again', async () => {
    const gate = { nliModel: tinyNli };
    const [first, second] = [await runOf(question, gate), await runOf(question, gate)];
    expect(canonicalJson(second.snapshots)).toBe(canonicalJson(first.snapshots));
  });

  it('S6 says of a task that is a statement what supports it, and keeps that for evidence', async () => {
    const statement = 'Carved stone endures the bright light of a museum lamp.';
    const run = await runOf(statement, { nliModel: tinyNli, relativeThreshold: 1, relevanceThreshold: 1 });
    const without = await runOf(statement, { relativeThreshold: 1, relevanceThreshold: 1 });
    expect(codes(run)).toContain('keep nli-supports');
    expect(codes(without)).not.toContain('keep nli-supports');
  });

  it.each([
    ['is not there', { nliModel: 'never-copied' }, 'model-missing'],
    ['takes too long', { nliModel: tinyNli, nliTimeoutMs: 0 }, 'too-slow'],
  ])('S15 that %s is named in a notice, and the gate judges without it', async (_what, gate, reason) => {
    const run = await runOf(question, gate);
    const notice = gateOf(run).notices.find(({ code }) => code === 'nli-failed');
    expect(notice?.values?.reason).toMatch(reason);
    expect(codes(run)).toEqual(codes(await runOf(question, {})));
  });
});

describe('the labels of an NLI model', () => {
  it('are read from its config.json, in whatever order, and no others will do', () => {
    expect(nliLabels({ 0: 'CONTRADICTION', 1: 'entailment', 2: 'Neutral' })).toEqual([
      'contradiction',
      'entailment',
      'neutral',
    ]);
    expect(nliLabels({ 0: 'entailment', 1: 'not_entailment' })).toBeNull();
    expect(nliLabels({ 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' })).toBeNull();
    expect(nliLabels({ 0: 'neutral', 1: 'neutral', 2: 'entailment' })).toBeNull();
  });
});
