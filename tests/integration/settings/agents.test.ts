import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type FakeServer, ollamaWith, part } from '../chat/fake-server';
import { fixture, TestEngine } from '../open-test-engine';

let server: FakeServer;

const vitrine = TestEngine.shared(async () => {
  server = await ollamaWith(
    (_request, response) => response.end(part('Fifty.') + part('', true)),
    (_request, response) => response.end(part('{}') + part('', true)),
  );
  await vitrine.ingest(fixture('handbook.md'));
  await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
});
afterAll(() => server.close());

type Value = Record<string, unknown>;

async function fileOf(name: string) {
  const files = await vitrine.ask('agents.get', {});
  const file = files.find((one) => one.name === name);
  if (!file) throw new Error(`There is no ${name}.`);
  return { ...file, value: file.value as Value };
}

async function callsOf(model: string | null) {
  const { runId } = await vitrine.ask('run.start', { prompt: 'How many lux does silk bear?', model });
  const { stages } = await vitrine.ask('run.auto', { runId, until: 'A2_PromptShaper' });
  return stages.flatMap(({ calls }) => calls.map((call) => call.model));
}

describe('S12 the agents of a library', () => {
  it('ask a model of their own, twice where a second pass is switched on, and none where the run has none', async () => {
    const { value, schema } = await fileOf('A2_PromptShaper');
    expect(schema).toMatchObject({ properties: { passes: {}, model: { type: 'string' } } });
    const before = await callsOf('ollama:any');
    expect(new Set(before)).toEqual(new Set(['ollama:any']));
    const changed = { ...value, model: 'ollama:own', passes: 2 };
    const files = await vitrine.ask('agents.set', { name: 'A2_PromptShaper', value: changed });
    const own = files.find(({ name }) => name === 'A2_PromptShaper');
    expect([...(own?.changed ?? [])].sort()).toEqual(['model', 'passes']);
    expect(new Set(await callsOf('ollama:any'))).toEqual(new Set(['ollama:own']));
    expect(await callsOf(null)).toEqual([]);
    await vitrine.ask('agents.reset', { name: 'A2_PromptShaper' });
    expect(await callsOf('ollama:any')).toEqual(before);
  });

  it('are refused with the path of what does not fit, and then stay as they were', async () => {
    const { value } = await fileOf('A3_NLI_Gate');
    for (const [wrong, place] of [
      [{ temperature: 3 }, 'temperature'],
      [{ unknown: 1 }, 'unknown'],
    ] as const) {
      const refused = await vitrine.refusal('agents.set', { name: 'A3_NLI_Gate', value: { ...value, ...wrong } });
      expect(refused).toMatchObject({ code: 'config-invalid' });
      expect(JSON.stringify(refused.details)).toContain(place);
    }
    const name = await vitrine.refusal('agents.set', { name: 'A3_NLI_Gate', value: { ...value, model: 'nobody' } });
    expect(name.code).toBe('bad-request');
    expect((await fileOf('A3_NLI_Gate')).changed).toEqual([]);
  });

  it('switch A0 to its semantic mode, and name the fault of a file broken by hand', async () => {
    const { value, file } = await fileOf('prompt_schema');
    const value2 = { ...value, modes: { ...(value.modes as Value), semantic_enabled: true } };
    await vitrine.ask('agents.set', { name: 'prompt_schema', value: value2 });
    expect((await fileOf('prompt_schema')).changed).toEqual(['modes.semantic_enabled']);
    const { runId } = await vitrine.ask('run.start', {
      prompt: '## Task\nWho?\n## Prohibitions\nNo names.',
      model: null,
    });
    const { snapshots } = await vitrine.ask('run.auto', { runId, until: 'A0_PreProcessing' });
    expect(snapshots.A0_PreProcessing?.body.constraints).toBe('No names.');
    await vitrine.ownConfig(relative(join(vitrine.library, 'config'), file), '{ broken');
    expect((await fileOf('prompt_schema')).error).toMatchObject({ code: 'config-invalid' });
    await vitrine.ask('agents.reset', { name: 'prompt_schema' });
    expect(await fileOf('prompt_schema')).toMatchObject({ changed: [], error: null });
  });

  it('ask no model that a foreign library names, before a person here has chosen it', async () => {
    const { file } = await fileOf('A2_PromptShaper');
    // Even with a yes to the file: the model has an answer of its own.
    await vitrine.ownConfig(relative(join(vitrine.library, 'config'), file), { model: 'ollama:stranger' });
    const before = server.asked.length;
    expect(await callsOf('ollama:any')).toEqual([]);
    const models = server.asked.slice(before).map(({ body }) => (JSON.parse(body) as { model: string }).model);
    expect(models).not.toContain('stranger');
  });
});
