import { join } from 'node:path';
import type { Run } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { project, TestEngine } from '../open-test-engine';
import { tinyCrossEncoder as id, tinyCrossEncoderModel } from './tiny-models';

const folder = temporaryFolder();
const models = [folder];

/** Sixty passages that all speak of lamps; only the last one says when they are dimmed. */
const passages = Array.from(
  { length: 60 },
  (_, position) =>
    `## Lamp ${position}\n\nThe lamp in hall ${position} hangs above the door. ${'It is made of brass. '.repeat(45)}`,
).concat('## Evenings\n\nThe keeper dims every lamp of the museum at nine in the evening.');
const question = 'When does the keeper dim every lamp of the museum?';

async function runOf(vitrine: TestEngine): Promise<Run> {
  const { runId } = await vitrine.ask('run.start', { prompt: question });
  return vitrine.ask('run.auto', { runId });
}

const record = (run: Run) => run.stages.find(({ stage }) => stage === 'ReRanker');
const reranked = (run: Run) => run.snapshots.ReRanker;

describe('the cross-encoder of a library', () => {
  let vitrine: TestEngine;
  beforeAll(async () => {
    await tinyCrossEncoderModel(folder);
    vitrine = await TestEngine.open({ modelFolders: models });
    await vitrine.ingest(await vitrine.file('lamps.md', passages.join('\n\n')));
  });
  afterAll(() => vitrine.close());

  it('is listed from its folder, and used only by choice', async () => {
    const listed = (await vitrine.ask('models.list', {})).filter(({ job }) => job === 'rerank');
    expect(listed.map((model) => [model.id, model.installed, model.active])).toEqual([
      ['ms-marco-MiniLM-L-6-v2', false, false],
      ['mmarco-mMiniLMv2-L12-H384-v1', false, false],
      ['mxbai-rerank-xsmall-v1', false, false],
      ['gte-multilingual-reranker-base', false, false],
      [id, true, false],
      ['no-rerank', true, true],
    ]);
    expect(record(await runOf(vitrine))?.notices.map(({ code }) => code)).toEqual(['no-reranker']);
  });

  it('R10 orders the first 50 candidates by its sigmoid, and tells how the scores lie', async () => {
    expect(await vitrine.ask('models.use', { model: id })).toMatchObject({ id, job: 'rerank', active: true });
    const run = await runOf(vitrine);
    const prompt = reranked(run);
    const ids = prompt?.views_by_stage.reranked ?? [];
    const relevance = prompt?.extras.rerank_relevance ?? {};
    const values = ids.map((chunk) => relevance[chunk] ?? Number.NaN);

    expect(record(run)).toMatchObject({ by: 'model', notices: [], candidatesOut: 50 });
    expect(record(run)?.candidatesIn).toBeGreaterThan(50);
    expect(ids).toHaveLength(50);
    for (const value of values) expect(value > 0 && value < 1).toBe(true);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(prompt?.base_context_chunks.find((chunk) => chunk.id === ids[0])?.text).toContain('at nine');
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(prompt?.extras.rerank_distribution?.max).toBe(values[0]);
    expect(prompt?.extras.rerank_distribution?.min).toBe(values.at(-1));
    expect(prompt?.extras.rerank_distribution?.mean).toBeCloseTo(mean, 5);
  });

  it('S13 gives the same bytes in every run', async () => {
    const [first, second] = [reranked(await runOf(vitrine)), reranked(await runOf(vitrine))];
    expect(JSON.stringify(second?.extras.rerank_relevance)).toBe(JSON.stringify(first?.extras.rerank_relevance));
  });

  it('R3 reranks a search too where the fusion is rrf_rerank, and only there', async () => {
    const search = () => vitrine.ask('search.run', { query: question, top: 100 });
    await vitrine.ask('limits.set', { values: { 'retrieval.fusion': 'rrf' } });
    const ranked = await search();
    expect(ranked.timings.rerank).toBe(0);
    expect(new Set(ranked.results.map(({ scoreKind }) => scoreKind))).toEqual(new Set(['rrf']));
    await vitrine.ask('limits.set', { values: { 'retrieval.fusion': 'rrf_rerank' } });
    const found = await search();
    expect(found.timings.rerank).toBeGreaterThan(0);
    expect(found.results[0]).toMatchObject({ scoreKind: 'relevance', text: expect.stringContaining('at nine') });
    // The first N2 were read; the others follow in the order of their ranks.
    expect(found.results.map(({ scoreKind }) => scoreKind)).toEqual(
      found.results.map((_, at) => (at < 50 ? 'relevance' : 'rrf')),
    );
    expect(new Set(found.results.map(({ chunkId }) => chunkId))).toEqual(
      new Set(ranked.results.map(({ chunkId }) => chunkId)),
    );
    await vitrine.ask('models.use', { model: 'no-rerank' });
    const without = await search();
    expect(without.notices.map(({ code }) => code)).toEqual(['no-reranker']);
    expect(without.results.map(({ chunkId }) => chunkId)).toEqual(ranked.results.map(({ chunkId }) => chunkId));
    await vitrine.ask('models.use', { model: id });
    await vitrine.ask('limits.reset', {});
  });

  it('R10 reads a misspelt name as the documents write it, also from a stored state and in measurements', async () => {
    const shelf = await TestEngine.open({ modelFolders: models });
    const letters = 'wrote letters in the garden';
    await shelf.ingest(
      await shelf.file('gandhi.md', `# Gandhi\n\nGandhi ${letters}.`),
      await shelf.file('garden.md', `# Garden\n\nSomebody else ${letters} when it was warm.`),
    );
    await shelf.ask('models.use', { model: id });
    const relevanceOf = async (prompt: string) => {
      const { runId } = await shelf.ask('run.start', { prompt });
      await shelf.ask('run.auto', { runId, until: 'Retrieval' });
      await shelf.reopen();
      const run = await shelf.ask('run.stage', { runId, stage: 'ReRanker' });
      return { run, relevance: reranked(run)?.extras.rerank_relevance };
    };
    const meant = await relevanceOf('Which letters did Gandhi write?');
    const typed = await relevanceOf('Which letters did Ghandi write?');
    expect(Object.values(typed.relevance ?? {})).toHaveLength(2);
    expect(typed.relevance).toEqual(meant.relevance);
    expect(reranked(typed.run)?.extras.rerank_query).toContain('Which letters did Gandhi write?');
    expect(record(typed.run)?.decisions).toMatchObject([{ subject: 'Ghandi', decision: 'Gandhi' }]);
    expect(reranked(meant.run)?.extras).not.toHaveProperty('rerank_query');

    const firstFor = async (name: string): Promise<number | null | undefined> => {
      const path = await shelf.file(
        `${name}.csv`,
        `question,document\nWhen was it that ${name} wrote letters?,Gandhi\n`,
      );
      const configurations = [{ mode: 'hybrid' as const, rerank: true }];
      return (await shelf.ask('evaluate.start', { path, configurations })).queries[0]?.outcomes[0]?.firstRank;
    };
    expect(await firstFor('Ghandi')).toBe(1);
    expect(await firstFor('Nobody')).toBe(2);
    await shelf.close();
  });

  it('S6 lets the passage that answers speak', async () => {
    const answer = await vitrine.ask('chat.ask', { question, noLlm: true });
    expect(answer.passages?.[0]?.text).toContain('at nine');
  });

  it('R10 that has gone leaves the order of the search, with the reason', async () => {
    await vitrine.reopen({ modelFolders: [] });
    const stage = record(await runOf(vitrine));
    expect(stage).toMatchObject({ by: 'default', state: 'done' });
    expect(stage?.notices).toMatchObject([{ code: 'rerank-failed' }]);
    await vitrine.reopen();
  });

  it('is refused with the way to get it where it is not on this machine', async () => {
    const refusal = await vitrine.refusal('models.use', { model: 'ms-marco-MiniLM-L-6-v2' });
    expect(refusal).toMatchObject({
      code: 'model-missing',
      hint: expect.stringContaining('models pull ms-marco-MiniLM-L-6-v2'),
    });
  });
});

describe('a cross-encoder that scores low throughout', () => {
  it('takes no answer away that the calibrated relevance supports', async () => {
    const low = await tinyCrossEncoderModel(join(folder, 'low'), -20);
    const sampleFolder = join(project, 'resources', 'sample-library');
    const vitrine = await TestEngine.open({ modelFolders: [low], sampleFolder });
    await vitrine.ask('ingest.sample', {});
    const ask = () => vitrine.ask('chat.ask', { question: 'What did the repair of the lift motor cost?', noLlm: true });
    expect((await ask()).outcome).toBe('passages');
    await vitrine.ask('models.use', { model: id });
    expect((await ask()).outcome).toBe('passages');
    await vitrine.close();
  });
});
