import type { Run } from '@shared/contract';
import { chunkJourneys } from '@shared/prompt/chunk-journey';
import { describe, expect, it } from 'vitest';
import { threadMs } from '../../../thread-time';
import { deskOf } from '../../controller/memory-runs';
import { aChunk } from '../../stages/memory-library';

const question = 'What does the mill grind?';
const wholeRun = async () => {
  const desk = deskOf();
  return { ...desk, run: await desk.controller.auto(await desk.controller.start(question)) };
};
const journeyOf = (run: Run, id: string) => chunkJourneys(run).find(({ chunkId }) => chunkId === id);

describe('chunkJourneys', () => {
  it('follows a chunk into the prompt: ranks, relevance, verdict, citation and its lines', async () => {
    const { run } = await wholeRun();
    expect(journeyOf(run, 'copy')).toMatchObject({
      title: 'Title of copy',
      ranks: { retrieval: 1, reranked: 1, a3: 1, a4: 1, prompt: 1 },
      scores: run.snapshots.Retrieval?.extras.retrieval_scores?.copy,
      relevance: 1,
      verdict: 'keep',
      reason: { code: 'relevance', values: { relevance: 1 } },
      decidedBy: 'default',
      byHand: false,
      contextLines: 2,
      inPrompt: true,
      citation: 1,
      droppedBy: null,
    });
  });

  it('tells who dropped a chunk, and why', async () => {
    const { run } = await wholeRun();
    expect(journeyOf(run, 'mill')).toMatchObject({
      ranks: { a3: null, a4: null, prompt: null },
      verdict: 'drop_duplicate',
      droppedBy: 'A3_NLI_Gate',
      reason: { code: 'near-duplicate', values: { percent: 100, chunk: 'copy' } },
      inPrompt: false,
      citation: null,
      contextLines: 0,
    });
  });

  it.each([
    ['limits.N2_RERANK_TOP_K', 2, 'ReRanker', 'beyond-n2'],
    ['limits.gate.relevanceThreshold', 1, 'A3_NLI_Gate', undefined],
  ] as const)('knows what %s = %i leaves out', async (path, value, droppedBy, reason) => {
    const { controller, run } = await wholeRun();
    const edited = await controller.auto(await controller.edit({ runId: run.runId, edits: [{ path, value }] }));
    const dropped = journeyOf(edited, 'sky');
    expect(dropped?.droppedBy).toBe(droppedBy);
    if (reason) expect(dropped?.reason).toEqual({ code: reason });
    expect(dropped?.reason).not.toBeNull();
  });

  it('knows what the caps of A4 leave out, with the reason of its log', async () => {
    const { controller, run } = await wholeRun();
    const edits = [
      { path: 'decisions.mill' as const, value: 'keep' },
      { path: 'limits.N3_FINAL_SELECTION_MAX' as const, value: 1 },
    ];
    const edited = await controller.auto(await controller.edit({ runId: run.runId, edits }));
    expect(journeyOf(edited, 'mill')).toMatchObject({
      verdict: 'keep',
      byHand: true,
      droppedBy: 'A4_Condenser',
      reason: { code: 'over-cap', values: { most: 1 } },
    });
  });

  it('says that a selection by hand leaves out what the gate kept', async () => {
    const { controller, run } = await wholeRun();
    const edits = [{ path: 'final_selection_ids' as const, value: ['sky'] }];
    const edited = await controller.auto(await controller.edit({ runId: run.runId, edits }));
    expect(journeyOf(edited, 'copy')).toMatchObject({ droppedBy: 'A4_Condenser', reason: { code: 'not-selected' } });
    expect(journeyOf(edited, 'sky')).toMatchObject({ inPrompt: true, citation: 1 });
  });

  it('goes as far as the run, and no further than its fresh results', async () => {
    const { controller, run } = await wholeRun();
    const stale = await controller.stage(run.runId, 'ReRanker');
    expect(journeyOf(stale, 'mill')).toMatchObject({
      ranks: { retrieval: 2, reranked: 2 },
      verdict: null,
      inPrompt: null,
      droppedBy: null,
    });
    expect(Object.keys(journeyOf(stale, 'mill')?.ranks ?? {})).toEqual(['retrieval', 'reranked']);
    expect(chunkJourneys(await controller.start(question))).toEqual([]);
  });

  it('takes under 5 ms for 200 candidates', async () => {
    const many = Array.from({ length: 200 }, (_, at) => aChunk(`c${at}`, `The mill number ${at} grinds sort ${at}.`));
    const { controller } = deskOf(many);
    const run = await controller.auto(await controller.start(question));
    expect(chunkJourneys(run)).toHaveLength(200);
    const times = Array.from({ length: 20 }, () => {
      const started = threadMs();
      chunkJourneys(run);
      return threadMs() - started;
    });
    expect(times.sort((a, b) => a - b)[10]).toBeLessThan(5);
  });
});
