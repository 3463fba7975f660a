import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { saidNotice } from '@shared/words/said';
import { describe, expect, it } from 'vitest';
import { fixture, TestEngine } from './open-test-engine';

const prompts = [
  'How many lux does silk bear?',
  'Task: List what silk bears\nFormat: JSON\nTone: formal\nAudience: curators',
  'Aufgabe: Wie viel Lux verträgt Seide?\nFormat: Tabelle',
  'Write a poem about quantum chromodynamics',
];

describe('with every model off', () => {
  const vitrine = TestEngine.shared((test) => test.ingest(fixture('handbook.md')));

  const run = async (prompt: string, model?: string): Promise<Run> => {
    const { runId } = await vitrine.ask('run.start', { prompt, ...(model ? { model } : {}) });
    return vitrine.ask('run.auto', { runId });
  };

  it.each(prompts)(
    'S15 %j runs through all eight stages, and each stage that a model could do says so',
    async (prompt) => {
      const { stages, snapshots, chatModel, reranker } = await run(prompt);
      expect([chatModel, reranker]).toEqual([null, null]);
      expect(stages.map(({ state }) => state)).toEqual(stageIds.map(() => 'done'));
      expect(stages.flatMap(({ calls }) => calls)).toEqual([]);
      expect(stages.map(({ by }) => by)).not.toContain('model');
      const told = Object.fromEntries(stages.map(({ stage, notices }) => [stage, notices.map(({ code }) => code)]));
      expect(told.ReRanker).toContain('no-reranker');
      for (const stage of ['A2_PromptShaper', 'A3_NLI_Gate', 'A4_Condenser', 'A5_Format_Enforcer'] as const) {
        expect(told[stage], stage).toContain('default-used');
      }
      expect(snapshots.Prompt_Builder?.prompt_ready).not.toBe('');
    },
  );

  it.each(prompts)(
    'S15 S13 %j gives the same states as with a model that cannot be had, which is named',
    async (prompt) => {
      const [off, down] = [await run(prompt), await run(prompt, 'ollama:any')];
      expect(canonicalJson(down.snapshots)).toBe(canonicalJson(off.snapshots));
      const said = (stage: StageId) => down.stages.find((record) => record.stage === stage)?.notices.map(saidNotice)[0];
      expect(said('A2_PromptShaper')).toMatch(/^ollama:any was not used \(Ollama does not answer at /);
      expect(said('A3_NLI_Gate')).toMatch(
        /^ollama:any was not used \((?:Ollama does not answer|no candidate was left)/,
      );
    },
  );

  it('keeps the named model when a run is edited, and refuses a name that is none', async () => {
    const { runId } = await run(prompts[0] ?? '', 'ollama:any');
    const edits = [{ path: 'limits.gate.minCharacters', value: 3 }];
    expect((await vitrine.ask('run.edit', { runId, edits })).chatModel).toBe('ollama:any');
    expect((await vitrine.refusal('run.start', { prompt: 'When?', model: 'any' })).code).toBe('bad-request');
  });
});
