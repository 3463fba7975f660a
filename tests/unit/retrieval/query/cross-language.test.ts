import { describe, expect, it } from 'vitest';
import { languages } from '../../../../electron/engine/languages';
import type { Embedder } from '../../../../electron/engine/models';
import { type SpokenLanguages, vectorsAcross } from '../../../../electron/engine/retrieval/query/cross-language';

/** A model of three numbers: what a text is about, whether it is Chinese, whether it is German. */
const embedder: Embedder = {
  id: 'three-numbers',
  dimension: 3,
  maxTokens: 8,
  countTokens: () => 1,
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.from([
        0.2,
        languages.cmn.plainQuestions.split('|').includes(text) ? 0.8 : 0,
        languages.deu.plainQuestions.split('|').includes(text) ? 0.8 : 0,
      ]),
    ),
  dispose: async () => undefined,
};
const chinese = [Float32Array.from([0.6, 0.8, 0])];
const across = (spoken: SpokenLanguages, language = 'cmn') => vectorsAcross(embedder, chinese, language, spoken);
const near = (vector: Float32Array | undefined) => [...(vector ?? [])].map((value) => Number(value.toFixed(3)));

describe('a query in another language than the documents', () => {
  it('loses the part common to its language, and gains the part common to theirs', async () => {
    const {
      across: made,
      asked,
      otherwise,
    } = await across([
      ['eng', 60],
      ['deu', 40],
    ]);
    expect([...made.keys()]).toEqual(['eng', 'deu']);
    expect(near(made.get('eng')?.[0])).toEqual([1, 0, 0]);
    expect(near(made.get('deu')?.[0])).toEqual([0.6, 0, 0.8]);
    expect(asked).toBe(chinese);
    // An unknown text is most likely in the main language.
    expect(otherwise).toBe(made.get('eng'));
  });

  it('stays as it is for documents in its own language', async () => {
    const { across: made, otherwise } = await across([
      ['cmn', 50],
      ['eng', 50],
    ]);
    expect([...made.keys()]).toEqual(['eng']);
    expect(otherwise).toBe(chinese);
    expect(await across([['cmn', 9]])).toEqual({ asked: chinese, across: new Map(), otherwise: chinese });
  });

  it('is moved to no language that is unknown or that few documents are in, nor from one', async () => {
    const rare: SpokenLanguages = [
      ['eng', 97],
      ['pol', 50],
      ['deu', 3],
    ];
    expect([...(await across(rare)).across.keys()]).toEqual(['eng']);
    expect((await across(rare, 'pol')).across.size).toBe(0);
    expect((await across([], 'cmn')).across.size).toBe(0);
  });

  it('has as many plain questions in every language', () => {
    for (const { plainQuestions } of Object.values(languages)) expect(plainQuestions.split('|')).toHaveLength(8);
  });
});
