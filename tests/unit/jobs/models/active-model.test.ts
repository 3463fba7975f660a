import type { ModelCatalogue } from '@shared/model-catalogue';
import { describe, expect, it } from 'vitest';
import { ActiveModel, QueryVectorCache } from '../../../../electron/engine/jobs/models/active-model';
import type { Embedder, Models } from '../../../../electron/engine/models';
import type { Library } from '../../../../electron/engine/store';

function modelOf() {
  const asked: string[][] = [];
  const make = async (texts: readonly string[]) => {
    asked.push([...texts]);
    return texts.map((text) => Float32Array.of(text.length));
  };
  return { asked, make };
}

const values = (vectors: readonly Float32Array[]) => vectors.map((vector) => vector[0]);

describe('vectors of the last queries', () => {
  it('are made once a model and text, and come in the order of the texts', async () => {
    const { asked, make } = modelOf();
    const kept = new QueryVectorCache();
    await kept.embed('bge', ['silk'], async () => [Float32Array.of(4)]);
    expect(values(await kept.embed('bge', ['wood', 'silk', 'glass'], make))).toEqual([4, 4, 5]);
    expect(values(await kept.embed('bge', ['glass', 'wood'], make))).toEqual([5, 4]);
    await kept.embed('use-lite', ['wood'], make);
    await kept.embed('bge', ['Wood'], make);
    expect(asked).toEqual([['wood', 'glass'], ['wood'], ['Wood']]);
  });

  it('are made again once they are cleared, and where others have taken their place', async () => {
    const { asked, make } = modelOf();
    const kept = new QueryVectorCache();
    await kept.embed('bge', ['silk'], make);
    kept.clear();
    await kept.embed('bge', ['silk'], make);
    const others = Array.from({ length: 64 }, (_, at) => `query ${at}`);
    await kept.embed('bge', others, async () => others.map((_, at) => Float32Array.of(at)));
    await kept.embed('bge', ['silk', 'query 63'], make);
    expect(asked).toEqual([['silk'], ['silk'], ['silk']]);
  });

  it('are not kept where the model fails', async () => {
    const { make } = modelOf();
    const kept = new QueryVectorCache();
    await expect(kept.embed('bge', ['silk'], () => Promise.reject(new Error('it fails')))).rejects.toThrow('it fails');
    expect(values(await kept.embed('bge', ['silk'], make))).toEqual([4]);
  });
});

describe('the embedding model in use', () => {
  const entry = { id: 'memory:model', job: 'embedding', dimension: 1, source: { kind: 'bundled' }, relevance: {} };

  /** The model of a library without an index, with what it was asked and how often it was opened. */
  function inUse() {
    const asked: string[] = [];
    let opened = 0;
    const openEmbedder = async (): Promise<Embedder> => {
      opened += 1;
      const vector = Float32Array.of(opened);
      return {
        id: entry.id,
        dimension: 1,
        maxTokens: 100,
        countTokens: (text) => text.length,
        embed: async (texts, kind) => {
          asked.push(`${kind} ${texts.join(', ')}`);
          return texts.map(() => vector);
        },
        dispose: async () => undefined,
      };
    };
    const library = { index: { manifest: null }, setting: () => entry.id } as unknown as Library;
    const models = { entry: () => entry, openEmbedder } as unknown as Models;
    const clock = { now: () => 0, watch: () => () => undefined };
    const idleness = { clock, most: async () => 0, onLetGo: () => undefined };
    const permissions = { enter: () => undefined, allows: () => true, assertAllowed: () => undefined };
    const active = new ActiveModel(library, models, {} as ModelCatalogue, idleness, permissions);
    return { active, asked };
  }

  it('does not embed a question again that was just searched for, but reads it as a passage', async () => {
    const { active, asked } = inUse();
    const searched = await (await active.load()).embedder.embed(['silk'], 'query');
    const { embedder } = await active.load();
    expect((await embedder.embed(['silk'], 'query'))[0]).toBe(searched[0]);
    await embedder.embed(['silk'], 'passage');
    await embedder.embed(['silk'], 'passage');
    await embedder.embed(['wood'], 'query');
    await embedder.embed(['wood'], 'query');
    expect(asked).toEqual(['query silk', 'passage silk', 'passage silk', 'query wood']);
  });

  it('embeds it again by a reopened model, which may be another of the same name', async () => {
    const { active, asked } = inUse();
    const ask = async () => values(await (await active.load()).embedder.embed(['silk'], 'query'));
    expect(await ask()).toEqual([1]);
    await active.dispose();
    expect(await ask()).toEqual([2]);
    expect(asked).toEqual(['query silk', 'query silk']);
  });
});
