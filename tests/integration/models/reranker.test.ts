import type { ModelCatalogue } from '@shared/model-catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModels, type Reranker } from '../../../electron/engine/models';
import { temporaryFolder } from '../../temporary-folder';
import { tinyCrossEncoder, tinyCrossEncoderModel } from './tiny-models';

const folder = temporaryFolder();

const catalogue: ModelCatalogue = {
  defaultEmbedding: 'none',
  models: [
    {
      id: 'lexical',
      job: 'rerank',
      title: 'Word overlap',
      licence: 'Apache-2.0',
      source: { kind: 'hub', repository: `nobody/${tinyCrossEncoder}`, folder: tinyCrossEncoder },
      files: {},
      window: 256,
    },
  ],
};

const query = 'how do heat pumps warm a house';
const texts = [
  'A heat pump moves warmth into a house.',
  'The committee met twice in March.',
  'Heat pumps warm a house by moving heat, which is cheaper than making it.',
];

describe('a reranker', () => {
  let reranker: Reranker;

  beforeAll(async () => {
    await tinyCrossEncoderModel(folder);
    const models = openModels({ catalogue, bundledModelFolder: '', modelFolders: [folder] });
    reranker = await models.openReranker('lexical');
  });

  afterAll(() => reranker.dispose());

  it('gives one finite logit a text, the best to the text that answers', async () => {
    const scores = await reranker.score(query, texts);
    expect(scores).toHaveLength(3);
    expect(scores.every(Number.isFinite)).toBe(true);
    expect([...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))).toEqual([2, 0, 1]);
  });

  it('scores a text the same in any company', async () => {
    const together = await reranker.score(query, texts);
    const apart: number[] = [];
    for (const text of texts) apart.push(...(await reranker.score(query, [text])));
    expect([...together]).toEqual(apart);
  });

  it('stops when asked to, and tells running out of time apart', async () => {
    await expect(reranker.score(query, texts, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    const many = Array(2000).fill(texts[2]?.repeat(10));
    await expect(reranker.score(query, many, AbortSignal.timeout(5))).rejects.toMatchObject({ code: 'model-timeout' });
  });
});
