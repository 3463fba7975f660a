import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { stageIds } from '@shared/prompt/stage-names';
import { describe, expect, it } from 'vitest';
import { fixture, TestEngine } from './open-test-engine';

const prompt = `Task: How many lux does silk bear in the display cases, and how many does stone?
Context: We are planning a small exhibition of silk
Format: checklist
Tone: formal`;

const vitrine = TestEngine.shared((test) =>
  test.ingest(fixture('handbook.md'), fixture('report.pdf'), fixture('crlf.txt')),
);

async function states(engine: TestEngine): Promise<Record<string, string>> {
  const { runId } = await engine.ask('run.start', { prompt });
  const run = await engine.ask('run.auto', { runId });
  return snapshotsOf(run);
}

function snapshotsOf({ snapshots }: Run): Record<string, string> {
  expect(Object.keys(snapshots).sort()).toEqual(['raw', ...stageIds].sort());
  return Object.fromEntries(Object.entries(snapshots).map(([stage, state]) => [stage, canonicalJson(state)]));
}

describe('the same prompt', () => {
  it('S13 gives byte-identical states in another library, whatever the order of its files', async () => {
    const other = await TestEngine.open();
    for (const name of ['crlf.txt', 'report.pdf', 'handbook.md']) await other.ingest(fixture(name));
    expect(await states(other)).toEqual(await states(vitrine));
    await other.close();
  });
});
