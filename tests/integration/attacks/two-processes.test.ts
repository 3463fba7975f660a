import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import type { SuperPrompt } from '@shared/super-prompt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../../../electron/engine/options';
import { shortAnswers } from '../agents/short-answers';
import { startOllama, stopOllama } from '../chat/start-ollama';
import { ensureBuilt, json } from '../cli/vitrine-command';
import { beside, fixture, project, TestEngine } from '../open-test-engine';

const prompt = 'TASK: How many lux does silk bear, and how many does stone?\nFORMAT: a checklist\nTONE: formal';

describe('a run and its replay', () => {
  it('S16 S13 in two processes, the second on a copy of the library, give the same bytes', async () => {
    ensureBuilt();
    const home = await TestEngine.open();
    try {
      await home.ingest(fixture('handbook.md'), fixture('report.pdf'));
      await home.engine.close();
      const away = join(home.folder, 'copy');
      await cp(home.library, away, { recursive: true });
      const command = async <T>(library: string, ...args: string[]) =>
        (await json<T>([...args, '--library', library])).document;

      const { superPrompt: first, run } = await command<{ superPrompt: SuperPrompt; run: { runId: string } }>(
        home.library,
        'run',
        prompt,
      );
      expect(first.final_selection_ids.length).toBeGreaterThan(0);
      const file = join(home.folder, 'run.json');
      const exported = await command<{ run: Run }>(home.library, 'export-run', run.runId);
      await writeFile(file, JSON.stringify(exported));
      const imported = await command<{ run: Run }>(away, 'import-run', file);
      const { superPrompt: second, run: again } = await command<{ superPrompt: SuperPrompt; run: { runId: string } }>(
        away,
        'run',
        '--from',
        imported.run.runId,
      );
      expect(canonicalJson(second)).toBe(canonicalJson(first));
      const replayed = await command<{ run: Run }>(away, 'export-run', again.runId);
      expect(again.runId).not.toBe(run.runId);
      expect(canonicalJson(replayed.run.snapshots)).toBe(canonicalJson(exported.run.snapshots));
    } finally {
      await home.reopen();
      await home.close();
    }
  });
});

const tool = beside('tools/ollama.sh', 'agents of a real model in two processes');
const program = join(__dirname, 'run-once.ts');
describe.skipIf(tool === null)('the agents of a real model at temperature 0', () => {
  let home: TestEngine;
  let options: EngineOptions;
  let server: Awaited<ReturnType<typeof startOllama>>;

  beforeAll(async () => {
    server = await startOllama(tool ?? '');
    home = await TestEngine.open();
    await home.ingest(
      await home.file('museum.md', '# Museum\n\nThe museum opened in 1911. It holds 4012 paintings.'),
      await home.file('harbour.md', '# Harbour\n\nThe harbour opened in 1870 and closed for the war.'),
    );
    await home.engine.close();
    options = { ...home.options, ollamaHost: server.host, configFolder: await shortAnswers(home.folder) };
  }, 180_000);
  afterAll(async () => {
    if (tool && server) stopOllama(tool, server.port);
    await home?.reopen();
    await home?.close();
  });

  const inProcess = async (): Promise<{ snapshots: Record<string, SuperPrompt>; by: string[] }> => {
    const question = 'TASK: When did the museum open?\nFORMAT: a Markdown list\nWHEREFORE: a visit';
    const args = ['--import', 'tsx', program, JSON.stringify(options), question, server.model];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  };

  it('S13 decide the same in two processes: every state is the same byte for byte', async () => {
    const first = await inProcess();
    const second = await inProcess();
    expect(first.by).toContain('model');
    const compared = ['body', 'views_by_stage', 'final_selection_ids', 'S_CTX_MD', 'prompt_ready'] as const;
    for (const field of compared) {
      const [one, other] = [first, second].map(({ snapshots }) => snapshots.Prompt_Builder?.[field]);
      expect(one, field).toBeDefined();
      expect(canonicalJson(other), field).toBe(canonicalJson(one));
    }
    expect(canonicalJson(second)).toBe(canonicalJson(first));
  }, 300_000);
});
