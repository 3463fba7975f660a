import type { StageState } from '@shared/contract';
import type { StageId } from '@shared/prompt/stage-names';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatesOf, moveAt } from '../../../../../renderer/pages/stages/candidates';
import { nearestThread, ribbonThreads } from '../../../../../renderer/pages/stages/Ribbon';
import { forAll } from '../../../../for-all';
import { aChunk, aRun } from '../../a-run';

const chunks = ['a', 'b', 'c', 'd', 'e'].map(aChunk);
const whole = {
  base_context_chunks: chunks,
  views_by_stage: {
    retrieval: ['a', 'b', 'c', 'd', 'e'],
    reranked: ['c', 'a', 'b', 'd'],
    a3: ['c', 'a'],
    a4: ['c'],
  },
  final_selection_ids: ['c'],
  extras: {
    verdicts: {
      c: { verdict: 'keep', reason: { code: 'relevance' } },
      a: { verdict: 'keep', reason: { code: 'relevance' } },
      b: { verdict: 'drop_duplicate', reason: { code: 'relevance' } },
      d: { verdict: 'drop_conflict', reason: { code: 'relevance' } },
    },
  },
} as const;

function stand(stage: StageId, state: StageState) {
  const run = aRun(8, whole);
  return { ...run, stages: run.stages.map((record) => (record.stage === stage ? { ...record, state } : record)) };
}

describe('the way of the candidates', () => {
  it('gives every rank, and where a chunk was left out', () => {
    expect(
      candidatesOf(aRun(8, whole)).map(({ chunkId, ranks, fate, lostAt }) => [chunkId, ranks, fate, lostAt]),
    ).toEqual([
      ['a', { retrieval: 1, reranked: 2, a3: 2, a4: null, prompt: null }, 'cut', 'a4'],
      ['b', { retrieval: 2, reranked: 3, a3: null, a4: null, prompt: null }, 'drop_duplicate', 'a3'],
      ['c', { retrieval: 3, reranked: 1, a3: 1, a4: 1, prompt: 1 }, 'keep', null],
      ['d', { retrieval: 4, reranked: 4, a3: null, a4: null, prompt: null }, 'drop_conflict', 'a3'],
      ['e', { retrieval: 5, reranked: null, a3: null, a4: null, prompt: null }, 'cut', 'reranked'],
    ]);
  });

  it('knows an earlier exchange that goes along beside the documents from one that was left out', () => {
    const run = aRun(8, { ...whole, extras: { ...whole.extras, recalled: ['a'] } });
    expect(candidatesOf(run).map(({ fate }) => fate)).toEqual([
      'recalled',
      'drop_duplicate',
      'keep',
      'drop_conflict',
      'cut',
    ]);
  });

  it('draws no way through a stage that is out of date', () => {
    expect(candidatesOf(stand('A3_NLI_Gate', 'stale')).map(({ ranks }) => ranks.a3)).toEqual(Array(5).fill(undefined));
    expect(candidatesOf(stand('Retrieval', 'running'))).toEqual([]);
  });
});

describe('moveAt', () => {
  const ranks = { retrieval: 5, reranked: 2, a3: 3, a4: 3, prompt: null };

  it('says of each step whether the chunk rose, fell, stayed or was left', () => {
    expect((['retrieval', 'reranked', 'a3', 'a4', 'prompt'] as const).map((step) => moveAt({ ranks }, step))).toEqual([
      { kind: 'found', from: null, to: 5 },
      { kind: 'rose', from: 5, to: 2 },
      { kind: 'fell', from: 2, to: 3 },
      { kind: 'stayed', from: 3, to: 3 },
      { kind: 'left', from: 3, to: null },
    ]);
  });
});

const [width, height, pad] = [800, 216, 14];
const ids = (n: number) => Array.from({ length: n }, (_, index) => `chunk${index}`);

function threadsOf(found: number, ranked: number, kept: number) {
  const all = ids(found);
  const run = aRun(5, {
    base_context_chunks: all.map(aChunk),
    views_by_stage: { retrieval: all, reranked: all.slice(0, ranked).reverse(), a3: all.slice(0, kept) },
  });
  return ribbonThreads(candidatesOf(run), width, height, pad);
}

describe('the ribbon', () => {
  it('ends a thread at the pane that left its chunk out', () => {
    const threads = threadsOf(5, 3, 1);
    expect(threads.map(({ points, kept }) => [points.length, kept])).toEqual([
      [3, true],
      [3, false],
      [3, false],
      [2, false],
      [2, false],
    ]);
  });

  it('never leaves the drawing and never puts a worse rank above a better one', () => {
    forAll(
      fc.nat(200),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (found, a, b) => {
        const ranked = Math.round(found * a);
        const threads = threadsOf(found, ranked, Math.round(ranked * b));
        for (const { y } of threads.flatMap((thread) => thread.points)) {
          expect(y).toBeGreaterThanOrEqual(pad);
          expect(y).toBeLessThanOrEqual(height - pad + 1e-6);
        }
        const starts = threads.map((thread) => thread.points[0]?.y ?? 0);
        expect(starts).toEqual([...starts].sort((p, q) => p - q));
        for (const thread of threads.filter((one) => !one.kept)) {
          const column = thread.points.length - 1;
          const survivors = threads.filter((one) => one.points.length > thread.points.length || one.kept);
          const lowest = Math.max(0, ...survivors.map((one) => one.points[column]?.y ?? 0));
          expect(thread.points[column]?.y).toBeGreaterThanOrEqual(lowest - 1e-6);
        }
      },
    );
  });

  it('finds the thread under the pointer, and none far from all', () => {
    const threads = threadsOf(4, 4, 4);
    const second = threads[1]?.points[0] ?? { x: 0, y: 0 };
    expect(nearestThread(threads, { x: second.x, y: second.y + 2 }, 12)).toBe('chunk1');
    expect(nearestThread(threads, { x: 20, y: second.y }, 12)).toBeNull();
    expect(nearestThread(threads, { x: second.x, y: second.y + 30 }, 12)).toBeNull();
  });
});
