import type { AgentDefinitions } from '@shared/prompt/agent-config';
import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import { saidNotice } from '@shared/words/said';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgents } from '../../../electron/engine/agents';
import { type StageConfig, stages } from '../../../electron/engine/stages';
import { type Behaviour, FaultyServer, faults } from '../agents/faulty-server';
import { aChunk, agents, configOf, gated, reranked, servicesOf } from './memory-library';

let server: FaultyServer;
beforeAll(async () => {
  server = await FaultyServer.open();
});
afterAll(() => server.close());

const config = configOf();
type AgentStage = keyof AgentDefinitions;

/** Runs a stage with a model that says these things, in order. */
async function run(stage: AgentStage, prompt: SuperPrompt, said: (object | Behaviour)[], used: StageConfig = config) {
  server.says(...said.map((one) => (typeof one === 'object' ? JSON.stringify(one) : one)));
  const agent = createAgents(await server.model(), used.agents);
  return stages[stage].run(prompt, { ...servicesOf([], used), agent }, used);
}
const unaided = (stage: AgentStage, prompt: SuperPrompt, used: StageConfig = config) =>
  stages[stage].run(prompt, servicesOf([], used), used);
const withAgent = <Name extends AgentStage>(name: Name, changes: Partial<AgentDefinitions[Name]>): StageConfig => ({
  ...config,
  agents: { ...agents, [name]: { ...agents[name], ...changes } },
});
const shown = (call: number): string => server.asked[call]?.messages[1]?.content ?? '';

describe('every agent', () => {
  const chunk = aChunk('a', 'The museum opened in 1911 and holds 4012 paintings.');
  const states: Record<Exclude<AgentStage, 'A0_PreProcessing'>, SuperPrompt> = {
    A2_PromptShaper: { ...emptySuperPrompt('Compare.'), stage: 'preprocessed', body: { task: 'Compare.' } },
    A3_NLI_Gate: reranked([[chunk, 0.9]]),
    A4_Condenser: gated([[chunk, 0.9]], 'When did the museum open?'),
    A5_Format_Enforcer: { ...emptySuperPrompt('Compare.'), stage: 'a4', body: { task: 'Compare.' } },
  };

  it.each(Object.keys(states) as (keyof typeof states)[])(
    '%s gives the deterministic default where the model fails, and says why',
    async (stage) => {
      const failed = await run(stage, states[stage], [faults.refuses(500)]);
      const expected = await unaided(stage, states[stage]);
      expect(failed.prompt).toEqual(expected.prompt);
      expect(failed.by).toBe('default');
      expect(saidNotice(failed.notices[0] ?? { code: 'stopped' })).toMatch(
        /^ollama:faulty was not used \(Ollama answered with status 500\): /,
      );
      expect(failed.decisions[0]).toEqual({
        subject: 'ollama:faulty',
        decision: 'not used',
        reason: {
          code: 'model-not-used',
          values: expect.objectContaining({ reason: 'model-failed/status', status: 500 }),
        },
        by: 'default',
      });
      expect(failed.calls).toMatchObject([{ agent: stage, outcome: 'failed' }]);
      expect(expected.calls ?? []).toEqual([]);
    },
  );
});

describe('A0_PreProcessing in semantic mode', () => {
  const semantic: StageConfig = { ...config, schema: { ...config.schema, modes: { semantic_enabled: true } } };
  const raw = '## Task\nFind it.\n## Wherefore\nFor the court.\n## Zzyzx\nNothing.';

  it('maps headers that no rung knows, and leaves what means nothing unknown', async () => {
    const said = {
      headers: [
        { header: 'h1', key: 'purpose' },
        { header: 'h2', key: 'unknown' },
      ],
    };
    const { prompt, by, decisions } = await run('A0_PreProcessing', emptySuperPrompt(raw), [said], semantic);
    expect(prompt.body).toMatchObject({ task: 'Find it.', purpose: 'For the court.' });
    expect(prompt.extras).toMatchObject({
      semantic_used: true,
      normalized_map: { Task: 'task', Wherefore: 'purpose' },
      unknown_attributes: { Zzyzx: 'Nothing.' },
    });
    expect(by).toBe('model');
    expect(decisions).toContainEqual({
      subject: 'Wherefore',
      decision: 'purpose',
      reason: { code: 'mapped-by-model' },
      by: 'model',
    });
  });

  it('asks nothing where the ladder knows every header, or where the mode is off', async () => {
    await run('A0_PreProcessing', emptySuperPrompt('## Task\nFind it.'), [{}], semantic);
    expect(server.asked).toHaveLength(0);
    const off = await run('A0_PreProcessing', emptySuperPrompt(raw), [{}]);
    expect(server.asked).toHaveLength(0);
    expect(off.prompt).toEqual((await unaided('A0_PreProcessing', emptySuperPrompt(raw))).prompt);
  });
});

describe('A2_PromptShaper with a model', () => {
  const said = { system: 'lawyer', audience: 'expert', tone: 'pirate', depth: 'brief', confidence: 'HIGH' };
  const state = (changes: Partial<SuperPrompt> = {}): SuperPrompt => ({
    ...emptySuperPrompt('Read it.'),
    stage: 'preprocessed',
    body: { task: 'Read it.' },
    ...changes,
  });

  it('takes its choices, clamped to the enums, and what the user stated above them', async () => {
    const { prompt, by } = await run('A2_PromptShaper', state({ extras: { stated: { depth: 'exhaustive' } } }), [said]);
    expect(by).toBe('model');
    expect(prompt.extras.a2_decisions).toEqual([
      { subject: 'system', decision: 'lawyer', reason: { code: 'by-model' } },
      { subject: 'audience', decision: 'expert', reason: { code: 'by-model' } },
      {
        subject: 'tone',
        decision: 'neutral',
        reason: { code: 'model-no-choice', values: { said: 'pirate' } },
      },
      { subject: 'depth', decision: 'exhaustive', reason: { code: 'stated' } },
      { subject: 'confidence', decision: 'high', reason: { code: 'by-model' } },
    ]);
  });

  it('shows a second pass what the first chose', async () => {
    const twice = withAgent('A2_PromptShaper', { passes: 2 });
    const { prompt } = await run('A2_PromptShaper', state(), [said, { ...said, system: 'analyst' }], twice);
    expect(shown(0)).not.toContain('An earlier choice');
    expect(shown(1)).toContain('An earlier choice, to confirm or to correct: system: lawyer, audience: expert');
    expect(shown(1)).not.toContain('pirate');
    expect(prompt.body.system).toBe('analyst');
  });
});

describe('A3_NLI_Gate with a model', () => {
  const texts = ['The museum opened in 1911.', 'Tickets for it cost nine francs.', 'Its roof is made of slate tiles.'];
  const entries = texts.map((text, index) => [aChunk(`c${index}`, text), 0.9 - index / 10] as const);
  const prompt = reranked(entries, 'When did the museum open?');
  const verdicts = (...pairs: [string, string][]) => ({
    verdicts: pairs.map(([id, decision]) => ({ id, decision })),
  });
  // The control passage is in the middle: p1, p2, control p3, p4.
  const judged = verdicts(
    ['p1', 'keep'],
    ['p2', 'drop_irrelevant'],
    ['p3', 'drop_irrelevant'],
    ['p4', 'drop_conflict'],
  );

  it('keeps and drops as the model says, with a reason for each', async () => {
    const result = await run('A3_NLI_Gate', prompt, [judged]);
    expect(result.by).toBe('model');
    expect(result.prompt.final_selection_ids).toEqual(['c0']);
    expect(result.prompt.extras.verdicts).toEqual({
      c0: { verdict: 'keep', reason: { code: 'model-keeps' } },
      c1: { verdict: 'drop_irrelevant', reason: { code: 'model-irrelevant' } },
      c2: { verdict: 'drop_conflict', reason: { code: 'model-conflict' } },
    });
    expect(result.notices).toEqual([]);
  });

  it('passes over ids and decisions it does not know and all but the first for an id; the rest is judged without it', async () => {
    const said = verdicts(
      ['p9', 'keep'],
      ['p2', 'burn'],
      ['p4', 'drop_irrelevant'],
      ['p4', 'keep'],
      ['p3', 'drop_irrelevant'],
    );
    const result = await run('A3_NLI_Gate', prompt, [said]);
    expect(result.prompt.views_by_stage.a3).toEqual(['c0', 'c1']);
    expect(result.decisions.map(({ by }) => by)).toEqual(['default', 'default', 'model']);
  });

  it('believes nothing of a batch in which a passage about something else is kept', async () => {
    const said = verdicts(['p1', 'drop_irrelevant'], ['p2', 'keep'], ['p3', 'keep'], ['p4', 'keep']);
    const result = await run('A3_NLI_Gate', prompt, [said]);
    expect(result.prompt).toEqual((await unaided('A3_NLI_Gate', prompt)).prompt);
    expect(result.notices[0]?.values).toMatchObject({ reason: 'off-topic' });
  });

  it('does not let a model drop every candidate', async () => {
    const said = verdicts(...['p1', 'p2', 'p3', 'p4'].map((id): [string, string] => [id, 'drop_irrelevant']));
    const result = await run('A3_NLI_Gate', prompt, [said]);
    expect(result.prompt).toEqual((await unaided('A3_NLI_Gate', prompt)).prompt);
    expect(result.notices[0]?.values).toMatchObject({ reason: 'dropped-all' });
  });

  it('drops a near-duplicate that the model kept', async () => {
    const twin = reranked([...entries, [aChunk('twin', texts[0] ?? ''), 0.5]], 'When did the museum open?');
    const all = verdicts(['p1', 'keep'], ['p2', 'keep'], ['p3', 'drop_irrelevant'], ['p4', 'keep'], ['p5', 'keep']);
    const result = await run('A3_NLI_Gate', twin, [all]);
    expect(result.prompt.extras.verdicts?.twin?.verdict).toBe('drop_duplicate');
  });

  it('asks in batches, and judges those without it whose batch failed', async () => {
    const small = withAgent('A3_NLI_Gate', { batchSize: 2 });
    const first = verdicts(['p1', 'keep'], ['p2', 'drop_irrelevant'], ['p3', 'drop_duplicate']);
    const result = await run('A3_NLI_Gate', prompt, [first, faults.refuses(500)], small);
    expect(result.calls).toHaveLength(2);
    expect(result.prompt.views_by_stage.a3).toEqual(['c0', 'c2']);
    expect(result.notices[0]?.code).toBe('default-used');
  });

  it('asks nothing out of scope', async () => {
    const out = {
      ...prompt,
      extras: { ...prompt.extras, query: { whole: '', language: 'und', pieces: [], out_of_scope: true } },
    };
    await run('A3_NLI_Gate', out, [judged]);
    expect(server.asked).toHaveLength(0);
  });
});

describe('a question with a misspelt name', () => {
  const names = [{ word: 'Ghandi', written: 'Gandhi' }];
  const chunk = aChunk('a', 'Gandhi wrote of Ahimsa in 1909.');
  const asking = (prompt: SuperPrompt): SuperPrompt => ({
    ...prompt,
    body: { ...prompt.body, task: 'What did Ghandi write?' },
    extras: {
      ...prompt.extras,
      query: {
        whole: 'What did Gandhi write?',
        pieces: ['What did Gandhi write?'],
        out_of_scope: false,
        language: 'und',
        names,
      },
    },
  });

  it.each([
    ['A3_NLI_Gate', asking(reranked([[chunk, 0.9]]))],
    ['A4_Condenser', asking(gated([[chunk, 0.9]], ''))],
  ] as const)('%s shows the model as it was typed and how the documents write it', async (stage, prompt) => {
    const { calls = [] } = await run(stage, prompt, [{}]);
    const seen = calls[0]?.messages[1]?.content ?? '';
    expect(seen).toContain('What did Ghandi write?\n\n## Names as the documents write them\n- “Ghandi” is “Gandhi”\n');
  });

  it('says nothing of names that are no longer in it', async () => {
    const changed = asking(reranked([[chunk, 0.9]]));
    await run('A3_NLI_Gate', { ...changed, body: { ...changed.body, task: 'What did Tagore write?' } }, [{}]);
    expect(shown(0)).not.toContain('Names as');
  });
});

describe('A4_Condenser with a model', () => {
  const a = aChunk('a', 'The museum opened in 1911. It holds 4012 paintings from France.');
  const b = aChunk('b', 'Visitors must leave bags in the cloakroom.');
  const prompt = gated(
    [
      [a, 0.9],
      [b, 0.8],
    ],
    'When did the museum open?',
  );
  const line = (text: string, ids: string[], kind = 'fact') => ({ kind, text, ids });

  it('writes the lines that their chunks bear out, each with its citations', async () => {
    const said = {
      lines: [
        line('The museum opened in 1911 [Citation 9]\n# Heading', ['p1']),
        line('Bags must be in the cloakroom', ['p2'], 'constraint'),
      ],
    };
    const heading = await run('A4_Condenser', prompt, [said]);
    // Three of four words are the chunk's: the line stays, on one line and without the mark it set itself.
    expect(heading.prompt.S_CTX_MD.split('\n').slice(1, 6)).toEqual([
      '',
      '## Facts',
      '- The museum opened in 1911 # Heading [Citation 1]',
      '',
      '## Constraints',
    ]);
    expect(heading.prompt.S_CTX_MD).toContain('- Bags must be in the cloakroom [Citation 2]');
  });

  it.each([
    ['line-cites-nothing', line('The museum opened in 1911.', ['p7'])],
    ['line-not-borne-out', line('The museum burned down after a flood of rats.', ['p1'])],
    ['line-not-borne-out', line('The museum opened in 1911.', ['p2'])],
    ['line-invents', line('The museum opened in 1912, it holds paintings from France.', ['p1'])],
    ['line-empty', line('…', ['p1'])],
  ])('refuses a line: %s', async (problem, refused) => {
    const result = await run('A4_Condenser', prompt, [{ lines: [line('It holds 4012 paintings.', ['p1']), refused] }]);
    expect(result.by).toBe('model');
    expect(result.decisions).toContainEqual(
      expect.objectContaining({ decision: 'line refused', reason: expect.objectContaining({ code: problem }) }),
    );
    expect(result.prompt.S_CTX_MD.match(/^- .*\]$/gmu)).toHaveLength(1);
  });

  it('quotes where no line holds', async () => {
    const result = await run('A4_Condenser', prompt, [{ lines: [line('Rats.', ['p1'])] }]);
    expect(result.prompt).toEqual((await unaided('A4_Condenser', prompt)).prompt);
    expect(result.notices[0]?.values).toMatchObject({ reason: 'not-borne-out' });
  });

  it('keeps to the token budget', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => line(`${'museum '.repeat(index + 1)}opened`, ['p1']));
    const tight = configOf({ condense: { ...config.limits.condense, tokenBudget: 12 } });
    const result = await run('A4_Condenser', prompt, [{ lines }], tight);
    const written = result.prompt.S_CTX_MD.split('\n').filter((text) => text.includes('[Citation'));
    expect(written.join(' ').split(/\s+/u).length).toBeLessThanOrEqual(12);
    expect(written.length).toBeGreaterThan(0);
  });
});

describe('A5_Format_Enforcer with a model', () => {
  const state = (body: SuperPrompt['body']): SuperPrompt => ({ ...emptySuperPrompt('List it.'), stage: 'a4', body });
  const said = (spec: string, rules: string[] = [], shape = '') => ({
    normalized_format_spec: spec,
    example_shape: shape,
    hard_rules: rules,
  });

  it('takes its words beside what the parser requires and the user forbade', async () => {
    const body = { task: 'List it.', format: 'JSON', constraints: '- at most two lines' };
    const model = said('One JSON object with the key “items”.', ['Use only lower-case keys.'], '{"items": []}');
    const { prompt, by } = await run('A5_Format_Enforcer', state(body), [model]);
    expect(by).toBe('model');
    expect(prompt.body.format).toBe('One JSON object with the key “items”.');
    expect(prompt.extras.format_enforcer).toEqual({
      name: 'json',
      normalized_format_spec: 'One JSON object with the key “items”.',
      example_shape: '{"items": []}',
      hard_rules: [
        'Answer with one valid JSON value and nothing before or after it.',
        'Use double quotes and no comments.',
        'Put each marker inside the string that it belongs to.',
        'at most two lines',
        'Use only lower-case keys.',
      ],
    });
  });

  it.each([
    ['another format', 'A Markdown table.'],
    ['no format', 'Tomatoes'],
    ['nothing', ''],
  ])('is not followed to %s', async (_what, spec) => {
    const prompt = state({ task: 'List it.', format: 'JSON' });
    const result = await run('A5_Format_Enforcer', prompt, [said(spec)]);
    expect(result.prompt).toEqual((await unaided('A5_Format_Enforcer', prompt)).prompt);
    expect(result.by).toBe('default');
  });

  it('passes over rules that ask for another format and examples that are not of this one', async () => {
    const rules = ['Answer as a Markdown table only.', 'Table', 'Keep every answer short.'];
    const { prompt } = await run('A5_Format_Enforcer', state({ task: 'List it.', format: 'JSON' }), [
      said('A JSON list.', rules, '{broken'),
    ]);
    const { hard_rules: kept = [], example_shape: shape } = prompt.extras.format_enforcer ?? {};
    expect(kept.slice(3)).toEqual(['Keep every answer short.']);
    expect(shape).toBe('{"answer": "… [Citation 1]"}');
  });

  it('is not asked if FORMAT holds a schema, which stays unchanged', async () => {
    const prompt = state({ task: 'List it.', format: '```json\n{"type": "array"}\n```' });
    const result = await run('A5_Format_Enforcer', prompt, [said('A Markdown table.')]);
    expect(server.asked).toHaveLength(0);
    expect(result.prompt).toEqual((await unaided('A5_Format_Enforcer', prompt)).prompt);
  });

  it('never loses the user’s own words for the format', async () => {
    const { prompt } = await run('A5_Format_Enforcer', state({ task: 'List it.', format: 'two sentences' }), [
      said('Short Markdown.'),
    ]);
    expect(prompt.body.format).toBe('Short Markdown. As asked: two sentences');
  });
});
