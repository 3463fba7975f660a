import { describe, expect, it } from 'vitest';
import { embedTexts } from '../../../electron/engine/flows/ingest/embed-texts';
import { PendingVectors } from '../../../electron/engine/flows/ingest/pending-vectors';
import { addition, contentOf, libraryWithIndex, vectorOf } from './open-test-library';

const entry = (text: string) => ({ text, vector: vectorOf(text) });

describe('pending vectors', () => {
  it('are written when there are many, or another model’s come, and the rest at the end', async () => {
    const { embeddings } = await libraryWithIndex();
    const pending = new PendingVectors(embeddings);
    const known = (model: string, text: string): boolean => embeddings.get(model, text) !== null;

    pending.put('a', [entry('one')]);
    expect(known('a', 'one')).toBe(false);
    pending.put(
      'a',
      Array.from({ length: 63 }, (_, n) => entry(`text ${n}`)),
    );
    expect([known('a', 'one'), known('a', 'text 62')]).toEqual([true, true]);

    pending.put('a', [entry('two')]);
    pending.put('b', [entry('three')]);
    expect([known('a', 'two'), known('b', 'three')]).toEqual([true, false]);

    pending.end();
    expect(pending.get('b', 'three')).toEqual(vectorOf('three'));
    pending.put('b', [entry('after the end')]);
    expect(known('b', 'after the end')).toBe(true);
  });
});

describe('words beside a vector', () => {
  it('are kept with it; where they are wanted, a vector without them is none', async () => {
    const { embeddings } = await libraryWithIndex();
    const words = Uint8Array.from([1, 2, 255]);
    embeddings.put('a', [{ ...entry('worded'), words }, entry('plain')]);
    expect(embeddings.words('a', 'worded')).toEqual(Buffer.from(words));
    expect(embeddings.words('a', 'plain')).toBeNull();
    expect(embeddings.words('a', 'never seen')).toBeNull();
    expect(embeddings.get('a', 'worded', undefined, true)).toEqual(vectorOf('worded'));
    expect(embeddings.get('a', 'plain', undefined, true)).toBeNull();
    expect(embeddings.get('a', 'plain')).toEqual(vectorOf('plain'));
  });

  it('are made for a text whose vector was kept without them, and not twice', async () => {
    const { embeddings } = await libraryWithIndex();
    const asked: string[][] = [];
    const embedder = {
      id: 'a',
      dimension: vectorOf('one').length,
      maxTokens: 100,
      countTokens: () => 1,
      embed: async () => {
        throw new Error('asked for vectors alone');
      },
      withWords: {
        passages: async (texts: readonly string[]) => {
          asked.push([...texts]);
          return texts.map((text) => ({ vector: vectorOf(text), words: Uint8Array.from([text.length]) }));
        },
        query: async (text: string) => ({ vector: vectorOf(text), words: [] }),
      },
      dispose: async () => undefined,
    };
    embeddings.put('a', [entry('one')]);
    const embed = () =>
      embedTexts(embeddings, embedder, ['one', 'three'], new AbortController().signal, () => undefined);
    expect((await embed()).embedded).toBe(2);
    expect((await embed()).embedded).toBe(0);
    expect(asked.flat()).toEqual(['one', 'three']);
    expect([...(embeddings.words('a', 'three') ?? [])]).toEqual([5]);
  });
});

describe('a commit of several contents', () => {
  it('counts their terms as one commit each would', async () => {
    const documents = [
      ['a', ['red apples', 'red pears']],
      ['b', ['green apples']],
    ] as const;
    const together = await libraryWithIndex();
    together.commit(documents.map(([id, texts]) => addition(`${id}.txt`, id, contentOf(id, texts))));
    const apart = await libraryWithIndex();
    for (const [id, texts] of documents) apart.commit([addition(`${id}.txt`, id, contentOf(id, texts))]);

    const asked = ['red', 'appl', 'pear', 'green', 'blue'];
    const frequencies = together.contents.documentFrequencies(asked);
    expect(Object.fromEntries(frequencies)).toEqual({ red: 2, appl: 2, pear: 1, green: 1 });
    expect(apart.contents.documentFrequencies(asked)).toEqual(frequencies);
  });
});
