import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { tiedChunks } from '@shared/prompt/prompt-layout';
import { saidNotice } from '@shared/words/said';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOllama, stopOllama } from '../chat/start-ollama';
import { beside, TestEngine } from '../open-test-engine';
import { mostTokens, shortAnswers } from './short-answers';

const tool = beside('tools/ollama.sh', 'a real Ollama');
const prompt = 'TASK: When did the museum open?\nFORMAT: a Markdown list\nWHEREFORE: a visit';
const agentStages = [
  'A0_PreProcessing',
  'A2_PromptShaper',
  'A3_NLI_Gate',
  'A4_Condenser',
  'A5_Format_Enforcer',
] as const;

describe.skipIf(tool === null)('the eight stages with a real small model', () => {
  let test: TestEngine;
  const runs: Run[] = [];
  let server: Awaited<ReturnType<typeof startOllama>>;
  let model: string;

  beforeAll(async () => {
    server = await startOllama(tool ?? '');
    model = server.model;
    test = await TestEngine.open({ providers: { ollama: { baseUrl: server.host } } });
    await test.reopen({
      providers: { ollama: { baseUrl: server.host } },
      configFolder: await shortAnswers(test.folder),
    });
    await test.ingest(
      await test.file(
        'museum.md',
        '# Museum\n\nThe museum opened in 1911. It holds 4012 paintings. Visitors must leave bags.',
      ),
      await test.file('harbour.md', '# Harbour\n\nThe harbour opened in 1870 and closed for the war.'),
    );
    for (const _once of ['first', 'second']) {
      const { runId } = await test.ask('run.start', { prompt, model });
      runs.push(await test.ask('run.auto', { runId }));
    }
  }, 300_000);

  afterAll(async () => {
    await test?.close();
    if (tool && server) stopOllama(tool, server.port);
  });

  it('all end, with the model named in the run and each of its calls recorded', () => {
    for (const run of runs) {
      expect(run.chatModel).toBe(model);
      expect(run.stages.map(({ state }) => state)).toEqual(Array(8).fill('done'));
      for (const stage of agentStages) {
        const calls = run.stages.find((record) => record.stage === stage)?.calls ?? [];
        expect(calls.length).toBeGreaterThan(0);
        for (const call of calls) {
          expect(call).toMatchObject({ agent: stage, model, promptTokens: expect.any(Number) });
          expect(call.outputTokens).toBeLessThanOrEqual(mostTokens);
        }
      }
    }
  });

  it('say of every stage whether the model decided or what fell back and why', () => {
    for (const { stage, by, notices } of runs[0]?.stages ?? []) {
      if (!agentStages.some((one) => one === stage) || by === 'model') continue;
      expect.soft(notices.map(saidNotice).join(' '), stage).toMatch(/was not used|^$/);
    }
    expect(runs[0]?.stages[1]?.by).toBe('model');
  });

  it('give the same states byte for byte a second time', () => {
    expect(runs).toHaveLength(2);
    expect(canonicalJson(runs[1]?.snapshots)).toBe(canonicalJson(runs[0]?.snapshots));
  });

  it('keep the calls with the run', async () => {
    const kept = await test.ask('run.get', { runId: runs[0]?.runId ?? '' });
    expect(kept).toEqual(runs[0]);
  });

  it('cite only passages of the library, whatever the model writes', () => {
    const last = runs[0]?.snapshots.Prompt_Builder;
    const ids = new Set(last?.base_context_chunks.map(({ id }) => id));
    const cited = last?.S_CTX_MD.split('\n').flatMap((line) => tiedChunks(line, last.final_selection_ids)) ?? [];
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter((id) => !ids.has(id))).toEqual([]);
    expect(last?.final_selection_ids.length).toBeGreaterThan(0);
  });
});

describe('a model that cannot be had', () => {
  it('leaves every stage its default, and says so; a name that is none is refused', async () => {
    const model = 'ollama:smollm2:135m';
    const test = await TestEngine.open();
    try {
      await test.ingest(await test.file('museum.md', 'The museum opened in 1911.'));
      const question = 'When did the museum open?';
      const plain = await test.ask('run.start', { prompt: question });
      const named = await test.ask('run.start', { prompt: question, model });
      const without = await test.ask('run.auto', { runId: plain.runId });
      const down = await test.ask('run.auto', { runId: named.runId });
      expect(canonicalJson(down.snapshots)).toBe(canonicalJson(without.snapshots));
      expect([without.chatModel, down.chatModel]).toEqual([null, model]);
      expect(down.stages[4]?.notices.map(saidNotice)[0]).toMatch(
        /^ollama:smollm2:135m was not used \(Ollama does not answer at /,
      );
      expect(without.stages[4]?.notices[0]).toEqual({ code: 'default-used', values: { stage: 'A3' } });
      expect((await test.refusal('run.start', { prompt: question, model: 'smollm2' })).code).toBe('bad-request');
      const edited = await test.ask('run.edit', {
        runId: down.runId,
        edits: [{ path: 'limits.gate.minCharacters', value: 3 }],
      });
      expect(edited.chatModel).toBe(model);
    } finally {
      await test.close();
    }
  });
});
