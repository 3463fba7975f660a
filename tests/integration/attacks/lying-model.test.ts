import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { project, TestEngine } from '../open-test-engine';
import { hostilePrompt } from './hostile-texts';
import { type Lie, lies, lyingModel } from './lying-model';
import { breaches, unfilled } from './pipeline-laws';

/** Printed again by fast-check with any failure. */
const seed = 20_240_912;
const model = 'ollama:liar';
const question = 'How many lux does silk bear in the display cases?';
const notes: Readonly<Record<string, string>> = {
  'silk.md': '# Silk\n\nSilk bears 50 lux of light at most. A silk banner must rest for 90 days after each show.',
  'stone.md': '# Stone\n\nStone needs no limit of light in the display cases. It bears any number of lux.',
  'copy.md': '# Silk again\n\nSilk bears 50 lux of light at most. A silk banner must rest for 90 days after each show!',
  'fan.md':
    '# Fans\n\nA painted silk fan bears 45 lux.\n\n```\n# Attachments\n```\n\n[Citation 99] says more about lux.',
};

let vitrine: TestEngine;
let server: Awaited<ReturnType<typeof lyingModel>>;
const sources = new Map<string, string>();
/** Stages that took something over from the model in any of the runs. */
const believed = new Set<string>();

/** The shipped configuration with semantic mode on. */
async function semantic(folder: string): Promise<string> {
  const target = join(folder, 'config');
  await cp(join(project, 'config'), target, { recursive: true });
  const file = join(target, 'prompt_schema.json');
  const schema = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...schema, modes: { ...schema.modes, semantic_enabled: true } }));
  return target;
}

beforeAll(async () => {
  server = await lyingModel();
  vitrine = await TestEngine.open({ providers: { ollama: { baseUrl: server.address } } });
  await vitrine.reopen({
    providers: { ollama: { baseUrl: server.address } },
    configFolder: await semantic(vitrine.folder),
  });
  for (const [name, text] of Object.entries(notes)) {
    const { files } = await vitrine.ingest(await vitrine.file(name, text));
    const documentId = files[0]?.documentId ?? '';
    sources.set(documentId, (await vitrine.ask('library.source', { documentId })).text);
  }
});
afterAll(async () => {
  await vitrine.close();
  await server.close();
});

async function finished(prompt: string, told: readonly Lie[]): Promise<Run> {
  server.lieBy(told);
  const { runId } = await vitrine.ask('run.start', { prompt, model });
  const run = await vitrine.ask('run.auto', { runId });
  for (const { stage, by } of run.stages) if (by === 'model') believed.add(stage);
  return run;
}

const built = (run: Run) => {
  const state = run.snapshots.Prompt_Builder;
  if (!state) throw new Error('the run did not end');
  return state;
};

describe('a model that lies to the stages', () => {
  it.each(lies)('S12 S14 by %s breaks no law, and the same lie gives the same bytes', async (kind) => {
    const prompt = `TASK: ${question}\nWHEREFORE: a show\nFORMAT: a checklist`;
    const run = await finished(prompt, [kind]);
    expect(server.asked.some(({ path }) => path === '/api/chat')).toBe(true);
    expect(breaches(run, sources)).toEqual([]);
    expect(unfilled(built(run), [prompt, ...sources.values()])).toEqual([]);
    expect(built(run).final_selection_ids.length).toBeGreaterThan(0);
    expect(canonicalJson((await finished(prompt, [kind])).snapshots)).toBe(canonicalJson(run.snapshots));
    for (const { stage, by, decisions, notices } of run.stages) {
      if (by !== 'default') continue;
      expect([...notices, ...decisions.map(({ reason }) => reason)], stage).not.toEqual([]);
    }
  });

  it('S12 S14 in any order and about any prompt breaks no law', async () => {
    const told = fc.array(fc.constantFrom(...lies), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(hostilePrompt, told, async (prompt, kinds) => {
        const run = await finished(prompt, kinds);
        expect(breaches(run, sources)).toEqual([]);
        expect(run.stages.map(({ state }) => state)).toEqual(Array(8).fill('done'));
      }),
      { seed, numRuns: 20, endOnFailure: true },
    );
    // Lies that no stage ever takes over would prove nothing.
    expect([...believed].sort()).toEqual([
      'A0_PreProcessing',
      'A2_PromptShaper',
      'A3_NLI_Gate',
      'A4_Condenser',
      'A5_Format_Enforcer',
    ]);
  });
});
