import { once } from 'node:events';
import type { Answer, Run, RunAnswer, RunDifference } from '@shared/contract';
import { stageIds } from '@shared/prompt/stage-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FakeServer, ollamaWith, part } from '../chat/fake-server';
import { fixture, TestEngine } from '../open-test-engine';
import { json, run } from './command-in-process';
import { start } from './vitrine-command';

const question = 'How many lux does silk bear?';
let server: FakeServer | null = null;

const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(fixture('handbook.md'));
  await vitrine.engine.close();
});

const library = (): string[] => ['--library', vitrine.library];
const env = (): Record<string, string> => ({ OLLAMA_HOST: server?.address ?? '' });
const text = async (...args: string[]) => (await run([...args, ...library()])).stdout;
const document = async <T>(...args: string[]) => (await json<T>([...args, ...library()])).document;

describe('vitrine ask --stream', () => {
  const asked = ['ask', question, '--model', 'ollama:any'];

  it('C3 writes a model’s words while it is still writing, then the sources', async () => {
    let goOn = (): void => {};
    server = await ollamaWith((_request, response) => {
      response.write(part('Silk bears '));
      goOn = () => response.end(part('50 lux [Citation 1].') + part('', true));
    });
    const child = start([...asked, '--stream', ...library()], { env: env() });
    let stdout = '';
    for await (const written of child.stdout ?? []) {
      stdout += written;
      if (stdout.trim() === 'Silk bears') goOn();
    }
    if (child.exitCode === null) await once(child, 'close');
    expect(stdout.startsWith('Silk bears 50 lux [Citation 1].\n\n  [Citation 1] Handbook')).toBe(true);
    expect(stdout.match(/50 lux \[Citation 1\]/gu)).toHaveLength(1);
  });

  it('C4 never writes a marker that names no source, and says that the model cited it', async () => {
    server = await ollamaWith((_request, response) =>
      response.end(part('Silk bears 50 lux [Citation 1][Citation 77].') + part('', true)),
    );
    const { stdout } = await run([...asked, '--stream', ...library()], { env: env() });
    expect(stdout.startsWith('Silk bears 50 lux [Citation 1].\n')).toBe(true);
    expect(stdout).toContain('(The model cited [Citation 77], which is not in the prompt: removed.)');
  });

  it('is not the way of a pipe, nor of --json', async () => {
    server = await ollamaWith((_request, response) =>
      response.end(part('Silk bears 50 lux [Citation 77].') + part('', true)),
    );
    const piped = await run([...asked, ...library()], { env: env() });
    expect(piped.stdout.startsWith('Silk bears 50 lux [Citation 1*].\n')).toBe(true);
    const { document: answer } = await json<Answer>([...asked, '--stream', ...library()], { env: env() });
    expect(answer.answer).toBe('Silk bears 50 lux [Citation 1].');
  });
});

describe('vitrine ask --conversation', () => {
  it('C8 continues the conversation', async () => {
    const { conversationId } = await document<Answer>('ask', question, '--no-llm');
    const second = await document<Answer>('ask', 'And stone?', '--no-llm', '--conversation', conversationId);
    expect(second.conversationId).toBe(conversationId);
    const { superPrompt } = await document<{ superPrompt: SuperPrompt }>(
      'runs',
      second.runId ?? '',
      '--stage',
      'Prompt_Builder',
    );
    expect(superPrompt.recentConversation[0]).toEqual({ role: 'user', content: question });
  });
});

describe('vitrine runs and diff', () => {
  interface RunDocument {
    superPrompt: SuperPrompt;
    run: { runId: string };
  }
  let first: RunDocument;
  beforeAll(async () => {
    first = await document<RunDocument>('run', question);
  });

  it('S16 show a run with its stages, what they say and its prompt, and keep its id in sight', async () => {
    const { runId } = first.run;
    const shown = await text('runs', runId);
    expect(shown).toMatch(/^A3_NLI_Gate +done +default +\d+ +\d+ /mu);
    expect(shown).toContain('\n\nA2_PromptShaper: Stage Shape followed its rules, ');
    expect(shown).toContain(first.superPrompt.prompt_ready);
    expect((await document<{ run: Run }>('runs', runId)).run.stages).toHaveLength(stageIds.length);
    expect(await document('runs')).toMatchObject({
      runs: expect.arrayContaining([expect.objectContaining({ runId })]),
    });
    const half = await document<RunDocument>('run', question, '--until', 'Retrieval');
    expect(half.superPrompt).toMatchObject({ stage: 'retrieval', final_selection_ids: [] });
    expect(await text('run', question, '--until', 'A0_PreProcessing')).toMatch(/\nKept as run_[\da-f]+\.\n$/u);
  });

  it('S12 have their stages asked of the model that --model names', async () => {
    server = await ollamaWith((_request, response) => response.end(part('{}') + part('', true)));
    const asked = ['run', question, '--model', 'ollama:any', ...library()];
    const { runId } = (await json<RunDocument>(asked, { env: env() })).document.run;
    const { run: kept } = await document<{ run: Run }>('runs', runId);
    expect(kept.chatModel).toBe('ollama:any');
    expect(kept.stages.flatMap(({ calls }) => calls).length).toBeGreaterThan(0);
  });

  it('S15 S16 show of any stage what it decided, why, and what it left', async () => {
    const { runId } = first.run;
    const gate = await text('runs', runId, '--stage', 'A3_NLI_Gate');
    const [kept = ''] = first.superPrompt.final_selection_ids;
    expect(gate).toMatch(new RegExp(`^${kept} +kept +relevance \\d`, 'mu'));
    expect(gate).toMatch(new RegExp(`^1 +${kept} +[\\d.]+ +Handbook`, 'mu'));
    expect(await text('runs', runId, '--stage', 'A4_Condenser')).toContain(first.superPrompt.S_CTX_MD);
    expect(await text('runs', runId, '--stage', 'A5_Format_Enforcer')).toMatch(/^format +markdown +read from FORMAT/mu);
    const { superPrompt } = await document<{ superPrompt: SuperPrompt }>('runs', runId, '--stage', 'Retrieval');
    expect(superPrompt).toMatchObject({ stage: 'retrieval', final_selection_ids: [] });
  });

  it('S16 compare: fields with both values, ranks, texts line by line, and two states of one run', async () => {
    const { runId } = first.run;
    const other = await document<RunDocument>(
      'run',
      '--from',
      runId,
      '--set',
      'body.tone=formal',
      'limits.N3_FINAL_SELECTION_MAX=1',
    );
    expect(other.run.runId).not.toBe(runId);
    expect(other.superPrompt.final_selection_ids).toHaveLength(1);
    const compared = await text('diff', runId, other.run.runId);
    expect(compared).toContain('\nRetrieval:');
    expect(compared).toContain('  body.tone: “neutral” → “formal”');
    expect(compared).toContain('    - Tone: neutral. Depth: medium. Confidence: medium.\n    + Tone: formal.');
    expect(compared.indexOf('raw: equal')).toBeLessThan(compared.indexOf('Prompt_Builder:'));
    const [same] = (await document<{ differences: RunDifference[] }>('diff', runId, runId, '--stage', 'ReRanker'))
      .differences;
    expect(same).toMatchObject({ stage: 'ReRanker', equal: true });
    const states = await text('diff', runId, runId, '--stage', 'ReRanker', '--after-stage', 'A3_NLI_Gate');
    expect(states).toMatch(/^ReRanker → A3_NLI_Gate:\n/u);
    expect(states).toMatch(/ {2}views_by_stage.a3:\n {4}[\da-f]{16} came in at 1/u);
  });

  it('S17 answer the prompt of a run unchanged, of an earlier one as of a new one', async () => {
    const { runId } = first.run;
    const { answer, run: same } = await document<RunDocument & { answer: RunAnswer }>(
      'run',
      '--from',
      runId,
      '--answer',
    );
    expect(same.runId).toBe(runId);
    expect(answer).toMatchObject({ runId, quoted: true, prompt: first.superPrompt.prompt_ready });
    expect((await document<{ run: Run }>('runs', runId)).run.answer).toEqual(answer);
    const shown = await text('run', '--from', runId, '--set', 'body.tone=formal', '--answer', '--no-llm');
    expect(shown).toMatch(/Silk bears 50 lux.*\[Citation 1\] Handbook.*\nKept as run_/su);
    const refused = await run(['run', question, '--answer', '--until', 'Retrieval', ...library()]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('leave out --until') });
  });

  it('S16 delete runs', async () => {
    const { run: gone } = await document<RunDocument>('run', question, '--until', 'A0_PreProcessing');
    expect(await document('runs', '--delete', gone.runId)).toEqual({ deleted: 1 });
    expect(await document('runs', gone.runId)).toMatchObject({ error: { code: 'run-not-found' } });
  });
});
