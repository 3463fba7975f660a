import type { Chunk } from '@shared/prompt/chunk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../electron/engine/models';
import type { EmbeddedQuery } from '../../../../electron/engine/retrieval/lanes';
import type { Candidate } from '../../../../electron/engine/retrieval/ranking/rank-candidates';
import { cosine, lengthNormalised, logAvgExp } from '../../../../electron/engine/retrieval/ranking/relevance';
import { nearerBySentences } from '../../../../electron/engine/retrieval/ranking/sentence-nearness';
import { forAll } from '../../../for-all';

const similarity = fc.double({ min: -1, max: 1, noNaN: true });
const similarities = fc.array(similarity, { minLength: 1, maxLength: 8 });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('LogAvgExp', () => {
  it('is (1/τ)·ln(mean exp(τ·s))', () => {
    // τ = 9, s = 0.2 and 0.4: (1/9)·ln((e^1.8 + e^3.6)/2) = ln((6.049647 + 36.598234)/2)/9 = ln(21.323941)/9 = 3.059830/9 = 0.339981
    expect(logAvgExp([0.2, 0.4], 9)).toBeCloseTo(0.339981, 6);
    forAll(similarities, fc.double({ min: 0.01, max: 100, noNaN: true }), (values, own) => {
      const defined = Math.log(mean(values.map((value) => Math.exp(own * value)))) / own;
      expect(logAvgExp(values, own)).toBeCloseTo(defined, 9);
    });
  });

  it('equals the mean when τ → 0', () => {
    forAll(similarities, (values) => {
      expect(logAvgExp(values, 0)).toBeCloseTo(mean(values), 12);
      expect(logAvgExp(values, 1e-6)).toBeCloseTo(mean(values), 5);
    });
  });

  it('equals the maximum when τ → ∞', () => {
    forAll(similarities, (values) => {
      expect(logAvgExp(values, 1e6)).toBeCloseTo(Math.max(...values), 4);
    });
  });
});

describe('length normalisation', () => {
  it('divides by 1 − b + b·length/average', () => {
    // 0.6 / (1 − 0.5 + 0.5 · 200/100) = 0.6/1.5
    expect(lengthNormalised(0.6, 200, 100, 0.5)).toBeCloseTo(0.4, 12);
  });

  it('leaves scores alone at slope 0, at average length, and below zero', () => {
    expect(lengthNormalised(0.6, 900, 100, 0)).toBe(0.6);
    expect(lengthNormalised(0.6, 100, 100, 0.7)).toBeCloseTo(0.6, 12);
    expect(lengthNormalised(-0.2, 900, 100, 0.7)).toBe(-0.2);
  });

  it('always gives a finite number', () => {
    const length = fc.nat(10_000);
    forAll(similarity, length, length, fc.double({ min: 0, max: 1, noNaN: true }), (score, own, average, slope) => {
      expect(Number.isFinite(lengthNormalised(score, own, average, slope))).toBe(true);
    });
    expect(lengthNormalised(0.6, 0, 100, 1)).toBe(0.6);
  });
});

describe('cosine', () => {
  it('is the dot product of normalised vectors', () => {
    expect(cosine(Float32Array.of(0.6, 0.8), Float32Array.of(0.8, 0.6))).toBeCloseTo(0.96, 6);
    expect(cosine(Float32Array.of(1, 0), Float32Array.of(0, 1))).toBe(0);
  });
});

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
