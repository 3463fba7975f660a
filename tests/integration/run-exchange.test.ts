import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@shared/canonical-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { ollamaWith, part } from './chat/fake-server';
import { strangeEncoder, tinyCrossEncoder, tinyCrossEncoderModel } from './models/tiny-models';
import { fixture, project, TestEngine } from './open-test-engine';

const question = 'How many lux does silk bear?';

describe('S16 a run carried to another machine', () => {
  let home: TestEngine;
  const folder = temporaryFolder();
  const fresh = async (): Promise<TestEngine> => TestEngine.open();

  beforeAll(async () => {
    home = await fresh();
    await home.ingest(fixture('handbook.md'), fixture('report.pdf'));
  });
  afterAll(() => home.close());

  const exported = async () => {
    const { runId } = await home.ask('run.start', { prompt: question });
    const run = await home.ask('run.auto', { runId });
    // As a file would carry it.
    return { run, data: JSON.parse(JSON.stringify(await home.ask('run.export', { runId }))) as unknown };
  };

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

  it('names what it was made with: models, limits, configuration and version', async () => {
    const { run, data } = await exported();
    expect(data).toMatchObject({
      made: { app: 'unknown', embeddingModel: 'use-lite', chatModels: [], reranker: null },
      run: { limits: run.limits, configuration: expect.stringMatching(/^[0-9a-f]{64}$/u) },
    });
  });

  it('says of each model that another machine lacks what to do, and that its agents and version are others', async () => {
    const models = join(folder, 'models');
    const encoder = await strangeEncoder(models);
    await tinyCrossEncoderModel(models);
    const server = await ollamaWith((_request, response) => response.end(part('Silk.') + part('', true)));
    const maker = await TestEngine.open({
      modelFolders: [models],
      providers: { ollama: { baseUrl: server.address } },
      version: '9.9.9',
    });
    const configFolder = join(folder, 'config');
    await cp(join(project, 'config'), configFolder, { recursive: true });
    await writeFile(
      join(configFolder, 'prompts', 'A3_NLI_Gate.md'),
      'Another template: {{question}} {{passages}} {{ids}}',
    );
    const away = await TestEngine.open({ configFolder });
    try {
      await maker.ask('models.use', { model: encoder });
      await maker.ask('models.use', { model: tinyCrossEncoder });
      await maker.ingest(fixture('handbook.md'));
      const { runId } = await maker.ask('chat.ask', { question, model: 'ollama:any' });
      const data = JSON.parse(JSON.stringify(await maker.ask('run.export', { runId: runId ?? '' }))) as unknown;
      expect(data).toMatchObject({
        made: {
          app: '9.9.9',
          embeddingModel: encoder,
          chatModels: ['ollama:any'],
          reranker: tinyCrossEncoder,
        },
      });
      const { missing } = await away.ask('run.import', { data });
      expect(missing).toMatchObject({ embeddingModel: encoder, configuration: true, app: '9.9.9' });
      expect(missing.models).toEqual([
        { job: 'embedding', id: encoder },
        { job: 'rerank', id: tinyCrossEncoder },
        { job: 'chat', id: 'ollama:any' },
      ]);
    } finally {
      await Promise.all([maker.close(), away.close(), server.close()]);
    }
  });

  it('replays the run of an answer on a copy, with the same tokens of the model that answered', async () => {
    const server = await ollamaWith((_request, response) => response.end(part('Silk.') + part('', true)));
    try {
      await home.reopen({ providers: { ollama: { baseUrl: server.address } } });
      const { runId } = await home.ask('chat.ask', { question, model: 'ollama:any' });
      const run = await home.ask('run.get', { runId: runId ?? '' });
      expect(run.snapshots.A4_Condenser?.extras.token_count?.model).toBe('ollama:any');
      const data = JSON.parse(JSON.stringify(await home.ask('run.export', { runId: run.runId }))) as unknown;
      await home.engine.close();
      await cp(home.library, join(folder, 'answered'), { recursive: true });
      await home.reopen();
      const away = await TestEngine.open({
        libraryFolder: join(folder, 'answered'),
        providers: { ollama: { baseUrl: server.address } },
      });
      try {
        const { run: imported } = await away.ask('run.import', { data });
        const again = await away.ask('run.edit', { runId: imported.runId, from: 'A0_PreProcessing', edits: [] });
        const replayed = await away.ask('run.auto', { runId: again.runId });
        expect(canonicalJson(replayed.snapshots)).toBe(canonicalJson(run.snapshots));
      } finally {
        await away.close();
      }
    } finally {
      await server.close();
    }
  });

  it('carries the labelled question along, and refuses no run for one of another shape', async () => {
    const { data } = await exported();
    const question = {
      evaluationId: 'e1',
      queryId: 'q1',
      set: 'museum',
      way: { name: 'hybrid rrf k 10', configuration: { mode: 'hybrid', fusion: 'rrf', rrfK: 10 } },
      relevant: [{ documentId: 'd1', gain: 1 }],
    };
    const carried = async (ofSet: unknown) => {
      const { run } = data as { run: object };
      const changed = { ...(data as object), run: { ...run, ofSet } };
      return (await home.ask('run.import', { data: changed })).run.ofSet;
    };
    expect(await carried(question)).toEqual(question);
    const { queryId: _queryId, ...withoutId } = question;
    const others = [withoutId, { ...question, way: { name: 'x', configuration: {} } }, 'museum', null];
    for (const other of others) expect(await carried(other)).toBeUndefined();
  });

  it('refuses a file that is not an exported run, with the place', async () => {
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
