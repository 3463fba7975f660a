import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, TestEngine } from './open-test-engine';

const question = 'How many lux does silk bear?';

describe('S16 a run carried to another machine', () => {
  let home: TestEngine;
  let folder: string;
  const fresh = async (): Promise<TestEngine> => TestEngine.open();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-exchange-'));
    home = await fresh();
    await home.ingest(fixture('handbook.md'), fixture('report.pdf'));
  });
  afterAll(async () => {
    await home.close();
    await rm(folder, { recursive: true, force: true });
  });

  const exported = async () => {
    const { runId } = await home.ask('run.start', { prompt: question });
    const run = await home.ask('run.auto', { runId });
    // As a file would carry it.
    return { run, data: JSON.parse(JSON.stringify(await home.ask('run.export', { runId }))) as unknown };
  };

  it('gives the same bytes on a copy of the library', async () => {
    const { run, data } = await exported();
    await home.engine.close();
    await cp(home.library, join(folder, 'copy'), { recursive: true });
    await home.reopen();
    const away = await TestEngine.open({ libraryFolder: join(folder, 'copy') });
    try {
      const { run: imported, missing } = await away.ask('run.import', { data });
      expect(missing).toEqual({ embeddingModel: null, documents: [] });
      expect(canonicalJson(imported.snapshots)).toBe(canonicalJson(run.snapshots));
      const again = await away.ask('run.edit', { runId: imported.runId, from: 'A0_PreProcessing', edits: [] });
      const replayed = await away.ask('run.auto', { runId: again.runId });
      expect(canonicalJson(replayed.snapshots)).toBe(canonicalJson(run.snapshots));
      const differences = await away.ask('run.diff', { before: imported.runId, after: replayed.runId });
      expect(differences.every(({ equal }) => equal)).toBe(true);
    } finally {
      await away.close();
    }
  });

  it('names the documents that another library lacks, and keeps the run to be looked at', async () => {
    const { data } = await exported();
    const away = await fresh();
    try {
      await away.ingest(fixture('handbook.md'));
      const { run, missing } = await away.ask('run.import', { data });
      expect(missing.documents.map(({ title }) => title)).toEqual(['Report on the display cases']);
      expect((await away.ask('run.get', { runId: run.runId })).prompt).toBe(question);
    } finally {
      await away.close();
    }
  });

  it('refuses what is no exported run, with the place', async () => {
    const { data } = await exported();
    expect(await home.refusal('run.import', { data: { format: 'other' } })).toMatchObject({ code: 'run-invalid' });
    const broken = structuredClone(data) as { run: { limits: { N1_RETR_MAX_CANDIDATES: unknown } } };
    broken.run.limits.N1_RETR_MAX_CANDIDATES = 'many';
    expect(await home.refusal('run.import', { data: broken })).toMatchObject({
      code: 'run-invalid',
      details: { path: 'run.limits.N1_RETR_MAX_CANDIDATES' },
    });
  });
});
