import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { aChunk, configOf, limits, reranked, servicesOf } from './memory-library';

const mill = aChunk('mill', 'The mill by the river was built by Anna Berg.');
const tower = aChunk('tower', 'A tower of brick stands over the old harbour wall.');

/** The fate of the two chunks, each with the cross-encoder's relevance and the calibrated one of Retrieval. */
async function verdicts(both: Record<'mill' | 'tower', readonly [sigmoid: number, calibrated: number]>) {
  const scoresOf = (relevance: number) => ({
    vector: null,
    keyword: 1,
    vectorRank: null,
    keywordRank: 1,
    fused: { value: relevance, kind: 'weighted' as const },
    coverage: relevance,
    relevance,
    cosine: null,
    saturation: 0,
  });
  const prompt = reranked([
    [mill, both.mill[0]],
    [tower, both.tower[0]],
  ]);
  const extras = {
    ...prompt.extras,
    retrieval_scores: { mill: scoresOf(both.mill[1]), tower: scoresOf(both.tower[1]) },
  };
  const gate = { ...limits.gate, relevanceThreshold: 0.3, relativeThreshold: 0.5 };
  const { decisions } = await stages.A3_NLI_Gate.run({ ...prompt, extras }, servicesOf([]), configOf({ gate }));
  return decisions.map(({ subject, decision }) => `${subject} ${decision}`);
}

describe('A3_NLI_Gate after a cross-encoder', () => {
  it('keeps a best candidate with a low sigmoid where the calibrated relevance speaks for it', async () => {
    expect(await verdicts({ mill: [0.12, 0.8], tower: [0.05, 0.8] })).toEqual(['mill keep', 'tower drop_irrelevant']);
  });

  it('keeps what only the cross-encoder finds relevant', async () => {
    expect(await verdicts({ mill: [0.98, 0.1], tower: [0.6, 0.1] })).toEqual(['mill keep', 'tower keep']);
  });

  it('drops what neither finds relevant', async () => {
    expect(await verdicts({ mill: [0.2, 0.2], tower: [0.19, 0.29] })).toEqual([
      'mill drop_irrelevant',
      'tower drop_irrelevant',
    ]);
  });

  it('drops a chunk far behind the best by the cross-encoder, whatever words it shares with the question', async () => {
    expect(await verdicts({ mill: [0.97, 0.5], tower: [0.02, 0.9] })).toEqual(['mill keep', 'tower drop_irrelevant']);
  });
});
