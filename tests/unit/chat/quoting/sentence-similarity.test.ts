import type { EmbeddingEntry } from '@shared/model-catalogue';
import { describe, expect, it } from 'vitest';
import { nearnessOfSentences } from '../../../../electron/engine/chat/quoting/sentence-similarity';
import type { Embedder, EmbeddingKind } from '../../../../electron/engine/models';

const never = new AbortController().signal;
const entry = { id: 'memory:model', languages: ['eng'] } as unknown as EmbeddingEntry;

let models = 0;

/** A model that knows two directions, mills and larks, and says what it was asked. */
function modelOf(embed?: Embedder['embed'], textsPerCall?: number) {
  models += 1;
  const calls: (readonly [EmbeddingKind, readonly string[]])[] = [];
  const embedder: Embedder = {
    id: `memory:model-${models}`,
    dimension: 2,
    maxTokens: 100,
    ...(textsPerCall === undefined ? {} : { textsPerCall }),
    countTokens: (text) => text.length,
    embed:
      embed ??
      (async (texts, kind) => {
        calls.push([kind, texts]);
        return texts.map((text) => Float32Array.from(/mill/iu.test(text) ? [1, 0] : [0.6, 0.8]));
      }),
    dispose: async () => undefined,
  };
  // As the engine does, which opens a model again where it was let go.
  return { calls, load: async () => ({ embedder: Object.create(embedder) as Embedder, entry }) };
}

describe('nearness of sentences to a question', () => {
  const sentences = ['The mill is old.', 'Larks sang.', 'A mill turns.'];
  const question = 'Which is the mill?';

  it('is the cosine of their vectors, in their order', async () => {
    const model = modelOf();
    const near = await nearnessOfSentences(model, question, sentences, 2000, never);
    expect(near?.map((cosine) => cosine.toFixed(6))).toEqual(['1.000000', '0.600000', '1.000000']);
  });

  it('embeds a sentence once, as many a call as the model takes', async () => {
    const { calls, ...model } = modelOf(undefined, 2);
    await nearnessOfSentences(model, question, sentences, 2000, never);
    await nearnessOfSentences(model, 'Was it the mill?', [...sentences, 'It rained.'], 2000, never);
    expect(calls).toEqual([
      ['query', [question]],
      ['passage', ['The mill is old.', 'Larks sang.']],
      ['passage', ['A mill turns.']],
      ['query', ['Was it the mill?']],
      ['passage', ['It rained.']],
    ]);
  });

  it('is not known where the model cannot be had, fails, or does not read the language', async () => {
    const missing = { load: () => Promise.reject(new Error('no model')) };
    expect(await nearnessOfSentences(missing, question, sentences, 2000, never)).toBeNull();
    const failing = modelOf(() => Promise.reject(new Error('it fails')));
    expect(await nearnessOfSentences(failing, question, sentences, 2000, never)).toBeNull();
    const { calls, ...model } = modelOf();
    expect(
      await nearnessOfSentences(model, 'Wo steht die Mühle und wem gehört sie?', sentences, 2000, never),
    ).toBeNull();
    expect(calls).toEqual([]);
  });

  it('is not waited for where a model does not answer', async () => {
    const hanging = modelOf(
      (_texts, _kind, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    expect(await nearnessOfSentences(hanging, question, sentences, 20, never)).toBeNull();
  });

  it('ends with the request', async () => {
    const stop = new AbortController();
    const model = modelOf(async () => {
      stop.abort(new Error('stopped'));
      throw new Error('it fails');
    });
    await expect(nearnessOfSentences(model, question, sentences, 2000, stop.signal)).rejects.toThrow('stopped');
  });
});
