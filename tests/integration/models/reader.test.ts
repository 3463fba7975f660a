import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@shared/contract';
import type { StageId } from '@shared/prompt/stage-names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModels, type Reader } from '../../../electron/engine/models';
import { temporaryFolder } from '../../temporary-folder';
import { TestEngine } from '../open-test-engine';
import { modelsBeside, shippedCatalogue } from './model-sources';
import { refusal } from './refusal';
import { tinyNli, tinyNliModel } from './tiny-models';

const id = 'reader-minilm-l6';
const beside = modelsBeside(id);
const folder = temporaryFolder();
const modelsIn = (parent: string) =>
  openModels({ catalogue: shippedCatalogue, bundledModelFolder: '', modelFolders: [parent] });

const question = 'Who won the Nobel Prize in Physics in 1903?';
const curie = 'In 1903 the Nobel Prize in Physics went to Marie Curie, who was born in Warsaw.';

describe.skipIf(beside === null)('a reader on onnxruntime', () => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await modelsIn(beside ?? '').openReader(id);
  });
  afterAll(() => reader.dispose());

  it('R18 is known by the outputs of its graph, works, and is marked as not measured', async () => {
    const models = modelsIn(beside ?? '');
    expect(await models.check(id)).toMatchObject({ ok: true });
    const listed = (await models.listLocal()).filter(({ job, installed }) => job === 'reader' && installed);
    expect(listed).toMatchObject([{ id, unmeasured: true }]);
  });

  it('R18 gives the words that answer, and none for a text without words', async () => {
    const [reading, none] = await reader.read(question, [curie, ' \n']);
    expect(curie.slice(reading?.start, reading?.end)).toBe('Marie Curie');
    expect(none).toBeNull();
  });

  it('R18 reads all of a passage longer than its window, with places in the whole of it', async () => {
    const aside = '🎉 The cafe\u0301 sells tea and cake on weekdays. '.repeat(80);
    const text = `${aside}${curie} ${aside}`;
    const [reading, without] = await reader.read(question, [text, aside]);
    expect(text.slice(reading?.start, reading?.end)).toBe('Marie Curie');
    const leads = (one: typeof reading): number => (one ? one.score - one.none : Number.NaN);
    expect(leads(reading)).toBeGreaterThan(leads(without));
  });

  it('R18 stops where it is told to', async () => {
    const stopped = await refusal(reader.read(question, [curie], AbortSignal.abort()));
    expect(stopped.code).toBe('cancelled');
  });
});

const files: Readonly<Record<string, string>> = {
  'prizes.md': `# Prizes\n\nThe prizes are given in Stockholm in December. ${curie} She won a second one later.`,
  'tea.md': '# Tea\n\nThe cafe\u0301 of the museum of physics sells tea, and a prize of cake for the best guess.',
};

describe.skipIf(beside === null)('a reader in a run', () => {
  const vitrine = TestEngine.shared(async () => {
    for (const [name, text] of Object.entries(files)) await vitrine.ingest(await vitrine.file(name, text));
  });
  beforeAll(() => vitrine.reopen({ modelFolders: [beside ?? ''] }));
  const stageOf = (run: Run, stage: StageId) => run.stages.find((record) => record.stage === stage);
  const asked = async () => {
    const answer = await vitrine.ask('chat.ask', { question, noLlm: true });
    return { answer, run: await vitrine.ask('run.get', { runId: answer.runId ?? '' }) };
  };
  const use = (model: string) => vitrine.ask('models.use', { model });

  it('R18 C23 says the words of the answer, and changes nothing else', async () => {
    const without = await asked();
    expect(await use(id)).toMatchObject({ id, job: 'reader', active: true });
    const { answer, run } = await asked();
    expect(stageOf(run, 'ReRanker')?.notices.map(({ code }) => code)).toEqual(['no-reranker']);
    const first = answer.passages?.find(({ text }) => text.includes('Curie'));
    expect(first?.words).toBe('Marie Curie');
    const bare = answer.passages?.map(({ words: _words, ...passage }) => passage);
    expect([bare, answer.outcome]).toEqual([without.answer.passages, without.answer.outcome]);
    expect(answer.confidence).toBe(without.answer.confidence);
    expect(without.answer.passages?.every(({ words }) => words === undefined)).toBe(true);
    const part = answer.weighed?.find(({ input }) => input === 'reading');
    expect([part?.weight, part?.value]).toEqual([0, answer.basis?.reading]);
    const reading = run.snapshots.ReRanker?.extras.reading;
    expect(reading?.passages[first?.chunkId ?? '']).toMatchObject({
      score: expect.any(Number),
      none: expect.any(Number),
    });
    const inRank = stageOf(run, 'ReRanker')?.decisions.find(({ subject }) => subject === first?.chunkId);
    expect(inRank).toMatchObject({
      decision: 'answer',
      reason: { code: 'reader-finds', values: { words: 'Marie Curie' } },
    });
    expect(stageOf(run, 'A3_NLI_Gate')?.decisions).toContainEqual(
      expect.objectContaining({ subject: id, decision: 'not used' }),
    );
    expect((await asked()).run.snapshots.ReRanker).toEqual(run.snapshots.ReRanker);
  });

  it('R18 C23 orders what it has read and chooses the sentence, where the limits let it decide', async () => {
    await vitrine.ask('limits.set', { values: { 'rerank.readerDecides': true } });
    const { answer, run } = await asked();
    await vitrine.ask('limits.set', { values: { 'rerank.readerDecides': false } });
    const [first] = answer.passages ?? [];
    expect(first?.best && first.text.slice(first.best.start, first.best.end)).toContain('Marie Curie');
    const { reading } = run.snapshots.ReRanker?.extras ?? {};
    const leads = run.snapshots.ReRanker?.views_by_stage.reranked?.map((one) => {
      const { score = 0, none = 0 } = reading?.passages[one] ?? {};
      return score - none;
    });
    expect(leads).toEqual(leads?.toSorted((one, other) => other - one));
    expect(stageOf(run, 'A3_NLI_Gate')?.decisions).toContainEqual(
      expect.objectContaining({ subject: id, decision: 'reordered' }),
    );
  });

  it('R18 is switched off for one run', async () => {
    const { run } = await asked();
    const edits = [{ path: 'limits.rerank.readerModel' as const, value: '' }];
    const { runId } = await vitrine.ask('run.edit', { runId: run.runId, edits });
    const other = await vitrine.ask('run.auto', { runId });
    expect(other.snapshots.ReRanker?.extras.reading).toBeUndefined();
    expect((await asked()).run.snapshots.ReRanker?.extras.reading?.model).toBe(id);
  });

  it.each([
    ['is not there', { 'rerank.readerModel': 'never-copied' }, 'model-missing'],
    ['takes too long', { 'rerank.timeoutMs': 0 }, 'too-slow'],
  ])('R18 S15 that %s is named in a notice, and the passages are those without it', async (_what, values, reason) => {
    await use('no-reader');
    const without = await asked();
    await use(id);
    await vitrine.ask('limits.set', { values });
    const { answer, run } = await asked();
    await vitrine.ask('limits.reset', {});
    const notice = stageOf(run, 'ReRanker')?.notices.find(({ code }) => code === 'reading-failed');
    expect(notice?.values?.reason).toMatch(reason);
    expect(answer.notices).toContainEqual(notice);
    expect(answer.passages).toEqual(without.answer.passages);
  });
});

describe('a folder that is no reader', () => {
  it('R18 S15 is refused by the outputs that its graph lacks, or as damaged', async () => {
    await tinyNliModel(folder);
    const config = { architectures: ['BertForQuestionAnswering'], max_position_embeddings: 64 };
    cpSync(join(folder, tinyNli), join(folder, 'other-head'), { recursive: true });
    cpSync(join(folder, tinyNli), join(folder, 'broken'), { recursive: true });
    for (const name of ['other-head', 'broken'])
      writeFileSync(join(folder, name, 'config.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'broken/onnx/model_quantized.onnx'), 'no graph');
    const models = modelsIn(folder);
    for (const name of ['other-head', 'broken']) {
      expect(await refusal(models.openReader(name))).toMatchObject({
        code: 'model-damaged',
        details: { why: 'graph' },
      });
    }
    rmSync(join(folder, 'broken/onnx'), { recursive: true });
    mkdirSync(join(folder, 'broken/onnx'));
    expect((await refusal(models.openReader('broken'))).code).toBe('model-missing');
    expect(await refusal(models.openReader(tinyNli))).toMatchObject({
      code: 'model-missing',
      details: { why: 'wrong-job' },
    });
  });
});
