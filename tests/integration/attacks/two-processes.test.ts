import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { stageIds } from '@shared/prompt/stage-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { describe, expect, it } from 'vitest';
import { json } from '../cli/vitrine-command';
import { fixture, TestEngine } from '../open-test-engine';

const prompt = 'TASK: How many lux does silk bear, and how many does stone?\nFORMAT: a checklist\nTONE: formal';

describe('a run and its replay', () => {
  it('S16 S13 in two processes, the second on a copy of the library, give the same bytes', async () => {
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

  it('S13 in another library, whatever the order of its files, gives the same bytes', async () => {
    const names = ['handbook.md', 'report.pdf', 'crlf.txt'];
    const states = [];
    for (const ordered of [names, names.toReversed()]) {
      const test = await TestEngine.open();
      for (const name of ordered) await test.ingest(fixture(name));
      const { runId } = await test.ask('run.start', { prompt });
      const { snapshots } = await test.ask('run.auto', { runId });
      expect(Object.keys(snapshots).sort()).toEqual(['raw', ...stageIds].sort());
      // When a document was added is a fact of its library.
      states.push(canonicalJson(snapshots).replaceAll(/"createdAt":"[^"]+",/gu, ''));
      await test.close();
    }
    expect(states[1]).toBe(states[0]);
  });
});
