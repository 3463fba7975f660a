import type { Chunk } from '@shared/prompt/chunk';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../electron/engine/models';
import type { EmbeddedQuery } from '../../../../electron/engine/retrieval/lanes';
import type { Candidate } from '../../../../electron/engine/retrieval/ranking/rank-candidates';
import { nearerBySentences } from '../../../../electron/engine/retrieval/ranking/sentence-nearness';

/** A text with “1881” is the right one; the others are half of it. */
const embed: Embedder['embed'] = async (texts) =>
  texts.map((text) => Float32Array.from(text.includes('1881') ? [1, 0] : [0.5, Math.sqrt(0.75)]));

const query = (id: string, embedWith = embed): EmbeddedQuery => {
  const asked = [Float32Array.from([1, 0])];
  const embedder = {
    id,
    dimension: 2,
    maxTokens: 8,
    countTokens: () => 1,
    embed: embedWith,
    dispose: async () => undefined,
  };
  return {
    embedder,
    vectors: { asked, across: new Map([['eng', asked]]), otherwise: asked },
  } as unknown as EmbeddedQuery;
};
const candidate = (id: string, language: string, text: string): Candidate =>
  ({ chunk: { id, language, text } as Chunk, scores: { vector: 0.6 } }) as unknown as Candidate;
const mixed = candidate('mixed', 'eng', 'The hall is wide. The mill was built in 1881. The door is red.');
const plain = candidate('plain', 'eng', 'The mill is by the river. Its wheel is old.');

describe('R3 the sentences of passages in another language than the question', () => {
  it('tell the passage of many things that has the right one, and leave the mean of all where it is', async () => {
    const found = await nearerBySentences(query('sentences'), [plain, mixed], 2000);
    expect(found.get('mixed')).toBeCloseTo(0.125, 5);
    expect(found.get('plain')).toBeCloseTo(-0.125, 5);
  });

  it('are not looked at where the passage is in the question’s own language, nor behind the tenth', async () => {
    const german = candidate('german', 'deu', 'Die Mühle ist von 1881.');
    const ten = Array.from({ length: 10 }, (_none, at) => candidate(`ten-${at}`, 'eng', 'Its wheel is old.'));
    expect([...(await nearerBySentences(query('own'), [german, ...ten, mixed], 2000)).keys()]).toEqual(
      ten.slice(0, 9).map(({ chunk }) => chunk.id),
    );
  });

  it('are not looked at where the model fails, and an aborted search ends', async () => {
    const fails = async () => Promise.reject(new Error('gone'));
    expect(await nearerBySentences(query('fails', fails), [plain, mixed], 2000)).toEqual(new Map());
    await expect(
      nearerBySentences(query('aborted'), [plain], 2000, AbortSignal.abort(new Error('over'))),
    ).rejects.toThrow('over');
  });
});
