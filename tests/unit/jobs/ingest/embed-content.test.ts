import { describe, expect, it } from 'vitest';
import { PendingVectors } from '../../../../electron/engine/jobs/ingest/embed-content';
import { addition, contentOf, libraryWithIndex, vectorOf } from '../../store/open-test-library';

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
